/**
 * Token of an e-mailed link that confirms an address. The tab stores it while the person signs in at the identity
 * provider. The redirect URLs must not contain the token, because servers would see it.
 */
const key = 'vocero.confirm-link';

export function storeEmailLinkToken(token: string): void {
  try {
    window.sessionStorage.setItem(key, token);
  } catch {
    // If browser storage is forbidden, the e-mailed link's token is lost, and the user must open the link again.
    return;
  }
}

/** Returns the stored token of an e-mailed link and deletes it; null if there is none. */
export function takeStoredEmailLinkToken(): string | null {
  try {
    const token = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return token;
  } catch {
    // Storage is forbidden, so nothing was kept.
    return null;
  }
}
