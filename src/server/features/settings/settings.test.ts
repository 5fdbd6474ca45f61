// Settings over HTTP: what a new workspace has, who may save what, what is refused, what a stale save does, and what a
// save sets off.
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkspaceSettings, UpdateSettingsBody } from '../../../contract/settings.ts';
import { decryptSecret } from '../../platform/crypto.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { startTestAccess, testSecretKey, type TestAccess } from '../../testing/start-test-access.ts';
import { up as addSectionVersions } from '../../platform/db/migrations/0067-section-versions.ts';
import { getOutgoingWebhookEncryptionContext } from './save-settings.ts';

const zoneChanges: string[] = [];
let refuseZone = false;
let server: TestAccess;
let keys = 0;
let workspaceId: string;
type Person = Awaited<ReturnType<TestAccess['signIn']>>;
let admin: Person;
let editor: Person;
let operator: Person;

beforeAll(async () => {
  server = await startTestAccess({
    async onZoneChange(tx, id, zone) {
      const row = await tx
        .selectFrom('workspace_settings')
        .select('version')
        .where('workspace_id', '=', id)
        .executeTakeFirst();
      zoneChanges.push(`${id} ${zone} ${row?.version}`);
      if (refuseZone) throw new Error('the days could not be cut');
    },
  });
  [admin, editor, operator] = await Promise.all([server.signIn(), server.signIn(), server.signIn()]);
  await server.database.pool.query('update users set most_workspaces = 100');
});
afterAll(() => server.stop());
beforeEach(async () => {
  zoneChanges.length = 0;
  refuseZone = false;
  ({ id: workspaceId } = await admin.post<{ id: string }>('/api/workspaces', {
    name: 'Ajustes',
    retellApiKey: `key_ajustes_${String(++keys).padStart(4, '0')}`,
  }));
  await server.access.addMember(workspaceId, editor.userId, 'editor');
  await server.access.addMember(workspaceId, operator.userId, 'operator');
  for (const person of [admin, editor, operator]) await person.put(`/api/workspaces/${workspaceId}/switch`);
});

/** Spec A 9 and product.md 4. */
const defaults: WorkspaceSettings = {
  version: 1,
  timeZone: 'America/Argentina/Buenos_Aires',
  dateLocale: 'es-AR',
  currency: 'ARS',
  usdRate: null,
  retentionDays: null,
  secondFactor: 'none',
  liveReaders: 'editor',
  listening: 'off',
  listeningTransport: null,
  whispers: [],
  attention: {
    phrases: [],
    silenceSeconds: 0,
    longMinutes: 0,
    failedTool: false,
    repeatedAnswer: false,
    agentIds: [],
    mostCalls: 20,
  },
  dialing: { callsPerSecond: 1, reservedLines: 2, callsPerNumberPerDay: 0 },
  callingWindow: { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] },
  dailyAttempts: 3,
  rulesOff: [],
  events: { call_started: true, call_ended: true, call_analyzed: true },
  notifications: { email: true, browser: false, webhook: true },
  alertEmails: [],
  thresholds: { callsPerHour: 50, successPercent: 85, longWaitSeconds: 300 },
  thresholdsSaved: false,
  copc: { fields: {}, targets: {} },
  outgoingWebhook: { url: null, hasSecret: false },
  canSendMail: false,
};

const read = (person: HttpClient = operator): Promise<WorkspaceSettings> =>
  person.get<WorkspaceSettings>('/api/settings');
const save = (person: HttpClient, body: unknown): Promise<WorkspaceSettings> =>
  person.put<WorkspaceSettings>('/api/settings', body);
const forbidden = { status: 403, body: { code: 'forbidden' } };
const invalid = { status: 400, body: { code: 'invalid_input' } };

async function auditRows() {
  return server.database.db
    .selectFrom('audit_log')
    .select(['username', 'details', 'address'])
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', 'settings.saved')
    .orderBy('id')
    .execute();
}

