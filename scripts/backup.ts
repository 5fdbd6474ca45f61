// `npm run backup [FOLDER]`: a consistent copy of the database while the console works. `-- --keep 14` removes older
// dated backups afterwards; `--verify` restores the copy beside the database and compares; BACKUP_PASSPHRASE encrypts
// it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDatabaseBackup } from '../src/server/platform/db/backup/back-up.ts';
import { formatDatedBackupName, deleteOldBackups } from '../src/server/platform/db/backup/rotate-backups.ts';
import { removeBackupLeftovers } from '../src/server/platform/db/backup/sweep-backups.ts';
import { verifyBackup } from '../src/server/platform/db/backup/verify-backup.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { readBackupArguments } from './backup-arguments.ts';
import { stopSignal, loadCommandConfig, reportStartupErrors, withConnection } from './command-database.ts';

await reportStartupErrors(async () => {
  const signal = stopSignal();
  const asked = readBackupArguments(process.argv.slice(2), process.env);
  const config = loadCommandConfig();
  const passphrase = config.backupPassphrase;
  const now = new Date();
  const folder = path.resolve(asked.folder ?? path.join(asked.parent, formatDatedBackupName(now)));
  const secretFile = path.join(config.dataDir, 'secret.key');
  // A key set in the environment is not copied; its operator keeps it.
  const stored = config.databaseUrl === null && existsSync(secretFile) ? readFileSync(secretFile, 'utf8') : null;
  const secretKey = stored?.trim() === config.secretKey ? stored : null;
  await sweep(path.dirname(folder));
  await withConnection(config, async (connectionString) => {
    const { tables } = await createDatabaseBackup({
      connectionString,
      folder,
      secretKey,
      passphrase,
      now: () => now,
      signal,
      onTable: (name, done, all) => console.log(`${done + 1}/${all} ${name}`),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Copia completa${passphrase === null ? '' : ' y cifrada'}: ${rows} filas de ${tables.length} tablas en ${folder}`,
    );
    console.log(sayKey(secretKey !== null, passphrase !== null));
  });
  if (asked.verify) {
    await verifyBackup({ folder, passphrase, signal }).catch((error: unknown) => refuseUnverified(folder, error));
    console.log('Comprobada: se restauró en una base aparte y cada tabla quedó igual.');
  }
  // Rotation comes last, so that a backup that can't be restored deletes no older one.
  if (asked.keep !== null) {
    const removed = await deleteOldBackups(path.resolve(asked.parent), asked.keep);
    if (removed.length > 0) console.log(`Copias anteriores borradas: ${removed.join(', ')}`);
  }
});

/** Runs first, so that leftovers of interrupted backups leave room for the new one. */
async function sweep(parent: string): Promise<void> {
  const { removed, left } = await removeBackupLeftovers(parent);
  if (removed.length > 0) console.log(`Restos de copias interrumpidas borrados: ${removed.join(', ')}`);
  for (const { name, reason } of left)
    console.error(`${path.join(parent, name)}, de una copia interrumpida, no se pudo borrar: ${reason}`);
}

function refuseUnverified(folder: string, error: unknown): never {
  if (!(error instanceof StartupError)) throw error;
  const kept = `La copia queda en ${folder} sin comprobar; no se borró ninguna anterior.`;
  throw new StartupError(`${error.message} ${kept}`, { cause: error });
}

function sayKey(hasKey: boolean, isEncrypted: boolean): string {
  if (!hasKey) return 'Guarda también SECRET_KEY: sin ella no se leen las API Keys de la copia.';
  return isEncrypted
    ? 'Contiene secret.key: sin BACKUP_PASSPHRASE no se abre nada de ella; guárdala aparte.'
    : 'Contiene secret.key, que abre las API Keys: guárdala donde nadie más la lea.';
}
