import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import type { Campaign, CopiedCampaignDraft, CreatedCampaign } from '../../../../contract/campaigns.ts';
import { isRecipientTemplateExampleRow } from '../../../../contract/recipient-file.ts';
import { parseWrittenPhoneNumber } from '../../../../phone/read-number.ts';
import { HttpFailure } from '../../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { recipientNameMissingErrorText, recipientPhoneFormatErrorText } from '../people/recipient-rows.ts';
import {
  buildOrder,
  originNumber,
  phoneOf,
  readCampaign,
  rowsOf,
  setPace,
  sumOfStates,
  timesDialled,
  whenStatus,
} from '../../../testing/campaign-orders.ts';

const secondKey = 'key_test_second_0123456789';
let app: TestApp;
let workspace: TestWorkspace;
let from: string;

beforeAll(async () => {
  app = await startTestApp({
    simulator: {
      accounts: [
        { key: testKey, orgName: 'Prueba', concurrencyLimit: 200 },
        { key: secondKey, orgName: 'Otra', concurrencyLimit: 1_000 },
      ],
    },
  });
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
  await setZone('America/Argentina/Buenos_Aires');
});

afterAll(() => app.stop());

function create(order: unknown, headers: Record<string, string> = {}): Promise<Campaign> {
  return workspace.editor.post<Campaign>('/api/campaigns', order, headers);
}

async function failure(asking: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  const error = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HttpFailure)) throw new Error('it was expected to fail');
  return { status: error.status, body: error.body };
}

async function countOf(sql: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>(`select count(*) as n from ${sql}`);
  return rows[0]?.n ?? -1;
}

const setZone = (timeZone: string): Promise<unknown> => workspace.editor.put('/api/settings', { timeZone });

const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' } as const;

test('a campaign is dialled to its end, and its counts are the truth', async () => {
  const before = app.simulator.placedCalls(workspace.key).length;
  const created = await create(buildOrder(from, { recipients: rowsOf(30) }));
  expect(created).toMatchObject({ totalRecipients: 30, lastSentBy: expect.stringContaining('editor') as string });
  const ended = await whenStatus(workspace, created.id, 'completed');
  expect(sumOfStates(ended)).toBe(30);
  expect(ended).toMatchObject({ sentCount: 30, pendingCount: 0, dialingCount: 0, liveCount: 0 });
  const placed = app.simulator.placedCalls(workspace.key).slice(before);
  expect(new Set(placed.map((call) => call.to_number)).size).toBe(30);
  expect(placed.length).toBe(30);

  // The analysis comes after the end of a call, and with it the goal.
  await app.simulator.whenIdle();
  const calls = placed.map((call) => app.simulator.call(workspace.key, call.call_id));
  const connected = calls.filter(
    (call) =>
      call?.call_status === 'ended' ||
      ((call?.start_timestamp ?? 0) > 0 &&
        (call?.duration_ms ?? 0) > 0 &&
        !call?.disconnection_reason?.startsWith('dial_')),
  );
  expect(ended.pickedUpCount).toBe(connected.length);
  const judged = calls.filter((call) => call?.call_analysis?.call_successful === true).length;
  await waitFor('all analyses', async () => (await readCampaign(workspace, created.id)).successfulCount === judged);
  expect(calls[0]?.retell_llm_dynamic_variables).toMatchObject({
    customer_name: expect.stringContaining('Cliente ') as string,
    phone_number: calls[0]?.to_number,
    saldo: expect.stringContaining(',50') as string,
    success_definition: 'El cliente promete una fecha de pago',
  });
});

test('mistaken rows are refused one by one and nothing is stored', async () => {
  const campaigns = await countOf('campaigns');
  const recipients = [...rowsOf(2), { 'Phone Number': '4567', Cliente: '' }, { phone_number: '+5491140000009' }];
  const { status, body } = await failure(create(buildOrder(from, { recipients })));
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'invalid_recipients',
    details: [
      { path: 'recipients.2', message: recipientPhoneFormatErrorText },
      { path: 'recipients.2', message: recipientNameMissingErrorText },
      { path: 'recipients.3', message: recipientNameMissingErrorText },
    ],
  });
  expect(await countOf('campaigns')).toBe(campaigns);
});

