/** Form 'Olvidé mi contraseña': requests a reset link by username. The response is the same for unknown usernames. */
import { useState, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { passwordResetRequestLabels as labels } from './recovery-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { screenPaths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

export default function RequestPasswordResetStep() {
  const [, navigate] = useLocation();
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking');
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const username = new FormData(event.currentTarget).get('username');
    setState('sending');
    setFailure(null);
    try {
      await callApi('askRecovery', { body: { username: typeof username === 'string' ? username : '' } });
      setState('sent');
    } catch (error) {
      setFailure(getRequestErrorText(error, labels.failed));
      setState('asking');
    }
  }

  return (
    <form
      aria-label={labels.title}
      className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6"
      onSubmit={(event) => void submit(event)}
    >
      <h2 className="text-lg font-semibold">{labels.title}</h2>
      {state === 'sent' ? (
        <output className="flex flex-col gap-2">
          <span>{labels.sent}</span>
          <span className="text-muted">{labels.notComing}</span>
        </output>
      ) : (
        <>
          <p className="text-muted">{labels.text}</p>
          {failure ? <Alert tone="bad">{failure}</Alert> : null}
          <FormField label={labels.username}>
            {(control) => (
              <Input
                {...control}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for this form
                autoFocus
                name="username"
                required
                maxLength={100}
                disabled={state === 'sending'}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </FormField>
          <Button type="submit" variant="primary" size="large" disabled={state === 'sending'}>
            {state === 'sending' ? labels.submitting : labels.submit}
          </Button>
        </>
      )}
      <Button variant="ghost" size="small" className="self-start" onClick={() => navigate(screenPaths.login())}>
        {labels.back}
      </Button>
    </form>
  );
}
