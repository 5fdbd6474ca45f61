/** Random, and not crypto.randomUUID, which plain http addresses of an office network don't have. 32 hex digits. */
export function createRandomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