test('duplicates are dropped and counted, rejected rows kept, and neither is dialled', async () => {
  const recipients = [...rowsOf(2), ...rowsOf(2)];
  const rejectedRows = [{ row: 4, reason: recipientPhoneFormatErrorText, values: { phone_number: '1', name: 'X' } }];
  const created = await create(buildOrder(from, { ...later, recipients, rejectedRows }));
  expect(created).toMatchObject({
    totalRecipients: 2,
    duplicateCount: 2,
    rejectedCount: 1,
    pendingCount: 2,
    status: 'scheduled',
  });
  expect(await countOf(`recipients where campaign_id = '${created.id}'`)).toBe(2);
});

test('a repeated request with its key is one campaign, also when all come at once; another body is a conflict', async () => {
  const campaigns = await countOf('campaigns');
  const order = buildOrder(from, { ...later, recipients: rowsOf(200) });
  const headers = { 'idempotency-key': 'envio-1' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(order, headers)));
  expect(new Set(answers.map((each) => each.id)).size).toBe(1);
  expect((await create(order, headers)).id).toBe(answers[0]?.id);
  expect(await countOf('campaigns')).toBe(campaigns + 1);
  expect(await countOf(`recipients where campaign_id = '${answers[0]?.id}'`)).toBe(200);
  expect(answers[0]).toMatchObject({ pendingCount: 200 });
  for (const another of [{ name: 'Otra' }, { retryPolicy: { busy: { attempts: 1, delayMinutes: 5 } } }]) {
    expect(await failure(create({ ...order, ...another }, headers))).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  }
});

test('an unknown number, an unknown agent and a time gone by are named', async () => {
  expect(await failure(create(buildOrder('+5491100000000')))).toMatchObject({
    status: 400,
    body: { details: [{ path: 'phoneNumber' }] },
  });
  expect(await failure(create(buildOrder(from, { agentId: 'agent_none' })))).toMatchObject({
    status: 400,
    body: { details: [{ path: 'agentId' }] },
  });
  const past = { sendOption: 'scheduled', scheduledDate: '2024-02-29', scheduledTime: '09:00' } as const;
  expect(await failure(create(buildOrder(from, past)))).toMatchObject({
    status: 400,
    body: { message: 'La fecha y hora de envío ya pasaron.' },
  });
});

test('a scheduled campaign waits for its moment in the workspace’s zone, then begins', async () => {
  const created = await create(buildOrder(from, later));
  const { rows } = await app.database.pool.query<{ starts_at: Date }>('select starts_at from campaigns where id = $1', [
    created.id,
  ]);
  expect(rows[0]?.starts_at.toISOString()).toBe('2099-12-01T13:30:00.000Z');
  const placed = app.simulator.placedCalls(workspace.key).length;
  const due = await app.database.pool.query<{ starts_at: Date }>(
    `update campaigns set starts_at = clock_timestamp() + interval '1 second' where id = $1 returning starts_at`,
    [created.id],
  );
  app.app.events.emit('dispatch.due', { workspaceId: workspace.id });
  const begun = await waitFor('its beginning', async () => {
    const campaign = await readCampaign(workspace, created.id);
    return campaign.lastSentAt !== null && campaign;
  });
  expect(Date.parse(begun.lastSentAt ?? '')).toBeGreaterThanOrEqual(due.rows[0]?.starts_at.getTime() ?? Infinity);
  await whenStatus(workspace, created.id, 'completed');
  expect(app.simulator.placedCalls(workspace.key).length).toBe(placed + 3);
});

