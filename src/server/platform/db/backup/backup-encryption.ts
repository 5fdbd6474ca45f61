/**
 * Encrypts and decrypts a backup's files as streams. scrypt derives a key from the passphrase, and HKDF derives a key
 * from it for each file name, so that files can't be swapped. A file is a sequence of AES-256-GCM chunks whose nonces
 * contain the chunk's number and a last-chunk flag (STREAM, as in age). A changed, moved, missing or added chunk is
 * thus detected before its content is used.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { z } from 'zod';
import { StartupError } from '../../startup-error.ts';

/** Schema of the unencrypted file encryption.json: all that is needed to derive the key, except the passphrase. */
export const backupEncryptionFileSchema = z.object({
  format: z.literal(1),
  kdf: z.literal('scrypt'),
  cost: z
    .number()
    .int()
    .min(2 ** 10)
    .max(2 ** 20),
  salt: z.base64(),
  /**
   * Value derived from the encryption key. It distinguishes a wrong passphrase from a damaged file. An attacker learns
   * nothing from it.
   */
  check: z.base64(),
});
export type BackupEncryptionFile = z.infer<typeof backupEncryptionFileSchema>;

export interface BackupCipher {
  readonly seal: (file: string) => Transform;
  /** Returns a stream that decrypts a backup's file. It fails with a StartupError at the first altered chunk. */
  readonly open: (file: string) => Transform;
}

const chunkBytes = 64 * 1024;
const tagBytes = 16;
/** Default scrypt cost for backups. Each guess at a passphrase takes about 128 MB of memory and a third of a second. */
const usualCost = 2 ** 17;
const blockSize = 8;

/** Derives a key for a new encrypted backup from its passphrase. Only tests pass a lower `cost`. */
export async function createBackupCipher(
  passphrase: string,
  cost = usualCost,
): Promise<{ encryption: BackupEncryptionFile; cipher: BackupCipher }> {
  const salt = randomBytes(16);
  const key = await deriveKey(passphrase, salt, cost);
  const check = subkey(key, 'check').toString('base64');
  return {
    encryption: { format: 1, kdf: 'scrypt', cost, salt: salt.toString('base64'), check },
    cipher: cipherOf(key),
  };
}

/** @throws {StartupError} if the passphrase is wrong. */
export async function openBackupCipher(passphrase: string, encryption: BackupEncryptionFile): Promise<BackupCipher> {
  const key = await deriveKey(passphrase, Buffer.from(encryption.salt, 'base64'), encryption.cost);
  const check = Buffer.from(encryption.check, 'base64');
  const own = subkey(key, 'check');
  if (check.length !== own.length || !timingSafeEqual(check, own))
    throw new StartupError('BACKUP_PASSPHRASE: no es la frase con la que se cifró esta copia.');
  return cipherOf(key);
}

async function deriveKey(passphrase: string, salt: Buffer, N: number): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  return derive(passphrase.normalize('NFKC'), salt, 32, { N, r: blockSize, p: 1, maxmem: 256 * N * blockSize });
}

function subkey(key: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `vocero-backup-1 ${name}`, 32));
}

function cipherOf(key: Buffer): BackupCipher {
  return {
    seal: (file) => {
      const own = subkey(key, `file ${file}`);
      return chunked(chunkBytes, (chunk, number, isLast) => {
        const cipher = createCipheriv('aes-256-gcm', own, nonceOf(number, isLast));
        return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
      });
    },
    open: (file) => {
      const own = subkey(key, `file ${file}`);
      return chunked(chunkBytes + tagBytes, (chunk, number, isLast) => {
        try {
          const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(number, isLast), { authTagLength: tagBytes });
          decipher.setAuthTag(chunk.subarray(-tagBytes));
          return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
        } catch (error) {
          throw new StartupError(`La copia está dañada: ${file} no es como se escribió.`, { cause: error });
        }
      });
    },
  };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Returns a stream that cuts data into chunks and converts each by `turn`. The stream keeps one chunk back, so that it
 * knows which is the last.
 */
function chunked(bytes: number, turn: (chunk: Buffer, number: number, isLast: boolean) => Buffer): Transform {
  let kept: Buffer[] = [];
  let length = 0;
  let number = 0;
  return new Transform({
    highWaterMark: 1024 * 1024,
    transform(piece: Buffer, _encoding, done) {
      kept.push(piece);
      length += piece.length;
      if (length <= bytes) return done();
      const all = Buffer.concat(kept);
      let from = 0;
      try {
        for (; all.length - from > bytes; from += bytes)
          this.push(turn(all.subarray(from, from + bytes), number++, false));
      } catch (error) {
        return done(error as Error);
      }
      kept = [all.subarray(from)];
      length = all.length - from;
      done();
    },
    flush(done) {
      try {
        done(null, turn(Buffer.concat(kept), number, true));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
