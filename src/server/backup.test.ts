// A backup made while calls arrive is of one moment. The restored database equals it and dials nobody.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client, type ClientBase } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RetryPolicy } from '../contract/campaigns.ts';
import { pauseRestoredCampaigns } from './features/campaigns/index.ts';
import type { HttpClient } from './testing/http-client.ts';
import { releasedFolder, releasedVersions } from './testing/released-schemas.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { testPassword } from './testing/test-person.ts';
import { waitFor } from './testing/wait-for.ts';
import { connectDatabase, type DatabaseHandle } from './platform/db/database.ts';
import { createDatabaseBackup } from './platform/db/backup/back-up.ts';
import { openBackup, type BackupManifest } from './platform/db/backup/backup-folder.ts';
import { restoreBackup } from './platform/db/backup/restore.ts';
import { verifyBackup } from './platform/db/backup/verify-backup.ts';

let test0: TestApp;
let workspace: TestWorkspace;
let campaignId: string;
let place: string;
let madeFolders = 0;

beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), 'vocero-backup-'));
  test0 = await startTestApp();
  workspace = await test0.createWorkspace(testKey);
  const [number] = await workspace.admin.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const recipients = Array.from({ length: 3_000 }, (_, index) => ({
    phone_number: `+54911466${String(index).padStart(5, '0')}`,
    customer_name: index === 0 ? 'Ñandú\tcon "comillas" \\ y\nsalto' : 'Ana',
  }));
  const body = {
    name: 'Copia',
    successDefinition: 'Acepta',
    phoneNumber: number?.phone_number,
    recipients,
    sendOption: 'now',
  };
  await workspace.admin.put('/api/settings', { dialing: { callsPerSecond: 10, reservedLines: 0 } });
  ({ id: campaignId } = await workspace.admin.post<{ id: string }>('/api/campaigns', body));
});
afterAll(async () => {
  await test0.stop();
  rmSync(place, { recursive: true });
});

const lastPhone = '+541146770001';

/** Orders a campaign to one person that starts at once. */
async function orderOne(who: HttpClient, phone: string, retryPolicy: RetryPolicy = {}): Promise<string> {
  const [number] = await who.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const recipients = [{ phone_number: phone, customer_name: 'Eva' }];
  const order = {
    name: 'Una',
    successDefinition: 'Acepta',
    phoneNumber: number?.phone_number,
    recipients,
    sendOption: 'now',
    retryPolicy,
  };
  return (await who.post<{ id: string }>('/api/campaigns', order)).id;
}

const newFolder = (): string => path.join(place, `copia-${++madeFolders}`);

function backUpNow(folder: string, passphrase: string | null = null): Promise<BackupManifest> {
  return createDatabaseBackup({
    passphrase,
    guessCost: 2 ** 10,
    connectionString: test0.database.connectionString,
    folder,
    secretKey: 'la clave\n',
    now: () => new Date(),
  });
}

/** A database without tables, as a new installation finds it. */
async function createEmptyDatabase(): Promise<TestDatabase> {
  const own = await createTestDatabase();
  await onServer(own.connectionString, 'drop schema public cascade; create schema public');
  return own;
}

async function onServer<T = unknown>(connectionString: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows as T[];
  } finally {
    await client.end();
  }
}

/** Every row of every table in the database's own text form, except tables left out of backups. */
async function fingerprint(client: Pick<ClientBase, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss')
       and c.relname not in ('mail_links', 'sessions', 'kysely_migration', 'kysely_migration_lock') order by 1`,
  );
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ print: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as print from ${name} t`,
    );
    prints[name] = rows[0]?.print ?? '';
  }
  return prints;
}

/** Figures that must agree at any moment. */
async function contradictions(database: DatabaseHandle): Promise<unknown[]> {
  const { rows } = await database.pool.query(`
    select 'calls and half hours' as what where (select count(*) from calls) <> (select coalesce(sum(calls), 0) from rollup_half_hours)
    union all select 'calls and days' where (select count(*) from calls) <> (select coalesce(sum(calls), 0) from rollup_days)
    union all select 'calls and days of all' where (select count(*) from calls) <> (select coalesce(sum(calls), 0) from rollup_total_days)
    union all select 'finished' where (select count(*) from calls where is_over) <> (select coalesce(sum(finished), 0) from rollup_days)
    union all select 'details' where exists (select from call_details d where not exists (select from calls c where c.workspace_id = d.workspace_id and c.id = d.call_id))
    union all select 'accepted attempts' where exists (select from attempts a where a.call_id is not null and a.recipient_id not in (select id from recipients))`);
  return rows;
}