test('a new workspace has the defaults; every member reads them, an operator saves none', async () => {
  expect(await read()).toEqual(defaults);
  expect(await read(editor)).toEqual(defaults);
  await expect(save(operator, { timeZone: 'UTC' })).rejects.toMatchObject(forbidden);
  await expect(save(operator, {})).rejects.toMatchObject(forbidden);
  expect(await read()).toEqual(defaults);
});

describe('a section', () => {
  const editors: UpdateSettingsBody[] = [
    { timeZone: 'America/Sao_Paulo' },
    { dateLocale: 'pt-BR' },
    { currency: 'EUR' },
    {
      callingWindow: {
        enabled: false,
        days: [1, 5],
        from: '10:30',
        to: '00:00',
        holidays: ['2026-12-25', '2027-01-01'],
      },
    },
    { dailyAttempts: 1 },
    { events: { call_started: false, call_ended: true, call_analyzed: false } },
    { notifications: { email: false, browser: true, webhook: false } },
    { alertEmails: ['guardia@ejemplo.com', 'jefa@ejemplo.com'] },
    { copc: { fields: { csatT: 'satisfaccion', rpcRate: 'titular' }, targets: { aht: 240, connectRate: 70.5 } } },
  ];
  test.each(editors)('is saved by an editor and leaves the others as they are: %j', async (section) => {
    const told: string[] = [];
    const off = server.events.on('settings.changed', (event) => told.push(event.workspaceId));
    const saved = { ...defaults, ...section, version: 2 };
    expect(await save(editor, section)).toEqual(saved);
    off();
    expect(await read()).toEqual(saved);
    expect(told).toEqual([workspaceId]);
    const [name] = Object.keys(section) as [keyof WorkspaceSettings];
    expect(await auditRows()).toEqual([
      {
        username: expect.stringContaining('persona'),
        details: { before: { version: 1, [name]: defaults[name] }, after: { version: 2, ...section } },
        address: '127.0.0.1',
      },
    ]);
  });

  const admins: UpdateSettingsBody[] = [
    { dialing: { callsPerSecond: 0.5, reservedLines: 0, callsPerNumberPerDay: 0 } },
    { rulesOff: ['es_sale', 'co_contact'] },
    { usdRate: { rate: 1_432.5, date: '2026-11-20' } },
    { outgoingWebhook: { url: 'https://avisos.ejemplo.com/vocero?a=1' } },
  ];
  test.each(admins)('is an admin’s alone: %j', async (section) => {
    await expect(save(editor, section)).rejects.toMatchObject(forbidden);
    // Not even beside what an editor may save.
    await expect(save(editor, { ...section, dailyAttempts: 9 })).rejects.toMatchObject(forbidden);
    expect(await read()).toEqual(defaults);
    const saved = await save(admin, section);
    expect(saved).toMatchObject({ version: 2, ...section });
    // Parts that an editor sends back as they came are no change.
    const shown = await editor.get<WorkspaceSettings>('/api/settings');
    expect(await save(editor, shown)).toMatchObject({ ...shown, version: 3, thresholdsSaved: true });
  });

  const refused: unknown[] = [
    { timeZone: 'Europe/Madrid' },
    { dateLocale: 'fr-FR' },
    { currency: 'GBP' },
    { usdRate: { rate: 0, date: '2026-11-20' } },
    { usdRate: { rate: 1, date: '2026-13-01' } },
    { dialing: { callsPerSecond: 0.09, reservedLines: 2, callsPerNumberPerDay: 0 } },
    { dialing: { callsPerSecond: 201, reservedLines: 2, callsPerNumberPerDay: 0 } },
    { dialing: { callsPerSecond: 1, reservedLines: 2, callsPerNumberPerDay: -1 } },
    { dialing: { callsPerSecond: 1, reservedLines: 2, callsPerNumberPerDay: 10_001 } },
    { dialing: { callsPerSecond: 1, reservedLines: -1 } },
    { dialing: { callsPerSecond: 1, reservedLines: 1.5 } },
    { callingWindow: { ...defaults.callingWindow, from: '9:00' } },
    { callingWindow: { ...defaults.callingWindow, to: '24:00' } },
    { callingWindow: { ...defaults.callingWindow, from: '21:00', to: '21:00' } },
    { callingWindow: { ...defaults.callingWindow, days: [1, 1] } },
    { callingWindow: { ...defaults.callingWindow, days: [0] } },
    { callingWindow: { ...defaults.callingWindow, holidays: ['25/12/2026'] } },
    { rulesOff: ['xx_sale'] },
    { dailyAttempts: 0 },
    { dailyAttempts: 51 },
    { events: { call_started: false } },
    { notifications: { email: 'sí', browser: false, webhook: false } },
    { alertEmails: ['nadie'] },
    { alertEmails: Array.from({ length: 21 }, (_, index) => `p${index}@ejemplo.com`) },
    { thresholds: { ...defaults.thresholds, callsPerHour: -1 } },
    { thresholds: { ...defaults.thresholds, callsPerHour: 1.5 } },
    { thresholds: { ...defaults.thresholds, successPercent: 101 } },
    { thresholds: { ...defaults.thresholds, longWaitSeconds: 86_401 } },
    { thresholds: { ...defaults.thresholds, longWaitSeconds: '300' } },
    { copc: { fields: { nonsense: 'x' }, targets: {} } },
    { copc: { fields: { csatT: ' ' }, targets: {} } },
    { copc: { fields: {}, targets: { aht: -1 } } },
    { outgoingWebhook: { url: 'http://avisos.ejemplo.com' } },
    { outgoingWebhook: { url: 'https://quien:clave@avisos.ejemplo.com' } },
    { outgoingWebhook: { url: 'https://quien@avisos.ejemplo.com' } },
    { outgoingWebhook: { url: 'https://10.0.0.1/avisos' } },
    { outgoingWebhook: { url: 'https://[::ffff:127.0.0.1]/' } },
    { outgoingWebhook: { url: 'avisos.ejemplo.com' } },
    { outgoingWebhook: { url: '' } },
    { outgoingWebhook: { url: 'https://' } },
    { outgoingWebhook: { url: `https://avisos.ejemplo.com/${'a'.repeat(2_000)}` } },
    { outgoingWebhook: { url: 'https://avisos.ejemplo.com', secret: 'corto' } },
    { version: 'uno' },
  ];
  test('out of range or of no kind is refused, with nothing saved', async () => {
    for (const body of refused) {
      await expect(save(admin, body), JSON.stringify(body)).rejects.toMatchObject(invalid);
    }
    expect(await read()).toEqual(defaults);
  });
});

