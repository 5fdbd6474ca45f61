/** Lists over HTTP: searches, a call's neighbours, and the file, cell by cell. */
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardMetrics } from '../../../../contract/analytics.ts';
import type { CallSummary } from '../../../../contract/calls.ts';
import { getDisconnectionReasonLabel } from '../../../../labels/disconnection-reasons-es.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { systemClock } from '../../../platform/clock.ts';
import { rebuildWorkspaceRollups } from '../../analytics/index.ts';
import { createCallSearchIndexer } from '../search/call-search-indexer.ts';
import {
  compareListed,
  insertListedCalls,
  isListed,
  listCampaigns,
  listNow,
  makeCalls,
  type ListedCall,
} from '../testing/call-list-data.ts';

const otherKey = 'key_other_0123456789abcdef';
const zone = 'America/Santiago';
const calls = makeCalls(240, 99);
const listed = calls.filter((call) => call.isMine).toSorted(compareListed('-date'));
let test: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;

beforeAll(async () => {
  const accounts = [
    { key: testKey, orgName: 'Prueba' },
    { key: otherKey, orgName: 'Otra' },
  ];
  test = await startTestApp({ background: false, simulator: { accounts } });
  workspace = await test.createWorkspace();
  stranger = await test.createWorkspace(otherKey);
  const { db } = test.database;
  await db
    .updateTable('workspace_settings')
    .set({ time_zone: zone })
    .where('workspace_id', '=', workspace.id)
    .execute();
  await insertListedCalls(db, calls, workspace.id, stranger.id);
  await db
    .insertInto('provider_cache')
    .values({
      workspace_id: workspace.id,
      kind: 'agent',
      key: 'agent_a',
      value: JSON.stringify({ agent_name: ' Ana ' }),
      fetched_at: listNow,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'kind', 'key']).doNothing())
    .execute();
  const [campaign = ''] = listCampaigns;
  await test.database.pool.query(
    `insert into campaigns (workspace_id, id, name, status, phone_number, success_definition, send_option, total_recipients, created_at, updated_at)
    values ($1, $2, 'Cobranza', 'completed', '+541150000000', 'Promete una fecha', 'now', 1, now(), now())`,
    [workspace.id, campaign],
  );
  const log = pino({ level: 'silent' });
  await rebuildWorkspaceRollups({ db, log }, workspace.id);
  await test.database.pool.query(
    'insert into call_search_queue (workspace_id, call_id) select workspace_id, id from calls',
  );
  const indexer = createCallSearchIndexer({ db, log, clock: systemClock, events: test.app.events });
  indexer.start();
  await waitFor(
    'every call in search',
    async () => (await db.selectFrom('call_search_queue').select('id').limit(1).execute()).length === 0,
  );
  await indexer.stop();
});

afterAll(() => test.stop());

interface File {
  readonly response: Response;
  readonly text: string;
  readonly heading: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

async function download(query = ''): Promise<File> {
  const response = await workspace.operator.request('GET', `/api/calls/export.csv${query}`);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  const { data, errors } = Papa.parse<string[]>(text.slice(1).trimEnd(), { delimiter: ';' });
  expect(errors).toEqual([]);
  const [heading = [], ...lines] = data;
  return {
    response,
    text,
    heading,
    rows: lines.map((line) => Object.fromEntries(heading.map((name, column) => [name, line[column] ?? '']))),
  };
}

const dateTime = new Intl.DateTimeFormat('es-AR', {
  timeZone: zone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const figures: Readonly<Record<string, string>> = {
  '1': '0',
  '12345': '12,3',
  '61050': '61,1',
  '12.345': '0,1235',
  '7': '0,07',
  '812.4': '812',
};
const figure = (value: number | string | null, plain: (value: number) => number): string =>
  value === null ? '' : (figures[String(value)] ?? String(plain(Number(value))));
const statusWords = {
  registered: 'En curso',
  ongoing: 'En curso',
  ended: 'Exitosa',
  not_connected: 'Fallida',
  error: 'Fallida',
};
const directionWords = { inbound: 'Entrante', outbound: 'Saliente', web_call: 'WebCall' };
const sentimentWords: Readonly<Record<string, string>> = {
  Positive: 'Positivo',
  Neutral: 'Neutral',
  Negative: 'Negativo',
  Unknown: 'Desconocido',
};
const reasonWords: Readonly<Record<string, string>> = {
  user_hangup: 'Usuario colgó',
  dial_failed: getDisconnectionReasonLabel('dial_failed'),
  voicemail_reached: getDisconnectionReasonLabel('voicemail_reached'),
};

function lineOf(call: ListedCall): Record<string, string> {
  const isWeb = call.direction === 'web_call';
  return {
    ID: call.id,
    Fecha: dateTime.format(call.at).replace(',', ''),
    Estado: statusWords[call.status],
    Dirección: directionWords[call.direction],
    Tipo: isWeb ? 'Web' : 'Teléfono',
    Desde: isWeb ? '' : '+541150000000',
    Hacia: isWeb ? '' : '+5491155550000',
    Cliente: call.isErased ? 'Datos eliminados' : call.customerName === '=2+2' ? "'=2+2" : (call.customerName ?? ''),
    Agente: call.agentId === 'agent_a' ? 'Ana' : (call.agentId ?? ''),
    Campaña: call.campaignId === listCampaigns[0] ? 'Cobranza' : '',
    'Duración (s)': figure(call.durationMs, (ms) => ms / 1_000),
    'Motivo de fin':
      call.reason === null
        ? ''
        : (Object.getOwnPropertyDescriptor(reasonWords, call.reason)?.value ?? `${call.reason} (desconocida)`),
    Sentimiento: call.sentiment === null ? '' : (sentimentWords[call.sentiment] ?? call.sentiment),
    Objetivo: call.isSuccessful === null ? '' : call.isSuccessful ? 'Sí' : 'No',
    'Costo (USD)': figure(call.costCents, (cents) => cents / 100),
    'Latencia p50 (ms)': figure(call.e2eP50Ms, (ms) => ms),
    Resumen: call.summary === '-1 de saldo' ? "'-1 de saldo" : (call.summary ?? ''),
  };
}

it.each(['/api/calls/all?', '/api/calls/export.csv?', '/api/calls/call_0/neighbours?'])(
  'says of a campaign that is not there, or is another workspace’s, that it does not exist: %s',
  async (path) => {
    for (const [who, campaignId] of [
      [workspace, randomUUID()],
      [stranger, listCampaigns[0]],
    ] as const) {
      const response = await who.operator.request('GET', `${path}campaignId=${campaignId}`);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        404,
        'La campaña de este filtro no existe o fue eliminada.',
      ]);
    }
  },
);

describe('the file of a list', () => {
  it('holds every call, newest first, as the workspace writes', async () => {
    const { response, text, rows } = await download();
    expect(text.startsWith('\uFEFF"ID";"Fecha";"Estado";')).toBe(true);
    expect(rows).toEqual(listed.map(lineOf));
    expect(response.headers.get('x-total-count')).toBe(String(listed.length));
    const headers = { 'accept-encoding': 'gzip' };
    const zipped = await workspace.operator.request('GET', '/api/calls/export.csv', { headers });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString('utf8')).toBe(text);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="llamadas-\d{4}-\d\d-\d\d\.csv"$/,
    );
  });

