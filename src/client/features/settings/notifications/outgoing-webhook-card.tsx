/**
 * Card of the alert webhook: its URL and signing secret. The secret is generated in the browser and visible only until
 * it is saved.
 */
import { Copy, KeyRound, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { WorkspaceSettings } from '../../../../contract/settings.ts';
import { alertWebhookLabels as labels, verifyAlertSignatureSampleCode } from '../settings-alerts-es.ts';
import { settingsLabels } from '../../../../labels/settings-es.ts';
import { useHasRole } from '../../../session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { copyTextWithToast } from '../../../ui/copy-text.ts';
import { FormField } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { SettingsTextField, useSettingsField } from '../form/form-fields.tsx';
import type { SettingsFormValues } from '../form/settings-form.ts';

/** 256 bits as hex. */
function randomSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function SecretField({ hasSecret, disabled }: { readonly hasSecret: boolean; readonly disabled: boolean }) {
  const { value, set, bind, error } = useSettingsField<string>('outgoingWebhook.secret');
  const { clearErrors } = useFormContext<SettingsFormValues>();
  const [editing, setEditing] = useState(value !== '');
  if (!editing && value === '') {
    return (
      <div className="flex flex-col items-start gap-1.5">
        <span className="font-medium">{labels.secret}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="flex items-center gap-2 text-muted">
            <KeyRound aria-hidden className="size-4" />
            {hasSecret ? labels.secretStored : labels.secretNone}
          </span>
          <Button size="small" disabled={disabled} onClick={() => setEditing(true)}>
            {hasSecret ? labels.replace : labels.create}
          </Button>
        </span>
      </div>
    );
  }
  return (
    <FormField label={labels.secret} hint={labels.secretNew} error={error}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            className="min-w-48 flex-1 font-mono text-xs"
            value={value}
            onChange={(event) => set(event.target.value)}
            {...bind}
          />
          <Button onClick={() => set(randomSecret())}>
            <Sparkles aria-hidden />
            {labels.generate}
          </Button>
          <Button disabled={value === ''} onClick={() => void copyTextWithToast(value, labels.copied)}>
            <Copy aria-hidden />
            {labels.copy}
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              set('');
              clearErrors('outgoingWebhook.secret');
              setEditing(false);
            }}
          >
            {hasSecret ? labels.keep : labels.cancel}
          </Button>
        </div>
      )}
    </FormField>
  );
}

export function AlertWebhookCard({ base }: { readonly base: WorkspaceSettings }) {
  const isAdmin = useHasRole('admin');
  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      <div className="flex flex-col gap-4">
        {isAdmin ? null : <Alert tone="info">{settingsLabels.adminOnly}</Alert>}
        <SettingsTextField
          name="outgoingWebhook.url"
          type="url"
          disabled={!isAdmin}
          label={labels.url}
          hint={labels.urlHint}
          placeholder={labels.urlPlaceholder}
        />
        {/*
         * After a save, the new `key` remounts the secret's input field, so that the saved secret is no longer shown.
         */}
        <SecretField key={base.version} hasSecret={base.outgoingWebhook.hasSecret} disabled={!isAdmin} />
        <details>
          <summary className="rounded-sm font-medium text-accent-text">{labels.verifyTitle}</summary>
          <p className="mt-2 text-muted">{labels.verifyText}</p>
          {/* Scrolls sideways: reachable by keyboard for that. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">
            {verifyAlertSignatureSampleCode}
          </pre>
        </details>
      </div>
    </SectionCard>
  );
}
