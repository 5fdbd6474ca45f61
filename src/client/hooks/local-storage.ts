/** Reads and writes small preferences in this browser. If storage is forbidden, the defaults apply. */

export function readLocalStorage(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocalStorage(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Browser storage is forbidden or full, so the choice lasts only until the page is left.
    return;
  }
}
