// Encrypts stored secrets and makes random tokens. A separate key is derived from SECRET_KEY for each purpose, so that
// a value made for one purpose is useless for another.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const formatVersion = 'v1';
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text for storage (AES-256-GCM). `context` names the owner, such as `workspace:ID:api-key`. Decryption
 * needs the same context, so that an encrypted value copied to another row is useless.
 * @returns `v1.` and base64url of nonce, tag and ciphertext.
 */
export function encryptSecret(secretKey: string, plaintext: string, context: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secretKey, 'secrets-at-rest'), iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(`${formatVersion}.${context}`));
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return `${formatVersion}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** Decrypts a value of `encryptSecret`. @throws if the key or the context is wrong, or the ciphertext was changed. */
export function decryptSecret(secretKey: string, sealed: string, context: string): string {
  const [version, encoded] = sealed.split('.', 2);
  if (version !== formatVersion || encoded === undefined) throw new Error('not a sealed secret of a known version');
  const bytes = Buffer.from(encoded, 'base64url');
  const iv = bytes.subarray(0, ivBytes);
  const key = deriveKey(secretKey, 'secrets-at-rest');
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(`${formatVersion}.${context}`));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** Returns the HMAC-SHA-256 of a value, in hex. The same value has a different digest for each purpose. */
export function hmac(secretKey: string, purpose: string, value: string): string {
  return createHmac('sha256', deriveKey(secretKey, `hmac:${purpose}`))
    .update(value)
    .digest('hex');
}

/** Returns the SHA-256 in hex, for values that are already random, such as session tokens. Never for passwords. */
export function computeSha256Hex(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Returns a random token in base64url. By default it has 43 characters. */
export function createRandomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** True if the text has the length and characters of a `createRandomToken` of the default size. */
export function hasTokenShape(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Returns the last 4 characters of an API key, for display. Empty if the key is shorter than 12 characters. */
export function getApiKeyLastCharacters(key: string): string {
  return key.length < 12 ? '' : key.slice(-4);
}

/** Cache of the keys derived from SECRET_KEY, because every webhook needs one. It is as secret as SECRET_KEY. */
const derivedKeys = new Map<string, KeyObject>();

function deriveKey(secretKey: string, purpose: string): KeyObject {
  const id = `${purpose} ${secretKey}`;
  const known = derivedKeys.get(id);
  if (known) return known;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'vocero', purpose, 32)));
  derivedKeys.set(id, key);
  return key;
}
