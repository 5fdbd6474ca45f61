import { expect, test } from 'vitest';
import {
  decryptSecret,
  encryptSecret,
  hasTokenShape,
  hmac,
  getApiKeyLastCharacters,
  createRandomToken,
  computeSha256Hex,
} from './crypto.ts';

const secretKey = 'una clave del servidor con largo suficiente';

test('a secret opens with the same key and context only, and is sealed differently each time', () => {
  const sealed = encryptSecret(secretKey, 'key_ñandú', 'workspace:1:api-key');
  expect(sealed).toMatch(/^v1\.[\w-]+$/u);
  expect(encryptSecret(secretKey, 'key_ñandú', 'workspace:1:api-key')).not.toBe(sealed);
  expect(decryptSecret(secretKey, sealed, 'workspace:1:api-key')).toBe('key_ñandú');
  expect(() => decryptSecret(secretKey, sealed, 'workspace:2:api-key')).toThrow();
  expect(() => decryptSecret(`${secretKey}!`, sealed, 'workspace:1:api-key')).toThrow();
});

test.each(['', 'v1', 'v1.', 'v1.AAAA', 'v2.AAAA'])('a damaged value %j is refused', (sealed) => {
  expect(() => decryptSecret(secretKey, sealed, 'x')).toThrow();
});

test('a flipped bit is refused', () => {
  const bytes = Buffer.from(encryptSecret(secretKey, 'secreto', 'x').slice(3), 'base64url');
  for (const at of [0, 12, bytes.length - 1]) {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    expect(() => decryptSecret(secretKey, `v1.${copy.toString('base64url')}`, 'x')).toThrow();
  }
});

test('digests differ by key and purpose', () => {
  const digest = hmac(secretKey, 'number', '+5491122334455');
  expect(digest).toMatch(/^[0-9a-f]{64}$/u);
  expect(hmac(secretKey, 'number', '+5491122334455')).toBe(digest);
  expect(hmac(secretKey, 'api-key', '+5491122334455')).not.toBe(digest);
  expect(hmac('otra', 'number', '+5491122334455')).not.toBe(digest);
  expect(computeSha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('tokens are unguessable and keys show four characters at most', () => {
  expect(createRandomToken()).toHaveLength(43);
  expect(hasTokenShape(createRandomToken())).toBe(true);
  for (const text of [
    '',
    'otro',
    `${createRandomToken()}=`,
    createRandomToken().replace(/^./, '+'),
    `${createRandomToken()}\n`,
  ])
    expect(hasTokenShape(text)).toBe(false);
  expect(createRandomToken()).not.toBe(createRandomToken());
  expect(getApiKeyLastCharacters('key_0123456789abcdef')).toBe('cdef');
  expect(getApiKeyLastCharacters('short')).toBe('');
});
