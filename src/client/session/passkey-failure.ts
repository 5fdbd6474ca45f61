/** Says if a browser can use passkeys at all, and what its refusals mean. */

export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** `cancelled`: by the person, by their device, or because nothing happened for too long. */
export type PasskeyFailure = 'cancelled' | 'exists' | 'replaced' | 'other';

const meanings: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  InvalidStateError: 'exists',
  // Another request of this page took its place.
  AbortError: 'replaced',
};

export function readPasskeyFailure(error: unknown): PasskeyFailure {
  return (error instanceof Error && meanings[error.name]) || 'other';
}
