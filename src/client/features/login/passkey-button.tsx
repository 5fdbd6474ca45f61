/**
 * Sign-in by passkey instead of a password. It is started by the button, or by the browser's suggestion in the username
 * field.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { loginLabels } from './login-es.ts';
import { loginPasskeyLabels as labels } from './login-passkey-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import {
  isPasskeyAutofillSupported,
  cancelPasskeySigning,
  requestBrowserPasskeyAssertion,
} from '../../session/passkey-ceremonies.ts';
import { canUsePasskeys, classifyPasskeyFailure } from '../../session/passkey-failure.ts';
import { useSessionActions } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** A challenge lasts five minutes. */
const offerAgainMs = 4 * 60_000;

interface PasskeyButtonProps {
  readonly disabled: boolean;
  /** Callback for the error message of a failed passkey sign-in; null when a new attempt begins. */
  readonly onFailure: (message: string | null) => void;
}

export default function PasskeySignInButton({ disabled, onFailure }: PasskeyButtonProps) {
  const { enter } = useSessionActions();
  const [pending, setPending] = useState(false);
  const [offer, setOffer] = useState(0);

  /**
   * Both the browser's own suggestion and the button may return a passkey. This flag makes sure that only one of the
   * two signs in.
   */
  const entering = useRef(false);

  async function signIn(offered: boolean, onPicked?: () => void): Promise<void> {
    const options = await callApi('beginPasskeySignIn');
    const passkey = await requestBrowserPasskeyAssertion(options, { offered });
    onPicked?.();
    if (entering.current) return;
    entering.current = true;
    try {
      enter(await callApi('signInByPasskey', { body: { passkey } }));
      toast.good(loginLabels.successTitle, loginLabels.successText);
    } finally {
      entering.current = false;
    }
  }

  /**
   * The browser suggests a passkey without being asked by the person. So failures are reported only after the person
   * has picked a passkey.
   */
  const suggest = useEffectEvent(async (isGone: () => boolean): Promise<void> => {
    let isPicked = false;
    try {
      if (!(await isPasskeyAutofillSupported()) || isGone()) return;
      await signIn(true, () => {
        isPicked = true;
      });
    } catch (error) {
      if (isPicked && !isGone()) onFailure(getRequestErrorText(error, labels.failed));
    }
  });
  useEffect(() => {
    if (pending) return undefined;
    let gone = false;
    void suggest(() => gone);
    const again = setTimeout(() => setOffer(offer + 1), offerAgainMs);
    return () => {
      gone = true;
      clearTimeout(again);
      cancelPasskeySigning();
    };
  }, [offer, pending]);

  async function press(): Promise<void> {
    if (entering.current) return;
    setPending(true);
    onFailure(null);
    try {
      await signIn(false);
    } catch (error) {
      onFailure(
        classifyPasskeyFailure(error) === 'cancelled' ? labels.cancelled : getRequestErrorText(error, labels.failed),
      );
      setPending(false);
    }
  }

  if (!canUsePasskeys()) return null;
  return (
    <Button size="large" disabled={disabled || pending} onClick={() => void press()}>
      {pending ? labels.waiting : labels.enter}
    </Button>
  );
}
