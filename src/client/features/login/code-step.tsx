/** Second step of signing in. The person uses a passkey, the code of an authenticator app, or a recovery code. */
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import type { SecondFactorChallenge, SecondFactorKind } from '../../../contract/access.ts';
import { secondFactorStepLabels as labels } from './login-code-es.ts';
import { loginLabels } from './login-es.ts';
import { loginPasskeyLabels as passkeyLabels } from './login-passkey-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { canUsePasskeys, classifyPasskeyFailure } from '../../session/passkey-failure.ts';
import { useSessionActions } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

interface CodeStepProps extends SecondFactorChallenge {
  /**
   * Callback that returns to the password step of the sign-in. `reason`: error text if the second-factor challenge has
   * ended; otherwise null.
   */
  readonly onBack: (reason: string | null) => void;
}

const texts = { totp: labels.text, recovery: labels.recoveryText, passkey: passkeyLabels.stepText } as const;
const others = { totp: labels.toApp, recovery: labels.toRecovery, passkey: passkeyLabels.toPasskey } as const;

async function send(kind: SecondFactorKind, challenge: string, code: string) {
  if (kind !== 'passkey') return callApi('loginByCode', { body: { challenge, code } });
  const { requestBrowserPasskeyAssertion: signByPasskey } = await import('../../session/passkey-ceremonies.ts');
  const passkey = await signByPasskey(await callApi('beginPasskeyStep', { body: { challenge } }));
  return callApi('loginByPasskey', { body: { challenge, passkey } });
}

export default function SecondFactorStep({ challenge, kinds, onBack }: CodeStepProps) {
  const { enter } = useSessionActions();
  const usable = kinds.filter((each) => each !== 'passkey' || canUsePasskeys());
  const [kind, setKind] = useState<SecondFactorKind | null>(usable[0] ?? null);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The code field loses the focus while it is disabled. After a wrong code, the focus returns to the field, or goes to
  // a button if there is no field.
  useEffect(() => {
    if (sending) return;
    if (!input.current) button.current?.focus();
    input.current?.focus();
    input.current?.select();
  }, [sending]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (kind === null) return;
    setSending(true);
    setFailure(null);
    try {
      enter(await send(kind, challenge, input.current?.value ?? ''));
      toast.good(loginLabels.successTitle, loginLabels.successText);
    } catch (error) {
      if (isApiErrorWithCode(error, 'challenge_over')) {
        onBack(getRequestErrorText(error, labels.failed));
        return;
      }
      const isCancelled = classifyPasskeyFailure(error) === 'cancelled';
      const fallback = kind === 'passkey' ? passkeyLabels.failed : labels.failed;
      setFailure(isCancelled ? passkeyLabels.cancelled : getRequestErrorText(error, fallback));
      setSending(false);
    }
  }

  function choose(next: SecondFactorKind): void {
    setFailure(null);
    setKind(next);
  }

  return (
    <form
      aria-label={labels.title}
      className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6"
      onSubmit={(event) => void submit(event)}
    >
      {usable.length === kinds.length ? null : (
        <Alert tone="info">
          {passkeyLabels.noBrowser} {kind === null ? passkeyLabels.noOtherWay : null}
        </Alert>
      )}
      {kind === null ? null : <p className="text-muted">{texts[kind]}</p>}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {kind === 'totp' || kind === 'recovery' ? (
        <CodeField key={kind} kind={kind} input={input} disabled={sending} />
      ) : null}
      {kind === null ? null : (
        <Button
          key={kind === 'passkey' ? 'device' : 'typed'}
          ref={button}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a passkey has no field
          autoFocus={kind === 'passkey'}
          type="submit"
          variant="primary"
          size="large"
          disabled={sending}
        >
          {kind === 'passkey'
            ? sending
              ? passkeyLabels.waiting
              : passkeyLabels.stepSubmit
            : sending
              ? labels.submitting
              : labels.submit}
        </Button>
      )}
      <div className="-mx-3 -mb-2 flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="small" disabled={sending} onClick={() => onBack(null)}>
          {labels.back}
        </Button>
        {usable
          .filter((each) => each !== kind)
          .map((each) => (
            <Button key={each} variant="ghost" size="small" disabled={sending} onClick={() => choose(each)}>
              {others[each]}
            </Button>
          ))}
      </div>
    </form>
  );
}

interface CodeFieldProps {
  readonly kind: 'totp' | 'recovery';
  readonly input: RefObject<HTMLInputElement | null>;
  readonly disabled: boolean;
}

function CodeField({ kind, input, disabled }: CodeFieldProps) {
  return (
    <FormField label={kind === 'recovery' ? labels.recoveryCode : labels.code}>
      {(control) => (
        <Input
          {...control}
          ref={input}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- this kind was asked for
          autoFocus
          name="code"
          required
          disabled={disabled}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          {...(kind === 'recovery'
            ? { autoComplete: 'off' }
            : { autoComplete: 'one-time-code', inputMode: 'numeric', pattern: '[0-9 ]*' })}
          className="font-mono text-lg tracking-widest"
        />
      )}
    </FormField>
  );
}
