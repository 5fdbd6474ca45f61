// The right to be forgotten, over HTTP with dispatcher, jobs and reconciliation running. Afterwards no table of the
// database holds the number, the name or a word that was said, whatever still arrives.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallDetail, CallSummary } from '../../../contract/calls.ts';
import type { Campaign, CopiedCampaignDraft, CampaignRecipient } from '../../../contract/campaigns.ts';
import type { DoNotCallEntry } from '../../../contract/do-not-call.ts';
import type { ProviderContactToErase, ForgettingResult } from '../../../contract/forgetting.ts';
import { outgoingEventKinds } from '../../../contract/event-webhooks.ts';
import type { AuditLogEntry } from '../../../contract/settings.ts';
import { numberKeyOf } from '../../../phone/number-key.ts';
import { providerWebhookSignatureHeader, signProviderWebhook } from '../../../retell/signature.ts';
import { parseWireCall } from '../../../retell/wire-call.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { eraseOldNumberDigests, eraseRecipientsOfAttempts } from '../campaigns/index.ts';

const key = 'key_forgetting_ours';

const accounts = ['ours', 'theirs'].map((name) => ({
  key: `key_forgetting_${name}`,
  orgName: name,
  concurrencyLimit: 200,
}));
let test: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;
let origin: string;

beforeAll(async () => {
  test = await startTestApp({ simulator: { accounts, outcomes: { user_hangup: 1 } } });
  workspace = await test.createWorkspace('key_forgetting_ours');
  stranger = await test.createWorkspace('key_forgetting_theirs');
  const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
  await workspace.admin.put('/api/settings', { version, dialing: { callsPerSecond: 200, reservedLines: 0 } });
  // Nobody takes these events, so that all of them are in the database.
  const hook = { url: 'https://127.0.0.1.invalid/', events: outgoingEventKinds };
  const { id } = await workspace.admin.post<{ id: string }>('/api/event-webhooks', hook);
  await workspace.admin.request('PATCH', `/api/event-webhooks/${id}`, { body: { state: 'paused' } });
  const numbers =
    await workspace.operator.get<{ phone_number: string; outbound_agent_id: string | null }[]>(
      '/api/retell/phone-numbers',
    );
  origin = numbers.find((number) => number.outbound_agent_id !== null)?.phone_number ?? '';
});
afterAll(() => test.stop());

interface Person {
  readonly number: string;
  /** The number's last digits as a regular expression, in any grouping. No time of day matches it. */
  readonly digits: string;
  readonly name: string;
  readonly said: string;
}

let people = 0;

function newPerson(): Person {
  const index = String(++people).padStart(3, '0');
  const digits = `99887${index}`;
  return {
    number: `+54911${digits}`,
    // Separators are no letters, so that a random id does not match.
    digits: digits.replaceAll(/(?<=\d)(?=\d)/g, '[^0-9a-z]{0,3}'),
    name: `Zoraida${index} Quintriqueo`,
    said: `bergamota${index}`,
  };
}

/** Tables of any schema, pg-boss's too, in which a row contains data of the person. */
async function tablesWith(person: Person): Promise<string[]> {
  const { pool } = test.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select from ${name} as t where t::text ~* $1 limit 1`, [
      `${person.digits}|${person.name.slice(0, 10)}|${person.said}`,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** A call as the provider reports it, with all data that it may contain of a person. */
function callOf(id: string, person: Person, status: 'ongoing' | 'ended' = 'ended') {
  const startMs = Date.now() - 3_600_000;
  const started = {
    call_id: id,
    call_type: 'phone_call',
    direction: 'inbound',
    call_status: status,
    agent_id: 'agent_forgetting',
    from_number: person.number,
    to_number: origin,
    start_timestamp: startMs,
    retell_llm_dynamic_variables: { customer_name: person.name, dni: person.said },
    metadata: { note: person.name },
  };
  if (status === 'ongoing') return started;
  // Numeric values are counted and stay, unless a number is somebody's telephone number.
  const custom = { name: person.name, csat: 5, telefono: person.number, celular: Number(person.number.slice(-8)) };
  return {
    ...started,
    end_timestamp: startMs + 60_000,
    duration_ms: 60_000,
    disconnection_reason: 'user_hangup',
    transcript: `Agent: Hola ${person.name}\nUser: ${person.said}`,
    transcript_object: [{ role: 'user', content: person.said, words: [{ word: person.said, start: 1, end: 2 }] }],
    pre_session_transcript_with_tool_calls: [{ role: 'tool_call_result', content: `Es ${person.name}` }],
    post_session_transcript_with_tool_calls: [{ role: 'agent', content: person.said }],
    recording_url: `https://recordings.example/${person.said}.wav`,
    call_analysis: {
      call_summary: `Dijo ${person.said}`,
      user_sentiment: 'Positive',
      call_successful: true,
      custom_analysis_data: custom,
    },
    call_cost: { combined_cost: 12.5 },
    telephony_identifier: { twilio_call_sid: person.said },
  };
}

