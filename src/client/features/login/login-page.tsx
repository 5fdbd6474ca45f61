/** Sign-in page. Without a session it is shown for every URL. */
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { SecondFactorChallenge } from '../../../contract/access.ts';
import { setPasswordPath, passwordRecoveryPath } from '../../../contract/mail-link-paths.ts';
import { singleSignOnUrlFragments } from '../../../contract/sign-on-fragments.ts';
import { loginLabels } from './login-es.ts';
import { forgottenPasswordLinkLabel } from './forgotten-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useAppVersion } from '../../session/app-version.ts';
import { useAppInfo, useSessionActions } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Logo } from '../../ui/logo.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';

/** The second-factor step is a code chunk of its own, because most people need none. It loads after the password. */
const codeStep = createLazyComponent(() => import('./code-step.tsx'));
/** The passkey button is a code chunk of its own. It loads only if some account has a passkey. */
const passkeyButton = createLazyComponent(() => import('./passkey-button.tsx'));

/** Apart: seldom needed. */
const recoveryStep = createLazyComponent(() => import('./recovery-step.tsx'));
/** The link to the identity provider is a code chunk of its own. It loads only if a provider is configured. */
const providerLink = createLazyComponent(() => import('./provider-link.tsx'));
const passwordLinkStep = createLazyComponent(() => import('./password-link-step.tsx'));

export default function LoginPage() {
  const { appName, version, build } = useAppVersion();
  const { login } = useSessionActions();
  const offered = useAppInfo().data?.signIn;
  const [path, navigate] = useLocation();
  /** Navigation state with the username, if the person has just set a password by an e-mailed link. */
  const arrived = useHistoryState<{ readonly username?: string } | null>();
  /** Username typed in the sign-in form. It is kept in case the person returns from the second-factor step. */
  const [username, setUsername] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Second-factor challenge that the server returned for a correct password; null before that. */
  const [asked, setAsked] = useState<SecondFactorChallenge | null>(null);
  const withPasskey = offered?.passkey === true;
  const provider = offered?.oidc ?? null;
  // Even if password sign-in is switched off, offer it when the URL has the emergency fragment, so that the emergency
  // admin can sign in.
  const takesPassword =
    offered?.password !== false || window.location.hash === `#${singleSignOnUrlFragments.emergency}`;

  useEffect(() => {
    document.title = `${loginLabels.submit} · ${appName}`;
  }, [appName]);

  // The password field loses the focus while it is disabled during the sign-in. If the sign-in fails, focus the field
  // again.
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
      setFailure(getRequestErrorText(error, loginLabels.rejected));
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
      ) : path === passwordRecoveryPath ? (
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
              <FormField label={loginLabels.username}>
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
              </FormField>
              <FormField label={loginLabels.password}>
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
              </FormField>
              <Button type="submit" variant="primary" size="large" disabled={sending}>
                {sending ? loginLabels.submitting : loginLabels.submit}
              </Button>
            </>
          ) : null}
          {withPasskey ? <passkeyButton.Part disabled={sending} onFailure={setFailure} /> : null}
          {offered?.recovery ? (
            <Button variant="ghost" size="small" className="self-center" onClick={() => navigate(passwordRecoveryPath)}>
              {forgottenPasswordLinkLabel}
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
