/** Sign-in page, the only screen that somebody without a session sees, whatever the URL. */
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { SecondFactorChallenge } from '../../../contract/access.ts';
import { setPasswordPath, recoveryPath } from '../../../contract/mail-link-paths.ts';
import { signOnFragments } from '../../../contract/sign-on-fragments.ts';
import { loginLabels } from './login-es.ts';
import { forgottenLabel } from './forgotten-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { useAppVersion } from '../../session/app-version.ts';
import { useAppInfo, useSessionActions } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Logo } from '../../ui/logo.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';

/** The second-factor step has its own chunk: most people need none, and the others see it after their password. */
const codeStep = lazyPart(() => import('./code-step.tsx'));
/** The passkey button has its own chunk, loaded only if somebody has a passkey. Unsupported browsers show nothing. */
const passkeyButton = lazyPart(() => import('./passkey-button.tsx'));

/** Apart: seldom needed. */
const recoveryStep = lazyPart(() => import('./recovery-step.tsx'));
/** The identity provider's link has its own chunk, loaded only if the installation has an identity provider. */
const providerLink = lazyPart(() => import('./provider-link.tsx'));
const passwordLinkStep = lazyPart(() => import('./password-link-step.tsx'));

export default function LoginPage() {
  const { appName, version, build } = useAppVersion();
  const { login } = useSessionActions();
  const offered = useAppInfo().data?.signIn;
  const [path, navigate] = useLocation();
  /** Navigation state of a person who has just set a password by a link: the username. */
  const arrived = useHistoryState<{ readonly username?: string } | null>();
  /** Username of the sign-in form, kept in case the person comes back from the second step. */
  const [username, setUsername] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Challenge of the sign-in, set if the password was right and a second factor is asked for. */
  const [asked, setAsked] = useState<SecondFactorChallenge | null>(null);
  const withPasskey = offered?.passkey === true;
  const provider = offered?.oidc ?? null;
  // If password sign-in is off, the emergency admin still signs in by it, at a URL with its own fragment.
  const takesPassword = offered?.password !== false || window.location.hash === `#${signOnFragments.emergency}`;

  useEffect(() => {
    document.title = `${loginLabels.submit} · ${appName}`;
  }, [appName]);

  // After a failed sign-in, the password field gets back the focus that it lost while it was disabled.
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sending || failure === null) return;
    password.current?.focus();
    password.current?.select();
  }, [sending, failure]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const credentials = Object.fromEntries(new FormData(event.currentTarget)) as { username: string; password: string };
    setSending(true);
    setFailure(null);
    try {
      const next = await login(credentials);
      if (next !== null) {
        setUsername(credentials.username);
        setAsked(next);
        setSending(false);
        return;
      }
      toast.good(loginLabels.successTitle, loginLabels.successText);
    } catch (error) {
      setFailure(shownMessage(error, loginLabels.rejected));
      setSending(false);
    }
  }

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
      <div className="flex flex-col items-center gap-3">
        <Logo className="size-12" />
        <h1 className="text-2xl font-semibold">{appName}</h1>
      </div>
      {path === setPasswordPath ? (
        <passwordLinkStep.Part />
      ) : path === recoveryPath ? (
        <recoveryStep.Part />
      ) : asked !== null ? (
        <codeStep.Part
          {...asked}
          onBack={(reason) => {
            setAsked(null);
            setFailure(reason);
          }}
        />
      ) : (
        <form
          className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6"
          onSubmit={(event) => void submit(event)}
        >
          {failure ? <Alert tone="bad">{failure}</Alert> : null}
          {takesPassword ? (
            <>
              <Field label={loginLabels.username}>
                {(control) => (
                  <Input
                    {...control}
                    name="username"
                    defaultValue={username ?? arrived?.username}
                    required
                    disabled={sending}
                    // Browsers suggest passkeys beside names.
                    autoComplete={withPasskey ? 'username webauthn' : 'username'}
                    autoCapitalize="none"
                    spellCheck={false}
                  />
                )}
              </Field>
              <Field label={loginLabels.password}>
                {(control) => (
                  <PasswordInput
                    {...control}
                    ref={password}
                    about={loginLabels.aboutPassword}
                    name="password"
                    required
                    disabled={sending}
                    autoComplete="current-password"
                  />
                )}
              </Field>
              <Button type="submit" variant="primary" size="large" disabled={sending}>
                {sending ? loginLabels.submitting : loginLabels.submit}
              </Button>
            </>
          ) : null}
          {withPasskey ? <passkeyButton.Part disabled={sending} onFailure={setFailure} /> : null}
          {offered?.recovery ? (
            <Button variant="ghost" size="small" className="self-center" onClick={() => navigate(recoveryPath)}>
              {forgottenLabel}
            </Button>
          ) : null}
          {provider === null ? null : (
            <providerLink.Part
              provider={provider}
              isAlone={!takesPassword}
              disabled={sending}
              onFailure={setFailure}
              onAsked={setAsked}
            />
          )}
        </form>
      )}
      <p className="text-xs text-muted">
        {version} · {build}
      </p>
    </main>
  );
}