test('date and time of a scheduled campaign hold in the workspace’s zone, also when that becomes another one', async () => {
  const ids = [(await create(buildOrder(from, later))).id, (await create(buildOrder(from, later))).id];
  await workspace.editor.patch(`/api/campaigns/${ids[1] ?? ''}`, { status: 'paused' });
  const readMoments = async (): Promise<string[]> => {
    const { rows } = await app.database.pool.query<{ starts_at: Date }>(
      'select starts_at from campaigns where id = any ($1::uuid[])',
      [ids],
    );
    return rows.map(({ starts_at: at }) => at.toISOString());
  };
  await setZone('America/Bogota');
  expect(await readMoments()).toEqual(['2099-12-01T15:30:00.000Z', '2099-12-01T15:30:00.000Z']);
  await setZone('America/Argentina/Buenos_Aires');
  expect(await readMoments()).toEqual(['2099-12-01T13:30:00.000Z', '2099-12-01T13:30:00.000Z']);
  for (const id of ids) await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
});

test('a campaign that began keeps the moment of its beginning in any zone', async () => {
  const { id } = await create(buildOrder(from));
  await whenStatus(workspace, id, 'completed');
  const readMoment = async () =>
    (await app.database.pool.query('select starts_at from campaigns where id = $1', [id])).rows;
  const before = await readMoment();
  await setZone('America/Bogota');
  expect(await readMoment()).toEqual(before);
  await setZone('America/Argentina/Buenos_Aires');
});

test('stop ends dialling at once: nothing is placed after its answer, the rest reads undelivered', async () => {
  await setPace(workspace, { callsPerSecond: 40, reservedLines: 0 });
  const before = app.simulator.placedCalls(workspace.key).length;
  const created = await create(buildOrder(from, { recipients: rowsOf(500) }));
  await waitFor('some calls', () => app.simulator.placedCalls(workspace.key).length > before + 10);
  const stopped = await workspace.editor.patch<Campaign>(`/api/campaigns/${created.id}`, { status: 'completed' });
  const placed = app.simulator.placedCalls(workspace.key).length;
  expect(stopped).toMatchObject({ status: 'completed', pendingCount: 0 });
  expect(sumOfStates(stopped)).toBe(500);
  const settled = await waitFor('its last calls', async () => {
    const campaign = await readCampaign(workspace, created.id);
    return campaign.dialingCount === 0 && campaign.liveCount === 0 && campaign;
  });
  expect(app.simulator.placedCalls(workspace.key).length).toBe(placed);
  expect(settled).toMatchObject({
    sentCount: placed - before,
    undeliveredCount: 500 - (placed - before),
    status: 'completed',
  });
  expect(await failure(workspace.editor.patch(`/api/campaigns/${created.id}`, { status: 'completed' }))).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition' },
  });
  expect(
    await countOf(`audit_log where target = '${created.id}' and action in ('campaign.created', 'campaign.stopped')`),
  ).toBe(2);
  await setPace(workspace);
});

test('deleting hides a campaign, stops it, and happens once', async () => {
  const created = await create(buildOrder(from, later));
  const deleted = await workspace.editor.patch<Campaign>(`/api/campaigns/${created.id}`, { status: 'failed' });
  expect(deleted).toMatchObject({ status: 'failed', undeliveredCount: 3, pendingCount: 0 });
  const listed = await workspace.operator.get<Campaign[]>('/api/campaigns');
  expect(listed.some((each) => each.id === created.id)).toBe(false);
  expect(await failure(workspace.editor.patch(`/api/campaigns/${created.id}`, { status: 'failed' }))).toMatchObject({
    status: 409,
  });
});

test('campaigns are listed newest first; an operator reads only, a stranger finds nothing', async () => {
  const listed = await workspace.operator.get<Campaign[]>('/api/campaigns');
  expect(listed.map((each) => each.createdAt)).toEqual(
    listed
      .map((each) => each.createdAt)
      .toSorted()
      .toReversed(),
  );
  expect(await failure(workspace.operator.post('/api/campaigns', buildOrder(from)))).toMatchObject({ status: 403 });
  const other = await app.createWorkspace(secondKey);
  expect(await other.admin.get('/api/campaigns')).toEqual([]);
  expect(await failure(other.admin.patch(`/api/campaigns/${listed[0]?.id}`, { status: 'failed' }))).toMatchObject({
    status: 404,
  });
});

