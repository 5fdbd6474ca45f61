/** A random id of 32 hex digits. crypto.randomUUID is missing on plain http addresses of an office network. */
export function createRandomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