  it('has its costs in the workspace’s currency where there is a rate', async () => {
    const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
    const save = (currency: string, rate: number | null, more: number) =>
      workspace.admin.put('/api/settings', {
        version: version + more,
        currency,
        usdRate: rate === null ? null : { rate, date: '2026-11-01' },
      });
    await save('ARS', 1_000, 0);
    const { heading, rows } = await download();
    expect(heading).toContain('Costo (ARS)');
    const figureOf = (row: Readonly<Record<string, string>>) => (row['Costo (ARS)'] ?? '').replace(',', '.');
    expect(rows.map(figureOf)).toEqual(
      listed.map(({ costCents }) => (costCents === null ? '' : String(Math.round(Number(costCents) * 10 * 1e4) / 1e4))),
    );
    await save('EUR', null, 1);
    expect((await download()).heading).toContain('Costo (USD)');
    await save('USD', null, 2);
  });

  it.each([
    ['status=ended&sort=-duration', { status: 'ended' }, '-duration'],
    [`campaignId=${listCampaigns[0]}&sort=date`, { campaignId: listCampaigns[0] }, 'date'],
    [
      'origin=inbound&fromDate=2026-09-01T10:07:00Z&agentId=agent_b',
      { origin: 'inbound', fromDate: '2026-09-01T10:07:00Z', agentId: 'agent_b' },
      '-date',
    ],
    ['goal=missed&reason=user_hangup', { goal: 'missed', reason: 'user_hangup' }, '-date'],
    ['result=failed&origin=outbound', { result: 'failed', origin: 'outbound' }, '-date'],
    ['result=machine', { result: 'machine' }, '-date'],
    ['weekday=6&hour=13&sort=date', { hours: { weekday: 6, hour: 13, zone } }, 'date'],
    ['agentId=agent_unknown', { agentId: 'agent_unknown' }, '-date'],
  ] as const)('is the list of %s', async (query, filters, sort) => {
    const expected = listed.filter((call) => isListed(call, filters)).toSorted(compareListed(sort));
    const { response, rows } = await download(`?${query}`);
    expect(rows.map((row) => row['ID'])).toEqual(expected.map((call) => call.id));
    expect(response.headers.get('x-total-count')).toBe(String(expected.length));
  });

  it('shows nothing of another workspace, and is written down with its filters', async () => {
    const response = await stranger.operator.request('GET', '/api/calls/export.csv?q=%2B54911&status=ended');
    const text = await response.text();
    for (const call of listed) expect(text).not.toContain(`"${call.id}";`);
    await (await stranger.operator.request('GET', '/api/calls/export.csv?q=Ana')).text();
    const log = await stranger.admin.get<{ action: string; details: unknown }[]>('/api/audit-log');
    const exports = log.filter(({ action }) => action === 'call.exported').map(({ details }) => details);
    expect(exports).toEqual([
      { search: 'Ana', sort: '-date', calls: expect.any(Number) },
      // The entry omits the searched number.
      { search: true, filters: { status: 'ended' }, sort: '-date', calls: expect.any(Number) },
    ]);
  });
});

