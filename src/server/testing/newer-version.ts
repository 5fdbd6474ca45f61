/** The next version of Vocero for a database: all migrations of this version and one more. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase, listMigrationNames } from '../platform/db/migrate.ts';

export const newerMigration = '9999-newer';

/** Migrates the database like the next version's first start. `statement` is the additional migration. */
export async function migrateAsNewer(connectionString: string, statement = 'select 1'): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-newer-'));
  try {
    for (const name of await listMigrationNames())
      await writeFile(path.join(folder, `${name}.ts`), 'export async function up() {}\n');
    const kysely = import.meta.resolve('kysely');
    const body = `import { sql } from ${JSON.stringify(kysely)};\nexport const up = (db) => sql.raw(${JSON.stringify(statement)}).execute(db);\n`;
    await writeFile(path.join(folder, `${newerMigration}.ts`), body);
    await migrateDatabase(connectionString, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