test('a backup made while people are called is of one moment', async () => {
  await waitFor(
    'some calls',
    async () => (await test0.database.pool.query('select 1 from calls where is_over limit 20')).rowCount === 20,
  );
  const folder = newFolder();
  const manifest = await backUpNow(folder);
  const own = await createEmptyDatabase();
  const restored = connectDatabase({ connectionString: own.connectionString, max: 4 });
  try {
    await restoreBackup({ connectionString: own.connectionString, folder });
    const calls = manifest.tables.find(({ name }) => name === 'calls')?.rows ?? 0;
    expect(calls).toBeGreaterThanOrEqual(20);
    expect(calls).toBeLessThan(3_000);
    expect((await restored.pool.query('select 1 from calls')).rowCount).toBe(calls);
    expect(await contradictions(restored)).toEqual([]);
  } finally {
    await restored.close();
    await own.drop();
  }
});

test('what is restored equals what was backed up, opens the same keys, and dials nobody by itself', async () => {
  // A recipient whose last call is ongoing, and whose end would cause a retry.
  test0.simulator.setSpeed(1e-6);
  test0.simulator.forceOutcome('dial_no_answer', lastPhone);
  const lastId = await orderOne(workspace.admin, lastPhone, { no_answer: { attempts: 1, delayMinutes: 1 } });
  await waitFor(
    'its call',
    async () => (await workspace.admin.get<{ status: string }>(`/api/campaigns/${lastId}`)).status === 'sent',
  );
  await test0.app.stop();
  const folder = newFolder();
  await backUpNow(folder);
  const source = await test0.database.pool.connect();
  const before = await fingerprint(source);
  source.release();
  const own = await createEmptyDatabase();
  let after: Record<string, string> = {};
  let paused = 0;
  await restoreBackup({
    connectionString: own.connectionString,
    folder,
    beforeCommit: async (client) => {
      after = await fingerprint(client);
      paused = await pauseRestoredCampaigns(client);
    },
  });
  expect(after).toEqual(before);
  expect(paused).toBe(2);
  const database = connectDatabase({ connectionString: own.connectionString, max: 4 });
  const placed = (): string[] => test0.simulator.placedCalls(testKey).map(({ to_number: number }) => number);
  const placedBefore = placed();
  const app = await startTestApp({ database: { ...test0, database } });
  try {
    const admin = app.client();
    const {
      rows: [person],
    } = await database.pool.query<{ username: string }>(
      'select username from users u join workspace_members m on m.user_id = u.id order by u.created_at limit 1',
    );
    await admin.post('/api/auth/login', { username: person?.username, password: testPassword });
    await admin.put(`/api/workspaces/${workspace.id}/switch`);
    expect(await admin.get(`/api/workspaces/${workspace.id}/api-key`)).toEqual({ apiKey: testKey });
    const campaign = await admin.get<{ status: string; pauseReason: string }>(`/api/campaigns/${campaignId}`);
    expect(campaign).toMatchObject({ status: 'paused', pauseReason: 'restored' });
    const log = await admin.get<{ entries: { kind: string; details: unknown }[] }>(`/api/campaigns/${campaignId}/log`);
    expect(JSON.stringify(log)).toContain('restored');
    // Identity columns continue where they were.
    await admin.post('/api/calls/views', { name: 'Después', search: '' });
    test0.simulator.setSpeed(1);
    await waitFor(
      'the end of the last call',
      async () =>
        (await database.pool.query('select from calls where campaign_id = $1 and is_over', [lastId])).rowCount === 1,
    );
    await database.pool.query('update recipients set next_attempt_at = clock_timestamp() where campaign_id = $1', [
      lastId,
    ]);
    expect(await admin.get(`/api/campaigns/${lastId}`)).toMatchObject({ status: 'paused', pauseReason: 'restored' });
    // The dispatcher has checked everything by then.
    const newPhone = '+541146770002';
    const newId = await orderOne(admin, newPhone);
    await waitFor(
      'a new campaign',
      async () => (await admin.get<{ status: string }>(`/api/campaigns/${newId}`)).status === 'completed',
    );
    expect(placed()).toEqual([...placedBefore, newPhone]);
  } finally {
    await app.stop();
    await database.close();
    await own.drop();
  }
});