/** @returns the call's id, once it is stored. */
async function receive(
  person: Person,
  status: 'ongoing' | 'ended' = 'ended',
  id = `call_${randomUUID()}`,
): Promise<string> {
  const call = parseWireCall(callOf(id, person, status));
  if (!call) throw new Error('no call');
  await test.app.features.calls.ingest.record(workspace.id, {
    event: status === 'ended' ? 'call_analyzed' : 'call_started',
    call,
    source: 'webhook',
  });
  return id;
}

/** Sends everything that may still arrive: webhooks of every type, look-ups, the provider's lists, questions. */
async function sendLateNews(callIds: readonly string[], person: Person): Promise<void> {
  const { webhookUrl } = await workspace.admin.get<{ webhookUrl: string }>('/api/webhook-url');
  for (const id of callIds) {
    for (const event of ['call_started', 'call_ended', 'call_analyzed', 'transcript_updated', 'transfer_ended']) {
      const body = JSON.stringify({ event, call: callOf(id, person, event === 'call_started' ? 'ongoing' : 'ended') });
      const headers = {
        'content-type': 'application/json',
        [providerWebhookSignatureHeader]: signProviderWebhook(body, workspace.key, Date.now()),
      };
      const answer = await fetch(new URL(new URL(webhookUrl).pathname, test.url), { method: 'POST', body, headers });
      expect([event, answer.status]).toEqual([event, 204]);
    }
    await receive(person, 'ended', id);
    await workspace.operator.get(`/api/calls/${id}`);
    await workspace.operator.get(`/api/calls/${id}/recording`);
  }
  await test.app.features.calls.reconcileNow(workspace.id);
  await test.app.features.calls.backfillNow(workspace.id);
}

const recipients = (id: string) => workspace.operator.get<CampaignRecipient[]>(`/api/campaigns/${id}/recipients`);
const audit = () => workspace.admin.get<AuditLogEntry[]>('/api/audit-log?pageSize=100');
const erase = (id: string, by = workspace.admin) => by.request('DELETE', `/api/calls/${id}`);

function campaignBody(name: string, rows: readonly Person[], more: object = {}) {
  return {
    name,
    successDefinition: 'Acepta',
    phoneNumber: origin,
    recipients: rows.map(({ number, name: customer, said }) => ({
      phone_number: number,
      customer_name: customer,
      dni: said,
    })),
    sendOption: 'now',
    ...more,
  };
}

async function dial(name: string, rows: readonly Person[]): Promise<string> {
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', campaignBody(name, rows));
  await waitFor(
    'its end',
    async () => (await workspace.operator.get<Campaign>(`/api/campaigns/${id}`)).status === 'completed',
  );
  await waitFor('all analyses', async () =>
    (await recipients(id)).every(({ attempts: [attempt] }) => attempt?.sentiment !== null),
  );
  return id;
}

const callsOf = async (campaignId: string): Promise<string[]> =>
  (await recipients(campaignId)).flatMap(({ attempts }) => attempts.flatMap(({ callId }) => callId ?? []));

