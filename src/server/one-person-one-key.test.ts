// Spellings of a Mexican or Brazilian number all mean one person. This covers the list, duplicates, attempts of a day, earlier calls,
// search and forgetting.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countryRuleIds } from '../contract/country-rules.ts';
import type { AddRecipientsResult, Campaign, CampaignPreflight } from '../contract/campaigns.ts';
import type { CallRelatedData, CallSummary } from '../contract/calls.ts';
import type { DoNotCallEntry } from '../contract/do-not-call.ts';
import type { ForgettingPreview } from '../contract/forgetting.ts';
import { hmac } from './platform/crypto.ts';
import { buildOrder, originNumber, setPace, timesDialled, whenStatus } from './testing/campaign-orders.ts';
import { report } from './testing/call-reports.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { unhindered } from './testing/unhindered-dialing.ts';
import { waitFor } from './testing/wait-for.ts';

const secretKey = 'una clave secreta para las pruebas, larga';
let app: TestApp;
let workspace: TestWorkspace;
let origin: string;

beforeAll(async () => {
  app = await startTestApp({ config: { secretKey }, simulator: { outcomes: { user_hangup: 1 } } });
  workspace = await app.createWorkspace();
  origin = await originNumber(workspace);
  await setPace(workspace);
  await save({ ...unhindered, rulesOff: countryRuleIds });
});
afterAll(() => app.stop());

async function save(change: object): Promise<void> {
  const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
  await workspace.admin.put('/api/settings', { version, ...change });
}

const rowsOf = (...numbers: string[]) =>
  numbers.map((phone_number, index) => ({ phone_number, customer_name: `Persona ${index}` }));

const launch = (...numbers: string[]): Promise<Campaign> =>
  workspace.editor.post<Campaign>('/api/campaigns', buildOrder(origin, { recipients: rowsOf(...numbers) }));

const dialled = (...numbers: string[]): number[] =>
  numbers.map((number) => timesDialled(app, testKey).get(number) ?? 0);

const list = (phoneNumber: string): Promise<DoNotCallEntry> =>
  workspace.editor.post<DoNotCallEntry>('/api/do-not-call', { phoneNumber });

const preflight = (...phoneNumbers: string[]): Promise<CampaignPreflight> =>
  workspace.editor.post<CampaignPreflight>('/api/campaigns/preflight', {
    phoneNumbers,
    originNumbers: [origin],
    sendOption: 'now',
  });

test('Mexico: who is listed with the old 1 is not called without it, and one person in both spellings is called once', async () => {
  expect(await list('+5215512345601')).toMatchObject({ numberKey: '+525512345601' });
  const { id, duplicateCount } = await launch('+525512345601', '+5215512345701', '+525512345701');
  expect(duplicateCount).toBe(1);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ skippedCount: 1, sentCount: 1 });
  expect(dialled('+525512345601', '+5215512345701', '+525512345701')).toEqual([0, 1, 0]);
});

test('Brazil: with and without the ninth digit, and with a zero before the area', async () => {
  await list('+551187654321');
  const { id, duplicateCount } = await launch('+5511987654321', '+551187654400', '+5511987654400', '+55011987654400');
  expect(duplicateCount).toBe(2);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ skippedCount: 1, sentCount: 1 });
  expect(dialled('+5511987654321', '+551187654400', '+5511987654400')).toEqual([0, 1, 0]);
});

test('added people are compared with whoever is in the campaign, in any spelling', async () => {
  const { id } = await launch('+5215512345711');
  await workspace.editor.patch<Campaign>(`/api/campaigns/${id}`, { open: true });
  const added = await workspace.editor.post<AddRecipientsResult>(`/api/campaigns/${id}/recipients`, {
    recipients: rowsOf('+525512345711', '+525512345712', '+5215512345712'),
  });
  expect(added).toMatchObject({ added: 1, duplicates: 2 });
  await waitFor('both calls', () => dialled('+525512345712')[0] === 1 && dialled('+5215512345711')[0] === 1);
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'failed' });
});

test('attempts of a day count for the person', async () => {
  const { id } = await launch('+5215512345721');
  await whenStatus(workspace, id, 'completed');
  await save({ dailyAttempts: 1 });
  try {
    expect(await preflight('+525512345721', '+525512345722')).toMatchObject({ dailyLimit: 1 });
  } finally {
    await save({ dailyAttempts: 50 });
  }
});

