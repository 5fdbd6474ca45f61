// Every screen's data for the calls of examples/llamadas and similar calls, sent as the provider sends them.
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallDetail, CallSummary } from '../contract/calls.ts';
import type { WireCall } from '../retell/wire-call.ts';
import { providerWebhookSignatureHeader, signProviderWebhook } from '../retell/signature.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';

const keys = Array.from({ length: 24 }, (_, index) => `key_llamadas_${String(index).padStart(2, '0')}_0123456789`);
const minuteMs = 60_000;
let test: TestApp;
let workspace: TestWorkspace;
let webhookUrl: string;
let used = 0;

beforeAll(async () => {
  const accounts = keys.map((key) => ({ key, orgName: key, concurrencyLimit: 20 }));
  test = await startTestApp({ simulator: { accounts, callDurationMs: 20 } });
});
afterAll(() => test.stop());
afterEach(() => test.simulator.setFaults({}));
beforeEach(async () => {
  workspace = await test.createWorkspace(keys[used++]);
  const { webhookUrl: address } = await workspace.admin.get<{ webhookUrl: string }>('/api/webhook-url');
  webhookUrl = address.replace(/^https?:\/\/[^/]+/, test.url);
});

interface Told {
  readonly event: string;
  readonly call: Readonly<Record<string, unknown>>;
}

async function sendWebhook(event: string, call: Told['call']): Promise<void> {
  const body = JSON.stringify({ event, call });
  const signature = signProviderWebhook(body, workspace.key, Date.now());
  const headers = { 'content-type': 'application/json', [providerWebhookSignatureHeader]: signature };
  expect((await fetch(webhookUrl, { method: 'POST', headers, body })).status).toBe(204);
}

/** A file's events, with timestamps moved to some minutes ago. */
function readExample(name: string): Told[] {
  const { events } = JSON.parse(readFileSync(`examples/llamadas/${name}.json`, 'utf8')) as { events: Told[] };
  const moments = events
    .flatMap(({ call }) => [call['start_timestamp'], call['end_timestamp']])
    .filter(Number.isFinite);
  const shiftMs = Date.now() - 5 * minuteMs - Math.max(...(moments as number[]));
  const moved = (moment: unknown) => (typeof moment === 'number' ? moment + shiftMs : undefined);
  return events.map(({ event, call }) => ({
    event,
    call: { ...call, start_timestamp: moved(call['start_timestamp']), end_timestamp: moved(call['end_timestamp']) },
  }));
}

async function sendWebhooks(events: readonly Told[]): Promise<void> {
  for (const { event, call } of events) await sendWebhook(event, call);
}

const read = (id: string) => workspace.operator.get<CallDetail>(`/api/calls/${id}`);
const readList = () => workspace.operator.get<CallSummary[]>('/api/calls/all');
const listedNumbers = async () =>
  (await workspace.admin.get<{ phoneNumber: string }[]>('/api/do-not-call'))
    .map(({ phoneNumber }) => phoneNumber)
    .sort();

/** A finished call with only the basic fields and `more`. */
function callOf(id: string, more: Told['call']): Told['call'] {
  const endAt = Date.now() - minuteMs;
  return {
    call_id: id,
    call_type: 'phone_call',
    direction: 'inbound',
    agent_id: 'agent_ventas_01',
    call_status: 'ended',
    start_timestamp: endAt - minuteMs,
    end_timestamp: endAt,
    disconnection_reason: 'user_hangup',
    from_number: '+5491155500100',
    to_number: '+541150001000',
    ...more,
  };
}

describe('how long a call lasted', () => {
  it('is from its start to its end where nobody says, in averages too', async () => {
    await sendWebhooks(readExample('ejemplo-oficial-sin-duracion'));
    expect(await read('call_w01')).toMatchObject({ durationMs: 95_000, callStatus: 'ended' });
    expect(await readList()).toMatchObject([{ id: 'call_w01', durationMs: 95_000 }]);
    expect(await workspace.operator.get('/api/metrics?period=today')).toMatchObject({ avgDuration: 95 });
    const csv = await (await workspace.editor.request('GET', '/api/calls/export.csv')).text();
    expect(csv).toContain(';"95";');
  });

  it('is not known without both, and no part of an average', async () => {
    await sendWebhooks(readExample('duracion-desconocida'));
    await sendWebhook('call_ended', callOf('call_timed', {}));
    expect(await read('call_w08')).toMatchObject({ durationMs: null, startTimestamp: null });
    expect((await readList()).find(({ id }) => id === 'call_w08')?.durationMs).toBeNull();
    expect(await workspace.operator.get('/api/metrics?period=today')).toMatchObject({ avgDuration: 60 });
  });
});

