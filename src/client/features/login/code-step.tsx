/** The second step of signing in: the code of an app, or a recovery code. */
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { loginCodeLabels as labels } from '../../../labels/login-code-es.ts';
import { loginLabels } from '../../../labels/login-es.ts';
import { hasCode, shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useSessionActions } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

interface CodeStepProps {
  readonly challenge: string;
  /** Back to the password; with the reason where the challenge is over. */
  readonly onBack: (reason: string | null) => void;
}

export default function CodeStep({ challenge, onBack }: CodeStepProps) {
  const { enter } = useSessionActions();
  const [isRecovery, setRecovery] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // The wrong code is typed again: the field gets back the focus that it lost while disabled.
  useEffect(() => {
    if (sending) return;
    input.current?.focus();
    input.current?.select();
  }, [sending]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSending(true);
    setFailure(null);
    try {
      enter(await call('loginByCode', { body: { challenge, code: input.current?.value ?? '' } }));
      toast.good(loginLabels.successTitle, loginLabels.successText);
    } catch (error) {
      const message = shownMessage(error, labels.failed);
      if (hasCode(error, 'challenge_over')) {
        onBack(message);
        return;
      }
      setFailure(message);
      setSending(false);
    }
  }

  function switchKind(): void {
    setFailure(null);
    setRecovery(!isRecovery);
  }

  return (
    <form
      aria-label={labels.title}
      className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6"
      onSubmit={(event) => void submit(event)}
    >
      <p className="text-muted">{isRecovery ? labels.recoveryText : labels.text}</p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <Field key={String(isRecovery)} label={isRecovery ? labels.recoveryCode : labels.code}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the other kind of code was asked for
            autoFocus
            name="code"
            required
            disabled={sending}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            {...(isRecovery
              ? { autoComplete: 'off' }
              : { autoComplete: 'one-time-code', inputMode: 'numeric', pattern: '[0-9 ]*' })}
            className="font-mono text-lg tracking-widest"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="large" disabled={sending}>
        {sending ? labels.submitting : labels.submit}
      </Button>
      <div className="-mx-3 -mb-2 flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="small" disabled={sending} onClick={() => onBack(null)}>
          {labels.back}
        </Button>
        <Button variant="ghost" size="small" disabled={sending} onClick={switchKind}>
          {isRecovery ? labels.toApp : labels.toRecovery}
        </Button>
      </div>
    </form>
  );
}