test('thresholds count as saved once they are, unchanged too, and 0 turns one off', async () => {
  expect(await save(editor, { dailyAttempts: 2 })).toMatchObject({ thresholdsSaved: false });
  expect(await save(editor, { thresholds: defaults.thresholds })).toMatchObject({
    thresholds: defaults.thresholds,
    thresholdsSaved: true,
  });
  const off = { callsPerHour: 0, successPercent: 0, longWaitSeconds: 0 };
  expect(await save(editor, { thresholds: off })).toMatchObject({ thresholds: off, thresholdsSaved: true });
  expect(await save(editor, { dailyAttempts: 4 })).toMatchObject({ thresholds: off, thresholdsSaved: true });
});

test('a rate holds for its currency: another one takes it away unless a new rate comes along', async () => {
  const old = { rate: 1_432.5, date: '2026-11-20' };
  const fresh = { rate: 5.4, date: '2026-11-21' };
  await save(admin, { usdRate: old });
  expect(await save(editor, { currency: 'BRL', usdRate: old })).toMatchObject({ currency: 'BRL', usdRate: null });
  expect(await save(admin, { usdRate: fresh })).toMatchObject({ currency: 'BRL', usdRate: fresh });
  expect(await save(admin, { currency: 'ARS', usdRate: old })).toMatchObject({ currency: 'ARS', usdRate: old });
  expect(await save(editor, { currency: 'ARS' })).toMatchObject({ usdRate: old });
});