test('who was forgotten is found under the digest of a former key', async () => {
  const { db } = app.database;
  const digestOf = (key: string) => `hmac:${hmac(secretKey, 'do-not-call', `${workspace.id}:${key}`)}`;
  for (const key of ['+5215512345731', '+551187654331', '+4402079460931']) {
    await db
      .insertInto('do_not_call')
      .values({
        workspace_id: workspace.id,
        number_key: digestOf(key),
        source: 'forgotten',
        added_at: sql<Date>`now()`,
      })
      .execute();
  }
  const people = ['+525512345731', '+5511987654331', '+442079460931', '+525512345732'];
  expect(await preflight(...people)).toMatchObject({ doNotCall: 3 });
  const { id } = await launch(...people);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ skippedCount: 3, sentCount: 1 });
  expect(dialled(...people)).toEqual([0, 0, 0, 1]);
  // Removing a number from the list removes it under every key.
  expect(
    (await workspace.editor.request('DELETE', `/api/do-not-call/${encodeURIComponent('+525512345731')}`)).status,
  ).toBe(200);
  expect(await preflight(...people)).toMatchObject({ doNotCall: 2 });
});

async function recordCall(id: string, number: string, startMs: number, direction = 'outbound'): Promise<void> {
  await app.app.features.calls.ingest.record(
    workspace.id,
    report(
      'call_ended',
      {
        call_type: 'phone_call',
        direction,
        call_status: 'ended',
        from_number: direction === 'outbound' ? origin : number,
        to_number: direction === 'outbound' ? number : origin,
        start_timestamp: startMs,
        end_timestamp: startMs + 60_000,
        duration_ms: 60_000,
        disconnection_reason: 'user_hangup',
      },
      id,
    ),
  );
}

const foundBy = async (q: string, within = ''): Promise<string[]> =>
  (await workspace.operator.get<CallSummary[]>(`/api/calls/all?q=${encodeURIComponent(q)}&sort=date${within}`)).map(
    ({ id }) => id,
  );

test('calls of one person are found, connected and forgotten together', async () => {
  // In this zone, numbers without a calling code are Mexican.
  await save({ timeZone: 'America/Mexico_City' });
  const startMs = Date.now() - 7_200_000;
  await recordCall('old_spelling', '+5215512345741', startMs);
  await recordCall('new_spelling', '+525512345741', startMs + 600_000);
  await recordCall('from_the_carrier', '5215512345741', startMs + 1_200_000, 'inbound');
  await recordCall('somebody_else', '+525512345742', startMs);
  await recordCall('brazil_old', '+551187654341', startMs);
  await recordCall('brazil_new', '+5511987654341', startMs + 600_000);
  const all = ['old_spelling', 'new_spelling', 'from_the_carrier'];
  await waitFor('documents', async () => (await foundBy('+5215512345741')).length === 3);
  await waitFor('documents from Brazil', async () => (await foundBy('+551187654341')).length === 2);
  for (const q of ['+5215512345741', '+52 1 55 1234 5741', '55 1234 5741', '+525512345741', '044 55 1234 5741']) {
    expect(await foundBy(q), q).toEqual(all);
    expect(await foundBy(q, '&within=contact'), q).toEqual(all);
  }
  expect(await foundBy('+551187654341')).toEqual(['brazil_old', 'brazil_new']);
  expect(await foundBy('+55 11 98765-4341')).toEqual(['brazil_old', 'brazil_new']);
  const { previousCalls } = await workspace.operator.get<CallRelatedData>('/api/calls/from_the_carrier/context');
  expect(previousCalls.map(({ id }) => id)).toEqual(['new_spelling', 'old_spelling']);
  await waitFor('the mark of what follows', async () => {
    const { rows } = await app.database.pool.query<{ id: string; followed: boolean }>(
      `select id, is_followed_up as followed from calls where contact_key = '+525512345741' order by occurred_at`,
    );
    return rows.map(({ followed }) => followed).join() === 'true,true,false';
  });

  const { id } = await launch('+5215512345741');
  await whenStatus(workspace, id, 'completed');
  const scope = await workspace.admin.post<ForgettingPreview>('/api/calls/forget-number/preview', {
    phoneNumber: '55 1234 5741',
  });
  expect(scope).toMatchObject({ calls: 4, openCalls: 0, recipients: 1 });
  expect(
    await workspace.admin.post<ForgettingPreview>('/api/calls/forget-number', { phoneNumber: '+525512345741' }),
  ).toMatchObject({ calls: 4, recipients: 1 });
  expect(await foundBy('+5215512345741')).toEqual([]);
  expect(await preflight('+5215512345741', '+525512345742')).toMatchObject({ doNotCall: 1 });
});

test('nobody shares a history by withholding their numbers, as carriers write it', async () => {
  const startMs = Date.now() - 7_200_000;
  await recordCall('withheld_1', '+266696687', startMs, 'inbound');
  await recordCall('withheld_2', '+266696687', startMs + 60_000, 'inbound');
  expect(await workspace.operator.get<CallRelatedData>('/api/calls/withheld_2/context')).toMatchObject({
    previousTotal: 0,
  });
});
