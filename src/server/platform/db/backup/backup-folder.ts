/**
 * A backup as it lies on disk: a folder with a manifest and one file of PostgreSQL's COPY text for each table, gzipped, so
 * that standard tools read it too. Only its owner may; it is written beside its name and takes it once it is whole.
 */
import { hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { StartupError } from '../../startup-error.ts';

/** What a manifest names becomes part of statements: nothing but what a backup writes is taken. */
const schemaName = z.enum(['public', 'pgboss']);
const partitionBound = z
  .string()
  .regex(/^(DEFAULT|FOR VALUES FROM \('\d{4}-\d{2}-\d{2}'\) TO \('\d{4}-\d{2}-\d{2}'\))$/);

const tableEntry = z.object({
  schema: schemaName,
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
  /** Of the rows of the COPY text, whatever their order (see `measured`). */
  digest: z.string(),
  file: z.string().regex(/^[a-z0-9_.-]+$/),
});
export type TableEntry = z.infer<typeof tableEntry>;

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Of all applied migrations the newest. */
  migration: z.string(),
  /** Of the job queue's own schema; null: it had none. */
  jobsVersion: z.number().int().nullable(),
  tables: z.array(tableEntry),
  partitions: z.array(z.object({ schema: schemaName, name: z.string(), parent: z.string(), bound: partitionBound })),
  sequences: z.array(z.object({ schema: schemaName, name: z.string(), last: z.number().int() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

const manifestFile = 'manifest.json';
/** The key with which the database's secrets are encrypted; absent where it comes from the environment. */
const secretFile = 'secret.key';
const highWaterMark = 1024 * 1024;

const lineBreak = 10;

/**
 * Passes COPY text on, counting its rows and digesting them: the sum of their SHA-256, cut to 128 bits, so that the same rows
 * have the same digest in whatever order a database gives them.
 */
export function measured(): { readonly stream: Transform; readonly result: () => { rows: number; digest: string } } {
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
      // A line break within a value is written as two characters: each one here ends a row.
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
  /** Writes one table's rows; answers how many and their digest. */
  addTable(file: string, rows: Readable): Promise<{ readonly rows: number; readonly digest: string }>;
  /** The backup is whole from here on. */
  finish(manifest: Manifest): Promise<void>;
  /** Nothing is left of one that did not come to its end. */
  discard(): Promise<void>;
}

/** @throws {StartupError} when the folder is there already, or can't be made. */
export async function createBackupFolder(folder: string, secretKey: string | null): Promise<BackupWriter> {
  const partial = `${folder}.partial`;
  await refuseExisting(folder);
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartupError(`No se puede escribir en ${partial}: ${(error as Error).message}`);
  }
  return {
    async addTable(file, rows) {
      const { stream, result } = measured();
      await pipeline(
        rows,
        stream,
        createGzip({ level: 1 }),
        createWriteStream(path.join(partial, file), { mode: 0o600, flush: true }),
      );
      return result();
    },
    async finish(manifest) {
      if (secretKey !== null) await writeFile(path.join(partial, secretFile), secretKey, { mode: 0o600, flush: true });
      await writeFile(path.join(partial, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
        mode: 0o600,
        flush: true,
      });
      await rename(partial, folder);
      await flushFolder(path.dirname(path.resolve(folder)));
    },
    discard: () => rm(partial, { recursive: true, force: true }),
  };
}

/** @throws {StartupError} when there is no whole backup of a format that is known. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(path.join(folder, manifestFile), 'utf8');
  } catch {
    throw new StartupError(`${folder} no es una copia de seguridad: falta ${manifestFile}.`);
  }
  const parsed = manifestSchema.safeParse(tryJson(text));
  if (!parsed.success) throw new StartupError(`${path.join(folder, manifestFile)} está dañado o es de otra versión.`);
  return parsed.data;
}

/** Null: the backup has none. */
export async function readSecretKey(folder: string): Promise<string | null> {
  try {
    return await readFile(path.join(folder, secretFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A table's COPY text. */
export function readTable(folder: string, file: string): Readable {
  const source = createReadStream(path.join(folder, file), { highWaterMark });
  const text = createGunzip();
  source.on('error', (error) => text.destroy(error));
  return source.pipe(text);
}

async function refuseExisting(folder: string): Promise<void> {
  const found = await open(folder, 'r').catch(() => null);
  if (!found) return;
  await found.close();
  throw new StartupError(`${folder} ya existe. Elige otra carpeta.`);
}

/** So that the new name outlasts a power cut; not everywhere can a folder be flushed. */
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
