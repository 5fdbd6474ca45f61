/** Browser functions for passkeys: creating a passkey, and signing in with one. Loaded on demand. */
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../contract/passkeys.ts';

/**
 * Signs a challenge with a passkey. If `offered` is true, the browser only offers passkeys as autofill and waits until
 * the user picks one.
 */
export async function requestBrowserPasskeyAssertion(
  optionsJSON: PasskeyRequestOptions,
  { offered = false }: { readonly offered?: boolean } = {},
): Promise<PasskeyAssertion> {
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: offered });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) };
}

export async function createBrowserPasskey(optionsJSON: PasskeyCreationOptions): Promise<PasskeyAttestation> {
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

export const isPasskeyAutofillSupported = browserSupportsWebAuthnAutofill;
export const cancelPasskeySigning = (): void => WebAuthnAbortService.cancelCeremony();
