/** Downloads a file that the page created: the browser saves it under the given name. */

const holdMs = 60_000;

export function downloadBlobAsFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Releases the object URL of a download after a delay, when the browser has surely opened it.
  setTimeout(() => URL.revokeObjectURL(address), holdMs);
}
