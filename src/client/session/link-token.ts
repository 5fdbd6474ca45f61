/**
 * Token of an e-mailed link that confirms an address. This tab keeps it while the person signs in at the identity
 * provider, because no URL may carry it there.
 */
const key = 'vocero.confirm-link';

export function keepLinkToken(token: string): void {
  try {
    window.sessionStorage.setItem(key, token);
  } catch {
    // Browser storage is forbidden, so the person must open the e-mailed link again.
    return;
  }
}

/** Good once; null where none was kept. */
export function takeLinkToken(): string | null {
  try {
    const token = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return token;
  } catch {
    // Storage is forbidden, so nothing was kept.
    return null;
  }
}
