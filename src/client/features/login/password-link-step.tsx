/** Page of a link that sets a password. The link's token is in the URL's fragment; the page sends it in a POST. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { passwordRecoveryPath } from '../../../contract/mail-link-paths.ts';
import { apiErrorMessages } from '../../../labels/es.ts';
import { changePasswordLabels } from '../../../labels/password-es.ts';
import { setPasswordByLinkLabels as labels } from './recovery-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { pickFieldErrors } from '../../api/field-errors.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';
import { screenPaths } from '../../paths.ts';
import { useAppInfo } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';

interface Failure {
  readonly field: 'password' | 'repeated' | null;
  readonly message: string;
}

export default function SetPasswordByLinkStep() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [token] = useState(() => window.location.hash.slice(1));
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isOver, setOver] = useState(token === '');
  const { data, error } = useQuery({
    queryKey: ['passwordLink', token],
    queryFn: () => callApi('readPasswordLink', { body: { token } }),
    enabled: token !== '',
    retry: (count, reason) =>
      count < 2 && !isApiErrorWithCode(reason, 'link_over') && !isApiErrorWithCode(reason, 'conflict'),
    staleTime: Infinity,
  });

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as { password: string; repeated: string };
    if (typed.password !== typed.repeated) {
      setFailure({ field: 'repeated', message: changePasswordLabels.different });
      return;
    }
    setSending(true);
    setFailure(null);
    try {
      const { username } = await callApi('setPasswordByLink', { body: { token, password: typed.password } });
      // Fetch the signed-in user again: if this browser had a session, setting the password has ended it.
      await client.invalidateQueries({ queryKey: sessionQueryKeys.currentUser });
      toast.good(labels.doneTitle, labels.doneText);
      navigate(screenPaths.login(), { replace: true, state: { username } });
    } catch (reason) {
      const [wrong] = pickFieldErrors(reason, ['password']);
      setFailure(wrong ?? { field: null, message: getRequestErrorText(reason, labels.failed) });
      setOver(isApiErrorWithCode(reason, 'link_over'));
      setSending(false);
    }
  }

  if (isOver || error)
    return <DeadLink message={error ? getRequestErrorText(error, labels.failed) : apiErrorMessages.link_over} />;
  if (!data) return <p className="text-muted">{labels.loading}</p>;
  const errorOf = (field: Failure['field']) => (failure?.field === field ? failure.message : undefined);
  return (
    <form
      noValidate
      aria-label={labels.title[data.purpose]}
      className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6"
      onSubmit={(event) => void submit(event)}
    >
      <h2 className="text-lg font-semibold">{labels.title[data.purpose]}</h2>
      <p className="text-muted">{labels.text[data.purpose]}</p>
      {failure?.field === null ? <Alert tone="bad">{failure.message}</Alert> : null}
      <FormField label={labels.username}>
        {(control) => <Input {...control} name="username" readOnly autoComplete="username" value={data.username} />}
      </FormField>
      <FormField label={changePasswordLabels.next} hint={changePasswordLabels.hint} error={errorOf('password')}>
        {(control) => (
          <PasswordInput
            {...control}
            about={changePasswordLabels.aboutNext}
            name="password"
            disabled={sending}
            autoComplete="new-password"
          />
        )}
      </FormField>
      <FormField label={changePasswordLabels.repeat} error={errorOf('repeated')}>
        {(control) => (
          <PasswordInput
            {...control}
            about={changePasswordLabels.aboutRepeat}
            name="repeated"
            disabled={sending}
            autoComplete="new-password"
          />
        )}
      </FormField>
      <Button type="submit" variant="primary" size="large" disabled={sending}>
        {sending ? labels.submitting : labels.submit}
      </Button>
    </form>
  );
}

function DeadLink({ message }: { readonly message: string }) {
  const [, navigate] = useLocation();
  const recovery = useAppInfo().data?.signIn.recovery;
  return (
    <div className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6">
      <Alert tone="bad">{message}</Alert>
      <div className="flex flex-wrap gap-2">
        {recovery ? (
          <Button variant="primary" onClick={() => navigate(passwordRecoveryPath)}>
            {labels.askAgain}
          </Button>
        ) : null}
        <Button onClick={() => navigate(screenPaths.login(), { replace: true })}>{labels.back}</Button>
      </div>
    </div>
  );
}