describe('the outgoing webhook', () => {
  const url = 'https://avisos.ejemplo.com/vocero';
  const secret = 'un secreto bastante largo';
  const sealed = async (): Promise<string | null> =>
    (
      await server.database.db
        .selectFrom('workspace_settings')
        .select('outgoing_webhook_secret_encrypted as sealed')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow()
    ).sealed;

  test('keeps its secret to itself: sealed in the database, in no answer and no audit entry', async () => {
    const answer = await save(admin, { outgoingWebhook: { url, secret } });
    expect(answer.outgoingWebhook).toEqual({ url, hasSecret: true });
    const said = JSON.stringify([answer, await read(admin), await auditRows()]);
    expect(said).not.toContain(secret);
    const stored = await sealed();
    expect(stored).not.toBeNull();
    expect(stored).not.toContain(secret);
    expect(said).not.toContain(stored);
    expect(decryptSecret(testSecretKey, stored ?? '', getOutgoingWebhookEncryptionContext(workspaceId))).toBe(secret);
    expect((await auditRows())[0]?.details).toEqual({
      before: { version: 1, outgoingWebhook: { url: null, hasSecret: false } },
      after: { version: 2, outgoingWebhook: { url: 'https://avisos.ejemplo.com/…', hasSecret: true } },
      isWebhookAddressNew: true,
      isWebhookSecretNew: true,
    });
  });

  test('keeps the secret until a new one comes, at a new address too, and loses it with the address', async () => {
    await save(admin, { outgoingWebhook: { url, secret } });
    const first = await sealed();
    // An editor sees the origin alone; sent back it is no change.
    const shown = { url: `${new URL(url).origin}/…`, hasSecret: true };
    expect((await operator.get<WorkspaceSettings>('/api/settings')).outgoingWebhook).toEqual(shown);
    expect((await save(editor, { outgoingWebhook: { url: shown.url } })).outgoingWebhook).toEqual(shown);
    expect((await admin.get<WorkspaceSettings>('/api/settings')).outgoingWebhook).toEqual({ url, hasSecret: true });
    await expect(
      save(editor, { outgoingWebhook: { url: shown.url, secret: 'otro secreto bastante largo' } }),
    ).rejects.toMatchObject(forbidden);
    expect((await save(admin, { outgoingWebhook: { url: `${url}/2` } })).outgoingWebhook).toEqual({
      url: `${url}/2`,
      hasSecret: true,
    });
    expect(await sealed()).toBe(first);
    await expect(
      save(editor, { outgoingWebhook: { url: `${url}/2`, secret: 'otro secreto bastante largo' } }),
    ).rejects.toMatchObject(forbidden);
    await save(admin, { outgoingWebhook: { url: `${url}/2`, secret: 'otro secreto bastante largo' } });
    expect(await sealed()).not.toBe(first);
    await expect(save(editor, { outgoingWebhook: { url: null } })).rejects.toMatchObject(forbidden);
    expect((await save(admin, { outgoingWebhook: { url: null } })).outgoingWebhook).toEqual({
      url: null,
      hasSecret: false,
    });
    expect(await sealed()).toBeNull();
    // A secret without an address is for nobody.
    expect((await save(admin, { outgoingWebhook: { url: null, secret } })).outgoingWebhook).toEqual({
      url: null,
      hasSecret: false,
    });
    expect((await save(editor, { outgoingWebhook: { url: null } })).outgoingWebhook).toEqual({
      url: null,
      hasSecret: false,
    });
  });
});

