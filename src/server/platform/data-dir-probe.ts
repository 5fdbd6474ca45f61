/**
 * Asks, before anything else does, whether DATA_DIR answers at all: on a disk or a network folder that hangs, every later
 * read would hang without a word, the synchronous ones with the whole process.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/** What a start reads first, in its order. */
const probes: readonly { readonly name: string; readonly ask: (file: string) => Promise<unknown> }[] = [
  { name: '', ask: stat },
  ...['secret.key', 'pg18.password', 'pg18/PG_VERSION', 'pg18/postmaster.pid'].map((name) => ({ name, ask: readFile })),
];

/** A folder that hangs. The read under way holds a thread, and with it the process, until it is killed. */
export class HangingFolderError extends StartupError {
  override name = 'HangingFolderError';
}

/**
 * Resolves when everything was read, was missing or failed at once: who reads it next tells why.
 * @throws {HangingFolderError} when that takes longer than `limitMs`, with the file that does not answer.
 */
export async function probeDataDir(dataDir: string, limitMs = 3_000): Promise<void> {
  let file = dataDir;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new HangingFolderError(
          `DATA_DIR: la lectura de ${file} no terminó en ${limitMs / 1_000} s. Revisa el disco o la red donde está la carpeta.`,
        ),
      );
    }, limitMs);
  });
  const all = async (): Promise<void> => {
    for (const { name, ask } of probes) {
      file = path.join(dataDir, name);
      await ask(file).catch(() => undefined);
    }
  };
  try {
    await Promise.race([all(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
