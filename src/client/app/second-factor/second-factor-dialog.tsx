/**
 * Dialog 'Segundo factor': sets up or turns off the user's second factor, and changes its authenticator app or recovery
 * codes.
 */
import { useQuery } from '@tanstack/react-query';
import { Copy, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { SecondFactorStatus } from '../../../contract/access.ts';
import { secondFactorLabels as labels } from '../../../labels/second-factor-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { copyTextWithToast } from '../../ui/copy-text.ts';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { QrCode } from './qr-code.tsx';
import { SecurityStepsDialog } from './steps-dialog.tsx';
import { useDialogSteps } from './use-steps.ts';

/** The actions that ask for a code. */
type Change = 'renew' | 'add' | 'move' | 'end';

type View =
  | { readonly name: 'overview' }
  | { readonly name: 'asking'; readonly change: Change }
  | { readonly name: 'proving'; readonly secret: string; readonly uri: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

const changes: Readonly<Record<Change, { readonly text: string; readonly submit: string }>> = {
  renew: { text: labels.renewText, submit: labels.renewSubmit },
  add: { text: labels.addText, submit: labels.moveSubmit },
  move: { text: labels.moveText, submit: labels.moveSubmit },
  end: { text: labels.endText, submit: labels.endSubmit },
};

export default function SecondFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const { view, show, attempt, readAgain, ...state } = useDialogSteps<View>({ name: 'overview' }, (error) =>
    getRequestErrorText(error, labels.failed),
  );
  const { data, error } = useQuery({
    queryKey: sessionQueryKeys.secondFactor,
    queryFn: () => callApi('getSecondFactor'),
    staleTime: 0,
  });

  const begin = async (code?: string): Promise<void> =>
    show({ name: 'proving', ...(await callApi('beginSecondFactor', { body: code === undefined ? {} : { code } })) });

  async function send(code: string): Promise<void> {
    if (view.name === 'proving') {
      const { recoveryCodes } = await callApi('confirmSecondFactor', { body: { code } });
      toast.good(labels.confirmed, labels.confirmedText);
      show({ name: 'codes', codes: recoveryCodes });
      readAgain();
      return;
    }
    if (view.name !== 'asking') return;
    if (view.change === 'move' || view.change === 'add') {
      await begin(code);
      return;
    }
    if (view.change === 'renew') {
      const { recoveryCodes } = await callApi('renewRecoveryCodes', { body: { code } });
      show({ name: 'codes', codes: recoveryCodes });
    } else {
      await callApi('endSecondFactor', { body: { code } });
      toast.good(labels.ended);
      show({ name: 'overview' });
    }
    readAgain();
  }

  function submit(form: FormData): void {
    const code = form.get('code');
    void attempt(() => send(typeof code === 'string' ? code : ''));
  }

  const submitLabel = view.name === 'asking' ? changes[view.change].submit : labels.confirm;
  return (
    <SecurityStepsDialog
      {...state}
      title={labels.title}
      text={labels.text}
      step={
        view.name === 'asking' || view.name === 'proving'
          ? { name: view.name, title: labels.title, submit: submitLabel, sending: labels.sending }
          : null
      }
      codes={view.name === 'codes' ? view.codes : null}
      error={error}
      onSubmit={submit}
      onBack={() => show({ name: 'overview' })}
      onClose={onClose}
    >
      {view.name === 'proving' ? (
        <>
          <NewSecret secret={view.secret} uri={view.uri} />
          <CodeField label={labels.code} hint={labels.codeHint} disabled={state.pending} />
        </>
      ) : view.name === 'asking' ? (
        <>
          <p className="text-muted">
            {view.change === 'end' && data?.hasPasskeys ? labels.endBesidePasskeysText : changes[view.change].text}
          </p>
          <CodeField
            label={data?.confirmedAt === null ? labels.recoveryCode : labels.currentCode}
            hint={data?.confirmedAt === null ? labels.recoveryCodeHint : labels.currentCodeHint}
            disabled={state.pending}
            takesRecovery
          />
        </>
      ) : data ? (
        <Overview
          factor={data}
          pending={state.pending}
          onBegin={() => void attempt(() => begin())}
          onChange={(change) => show({ name: 'asking', change })}
        />
      ) : null}
    </SecurityStepsDialog>
  );
}

interface OverviewProps {
  readonly factor: SecondFactorStatus;
  readonly pending: boolean;
  readonly onBegin: () => void;
  readonly onChange: (change: Change) => void;
}

function Overview({ factor, pending, onBegin, onChange }: OverviewProps) {
  const { confirmedAt, hasPasskeys, codesLeft, requiredBy } = factor;
  const format = useRegionalFormat();
  if (confirmedAt === null && !hasPasskeys)
    return (
      <>
        <p className="font-medium">{labels.off}</p>
        <p className="text-muted">{labels.offText}</p>
        <Button variant="primary" className="self-start" disabled={pending} onClick={onBegin}>
          {labels.begin}
        </Button>
      </>
    );
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <ShieldCheck aria-hidden className="size-4 text-good" />
        {confirmedAt === null ? labels.onByPasskey : labels.on}
        {confirmedAt === null ? null : (
          <span className="font-normal text-muted">{labels.since(format.date(confirmedAt))}</span>
        )}
      </p>
      {confirmedAt === null ? <p className="text-muted">{labels.onByPasskeyText}</p> : null}
      {codesLeft === 0 ? (
        <Alert tone="attention">{labels.codesLeft(0)}</Alert>
      ) : (
        <p className="text-muted">{labels.codesLeft(codesLeft)}</p>
      )}
      {requiredBy.length > 0 && !hasPasskeys ? (
        <p className="text-muted">{labels.requiredBy(requiredBy.join(', '))}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChange('renew')}>{labels.renew}</Button>
        {confirmedAt === null ? (
          <Button onClick={() => onChange('add')}>{labels.add}</Button>
        ) : (
          <Button onClick={() => onChange('move')}>{labels.move}</Button>
        )}
        {confirmedAt === null || (requiredBy.length > 0 && !hasPasskeys) ? null : (
          <Button onClick={() => onChange('end')}>{labels.end}</Button>
        )}
      </div>
    </>
  );
}

function NewSecret({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const groups = secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return (
    <div className="flex flex-col gap-3 sm:flex-row">
      <figure className="flex shrink-0 flex-col items-center gap-2">
        <QrCode text={uri} label={labels.qr} />
      </figure>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-medium">{labels.scan}</p>
        <p className="text-muted">{labels.typeSecret}</p>
        <code className="rounded-md bg-sunken p-2 font-mono text-xs break-words">{groups}</code>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="small" onClick={() => void copyTextWithToast(secret, labels.secretCopied)}>
            <Copy aria-hidden />
            {labels.copySecret}
          </Button>
          <a className="text-xs text-accent-text underline" href={uri}>
            {labels.openApp}
          </a>
        </div>
      </div>
    </div>
  );
}

interface CodeFieldProps {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly disabled: boolean;
  /** Recovery codes have letters. */
  readonly takesRecovery?: boolean;
}

function CodeField({ label, hint, disabled, takesRecovery = false }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // Returns the focus to the code field, which was disabled during the request, so that a wrong code can be retyped.
  useEffect(() => {
    if (disabled) return;
    input.current?.focus();
    input.current?.select();
  }, [disabled]);
  return (
    <FormField label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          ref={input}
          name="code"
          required
          disabled={disabled}
          autoComplete="one-time-code"
          inputMode={takesRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="max-w-60 font-mono tracking-widest"
        />
      )}
    </FormField>
  );
}
