// `npm run backup [FOLDER]`: a copy of the database as of one moment, while the console works.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../src/server/platform/config.ts';
import { backUp } from '../src/server/platform/db/backup/back-up.ts';
import { sayFailure, withConnection } from './command-database.ts';

await sayFailure(async () => {
  const config = loadConfig();
  const now = new Date();
  const folder = path.resolve(
    process.argv[2] ?? path.join('backups', `vocero-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`),
  );
  const secretFile = path.join(config.dataDir, 'secret.key');
  // The key of the environment is kept by whoever set it.
  const stored = config.databaseUrl === null && existsSync(secretFile) ? readFileSync(secretFile, 'utf8') : null;
  const secretKey = stored?.trim() === config.secretKey ? stored : null;
  await withConnection(config, async (connectionString) => {
    const { tables } = await backUp({
      connectionString,
      folder,
      secretKey,
      now: () => now,
      onTable: (name, done, all) => console.log(`${done + 1}/${all} ${name}`),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Copia completa: ${rows} filas de ${tables.length} tablas en ${folder}`);
    console.log(
      secretKey === null
        ? 'Guarda también SECRET_KEY: sin ella no se leen las API Keys de la copia.'
        : 'Contiene secret.key, que abre las API Keys: guárdala donde nadie más la lea.',
    );
  });
});