test('only its owner may read a backup, and it names its files', async () => {
  const folder = newFolder();
  const manifest = await backUpNow(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(folder, manifest.tables[0]?.file ?? '')).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(folder, 'secret.key'), 'utf8')).toBe('la clave\n');
  const names = manifest.tables.map(({ name }) => name);
  for (const name of ['mail_links', 'sessions']) expect(names).not.toContain(name);
  await expect(backUpNow(folder)).rejects.toThrow(/ya existe/);
});

test('a damaged, newer or missing backup and a used database are refused, with nothing restored', async () => {
  const folder = newFolder();
  const manifest = await backUpNow(folder);
  const file = path.join(folder, 'public.calls.copy.gz');
  const whole = readFileSync(file);
  const own = await createEmptyDatabase();
  const attempt = (): Promise<unknown> => restoreBackup({ connectionString: own.connectionString, folder });
  try {
    await expect(restoreBackup({ connectionString: test0.database.connectionString, folder })).rejects.toThrow(
      /ya tiene datos/,
    );
    await expect(
      restoreBackup({ connectionString: own.connectionString, folder: path.join(place, 'no') }),
    ).rejects.toThrow(/no es una copia/);

    const manifestFile = path.join(folder, 'manifest.json');
    writeFileSync(manifestFile, JSON.stringify({ ...manifest, migration: '9999-future' }));
    await expect(attempt()).rejects.toThrow(/más nueva/);
    const [partition] = manifest.partitions;
    writeFileSync(
      manifestFile,
      JSON.stringify({ ...manifest, partitions: [{ ...partition, bound: 'DEFAULT; drop table users' }] }),
    );
    await expect(attempt()).rejects.toThrow(/dañado/);
    writeFileSync(manifestFile, '{');
    await expect(attempt()).rejects.toThrow(/dañado/);
    writeFileSync(manifestFile, JSON.stringify(manifest));

    // One word of one call differs. The text is still valid COPY text.
    const text = gunzipSync(whole).toString('utf8');
    writeFileSync(file, gzipSync(text.replace('outbound', 'inbound')));
    await expect(attempt()).rejects.toThrow(/calls.copy.gz no es lo que dice/);
    expect(await onServer(own.connectionString, 'select from calls')).toEqual([]);
    writeFileSync(file, whole.subarray(0, whole.length - 20));
    await expect(attempt()).rejects.toThrow(/calls.copy.gz/);
    expect(await onServer(own.connectionString, 'select from calls')).toEqual([]);

    // Empty tables of a failed restore don't block a good one, but one row does.
    await onServer(own.connectionString, `insert into installation (key, value) values ('propia', 'sí')`);
    writeFileSync(file, whole);
    await expect(attempt()).rejects.toThrow(/ya tiene datos/);
    expect(await onServer(own.connectionString, 'select key from installation')).toEqual([{ key: 'propia' }]);
    await onServer(own.connectionString, 'delete from installation');
    await attempt();
    expect(await onServer(own.connectionString, 'select from calls')).toHaveLength(
      manifest.tables.find(({ name }) => name === 'calls')?.rows ?? -1,
    );
  } finally {
    await own.drop();
  }
});

test('tables without rows are taken up by a backup of their version alone, and by none once a server began there', async () => {
  const own = await createTestDatabase();
  const { connectionString } = own;
  try {
    const [released = ''] = releasedVersions();
    await expect(restoreBackup({ connectionString, folder: path.join(releasedFolder, released) })).rejects.toThrow(
      /sus tablas son de una versión más nueva que la copia/,
    );
    const folder = newFolder();
    await backUpNow(folder);
    // A row is inserted between the first check and the first write.
    const beforeFirstWrite = async (): Promise<void> => {
      await onServer(connectionString, `insert into installation (key, value) values ('propia', 'sí')`);
    };
    await expect(restoreBackup({ connectionString, folder, beforeFirstWrite })).rejects.toThrow(/ya tiene datos/);
    expect(await onServer(connectionString, 'select key from installation')).toEqual([{ key: 'propia' }]);
  } finally {
    await own.drop();
  }
});

