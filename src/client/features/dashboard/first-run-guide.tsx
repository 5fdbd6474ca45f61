/** First-run guide of a workspace: API key, webhook URL, first campaign. The server says which steps are done. */
import { useQueryClient } from '@tanstack/react-query';
import { Check, Copy, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { ProviderWebhookUrlStatus } from '../../../contract/calls.ts';
import type { WorkspaceFirstSteps } from '../../../contract/first-steps.ts';
import { firstRunGuideLabels as labels } from './first-run-guide-es.ts';
import { commonActionLabels, toastTitles } from '../../../labels/common-es.ts';
import { unreachableWebhookUrlTexts } from '../../../labels/webhook-address-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useApiQuery, useInboundWebhookUrl } from '../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { screenPaths } from '../../paths.ts';
import { useHasRole, useSession } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast.ts';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly text: ReactNode;
  readonly isDone: boolean;
  /** True for the first unfinished step of the first-run guide, which is highlighted. */
  readonly isNext: boolean;
  readonly children?: ReactNode;
}

function Step({ number, title, text, isDone, isNext, children }: StepProps) {
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex gap-3 px-4 py-3">
      <span
        className={classNames(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular-nums',
          isDone && 'bg-good-soft text-good',
          !isDone && (isNext ? 'bg-accent text-accent-ink' : 'bg-sunken text-muted'),
        )}
      >
        {isDone ? <Check aria-hidden className="size-3.5" /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">
            {title}
            {isDone ? <span className="sr-only"> ({labels.done})</span> : null}
          </p>
          <p className="text-muted">{text}</p>
        </div>
        {children}
      </div>
    </li>
  );
}

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast.good(labels.copied);
  } catch {
    toast.bad(toastTitles.error, labels.copyFailed);
  }
}

function WebhookAddress({ answer }: { readonly answer: ProviderWebhookUrlStatus | undefined }) {
  const address = answer?.webhookUrl;
  if (answer?.isReachable === false) return <Alert tone="attention">{unreachableWebhookUrlTexts.unreachable}</Alert>;
  return (
    <div className="flex min-w-0 flex-1 basis-80 items-center gap-2">
      <code
        className="min-w-0 flex-1 truncate rounded-md border border-line bg-sunken px-2 py-1.5 text-xs"
        title={address}
      >
        {address ?? '…'}
      </code>
      <Button size="small" disabled={address === undefined} onClick={() => void copyAddress(address ?? '')}>
        <Copy aria-hidden />
        {labels.copy}
      </Button>
    </div>
  );
}

/** Polling interval of the first-run guide in ms. The dashboard polls the webhook status at the same interval. */
const lookEveryMs = 5_000;

function useHide(): { readonly hide: () => Promise<void>; readonly isPending: boolean } {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  async function hide(): Promise<void> {
    setPending(true);
    try {
      const steps = await callApi('hideFirstSteps');
      client.setQueryData(getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'getFirstSteps', {}), steps);
    } catch (error) {
      toast.bad(toastTitles.error, getRequestErrorText(error, labels.hideFailed));
    } finally {
      setPending(false);
    }
  }
  return { hide, isPending };
}

export default function FirstRunGuide({ steps: { hasEvent, hasCampaign } }: { readonly steps: WorkspaceFirstSteps }) {
  const { workspace } = useSession();
  const isAdmin = useHasRole('admin');
  const { hide, isPending } = useHide();
  const [isClosed, setClosed] = useState(false);
  const address = useInboundWebhookUrl().data;
  const isReachable = address?.isReachable !== false;
  const last4 = workspace?.apiKeyLast4 ?? '';
  const done = [last4 !== '', hasEvent, hasCampaign] as const;
  const next = done.indexOf(false);
  useApiQuery('getFirstSteps', {}, { isAside: true, ...(next === -1 ? {} : { refetchInterval: lookEveryMs }) });
  if (isClosed) return null;
  return (
    <SectionCard
      title={next === -1 ? labels.finished : labels.title}
      subtitle={labels.progress(done.filter(Boolean).length, done.length)}
      bodyClassName="p-0"
      actions={
        <Button
          size="icon"
          variant="ghost"
          aria-label={next === -1 ? commonActionLabels.close : labels.dismiss}
          disabled={isPending}
          onClick={() => (next === -1 ? setClosed(true) : void hide())}
        >
          <X aria-hidden />
        </Button>
      }
    >
      <ol className="divide-y divide-line">
        <Step number={1} title={labels.key} text={labels.keyText(last4)} isDone={done[0]} isNext={next === 0} />
        <Step
          number={2}
          title={labels.webhook}
          text={done[1] ? labels.webhookDone : isReachable ? labels.webhookText : ''}
          isDone={done[1]}
          isNext={next === 1}
        >
          {done[1] ? null : (
            <>
              <WebhookAddress answer={address} />
              {isAdmin && isReachable ? (
                <Link href={`${screenPaths.agents()}?conectar=todos`} className={getButtonClasses({ size: 'small' })}>
                  {labels.connect}
                </Link>
              ) : null}
            </>
          )}
        </Step>
        <Step number={3} title={labels.campaign} text={labels.campaignText} isDone={done[2]} isNext={next === 2}>
          {done[2] ? null : (
            <Link
              href={screenPaths.newCampaign()}
              className={getButtonClasses({ size: 'small', variant: next === 2 ? 'primary' : 'secondary' })}
            >
              {labels.newCampaign}
            </Link>
          )}
        </Step>
      </ol>
    </SectionCard>
  );
}
