/**
 * A backup on disk: a folder with a manifest and, for each table, one gzipped file of PostgreSQL's COPY text, which
 * standard tools can read. Only its owner has access. The folder has a temporary name until it is complete. With a
 * passphrase, each file is encrypted (backup-encryption.ts) and its name ends in `.enc`.
 */
import { hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { StartupError } from '../../startup-error.ts';
import {
  openBackupCipher,
  createBackupCipher,
  backupEncryptionFileSchema,
  type BackupCipher,
} from './backup-encryption.ts';
import { claimBackupFolder, type BackupFolderClaim } from './folder-claim.ts';

/**
 * Schemas that a backup can contain. Others are not accepted, because names in a manifest become part of SQL
 * statements.
 */
const schemaName = z.enum(['public', 'pgboss']);
const partitionBound = z
  .string()
  .regex(/^(DEFAULT|FOR VALUES FROM \('\d{4}-\d{2}-\d{2}'\) TO \('\d{4}-\d{2}-\d{2}'\))$/);

const tableEntry = z.object({
  schema: schemaName,
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
  /** Digest of the table's rows, independent of their order (see `createRowDigestStream`). */
  digest: z.string(),
  file: z.string().regex(/^[a-z0-9_.-]+$/),
});
export type BackupTableEntry = z.infer<typeof tableEntry>;

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Size on disk of the database that was backed up. Backups made by older versions lack it. */
  databaseBytes: z.number().int().optional(),
  /** The newest migration applied to the database. */
  migration: z.string(),
  /** Version of the job queue's schema in the backup. Null if the database had no job queue. */
  jobsVersion: z.number().int().nullable(),
  tables: z.array(tableEntry),
  partitions: z.array(z.object({ schema: schemaName, name: z.string(), parent: z.string(), bound: partitionBound })),
  sequences: z.array(z.object({ schema: schemaName, name: z.string(), last: z.number().int() })),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

const manifestFile = 'manifest.json';
/** Name of the file in a backup that contains the secret key. Absent if the environment sets the key. */
const secretFile = 'secret.key';
const encryptionFile = 'encryption.json';
/** The suffix of encrypted files. */
const sealed = '.enc';
const highWaterMark = 1024 * 1024;

const lineBreak = 10;

/**
 * Returns a stream that passes COPY text on and counts and digests its rows. The digest is the sum of the rows'
 * SHA-256, each cut to 128 bits, so that the order of the rows does not matter.
 */
export function createRowDigestStream(): {
  readonly stream: Transform;
  readonly result: () => { rows: number; digest: string };
} {
  let rows = 0;
  let sum = 0n;
  let begun: Buffer[] = [];
  const add = (row: Buffer): void => {
    const digest = hash('sha256', row, 'buffer');
    sum = BigInt.asUintN(128, sum + (digest.readBigUInt64BE(0) << 64n) + digest.readBigUInt64BE(8));
    rows += 1;
  };
  const stream = new Transform({
    highWaterMark,
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      // In COPY text, a line break inside a value is escaped, so each real line break ends a row.
      for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, from)) {
        const rest = chunk.subarray(from, at);
        add(begun.length === 0 ? rest : Buffer.concat([...begun, rest]));
        begun = [];
        from = at + 1;
      }
      if (from < chunk.length) begun.push(chunk.subarray(from));
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ rows, digest: sum.toString(16).padStart(32, '0') }) };
}

export interface BackupWriter {
  /** Writes one table's rows into the backup. Returns their number and digest. */
  addTable(file: string, rows: Readable): Promise<{ readonly rows: number; readonly digest: string }>;
  /** Completes the backup. */
  finish(manifest: BackupManifest): Promise<void>;
  /** Removes an incomplete backup. */
  discard(): Promise<void>;
}

const unencrypted: BackupCipher = { seal: () => new PassThrough(), open: () => new PassThrough() };

export interface BackupSecrets {
  /** Content of the secret key file in DATA_DIR. Null if the environment sets the key. */
  readonly secretKey: string | null;
  readonly passphrase: string | null;
  readonly guessCost?: number | undefined;
}

