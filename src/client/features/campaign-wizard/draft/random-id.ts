/** Creates a random id of 32 hex digits. crypto.randomUUID is not available on pages without HTTPS. */
export function createRandomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
