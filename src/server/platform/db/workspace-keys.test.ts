// The workspace's id leads every key of its data, so that PostgreSQL can be partitioned or distributed by it.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase, type DatabaseHandle } from './database.ts';

let own: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, max: 1 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** Tables of no workspace or several: people, sessions, the installation, and limits of sign-ins and names. */
const ofNoWorkspace = [
  'installation',
  'login_failures',
  'mail_links',
  'name_refusals',
  'oidc_identities',
  'oidc_spent',
  'passkey_challenges',
  'passkeys',
  'recovery_codes',
  'second_factors',
  'sessions',
  'sign_in_challenges',
  'users',
  'workspaces',
];

interface Key {
  readonly table: string;
  readonly isPrimary: boolean;
  readonly columns: readonly string[];
}

async function readKeys(): Promise<Key[]> {
  const { rows } = await database.pool.query<Key>(`
    select c.relname as table, i.indisprimary as "isPrimary",
      array(select coalesce(a.attname::text, '(expression)') from unnest(i.indkey) with ordinality as k (attnum, place)
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum and k.attnum > 0
        where k.place <= i.indnkeyatts order by k.place) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' join pg_index i on i.indrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and i.indisunique and c.relname not like 'kysely%'
    order by 1, 2 desc`);
  return rows;
}

test("the workspace's id leads the primary key of every table of its data", async () => {
  const { rows } = await database.pool.query<{ table: string; hasWorkspace: boolean }>(`
    select c.relname as table, exists (select from pg_attribute where attrelid = c.oid and attname = 'workspace_id') as "hasWorkspace"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%' order by 1`);
  expect(rows.filter(({ hasWorkspace }) => !hasWorkspace).map(({ table }) => table)).toEqual(ofNoWorkspace);
  const led = new Set(
    (await readKeys())
      .filter(({ isPrimary, columns }) => isPrimary && columns[0] === 'workspace_id')
      .map(({ table }) => table),
  );
  expect(rows.filter(({ table, hasWorkspace }) => hasWorkspace && !led.has(table))).toEqual([]);
});

test('nothing of a workspace is unique beyond it', async () => {
  const keys = (await readKeys()).filter(({ table }) => !ofNoWorkspace.includes(table));
  expect(keys.filter(({ columns }) => columns[0] !== 'workspace_id')).toEqual([]);
});

test('deploy/citus.sql spreads every table of a workspace by its id, and no reference leads from one node to another', async () => {
  const script = readFileSync(new URL('../../../../deploy/citus.sql', import.meta.url), 'utf8');
  const copied = new Set([...script.matchAll(/create_reference_table\('(\w+)'\)/g)].map(([, table = '']) => table));
  const spread = [
    ...script.matchAll(/create_distributed_table\('(\w+)', 'workspace_id', colocate_with => '(none|calls)'\);/g),
  ].map(([, table = '']) => table);
  const { rows } = await database.pool.query<{ table: string }>(`
    select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%'`);
  const ofWorkspaces = rows.map(({ table }) => table).filter((table) => !ofNoWorkspace.includes(table));
  expect(spread.toSorted()).toEqual(ofWorkspaces.toSorted());
  const { rows: references } = await database.pool.query<{ table: string; to: string; by: string }>(`
    select conrelid::regclass::text as table, confrelid::regclass::text as to, a.attname as by
    from pg_constraint join pg_attribute a on a.attrelid = confrelid and a.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`);
  // A reference by the workspace's id stays on one node. Citus requires the other table to be distributed before.
  const isWithin = ({ table, to, by }: (typeof references)[number]) =>
    by === 'workspace_id' && spread.includes(to) && spread.indexOf(to) < spread.indexOf(table);
  const leading = references.filter((each) => spread.includes(each.table) && !copied.has(each.to) && !isWithin(each));
  expect(leading).toEqual([]);
});
