/** Reads and writes preferences in the browser's local storage. If storage is forbidden, defaults apply. */

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
    // Local storage is forbidden or full, so the preference is lost when the page is left.
    return;
  }
}