it('takes a call out of every table and of the provider, for good', async () => {
  const [person, other] = [newPerson(), newPerson()];
  const campaignId = await dial('Por llamada', [person, other]);
  const [callId = ''] = await callsOf(campaignId);
  await receive(person, 'ended', callId);
  const before = await workspace.operator.get<CallDetail>(`/api/calls/${callId}`);
  expect(before.customerName).toBe(person.name);
  await waitFor(
    'the call’s words to be found',
    async () => (await workspace.operator.get<CallSummary[]>(`/api/calls/all?q=${person.said}`)).length === 1,
  );
  await test.database.pool.query(
    `insert into call_reviews (workspace_id, call_id, form_version, answers, note, reviewed_at) values ($1, $2, 1, '{}', $3, now())`,
    [workspace.id, callId, `Con ${person.name}`],
  );
  expect(await tablesWith(person)).toEqual(
    expect.arrayContaining(['public.calls', 'public.recipients', 'public.attempts', 'public.call_reviews']),
  );

  expect((await erase(callId)).status).toBe(204);
  const after = await workspace.operator.get<CallDetail>(`/api/calls/${callId}`);
  const nobody = { customerName: null, fromNumber: null, toNumber: null };
  const nothing = {
    transcript: null,
    utterances: [],
    recordingUrl: null,
    callAnalysis: null,
    retellLlmDynamicVariables: null,
  };
  expect(after).toMatchObject({ ...nobody, ...nothing, collectedDynamicVariables: null, erasedAt: expect.any(String) });
  const { occurredAt, durationMs, agentId, callStatus, costCents, disconnectionReason, userSentiment, callSuccessful } =
    before;
  expect(after).toMatchObject({
    occurredAt,
    durationMs,
    agentId,
    callStatus,
    costCents,
    disconnectionReason,
    userSentiment,
    callSuccessful,
  });
  expect(await workspace.operator.get(`/api/calls/${callId}/recording`)).toEqual({
    recording_url: null,
    available: false,
  });
  expect((await workspace.operator.request('GET', `/api/calls/${callId}/recording/audio`)).status).toBe(404);
  expect(await tablesWith(person)).toEqual([]);
  await waitFor('the provider’s copy to be gone', () => test.simulator.call(workspace.key, callId) === undefined);
  await sendLateNews([callId], person);
  expect(await tablesWith(person)).toEqual([]);
  // Nothing of the other person was deleted.
  expect(await tablesWith(other)).toEqual(
    expect.arrayContaining(['public.calls', 'public.call_details', 'public.recipients']),
  );

  const [erased, kept] = await recipients(campaignId);
  expect(erased).toMatchObject({ phoneNumber: '', customerName: '', state: 'sent', attempts: [{ callId }] });
  expect(kept).toMatchObject({ phoneNumber: other.number, customerName: other.name });
  expect(
    (await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${campaignId}/draft`)).recipients.map(
      (row) => row['phone_number'],
    ),
  ).toEqual([other.number]);
  expect(await (await workspace.operator.request('GET', `/api/campaigns/${campaignId}/results.csv`)).text()).toContain(
    '\n"Datos eliminados";',
  );
});

it('keeps of the attempts of today a digest for a day, and nothing of those before', async () => {
  const person = newPerson();
  const [first, second] = [await dial('De ayer', [person]), await dial('De hoy', [person])];
  const { db, pool } = test.database;
  const age = (campaignId: string, hours: number) =>
    pool.query(`update attempts set created_at = created_at - $2 * interval '1 hour' where campaign_id = $1`, [
      campaignId,
      hours,
    ]);
  const keys = async (): Promise<unknown[]> => {
    const { rows } = await pool.query(
      `select number_key from attempts where campaign_id = any($1::uuid[]) order by created_at`,
      [[first, second]],
    );
    return rows.map((row: { number_key: string | null }) => row.number_key);
  };
  await age(first, 27);
  const digest = expect.stringMatching(/^hmac:[0-9a-f]{64}$/);
  for (const callId of [...(await callsOf(first)), ...(await callsOf(second))])
    expect((await erase(callId)).status).toBe(204);
  const erased = await keys();
  expect(erased).toEqual([null, digest]);
  expect(await tablesWith(person)).toEqual([]);
  // Simulates that another call with the same recipient is forgotten.
  const { rows: attempts } = await pool.query<{ id: string }>(`select id from attempts where campaign_id = $1`, [
    second,
  ]);
  await db.transaction().execute((tx) =>
    eraseRecipientsOfAttempts(
      tx,
      test.app.features.doNotCall,
      workspace.id,
      attempts.map(({ id }) => id),
    ),
  );
  expect(await keys()).toEqual(erased);
  // Ages the attempts by the longest day.
  await age(second, 25);
  await eraseOldNumberDigests(db);
  expect(await keys()).toEqual([null, digest]);
  await age(second, 1);
  await eraseOldNumberDigests(db);
  expect(await keys()).toEqual([null, null]);
});

it('erases who was still to be called when their call was erased, once they are not', async () => {
  const [person, another] = [newPerson(), newPerson()];
  for (const { number } of [person, another]) test.simulator.forceOutcome('dial_no_answer', number);
  const retryPolicy = { no_answer: { attempts: 1, delayMinutes: 600 } };
  const { id } = await workspace.editor.post<Campaign>(
    '/api/campaigns',
    campaignBody('Con reintentos', [person, another], { retryPolicy }),
  );
  await waitFor('both to wait for their retry', async () => {
    const { status, retryingCount } = await workspace.operator.get<Campaign>(`/api/campaigns/${id}`);
    return status === 'in_progress' && retryingCount === 2;
  });
  const [first = '', second = ''] = await callsOf(id);
  expect((await erase(first)).status).toBe(204);
  await test.app.features.forgetting.eraseWaiting();
  expect((await recipients(id)).map(({ phoneNumber }) => phoneNumber)).toEqual([person.number, another.number]);
  // The other person's call is erased after the end.
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'completed' });
  await test.app.features.forgetting.eraseWaiting();
  expect((await recipients(id)).map(({ phoneNumber }) => phoneNumber)).toEqual(['', another.number]);
  expect(await tablesWith(person)).toEqual([]);
  expect((await erase(second)).status).toBe(204);
  expect(await tablesWith(another)).toEqual([]);
  const { rows } = await test.database.pool.query('select from recipients_to_erase');
  expect(rows).toEqual([]);
  test.simulator.forceOutcome(undefined);
});

it('tells of a deletion once, however often it is asked for, and only to who may ask', async () => {
  const id = await receive(newPerson());
  for (const who of [workspace.editor, workspace.operator]) expect((await erase(id, who)).status).toBe(403);
  expect((await erase(id, stranger.admin)).status).toBe(404);
  expect((await erase('call_unheard_of')).status).toBe(404);
  for (let time = 0; time < 3; time += 1) expect((await erase(id)).status).toBe(204);
  const told = (await audit()).filter(({ action, target }) => action === 'call.forgotten' && target === id);
  expect(told).toMatchObject([{ details: {}, address: '127.0.0.1' }]);
  await expect(workspace.editor.post(`/api/calls/${id}/rerun-analysis`)).rejects.toMatchObject({
    status: 409,
    body: { code: 'call_erased' },
  });
});

it('leaves a call alone that goes on, and its number too', async () => {
  const person = newPerson();
  const id = await receive(person, 'ongoing');
  const open = { status: 409, code: 'call_open' };
  const answer = await erase(id);
  expect({ status: answer.status, code: ((await answer.json()) as { code: string }).code }).toEqual(open);
  await expect(workspace.admin.post('/api/calls/forget-number', { phoneNumber: person.number })).rejects.toMatchObject({
    status: 409,
    body: { code: 'call_open' },
  });
  expect(await workspace.admin.post('/api/calls/forget-number/preview', { phoneNumber: person.number })).toMatchObject({
    calls: 0,
    openCalls: 1,
    recipients: 0,
  });
  expect((await workspace.operator.get<CallDetail>(`/api/calls/${id}`)).fromNumber).toBe(person.number);
  await receive(person, 'ended', id);
  expect((await erase(id)).status).toBe(204);
  expect(await tablesWith(person)).toEqual([]);
});

it('takes a number out of everything, and never dials it again', async () => {
  const [person, other] = [newPerson(), newPerson()];
  const local = `+54 011 15 ${person.number.slice(-8, -4)}-${person.number.slice(-4)}`;
  const { callId: testCallId } = await workspace.editor.post<{ callId: string }>('/api/campaigns/test-call', {
    phoneNumber: origin,
    toNumber: person.number,
  });
  const campaignId = await dial('Por número', [person, other]);
  const inbound = await receive(person);
  const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' };
  const rejectedRows = [
    { row: 7, reason: `Formato inválido: ${local}`, values: { tel: local, nombre: person.name } },
    { row: 8, reason: 'Sin nombre', values: { tel: other.number } },
  ];
  const { id: scheduledId } = await workspace.editor.post<Campaign>(
    '/api/campaigns',
    campaignBody('Programada', [person, other], { ...later, rejectedRows }),
  );
  await workspace.editor.post('/api/do-not-call', { phoneNumber: local, note: `Lo pidió ${person.name}` });
  await workspace.operator.post('/api/calls/views', {
    name: 'De la persona',
    search: new URLSearchParams({ q: local, status: 'ended' }).toString(),
  });
  await waitFor(
    'the test call’s end',
    async () => (await workspace.operator.get<CallDetail>(`/api/calls/${testCallId}`)).callStatus !== 'in_progress',
  );

  const asked = { phoneNumber: local };
  expect(await workspace.admin.post('/api/calls/forget-number/preview', asked)).toMatchObject({
    calls: 3,
    openCalls: 0,
    recipients: 2,
  });
  expect(await workspace.admin.post('/api/calls/forget-number', asked)).toMatchObject({
    calls: 3,
    openCalls: 0,
    recipients: 2,
  });
  expect(await tablesWith(person)).toEqual([]);
  const callIds = [testCallId, inbound, ...(await callsOf(campaignId))].slice(0, 3);
  await waitFor('the provider’s copies to be gone', () =>
    callIds.every((id) => test.simulator.call(workspace.key, id) === undefined),
  );
  await sendLateNews(callIds, person);
  expect(await tablesWith(person)).toEqual([]);
  expect(await tablesWith(other)).toEqual(
    expect.arrayContaining(['public.calls', 'public.campaigns', 'public.recipients']),
  );

  const campaign = await workspace.operator.get<Campaign>(`/api/campaigns/${scheduledId}`);
  expect(campaign).toMatchObject({ totalRecipients: 2, pendingCount: 1, skippedCount: 1, rejectedCount: 2 });
  expect(await recipients(scheduledId)).toMatchObject([
    { phoneNumber: '', customerName: '', state: 'skipped' },
    { phoneNumber: other.number, state: 'pending' },
  ]);
  const entries = await workspace.editor.get<DoNotCallEntry[]>('/api/do-not-call');
  expect(entries).toMatchObject([
    { source: 'forgotten', phoneNumber: null, note: null, numberKey: expect.stringMatching(/^hmac:[0-9a-f]{64}$/) },
  ]);
  await expect(
    workspace.editor.post('/api/campaigns/test-call', { phoneNumber: origin, toNumber: person.number }),
  ).rejects.toMatchObject({ status: 400, body: { message: expect.stringContaining('No Llamar') } });
  expect(await workspace.operator.get('/api/calls/views')).toMatchObject([
    { name: 'De la persona', search: 'status=ended' },
  ]);
  const told = await audit();
  expect(told.find(({ action }) => action === 'call.number_forgotten')).toMatchObject({
    target: null,
    details: { calls: 3, recipients: 2 },
  });
  expect(told.find(({ action }) => action === 'campaign.test_call')).toMatchObject({ target: '«número eliminado»' });
});

it('holds against everything that is told at the same moment', async () => {
  const person = newPerson();
  const id = await receive(person);
  const others = await Promise.all(Array.from({ length: 5 }, () => receive(person)));
  const news = () =>
    [id, ...others].flatMap((each) => [receive(person, 'ongoing', each), receive(person, 'ended', each)]);
  const before = news();
  const deletions = [
    erase(id),
    erase(id),
    workspace.admin.post('/api/calls/forget-number', { phoneNumber: person.number }),
  ];
  await Promise.all([...before, ...deletions, ...news()]);
  expect(await tablesWith(person)).toEqual([]);
  expect(
    (await audit()).filter(({ action, target }) => action === 'call.forgotten' && target === id).length,
  ).toBeLessThanOrEqual(1);
});

it('never dials a recipient of whom nothing is left', async () => {
  const [person, other] = [newPerson(), newPerson()];
  const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' };
  const { id } = await workspace.editor.post<Campaign>(
    '/api/campaigns',
    campaignBody('Con una borrada', [person, other], later),
  );
  // Simulates the recipient of a call that comes to light later and may cause another attempt.
  await test.database.pool.query(
    `update recipients set phone_number = '', customer_name = '', variables = '{}' where campaign_id = $1 and position = 1`,
    [id],
  );
  await test.database.pool.query(`update campaigns set starts_at = now() where id = $1`, [id]);
  const done = await waitFor('the campaign’s end', async () => {
    const campaign = await workspace.operator.get<Campaign>(`/api/campaigns/${id}`);
    return campaign.status === 'completed' && campaign;
  });
  expect(done).toMatchObject({ sentCount: 1, skippedCount: 1, pendingCount: 0 });
  expect(test.simulator.placedCalls(workspace.key).map((call) => call.to_number)).not.toContain('');
});

it('says what is wrong with a number, and lets admins alone forget', async () => {
  for (const path of ['/api/calls/forget-number', '/api/calls/forget-number/preview']) {
    await expect(workspace.admin.post(path, { phoneNumber: '4444-5555' })).rejects.toMatchObject({
      status: 400,
      body: {
        code: 'invalid_input',
        message: expect.stringContaining('falta el código de área'),
        details: [{ path: 'phoneNumber' }],
      },
    });
    await expect(workspace.editor.post(path, { phoneNumber: '11 4444 5555' })).rejects.toMatchObject({ status: 403 });
  }
  // Another workspace has no data of our people.
  const person = newPerson();
  await receive(person);
  expect(await stranger.admin.post('/api/calls/forget-number', { phoneNumber: person.number })).toMatchObject({
    calls: 0,
    openCalls: 0,
    recipients: 0,
  });
  expect(await tablesWith(person)).toContain('public.calls');
});

const contact = (number: string) => test.simulator.contact(key, number);
const toEmpty = () => workspace.admin.get<ProviderContactToErase[]>('/api/calls/forget-number/contacts');
const forget = (number: string) =>
  workspace.admin.post<ForgettingResult>('/api/calls/forget-number', { phoneNumber: number });
/** Simulates that the job's delay has passed. */
const hurry = () =>
  test.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'empty-contacts' and state = 'retry'`,
  );

it('empties the contact of a number at the provider, whose mark stays, and leaves nothing of it here', async () => {
  const person = newPerson();
  test.simulator.setContact(key, {
    phoneNumber: person.number,
    doNotCall: true,
    firstName: person.name,
    lastName: 'Quintriqueo',
    memory: `Se llama ${person.name} y debe dos cuotas.`,
    tags: ['moroso'],
    customFields: { dni: '30111222', barrio: 'Once' },
  });
  expect(await forget(person.number)).toMatchObject({ contacts: 1 });
  await waitFor('it to be empty', async () => (await toEmpty()).length === 0);
  expect(contact(person.number)).toMatchObject({
    do_not_call: true,
    first_name: '',
    last_name: '',
    contact_memory: '',
    tags: [],
    custom_fields: {},
  });
  expect(await tablesWith(person)).toEqual([]);
  const { rows } = await test.database.pool.query<{ n: number }>(
    'select count(*)::int as n from do_not_call where workspace_id = $1 and number_key = $2',
    [workspace.id, test.app.features.doNotCall.digestOf(workspace.id, numberKeyOf(person.number))],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

it('finds the contact under another spelling of the number', async () => {
  const person = newPerson();
  const other = person.number.replace(/^\+549/, '+54');
  expect(other).not.toBe(person.number);
  test.simulator.setContact(key, { phoneNumber: other, firstName: person.name });
  expect(await forget(person.number)).toMatchObject({ contacts: 1 });
  await waitFor('it to be empty', () => contact(other)?.first_name === '');
});

it('shows that a CRM keeps a contact, and tries again until it does not', async () => {
  const person = newPerson();
  const seed = { phoneNumber: person.number, firstName: person.name };
  test.simulator.setContact(key, { ...seed, isSynced: true });
  expect(await forget(person.number)).toMatchObject({ contacts: 1 });
  const id = contact(person.number)?.contact_id;
  await waitFor('the refusal', async () => (await toEmpty())[0]?.refusal === 'crm');
  expect(await toEmpty()).toMatchObject([{ contactId: id, refusal: 'crm' }]);
  await expect(workspace.editor.get('/api/calls/forget-number/contacts')).rejects.toMatchObject({ status: 403 });
  test.simulator.setContact(key, seed);
  await waitFor('it to be empty', async () => {
    await hurry();
    return (await toEmpty()).length === 0;
  });
  expect(contact(person.number)?.first_name).toBe('');
});

it('forgets nothing while nobody can say whether there is a contact', async () => {
  const person = newPerson();
  const campaignId = await dial('Sin respuesta', [person]);
  test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
  await expect(forget(person.number)).rejects.toMatchObject({ status: 502 });
  expect((await recipients(campaignId)).map(({ phoneNumber }) => phoneNumber)).toEqual([person.number]);
  test.simulator.setFaults({});
  // Without the right to read contacts the key does not prevent forgetting.
  test.simulator.setKeyRefused(key, true);
  expect(await forget(person.number)).toMatchObject({ contacts: null });
  test.simulator.setKeyRefused(key, false);
  expect(await tablesWith(person)).toEqual([]);
});

it('leaves contacts alone where a call is forgotten', async () => {
  const person = newPerson();
  test.simulator.setContact(key, { phoneNumber: person.number, firstName: person.name });
  const [callId = ''] = await callsOf(await dial('Una llamada', [person]));
  expect((await erase(callId)).status).toBe(204);
  expect(await toEmpty()).toEqual([]);
  expect(contact(person.number)?.first_name).toBe(person.name);
});