test('the template opens in Excel, and its example row is nobody to call', async () => {
  const answer = await workspace.operator.request('GET', '/api/campaigns/template');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="plantilla-campana.csv"');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  const [header, example = '', ...rest] = new TextDecoder().decode(bytes).split('\r\n');
  expect([header, ...rest]).toEqual(['"phone_number";"customer_name"', '']);
  const [phone = '', name = ''] = example.split(';').map((cell) => cell.slice(1, -1));
  expect(isRecipientTemplateExampleRow(phone, name)).toBe(true);
  expect(parseWrittenPhoneNumber(phone, { country: 'AR' })).toMatchObject({
    number: null,
    offer: null,
    unlisted: null,
  });
});

test('what seems no name or no line is accepted and counted, and signs that nobody sees are dropped', async () => {
  const names = ['NULL', '#N/A', '{{nombre}}', 'MarÃ­a', 'Ana &amp; Luis'];
  const doubtful = names.map((name, index) => ({ phone_number: phoneOf(20_000 + index), customer_name: name }));
  const hidden = { phone_number: '\u202a+54\u00ad9\u200b1144481001\u202c', customer_name: '\u200bAna\u2060 ' };
  const unknown = [
    { phone_number: '+549115555', customer_name: 'Luis' },
    { phone_number: '+54915555550197', customer_name: 'Eva' },
  ];
  const order = buildOrder(from, { ...later, recipients: [...doubtful, hidden, ...unknown] });
  const created = await workspace.editor.post<CreatedCampaign>('/api/campaigns', order, { 'idempotency-key': 'doubt' });
  const warnings = [
    { kind: 'unknownNumber', count: 2, examples: ['+549115555', '+54915555550197'] },
    { kind: 'doubtfulName', count: 5, examples: names.slice(0, 3) },
  ];
  expect(created).toMatchObject({ totalRecipients: 8, warnings });
  // A repeated request gets the same answer as the first.
  expect(await create(order, { 'idempotency-key': 'doubt' })).toEqual(created);
  const { recipients } = await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${created.id}/draft`);
  expect(recipients[5]).toEqual({ phone_number: '+5491144481001', customer_name: 'Ana' });
  const { recipients: invisible } = JSON.parse(
    readFileSync('examples/cases/n01-nombre-invisible-api.json', 'utf8'),
  ) as Pick<CopiedCampaignDraft, 'recipients'>;
  expect(await failure(create(buildOrder(from, { ...later, recipients: invisible })))).toMatchObject({
    status: 422,
    body: { details: [{ path: 'recipients.0', message: recipientNameMissingErrorText }] },
  });
});

test('10,000 recipients are stored whole, however often their numbers stand there, and not one more', async () => {
  const created = await create(buildOrder(from, { ...later, recipients: [...rowsOf(10_000), ...rowsOf(300)] }));
  expect(created).toMatchObject({ totalRecipients: 10_000, pendingCount: 10_000, duplicateCount: 300 });
  const oneMore = [...rowsOf(10_000), { phone_number: phoneOf(10_001), name: 'X' }];
  expect(await failure(create(buildOrder(from, { ...later, recipients: oneMore })))).toMatchObject({
    status: 400,
    body: { message: 'Como máximo 10.000 destinatarios' },
  });
  const tooManyRows = [...rowsOf(10_000), ...rowsOf(10_000), ...rowsOf(1)];
  expect(await failure(create(buildOrder(from, { ...later, recipients: tooManyRows })))).toMatchObject({ status: 400 });
});

test('over all campaigns nobody was dialled more often than campaigns named them', async () => {
  const { rows } = await app.database.pool.query<{ phone_number: string; n: number }>(
    `select phone_number, count(*) as n from recipients where state = 'sent' and workspace_id = $1 group by phone_number`,
    [workspace.id],
  );
  expect(timesDialled(app, workspace.key)).toEqual(new Map(rows.map((row) => [row.phone_number, row.n])));
});
