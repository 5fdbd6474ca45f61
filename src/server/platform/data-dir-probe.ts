/**
 * Checks, before anything else, that DATA_DIR can be read. If its disk or network folder hangs, every later read would
 * hang silently, and a synchronous read would block the whole process.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/** The paths in DATA_DIR that a server start reads first, in the same order. */
const probes: readonly { readonly name: string; readonly ask: (file: string) => Promise<unknown> }[] = [
  { name: '', ask: stat },
  ...['secret.key', 'pg18.password', 'pg18/PG_VERSION', 'pg18/postmaster.pid'].map((name) => ({ name, ask: readFile })),
];

/** The error for a DATA_DIR that hangs. The pending read blocks a thread, so the process ends only if killed. */
export class HangingFolderError extends StartupError {
  override name = 'HangingFolderError';
}

/**
 * Resolves once each path in DATA_DIR was read, is missing or failed. The code that needs the file reports a failure.
 * @throws {HangingFolderError} names the path whose read takes longer than `limitMs`.
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