it('is under way twice for each person at most, and leaves sign-ins their time', async () => {
  const holder = await test.database.pool.connect();
  await holder.query('begin; lock table calls in access exclusive mode');
  const get = (who: 'operator' | 'admin') => workspace[who].request('GET', '/api/calls/export.csv');
  const answers = Array.from({ length: 10 }, () => get('operator'));
  const refused: Response[] = [];
  for (const answer of answers) void answer.then((response) => response.status === 429 && refused.push(response));
  await waitFor('eight refusals', () => refused.length === 8);
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
  expect(await refused[0]?.json()).toMatchObject({ code: 'too_many_requests' });
  const other = get('admin');
  const { status } = await test.client().request('POST', '/api/auth/login', { body: { username: 'x', password: 'y' } });
  expect(status).toBe(401);
  await holder.query('commit');
  holder.release();
  const statuses = (await Promise.all([...answers, other])).map(({ status }) => status);
  expect(statuses.toSorted((one, another) => one - another)).toEqual([200, 200, 200, ...Array(8).fill(429)]);
  await Promise.all(
    (await Promise.all([...answers, other])).filter(({ status }) => status === 200).map((answer) => answer.text()),
  );
  await waitFor('a free slot', async () => {
    const again = await get('operator');
    await again.text();
    return again.status === 200;
  });
});

const named = (filters = {}): ListedCall[] =>
  listed.filter((call) => isListed(call, filters) && call.customerName === 'Díaz; "Lola"' && !call.isErased);

describe('a search', () => {
  it('finds the same calls in the list, in the file and from call to call', async () => {
    const expected = named({ status: 'ended' }).map((call) => call.id);
    expect(expected.length).toBeGreaterThan(3);
    const response = await workspace.operator.request('GET', '/api/calls/all?q=lola%20diaz&status=ended');
    expect(response.headers.get('x-total-count')).toBe(String(expected.length));
    expect(response.headers.get('x-total-count-capped')).toBeNull();
    const found = (await response.json()) as (CallSummary & { snippet: string | null })[];
    expect(found.map((call) => call.id)).toEqual(expected);
    const file = await download('?q=lola%20diaz&status=ended');
    expect(file.rows.map((row) => row['ID'])).toEqual(expected);
    expect(file.response.headers.get('x-total-count')).toBe(String(expected.length));
    const neighbours = await workspace.operator.get(`/api/calls/${expected[1]}/neighbours?q=lola%20diaz&status=ended`);
    expect(neighbours).toEqual({ previousId: expected[0], nextId: expected[2] });
  });
});

describe('a call’s neighbours', () => {
  it('are those of the list that it was opened from', async () => {
    const ids = listed.map((call) => call.id);
    expect(await workspace.operator.get(`/api/calls/${ids[0]}/neighbours`)).toEqual({
      previousId: null,
      nextId: ids[1],
    });
    expect(await workspace.operator.get(`/api/calls/${ids[1]}/neighbours?sort=date`)).toEqual({
      previousId: ids[2],
      nextId: ids[0],
    });
  });

  it('are nobody’s where the call is another workspace’s', async () => {
    await expect(stranger.admin.get(`/api/calls/${listed[0]?.id}/neighbours`)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the calls under way', () => {
  it('are counted whole where the list ends at the 500 newest, as the figure beside it counts them', async () => {
    const read = async () => {
      const response = await workspace.operator.request('GET', '/api/calls/active');
      return { calls: (await response.json()) as CallSummary[], total: Number(response.headers.get('x-total-count')) };
    };
    const countActive = async () => (await workspace.operator.get<DashboardMetrics>('/api/metrics')).activeCalls;
    const before = await read();
    expect(before.total).toBe(listed.filter((call) => isListed(call, { status: 'in_progress' })).length);
    expect(before.calls).toHaveLength(before.total);
    // Open calls a second apart, newer than all others; every sixth is another workspace's.
    await test.database.pool.query(
      `insert into calls (workspace_id, id, first_seen_at, first_seen_month, call_type, direction, status, is_over, occurred_at)
        select case when n % 6 = 0 then $2 else $1 end::uuid, 'open_' || n, now(), date_trunc('month', now())::date, 'phone_call', 'inbound', 'ongoing', false,
          now() - n * interval '1 second'
        from generate_series(1, 720) n`,
      [workspace.id, stranger.id],
    );
    const { calls: newest, total } = await read();
    expect(total).toBe(before.total + 600);
    expect(total).toBe(await countActive());
    expect(newest).toHaveLength(500);
    expect(newest.slice(0, 6).map((call) => call.id)).toEqual([
      'open_1',
      'open_2',
      'open_3',
      'open_4',
      'open_5',
      'open_7',
    ]);
    await test.database.pool.query(`delete from calls where id like 'open_%'`);
    expect((await read()).total).toBe(before.total);
  });
});