const passphrase = 'una frase que nadie adivina';

test('an encrypted backup is restored by its passphrase alone, and tells nothing without', async () => {
  const folder = newFolder();
  const manifest = await backUpNow(folder, passphrase);
  const names = readdirSync(folder);
  expect(names.filter((name) => !name.endsWith('.enc'))).toEqual(['encryption.json']);
  expect(names).toContain('secret.key.enc');
  for (const name of names) {
    const bytes = readFileSync(path.join(folder, name));
    expect(bytes.includes('la clave') || bytes.includes('recipients'), name).toBe(false);
    expect(statSync(path.join(folder, name)).mode & 0o777, name).toBe(0o600);
  }
  const own = await createEmptyDatabase();
  const { connectionString } = own;
  try {
    await expect(restoreBackup({ connectionString, folder })).rejects.toThrow(
      /BACKUP_PASSPHRASE: la copia está cifrada/,
    );
    await expect(restoreBackup({ connectionString, folder, passphrase: 'otra frase cualquiera' })).rejects.toThrow(
      /BACKUP_PASSPHRASE: no es la frase/,
    );
    await restoreBackup({ connectionString, folder, passphrase });
    const [{ calls } = { calls: 0 }] = await onServer<{ calls: number }>(
      connectionString,
      'select count(*)::int as calls from calls',
    );
    expect(calls).toBe(manifest.tables.find(({ name }) => name === 'calls')?.rows);
  } finally {
    await own.drop();
  }
});

test('a backup is verified in a database of its own, and one that was cut, changed or swapped is not', async () => {
  const folder = newFolder();
  await backUpNow(folder, passphrase);
  const before = readdirSync(place).length;
  expect((await verifyBackup({ folder, passphrase })).tables.length).toBeGreaterThan(20);
  const read = async (): Promise<void> => {
    const backup = await openBackup(folder, passphrase);
    await backup.readTable('public.recipients.copy.gz').toArray();
  };
  await read();
  const file = path.join(folder, 'public.recipients.copy.gz.enc');
  const whole = readFileSync(file);
  for (const damaged of [whole.subarray(0, whole.length - 20), Buffer.alloc(0)]) {
    writeFileSync(file, damaged);
    await expect(read()).rejects.toThrow(/dañada: public.recipients/);
  }
  cpSync(path.join(folder, 'public.calls.copy.gz.enc'), file);
  await expect(read()).rejects.toThrow(/dañada: public.recipients/);
  const flipped = Buffer.from(whole);
  const middle = Math.floor(whole.length / 2);
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  writeFileSync(file, flipped);
  await expect(read()).rejects.toThrow(/dañada: public.recipients/);
  const manifestFile = path.join(folder, 'manifest.json.enc');
  writeFileSync(manifestFile, readFileSync(manifestFile).subarray(1));
  // Other tests cover the restore's reading of damaged tables.
  await expect(verifyBackup({ folder, passphrase })).rejects.toThrow(/dañada: manifest.json/);
  expect(readdirSync(place)).toHaveLength(before);
});

test('a backup that there is no room to verify is kept, and nothing is begun', async () => {
  const folder = newFolder();
  const manifest = await backUpNow(folder);
  const [{ bytes } = { bytes: 0 }] = await onServer<{ bytes: number }>(
    test0.database.connectionString,
    'select pg_database_size(current_database())::float8 as bytes',
  );
  expect(manifest.databaseBytes).toBeGreaterThan(bytes / 2);
  expect(manifest.databaseBytes).toBeLessThan(bytes * 2);
  const before = readdirSync(place);
  // More than the disk's free space.
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, databaseBytes: 2 ** 50 }));
  await expect(verifyBackup({ folder, passphrase: null })).rejects.toThrow(
    `Para comprobar la copia hacen falta 1048578,1 GiB libres en ${place}, y hay `,
  );
  expect(readdirSync(place)).toEqual(before);
});
