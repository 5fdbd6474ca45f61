/** Finds out whether the browser supports passkeys, and explains the browser's passkey errors. */

export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** Kind of passkey error. `cancelled`: by the person, by the device or by timeout. */
export type PasskeyFailure = 'cancelled' | 'exists' | 'replaced' | 'other';

const meanings: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  InvalidStateError: 'exists',
  // Another request of this page replaced it.
  AbortError: 'replaced',
};

export function classifyPasskeyFailure(error: unknown): PasskeyFailure {
  return (error instanceof Error && meanings[error.name]) || 'other';
}