describe('a version that somebody has saved over', () => {
  const dialing = { callsPerSecond: 3, reservedLines: 1, callsPerNumberPerDay: 0 };
  const stale = (section: string) => ({
    status: 409,
    body: { code: 'stale_version', message: expect.stringContaining(`cambios antes en «${section}»`) },
  });

  test('saves another section: two people save two of them from one version', async () => {
    await save(admin, { version: 1, timeZone: 'UTC' });
    expect(await save(editor, { version: 1, dailyAttempts: 5 })).toMatchObject({ version: 3, timeZone: 'UTC' });
    await expect(save(admin, { version: 1, dialing })).rejects.toMatchObject(stale('Discado'));
    await expect(save(admin, { version: 2, dialing })).rejects.toMatchObject(stale('Discado'));
    expect(await save(admin, { version: 3, dialing })).toMatchObject({ version: 4, dailyAttempts: 5, dialing });
  });

  test('is refused for the same section, with nothing saved, and for a whole that would undo it', async () => {
    const read1 = await read(admin);
    await save(admin, { version: 1, timeZone: 'UTC' });
    await expect(save(admin, { version: 1, currency: 'EUR' })).rejects.toMatchObject(stale('Regional'));
    const { outgoingWebhook: _, ...whole } = { ...read1, dailyAttempts: 5 };
    await expect(save(admin, whole)).rejects.toMatchObject(stale('Regional'));
    // An admin's part that was saved meanwhile is stale for an editor, and not forbidden.
    await save(admin, { dialing });
    await expect(save(editor, { ...whole, timeZone: 'UTC' })).rejects.toMatchObject(stale('Discado'));
    expect(await read()).toMatchObject({ version: 3, timeZone: 'UTC', currency: 'ARS', dailyAttempts: 3, dialing });
    // A value that both saved alike undoes nothing.
    expect(await save(editor, { version: 1, timeZone: 'UTC' })).toMatchObject({ version: 4 });
  });

  test('is refused where it never was', async () => {
    await expect(save(admin, { version: 2, timeZone: 'UTC' })).rejects.toMatchObject({ status: 409 });
  });

  test('lets one of two saves of a section at once through, and both of two sections', async () => {
    const put = async (bodies: readonly [UpdateSettingsBody, UpdateSettingsBody]) => {
      const saves = [admin, editor].map((person, nth) => person.request('PUT', '/api/settings', { body: bodies[nth] }));
      return (await Promise.all(saves)).map(({ status }) => status).sort((a, b) => a - b);
    };
    expect(
      await put([
        { version: 1, dailyAttempts: 4 },
        { version: 1, dailyAttempts: 5 },
      ]),
    ).toEqual([200, 409]);
    expect(
      await put([
        { version: 2, dailyAttempts: 6 },
        { version: 2, timeZone: 'UTC' },
      ]),
    ).toEqual([200, 200]);
  });
});

test('a new zone is cut in the transaction that saves it; if that fails, nothing is saved', async () => {
  await save(admin, { timeZone: defaults.timeZone });
  expect(zoneChanges).toEqual([]);
  await save(admin, { timeZone: 'America/Bogota' });
  expect(zoneChanges).toEqual([`${workspaceId} America/Bogota 2`]);
  expect(await operator.get('/api/workspaces/current')).toMatchObject({ timeZone: 'America/Bogota' });
  refuseZone = true;
  await expect(save(admin, { timeZone: 'UTC' })).rejects.toMatchObject({ status: 500 });
  expect(await read()).toMatchObject({ version: 3, timeZone: 'America/Bogota' });
});

test('another workspace in X-Workspace-Id answers 409 with nothing saved', async () => {
  const headers = { 'x-workspace-id': '00000000-0000-4000-8000-000000000000' };
  await expect(admin.put('/api/settings', { timeZone: 'UTC' }, headers)).rejects.toMatchObject({
    status: 409,
    body: { code: 'workspace_mismatch' },
  });
  expect(await read()).toEqual(defaults);
  expect(await admin.put('/api/settings', {}, { 'x-workspace-id': workspaceId })).toMatchObject({ version: 2 });
});

test('settings of a version before the sections had theirs are stale at any older version', async () => {
  const { db, pool } = server.database;
  await pool.query('alter table workspace_settings drop column section_versions');
  await pool.query('update workspace_settings set version = 7 where workspace_id = $1', [workspaceId]);
  await addSectionVersions(db as unknown as Kysely<unknown>);
  for (const change of [{ timeZone: 'UTC' }, { dailyAttempts: 4 }])
    await expect(save(admin, { version: 6, ...change })).rejects.toMatchObject({ status: 409 });
  expect(await save(admin, { version: 7, timeZone: 'UTC' })).toMatchObject({ version: 8 });
});
