/**
 * Token of an e-mailed link that confirms an address. This tab stores it while the person signs in at the identity
 * provider, because it must not be in a URL on the way there.
 */
const key = 'vocero.confirm-link';

export function storeEmailLinkToken(token: string): void {
  try {
    window.sessionStorage.setItem(key, token);
  } catch {
    // Browser storage is forbidden, so the person must open the e-mailed link a second time.
    return;
  }
}

/** Good once; null where none was kept. */
export function takeEmailLinkToken(): string | null {
  try {
    const token = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return token;
  } catch {
    // Storage is forbidden, so nothing was kept.
    return null;
  }
}
