/**
 * The token of the link by mail that confirms an address. While its person signs in at the identity provider, this tab keeps it: no address
 * may carry it there.
 */
const key = 'vocero.confirm-link';

export function keepLinkToken(token: string): void {
  try {
    window.sessionStorage.setItem(key, token);
  } catch {
    // Storage is forbidden: the person opens the link once more.
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
