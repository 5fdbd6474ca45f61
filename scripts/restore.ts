// `npm run restore FOLDER`: restores a backup into a new DATA_DIR, or into an empty database of DATABASE_URL.
// BACKUP_PASSPHRASE decrypts it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pauseRestoredCampaigns } from '../src/server/features/campaigns/index.ts';
import { loadServerConfig, readBackupPassphrase, type ServerConfig } from '../src/server/platform/config.ts';
import { openBackup } from '../src/server/platform/db/backup/backup-folder.ts';
import { restoreBackup } from '../src/server/platform/db/backup/restore.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { reportStartupErrors, withConnection } from './command-database.ts';

await reportStartupErrors(async () => {
  const folder = process.argv[2];
  if (folder === undefined) throw new StartupError('Uso: npm run restore CARPETA');
  const passphrase = readBackupPassphrase();
  const { secretKey: kept } = await openBackup(folder, passphrase);
  const given = (process.env['SECRET_KEY'] ?? '').trim();
  if (kept === null && given === '')
    throw new StartupError('SECRET_KEY: la copia no la contiene. Da la misma con la que se hizo.');
  if (kept !== null && given !== '' && given !== kept.trim())
    throw new StartupError(
      'SECRET_KEY: no es la clave de la copia, y con otra no se leen sus API Keys. Da la de la copia, o déjala vacía y se toma la que trae. No se tocó nada.',
    );
  const config = loadServerConfig({ ...process.env, SECRET_KEY: given || kept?.trim() });
  // Key that only the backup has.
  const ownKey = given === '' ? kept : null;
  const keyFile = chooseKeyFile(config, ownKey);
  if (config.databaseUrl === null || ownKey !== null) makeFolder(config.dataDir);
  if (ownKey !== null) refuseOtherKey(keyFile, ownKey);
  await withConnection(config, async (connectionString) => {
    let paused = 0;
    const { manifest, hasJobs } = await restoreBackup({
      connectionString,
      folder,
      passphrase,
      beforeFirstWrite: () => {
        if (ownKey !== null) keepKey(keyFile, ownKey);
      },
      beforeCommit: async (client) => {
        paused = await pauseRestoredCampaigns(client);
      },
      onTable: (name, done, all) => console.log(`${done + 1}/${all} ${name}`),
    });
    console.log(`Restaurada y comprobada la copia del ${manifest.madeAt}.`);
    if (!hasJobs)
      console.log(
        'Los trabajos pendientes de la copia (avisos, borrados en Retell) son de otra versión y no se restauraron.',
      );
    if (paused > 0)
      console.log(
        `${paused === 1 ? '1 campaña quedó' : `${paused} campañas quedaron`} en pausa: quienes fueron llamados después de la copia figuran como pendientes.`,
      );
    if (config.databaseUrl !== null)
      console.log(
        ownKey === null
          ? 'Inicia los servidores con la misma SECRET_KEY.'
          : `La SECRET_KEY de la copia está en ${keyFile}, que solo su dueño lee. Inicia los servidores con ella.`,
      );
  });
});

/**
 * File for the backup's key. Servers on DATABASE_URL read no key file, so theirs goes to a name that no start reads,
 * until the operator has set the key. Never beside the backup, which may be encrypted.
 */
function chooseKeyFile({ databaseUrl, dataDir }: ServerConfig, ownKey: string | null): string {
  const ofStart = path.join(dataDir, 'secret.key');
  return databaseUrl === null || (ownKey !== null && holdsKey(ofStart, ownKey))
    ? ofStart
    : path.join(dataDir, 'restored-secret.key');
}

function holdsKey(file: string, secretKey: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').trim() === secretKey.trim();
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new StartupError(`DATA_DIR: no se puede escribir en ${dataDir} (${(error as Error).message}).`);
  }
}

/** Refuses another key, because data encrypted with the present one would be lost. */
function refuseOtherKey(file: string, secretKey: string): void {
  if (existsSync(file) && !holdsKey(file, secretKey))
    throw new StartupError(`${file} ya está y no es la clave de la copia. Da otra carpeta en DATA_DIR.`);
}

/** Writes the key before the data, so that a start in between creates no other. A failed restore may have left it. */
function keepKey(file: string, secretKey: string): void {
  refuseOtherKey(file, secretKey);
  if (existsSync(file)) return;
  try {
    writeFileSync(file, secretKey, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartupError(`No se puede escribir ${file} (${(error as Error).message}).`);
  }
}
