/** Settings section of the provider's webhook: URL, status, and the list of handled events. */
import { useQueryClient } from '@tanstack/react-query';
import { Copy, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import type { ProviderEventToggles } from '../../../contract/settings.ts';
import { commonActionLabels, toastTitles } from '../../../labels/common-es.ts';
import {
  providerEventToggleLabels,
  settingsLabels,
  providerWebhookSettingsLabels as labels,
} from '../../../labels/settings-es.ts';
import { unreachableWebhookUrlTexts } from '../../../labels/webhook-address-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useInboundWebhookUrl } from '../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { useHasRole } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { copyTextWithToast } from '../../ui/copy-text.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { SettingsSwitchField } from './form/form-fields.tsx';
import { ConnectAgentWebhooksLink, ProviderWebhookStatusCard } from './webhook-status-card.tsx';

function RotateButton() {
  const client = useQueryClient();
  const isAdmin = useHasRole('admin');
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);

  async function rotate(): Promise<void> {
    setPending(true);
    try {
      const answer = await callApi('rotateWebhookUrl');
      client.setQueryData(getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'webhookUrl', {}), answer);
      toast.good(labels.rotated, labels.rotatedText);
      setAsking(false);
    } catch (error) {
      toast.bad(toastTitles.error, getRequestErrorText(error, labels.rotateFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="small" disabled={!isAdmin} onClick={() => setAsking(true)}>
        <RefreshCw aria-hidden />
        {labels.rotate}
      </Button>
      <p className="text-xs text-muted">{isAdmin ? labels.rotateHint : settingsLabels.adminOnly}</p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={labels.rotateTitle}
        confirmLabel={labels.rotateConfirm}
        pending={pending}
        onConfirm={() => void rotate()}
      >
        {labels.rotateText}
      </ConfirmDialog>
    </div>
  );
}

function AddressCard() {
  const isAdmin = useHasRole('admin');
  const address = useInboundWebhookUrl();
  const id = useId();
  const url = address.data?.webhookUrl ?? '';
  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      {address.isError && !address.data ? (
        <Alert
          tone="bad"
          action={
            <Button size="small" onClick={() => void address.refetch()}>
              {commonActionLabels.retry}
            </Button>
          }
        >
          {labels.urlFailed} {getRequestErrorText(address.error, '')}
        </Alert>
      ) : (
        <>
          {address.data?.isReachable === false ? (
            <Alert tone="attention" className="mb-3">
              {unreachableWebhookUrlTexts.unreachable}
            </Alert>
          ) : null}
          <label htmlFor={id} className="font-medium">
            {labels.url}
          </label>
          <div className="mt-1.5 flex gap-2">
            <Input
              id={id}
              readOnly
              value={url}
              className="min-w-0 font-mono text-xs"
              onFocus={(event) => event.target.select()}
            />
            <Button disabled={url === ''} onClick={() => void copyTextWithToast(url, labels.copied)}>
              <Copy aria-hidden />
              {labels.copy}
            </Button>
          </div>
        </>
      )}
      {isAdmin ? (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <ConnectAgentWebhooksLink />
          <p className="text-xs text-muted">{labels.connectHint}</p>
        </div>
      ) : null}
      <RotateButton />
    </SectionCard>
  );
}

export function ProviderWebhookSection() {
  return (
    <>
      <AddressCard />
      <ProviderWebhookStatusCard />
      <SectionCard title={labels.events} subtitle={labels.eventsText} bodyClassName="px-4 py-1">
        <div className="divide-y divide-line">
          {(Object.keys(providerEventToggleLabels) as (keyof ProviderEventToggles)[]).map((event) => (
            <SettingsSwitchField
              key={event}
              name={`events.${event}`}
              label={providerEventToggleLabels[event].name}
              hint={providerEventToggleLabels[event].off}
            />
          ))}
        </div>
      </SectionCard>
    </>
  );
}
