// Starts with twelve kinds of roles: each works, or reports the missing right in one line before anything is created.
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { assertFreeDatabaseConnections } from './check-server.ts';
import { connectDatabase } from './database.ts';
import { countNeededDatabaseConnections } from './database-needs.ts';
import { migrateDatabase, listMigrationNames } from './migrate.ts';

const role = 'papel';
const other = 'ajena';
let base: string;

async function run(statement: string, connectionString: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
const asAdmin = (statement: string) => run(statement, addressOf(null));

/** The address for a user. Null is the server's administrator. */
function addressOf(user: string | null): string {
  const url = new URL(inject('testPostgres'));
  url.pathname = `/${base}`;
  if (user !== null) [url.username, url.password] = [user, 'x'];
  return url.href;
}

beforeAll(async () => {
  await run(`create role ${role} login password 'x'; create role ${other} login password 'x'`, inject('testPostgres'));
});
let made = 0;
beforeEach(() => {
  base = `needs_${++made}`;
});
afterEach(async () => {
  await run(`drop database if exists ${base} with (force)`, inject('testPostgres'));
});
afterAll(() => run(`drop role ${role}; drop role ${other}`, inject('testPostgres')));

const extensions = 'create extension pg_trgm; create extension unaccent;';
const tables = `grant usage, create on schema public to ${role};`;
const jobs = `create schema pgboss authorization ${role};`;

test.each([
  ['the whole database of its own', `alter database BASE owner to ${role}`, null],
  ['no more rights than it needs', extensions + tables + jobs, null],
  ['a schema of its own', `${extensions} ${jobs} create schema ${role} authorization ${role}`, null],
  [
    'a schema of its own by its search path',
    `${extensions} ${jobs} create schema vocero authorization ${role}; alter role ${role} in database BASE set search_path = vocero, public`,
    null,
  ],
  ['the rights of the owner, as a member', `alter database BASE owner to ${other}; grant ${other} to ${role}`, null],
  ['a right to create in the whole database', `grant create on database BASE to ${role}; ${tables}`, null],
  [
    'no right in the schema',
    extensions + jobs,
    /El usuario papel no puede crear tablas en el esquema public\. Como dueño de la base: grant usage, create on schema public to papel;/u,
  ],
  [
    'no schema at all',
    `${extensions} ${jobs} alter role ${role} in database BASE set search_path = ninguno`,
    /no tiene un esquema para sus tablas.*create schema vocero authorization papel; alter role papel in database needs_\d+ set/u,
  ],
  [
    'no right to create the extensions',
    tables + jobs,
    /no puede crear pg_trgm y unaccent\. Como dueño de la base: create extension pg_trgm; create extension unaccent;/u,
  ],
  [
    'extensions where it does not look',
    `create schema aparte; create extension pg_trgm schema aparte; create extension unaccent; ${tables} ${jobs}`,
    /La extensión pg_trgm está en el esquema aparte.*alter extension pg_trgm set schema public;/u,
  ],
  [
    'no right to create the schema of the jobs',
    extensions + tables,
    /no puede crear el esquema pgboss.*create schema pgboss authorization papel;/u,
  ],
  [
    'the jobs of another',
    `${extensions} ${tables} create schema pgboss authorization ${other}`,
    /no puede crear tablas en el esquema pgboss.*grant usage, create on schema pgboss to papel;/u,
  ],
  [
    'the tables of another',
    `${extensions} ${tables} ${jobs} create table kysely_migration (name text); alter table kysely_migration owner to ${other}`,
    /Las tablas son de ajena y el usuario papel no puede cambiarlas\. .*grant ajena to papel;/u,
  ],
])('a role with %s', async (_name, statements, refusal) => {
  await run(`create database ${base} template template0`, inject('testPostgres'));
  for (const statement of statements.replaceAll('BASE', base).split(';')) await asAdmin(statement);
  try {
    const migrated = migrateDatabase(addressOf(role));
    if (refusal) {
      await expect(migrated).rejects.toThrow(refusal);
      await expect(migrated).rejects.not.toThrow(/\n/u);
      expect(await asAdmin(`select from pg_class where relname = 'workspaces'`)).toHaveLength(0);
      return;
    }
    expect(await migrated).toEqual(await listMigrationNames());
    const boss = new PgBoss({
      connectionString: addressOf(role),
      createSchema: false,
      supervise: false,
      schedule: false,
    });
    await boss.start();
    await boss.createQueue('prueba');
    await boss.stop({ graceful: false });
    expect(await migrateDatabase(addressOf(role))).toEqual([]);
  } finally {
    await run(`revoke ${other} from ${role}; alter role ${role} in database ${base} reset all`, inject('testPostgres'));
  }
});

test('a start that finds too few connections says how many it needs, and one that finds enough goes on', async () => {
  await run(`create database ${base} template template0 connection limit 12`, inject('testPostgres'));
  await expect(assertFreeDatabaseConnections(addressOf(role), 20)).rejects.toThrow(
    'DATABASE_URL: quedan 12 de 12 conexiones y este servidor necesita 25. Sube max_connections, o el límite del usuario o de la base, o baja DATABASE_POOL (vale 20).',
  );
  await assertFreeDatabaseConnections(addressOf(role), 12 - countNeededDatabaseConnections(0));
});

test('a request waits for a connection while the server has none left', async () => {
  await run(`create database ${base} template template0 connection limit 1`, inject('testPostgres'));
  const taken = new Client({ connectionString: addressOf(role) });
  await taken.connect();
  const database = connectDatabase({ connectionString: addressOf(role), max: 2 });
  try {
    const asked = database.db.selectNoFrom((eb) => eb.val(1).as('one')).executeTakeFirstOrThrow();
    const settled = Promise.race([asked.then(() => 'answered'), waitFor('a while', refusedTwice).then(() => 'waits')]);
    expect(await settled).toBe('waits');
    await taken.end();
    expect(await asked).toEqual({ one: '1' });
  } finally {
    await database.close();
  }
});

/** Another client is refused twice meanwhile. */
let refusals = 0;
async function refusedTwice(): Promise<boolean> {
  refusals += await run('select', addressOf(role)).then(
    () => 0,
    () => 1,
  );
  return refusals >= 2;
}
