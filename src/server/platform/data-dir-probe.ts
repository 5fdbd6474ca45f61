/**
 * Checks at the very start of the server that DATA_DIR can be read. If its disk or network folder hangs, every later
 * read would hang without a message, and a synchronous read would block the whole process.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/**
 * Files in DATA_DIR that a server start reads first, in this order, to detect a folder that hangs. '' is DATA_DIR
 * itself.
 */
const probes: readonly { readonly name: string; readonly ask: (file: string) => Promise<unknown> }[] = [
  { name: '', ask: stat },
  ...['secret.key', 'pg18.password', 'pg18/PG_VERSION', 'pg18/postmaster.pid'].map((name) => ({ name, ask: readFile })),
];

/** Thrown if DATA_DIR hangs. The unfinished read blocks a thread, so the process can only be killed. */
export class HangingDataDirError extends StartupError {
  override name = 'HangingFolderError';
}

/**
 * Reads a few files in DATA_DIR to detect a folder that hangs. Missing and unreadable files are ignored here.
 * @throws {HangingDataDirError} with the name of the file whose read takes longer than `limitMs`.
 */
export async function assertDataDirResponsive(dataDir: string, limitMs = 3_000): Promise<void> {
  let file = dataDir;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new HangingDataDirError(
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