describe('two analyses of one call', () => {
  const wholes = () => readExample('dos-analisis').map(({ call }) => call['call_analysis'] as Told['call']);

  it.each([
    ['in order', [0, 1]],
    ['in the other order', [1, 0]],
    ['again and again', [0, 1, 1, 0, 0]],
  ])('leave one of them whole while the provider does not answer: %s', async (_, order) => {
    const events = readExample('dos-analisis');
    await sendWebhooks(order.map((index) => events[index] as Told));
    const call = await read('call_w02');
    const [alfa] = wholes();
    expect(call.callAnalysis).toEqual(alfa);
    expect(call).toMatchObject({ callSuccessful: true, userSentiment: 'Negative' });
    expect(await workspace.operator.get('/api/analytics')).toMatchObject({ successfulCalls: 1 });
  });

  /** A call that the simulator made and analysed. */
  async function takeCall(): Promise<{ readonly id: string; readonly truth: () => WireCall['call_analysis'] }> {
    test.simulator.forceOutcome('user_hangup');
    const id = test.simulator.arrive(workspace.key, 'inbound');
    await test.simulator.whenIdle();
    await waitFor('the call’s analysis', async () => {
      const row = await test.database.db
        .selectFrom('calls')
        .select('is_analyzed')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.is_analyzed === true;
    });
    return { id, truth: () => test.simulator.call(workspace.key, id)?.call_analysis };
  }

  it('are the provider’s to decide once it answers again', async () => {
    test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
    const { id, truth } = await takeCall();
    const [, zeta] = wholes();
    const asking = { ...zeta, custom_analysis_data: { do_not_call: true } };
    await sendWebhook('call_analyzed', { call_id: id, call_status: 'ended', call_analysis: asking });
    expect((await read(id)).callAnalysis).toEqual(asking);
    test.simulator.setFaults({});
    await waitFor('the provider’s answer', async () => {
      const { callAnalysis } = await read(id);
      return callAnalysis?.['call_summary'] === truth()?.call_summary;
    });
    expect((await read(id)).callAnalysis).toEqual(truth());
  });

  it('are the provider’s to decide, by itself and for good', async () => {
    const { id, truth } = await takeCall();
    const others = wholes();
    for (const other of [...others, { ...others[0], custom_analysis_data: { do_not_call: 'Sí' } }]) {
      await sendWebhook('call_analyzed', { call_id: id, call_status: 'ended', call_analysis: other });
      await waitFor('the provider’s answer', async () => {
        const row = await test.database.db
          .selectFrom('calls')
          .select(['analysis_asked_at', 'analysis_disputed_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return row.analysis_asked_at !== null && row.analysis_disputed_at === null;
      });
      expect((await read(id)).callAnalysis).toEqual(truth());
    }
    await sendWebhook('call_analyzed', { call_id: id, call_status: 'ended', call_analysis: { call_summary: '' } });
    expect((await read(id)).callAnalysis).toEqual(truth());
  });

  it('leave what the earlier one caused', async () => {
    const [first, second] = readExample('dos-analisis') as [Told, Told];
    const asking = { ...(first.call['call_analysis'] as object), custom_analysis_data: { do_not_call: 'verdadero' } };
    await sendWebhook('call_analyzed', { ...first.call, call_analysis: asking });
    await sendWebhook('call_analyzed', second.call);
    expect(await listedNumbers()).toEqual(['+5491155500100']);
  });
});

describe('yes and no', () => {
  it('are read of whatever words an agent writes', async () => {
    await sendWebhooks(readExample('no-llamar-con-si'));
    expect(await listedNumbers()).toEqual(['+5491155700100', '+5491155700101', '+5491155700102']);
  });

  it('are one for the list, the goal and the metrics', async () => {
    const answers = ['SÍ', 'si', 'TRUE', 'verdadero', '1', 'Yes.', 'no', 'falso', 0, 'quizás', null];
    for (const [index, said] of answers.entries()) {
      const call_analysis = { call_successful: said, custom_analysis_data: { do_not_call: said, complaint: said } };
      const from_number = `+54911556000${String(index).padStart(2, '0')}`;
      await sendWebhook('call_analyzed', callOf(`call_${index}`, { from_number, call_analysis }));
    }
    expect(await listedNumbers()).toEqual(['00', '01', '02', '03', '04', '05'].map((end) => `+54911556000${end}`));
    const calls = await readList();
    const goals = answers.map((_, index) => calls.find(({ id }) => id === `call_${index}`)?.callSuccessful);
    expect(goals).toEqual([true, true, true, true, true, true, false, false, false, null, null]);
    const { complaintRate } = await workspace.operator.get<{ complaintRate: object }>(
      '/api/copc-metrics?timeRange=today',
    );
    expect(complaintRate).toMatchObject({ n: 9, value: expect.closeTo(600 / 9, 6) as number });
  });
});

it('an agent that is gone is called as its calls say, wherever it is shown', async () => {
  await sendWebhooks(readExample('agente-borrado'));
  const agentName = 'Agente viejo';
  const get = <T>(path: string) => workspace.operator.get<T>(path);
  expect(await readList()).toMatchObject([{ agentName }]);
  expect(await read('call_w06')).toMatchObject({ agentName });
  await waitFor('the call’s place in the search', async () => {
    const found = await get<CallSummary[]>('/api/calls/all?q=viejo');
    return found[0]?.id === 'call_w06';
  });
  for (const path of ['/api/agent-usage', '/api/agent-performance', '/api/agent-scorecards', '/api/analytics'])
    expect(JSON.stringify(await get(path)), path).toContain(agentName);
  expect(JSON.stringify(await get('/api/agents/agent_borrado_99/report'))).toContain(agentName);
  const csv = await (await workspace.editor.request('GET', '/api/calls/export.csv')).text();
  expect(csv).toContain(agentName);
  // The agent list leaves out agents known only from calls. For a listed agent, the account's name wins.
  expect(JSON.stringify(await get('/api/agents'))).not.toContain(agentName);
  const [known] = await get<{ agent_id: string; agent_name: string }[]>('/api/agents');
  await sendWebhook('call_ended', callOf('call_known', { agent_id: known?.agent_id, agent_name: 'Otro nombre' }));
  expect(await read('call_known')).toMatchObject({ agentName: known?.agent_name });
});

it('a machine that is detected is voicemail', async () => {
  await sendWebhook(
    'call_ended',
    callOf('call_machine', { direction: 'outbound', disconnection_reason: 'machine_detected' }),
  );
  await sendWebhook(
    'call_ended',
    callOf('call_voicemail', { direction: 'outbound', disconnection_reason: 'voicemail_reached' }),
  );
  const [one, other] = await readList();
  expect([one?.result, other?.result]).toEqual(['machine', 'machine']);
  expect(await workspace.operator.get('/api/calls/all?measure=human')).toEqual([]);
  const csv = await (await workspace.editor.request('GET', '/api/calls/export.csv')).text();
  expect(csv).toContain('Se detectó una máquina al atender');
  expect(csv).toContain('Atendió un contestador automático');
});

describe('a withheld number', () => {
  it.each(['anonymous', 'Restricted', '+266696687', '266696687', '+8656696', 'sip:+86282452253@carrier.example'])(
    '%s is nobody’s',
    async (from_number) => {
      const call_analysis = { call_successful: false, custom_analysis_data: { do_not_call: true } };
      await sendWebhook('call_analyzed', callOf('call_1', { from_number, call_analysis }));
      await sendWebhook('call_analyzed', callOf('call_2', { from_number, call_analysis }));
      expect(await listedNumbers()).toEqual([]);
      expect(await workspace.operator.get('/api/calls/call_2/context')).toMatchObject({ previousTotal: 0 });
      const csv = await (await workspace.editor.request('GET', '/api/calls/export.csv')).text();
      expect(csv.match(/Número oculto/g)).toHaveLength(2);
      const rows = await test.database.db
        .selectFrom('calls')
        .select(['contact_key', 'is_followed_up'])
        .where('workspace_id', '=', workspace.id)
        .execute();
      const nobody = { contact_key: null, is_followed_up: null };
      expect(rows).toEqual([nobody, nobody]);
    },
  );
});
