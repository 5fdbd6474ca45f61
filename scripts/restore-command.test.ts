// `npm run restore` as a person starts it: keys, second tries, and data that it leaves untouched.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBackup } from '../src/server/platform/db/backup/back-up.ts';
import { createTestDatabase, type TestDatabase } from '../src/server/testing/test-database.ts';

const ownKey = 'la clave que la copia trae consigo, larga';
let database: TestDatabase;
let place: string;
let backup: string;
beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), 'vocero-restore-command-'));
  backup = path.join(place, 'copia');
  database = await createTestDatabase();
  await ask(database, `insert into installation (key, value) values ('una', 'fila')`);
  await createDatabaseBackup({
    connectionString: database.connectionString,
    folder: backup,
    secretKey: `${ownKey}\n`,
    now: () => new Date(),
  });
});
afterAll(async () => {
  await database.drop();
  rmSync(place, { recursive: true });
});

async function ask(own: TestDatabase, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: own.connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

function restore(env: Readonly<Record<string, string>>): { status: number | null; out: string; last: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'restore.ts'), backup],
    { cwd: place, env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...env }, encoding: 'utf8' },
  );
  const out = stdout + stderr;
  return { status, out, last: out.trimEnd().split('\n').at(-1) ?? '' };
}

test('a restore into DATA_DIR that failed half way is tried again, and one that succeeded is not', () => {
  const dataDir = path.join(place, 'nueva');
  const file = path.join(backup, 'public.users.copy.gz');
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length - 5));
  const failed = restore({ DATA_DIR: dataDir });
  writeFileSync(file, whole);
  expect([failed.status, failed.last]).toEqual([1, expect.stringMatching(/^La copia está dañada: public\.users/)]);
  const again = restore({ DATA_DIR: dataDir });
  expect(again.status, again.out).toBe(0);
  expect(again.last).toMatch(/^Restaurada y comprobada la copia del /);
  const keyFile = path.join(dataDir, 'secret.key');
  expect([readFileSync(keyFile, 'utf8'), statSync(keyFile).mode & 0o777]).toEqual([`${ownKey}\n`, 0o600]);
  expect(restore({ DATA_DIR: dataDir })).toMatchObject({
    status: 1,
    last: 'La base ya tiene datos. Restaura en una carpeta DATA_DIR nueva o en una base vacía.',
  });
  // The folder may have another key's data.
  const other = 'otra clave que ya estaba en la carpeta';
  writeFileSync(keyFile, other);
  expect(restore({ DATA_DIR: dataDir }).last).toMatch(/secret\.key ya está y no es la clave de la copia/);
  expect(readFileSync(keyFile, 'utf8')).toBe(other);
});

test('a SECRET_KEY that is not the one in the backup is refused before anything is touched', async () => {
  const own = await createTestDatabase();
  const dataDir = path.join(place, 'intacta');
  try {
    for (const where of [{}, { DATABASE_URL: own.connectionString }]) {
      const { status, out } = restore({ ...where, DATA_DIR: dataDir, SECRET_KEY: 'otra clave, de otra instalación' });
      expect([status, out]).toEqual([
        1,
        'SECRET_KEY: no es la clave de la copia, y con otra no se leen sus API Keys. Da la de la copia, o déjala vacía y se toma la que trae. No se tocó nada.\n',
      ]);
    }
    expect(existsSync(dataDir)).toBe(false);
    expect(await ask(own, 'select from installation')).toEqual([]);
  } finally {
    await own.drop();
  }
});

test('the key in a backup that is restored into DATABASE_URL is left in a file for its owner, and told', async () => {
  const own = await createTestDatabase();
  const dataDir = path.join(place, 'otra-maquina');
  const keyFile = path.join(dataDir, 'restored-secret.key');
  try {
    const { status, out, last } = restore({ DATABASE_URL: own.connectionString, DATA_DIR: dataDir, SECRET_KEY: '' });
    expect(status, out).toBe(0);
    expect(last).toBe(
      `La SECRET_KEY de la copia está en ${keyFile}, que solo su dueño lee. Inicia los servidores con ella.`,
    );
    expect(out).not.toContain(ownKey);
    expect([readFileSync(keyFile, 'utf8'), statSync(keyFile).mode & 0o777]).toEqual([`${ownKey}\n`, 0o600]);
    expect(await ask(own, 'select key from installation')).toEqual([{ key: 'una' }]);
  } finally {
    await own.drop();
  }
});