/** Begins a backup in a new folder. @throws {StartupError} if the folder already exists or can't be made. */
export async function createBackupWriter(
  folder: string,
  { secretKey, passphrase, guessCost }: BackupSecrets,
): Promise<BackupWriter> {
  const partial = `${folder}.partial`;
  let claim: BackupFolderClaim;
  await refuseExisting(folder);
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true, mode: 0o700 });
    claim = await claimBackupFolder(partial);
  } catch (error) {
    throw new StartupError(`No se puede escribir en ${partial}: ${(error as Error).message}`);
  }
  const encrypted = passphrase === null ? null : await createBackupCipher(passphrase, guessCost);
  const { seal } = encrypted?.cipher ?? unencrypted;
  const place = (file: string): string => path.join(partial, encrypted === null ? file : `${file}${sealed}`);
  const writeText = (file: string, text: string): Promise<void> =>
    pipeline([text], seal(file), createWriteStream(place(file), { mode: 0o600, flush: true }));
  return {
    async addTable(file, rows) {
      const { stream, result } = createRowDigestStream();
      const output = createWriteStream(place(file), { mode: 0o600, flush: true });
      await pipeline(rows, stream, createGzip({ level: 1 }), seal(file), output);
      return result();
    },
    async finish(manifest) {
      if (encrypted !== null) {
        const text = `${JSON.stringify(encrypted.encryption, null, 2)}\n`;
        await writeFile(path.join(partial, encryptionFile), text, { mode: 0o600, flush: true });
      }
      if (secretKey !== null) await writeText(secretFile, secretKey);
      await writeText(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
      await claim.release();
      await rename(partial, folder);
      await flushFolder(path.dirname(path.resolve(folder)));
    },
    async discard() {
      await claim.release();
      await rm(partial, { recursive: true, force: true });
    },
  };
}

/** Reads a complete backup. */
export interface BackupReader {
  readonly manifest: BackupManifest;
  /** The secret key in the backup. Null if the backup contains none. */
  readonly secretKey: string | null;
  /** Returns a table's rows as COPY text. The stream fails with a StartupError if the table's file was altered. */
  readTable(file: string): Readable;
}

/** Opens a backup. @throws {StartupError} if it is incomplete, of an unknown format, or the passphrase is wrong. */
export async function openBackup(folder: string, passphrase: string | null): Promise<BackupReader> {
  const encryption = await readIfThere(path.join(folder, encryptionFile));
  const cipher = encryption === null ? null : await decrypt(folder, encryption, passphrase);
  const place = (file: string): string => path.join(folder, cipher === null ? file : `${file}${sealed}`);
  const readText = async (file: string): Promise<string | null> => {
    const stored = await readIfThere(place(file));
    if (stored === null || cipher === null) return stored?.toString('utf8') ?? null;
    const chunks: Buffer[] = [];
    await pipeline([stored], cipher.open(file), async (source) => {
      for await (const chunk of source) chunks.push(chunk as Buffer);
    });
    return Buffer.concat(chunks).toString('utf8');
  };
  const text = await readText(manifestFile);
  if (text === null) throw new StartupError(`${folder} no es una copia de seguridad: falta ${manifestFile}.`);
  const parsed = manifestSchema.safeParse(tryJson(text));
  if (!parsed.success) throw new StartupError(`${path.join(folder, manifestFile)} está dañado o es de otra versión.`);
  return {
    manifest: parsed.data,
    secretKey: await readText(secretFile),
    readTable(file) {
      const text = createGunzip();
      pipeline(createReadStream(place(file), { highWaterMark }), (cipher ?? unencrypted).open(file), text).catch(
        (error: unknown) => text.destroy(error as Error),
      );
      return text;
    },
  };
}

/** True if the folder contains a complete backup. Its files may still be damaged, which only a restore detects. */
export async function isCompleteBackup(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.includes(manifestFile) || (names.includes(`${manifestFile}${sealed}`) && names.includes(encryptionFile));
}

async function decrypt(folder: string, encryption: Buffer, passphrase: string | null): Promise<BackupCipher> {
  const parsed = backupEncryptionFileSchema.safeParse(tryJson(encryption.toString('utf8')));
  if (!parsed.success) throw new StartupError(`${path.join(folder, encryptionFile)} está dañado o es de otra versión.`);
  if (passphrase === null)
    throw new StartupError('BACKUP_PASSPHRASE: la copia está cifrada. Da la frase con la que se hizo.');
  return await openBackupCipher(passphrase, parsed.data);
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

async function refuseExisting(folder: string): Promise<void> {
  const found = await open(folder, 'r').catch(() => null);
  if (!found) return;
  await found.close();
  throw new StartupError(`${folder} ya existe. Elige otra carpeta.`);
}

/** Flushes a folder's entries to the disk, so that a renamed file survives a power cut. Ignored where unsupported. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
