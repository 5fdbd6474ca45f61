import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  openBackupCipher,
  createBackupCipher,
  type BackupCipher,
  type BackupEncryptionFile,
} from './backup-encryption.ts';

const passphrase = 'una frase para las pruebas';
let encryption: BackupEncryptionFile;
let cipher: BackupCipher;
const chunk = 64 * 1024;
/** Nobody guesses here. */
const cheap = 2 ** 10;

beforeAll(async () => {
  ({ encryption, cipher } = await createBackupCipher(passphrase, cheap));
});

async function pass(stream: ReturnType<BackupCipher['seal']>, pieces: readonly Buffer[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const each of Readable.from(pieces).pipe(stream)) chunks.push(each as Buffer);
  return Buffer.concat(chunks);
}

const seal = (content: Buffer): Promise<Buffer> => pass(cipher.seal('a.gz'), [content]);
const unseal = (bytes: Buffer): Promise<Buffer> => pass(cipher.open('a.gz'), [bytes]);

const longest = Buffer.from(Uint8Array.from({ length: 3 * chunk }, (_, index) => (index * 31 + (index >> 8)) & 255));
const contentOf = (length: number): Buffer => longest.subarray(0, length);

test('what was sealed in any pieces opens in any pieces, at every length around a chunk', async () => {
  const opened = await openBackupCipher(passphrase, encryption);
  const cut = (bytes: Buffer, at: readonly number[]): Buffer[] =>
    [0, ...at.map((each) => each % (bytes.length + 1)).toSorted((a, b) => a - b)].map((from, index, all) =>
      bytes.subarray(from, all[index + 1]),
    );
  const length = fc.oneof(
    fc.constantFrom(0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 17),
    fc.integer({ min: 0, max: 3 * chunk }),
  );
  const cuts = fc.array(fc.nat({ max: 4 * chunk }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(length, cuts, cuts, async (bytes, sealCuts, openCuts) => {
      const content = contentOf(bytes);
      const sealed = await pass(cipher.seal('a.gz'), cut(content, sealCuts));
      expect(content.equals(await pass(opened.open('a.gz'), cut(sealed, openCuts)))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('whatever is changed, cut off, moved, doubled or added is found, and nothing behind it is passed on', async () => {
  const content = contentOf(2 * chunk + 500);
  const sealed = await seal(content);
  const stored = chunk + 16;
  const damages: Record<string, Buffer> = {
    'the last chunk is missing': sealed.subarray(0, 2 * stored),
    'the last byte is missing': sealed.subarray(0, -1),
    'nothing is left': Buffer.alloc(0),
    'a byte more': Buffer.concat([sealed, Buffer.alloc(1)]),
    'two chunks have changed places': Buffer.concat([
      sealed.subarray(stored, 2 * stored),
      sealed.subarray(0, stored),
      sealed.subarray(2 * stored),
    ]),
    'a chunk is missing': Buffer.concat([sealed.subarray(0, stored), sealed.subarray(2 * stored)]),
  };
  for (const [name, bytes] of Object.entries(damages)) await expect(unseal(bytes), name).rejects.toThrow(/dañada/u);
  await expect(pass(cipher.open('b.gz'), [sealed]), 'another file').rejects.toThrow(/b.gz/u);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: sealed.length - 1 }), fc.integer({ min: 0, max: 7 }), async (at, bit) => {
      const flipped = Buffer.from(sealed);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      await expect(unseal(flipped)).rejects.toThrow(/dañada/u);
    }),
    { numRuns: 40 },
  );
});

test('another passphrase opens nothing, however it is composed the same does, and no two backups share a key', async () => {
  await expect(openBackupCipher('otra frase que no es', encryption)).rejects.toThrow(/BACKUP_PASSPHRASE/u);
  const accented = await createBackupCipher('contraseña larga'.normalize('NFC'), cheap);
  await expect(openBackupCipher('contraseña larga'.normalize('NFD'), accented.encryption)).resolves.toBeDefined();
  const again = await createBackupCipher(passphrase);
  expect(again.encryption.cost).toBe(2 ** 17);
  await expect(pass(again.cipher.open('a.gz'), [await seal(contentOf(10))])).rejects.toThrow(/dañada/u);
});
