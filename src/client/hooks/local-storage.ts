/** Small preferences kept in this browser. Storage may be forbidden; then the default holds and nothing breaks. */

export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Forbidden or full: the choice lasts until the page is left.
    return;
  }
}
