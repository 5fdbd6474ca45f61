import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallDetail, CallSummary } from '../../../../contract/calls.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import { HttpFailure } from '../../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const otherKey = 'key_other_0123456789abcdef';
const busyKey = 'key_busy_0123456789abcdef';
let test: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;

beforeAll(async () => {
  test = await startTestApp({
    background: false,
    simulator: {
      accounts: [
        { key: testKey, orgName: 'Prueba' },
        { key: otherKey, orgName: 'Otra', recordingLinkMs: 1 },
        { key: busyKey, orgName: 'Grande' },
      ],
    },
  });
  workspace = await test.createWorkspace();
  stranger = await test.createWorkspace(otherKey);
  const now = Date.now();
  const history = test.simulator.generateHistory({
    key: testKey,
    from: now - 20 * 86_400_000,
    to: now - 60_000,
    count: 120,
  });
  expect([...history].length).toBe(120);
  await test.app.features.calls.backfillNow(workspace.id);
});

afterAll(() => test.stop());

const truth = () => [...test.simulator.calls(testKey)];

/** Returns an ended call with a recording, as the simulator reports it. */
function spokenCall() {
  // A failure may cut a conversation short, and the call then counts as failed.
  const call = truth().find(
    (each) => each.call_status === 'ended' && each.recording_url && (each.transcript_object?.length ?? 0) > 3,
  );
  if (!call) throw new Error('the history has no conversation');
  return call;
}

/** Returns all utterances and tool calls, as the provider lists them. */
const itemsOf = (call: WireCall) =>
  (call.transcript_with_tool_calls ?? []) as {
    role: string;
    tool_call_id?: string;
    name?: string;
    arguments?: string;
    content?: string;
    successful?: boolean;
  }[];

describe('call lists', () => {
  it('page newest first with the exact total', async () => {
    const ids: string[] = [];
    for (let page = 1; page <= 3; page++) {
      const response = await workspace.operator.request('GET', `/api/calls/all?page=${page}&pageSize=50`);
      expect(response.headers.get('x-total-count')).toBe('120');
      const calls = (await response.json()) as CallSummary[];
      ids.push(...calls.map((call) => call.id));
    }
    const expected = truth().toSorted((a, b) => momentOf(b) - momentOf(a) || (a.call_id < b.call_id ? 1 : -1));
    expect(ids).toEqual(expected.map((call) => call.call_id));
  });

  it('name the agents once they are known', async () => {
    await workspace.operator.get('/api/agents');
    const [call] = await workspace.operator.get<CallSummary[]>('/api/calls/recent?pageSize=1');
    expect(call?.agentName).toBe(truth().find((each) => each.call_id === call?.id)?.agent_name);
  });

  it('filter in the workspace’s zone and by agent', async () => {
    const agentId = truth()[0]?.agent_id ?? '';
    const response = await workspace.operator.request('GET', `/api/calls/filtered?days=30&agentFilter=${agentId}`);
    expect(response.headers.get('x-total-count')).toBe(
      String(truth().filter((call) => call.agent_id === agentId).length),
    );
  });

  it('show nothing of another workspace', async () => {
    expect(await stranger.operator.get('/api/calls/all')).toEqual([]);
    const { call_id: id } = spokenCall();
    for (const path of [`/api/calls/${id}`, `/api/calls/${id}/recording`, `/api/calls/${id}/recording/audio`]) {
      await expect(stranger.admin.get(path)).rejects.toMatchObject({ status: 404 });
    }
  });

  it('hold the calls under way', async () => {
    const { ingest } = test.app.features.calls;
    const call = { call_id: 'call_live', call_status: 'ongoing', direction: 'inbound', start_timestamp: Date.now() };
    await ingest.record(workspace.id, { event: 'call_started', call, source: 'webhook' });
    const active = await workspace.operator.get<CallSummary[]>('/api/calls/active');
    expect(active).toMatchObject([{ id: 'call_live', callStatus: 'in_progress', direction: 'inbound' }]);
    expect(await stranger.operator.get('/api/calls/active')).toEqual([]);
  });

  it('read a call whose id is as long as any may be; a longer one names nothing', async () => {
    const longest = 'c'.repeat(200);
    const call = {
      call_id: longest,
      call_status: 'ended',
      direction: 'inbound',
      start_timestamp: Date.now() - 1_000,
      end_timestamp: Date.now(),
    };
    await test.app.features.calls.ingest.record(workspace.id, { event: 'call_ended', call, source: 'webhook' });
    expect(await workspace.operator.get(`/api/calls/${longest}`)).toMatchObject({ id: longest });
    const longer = await workspace.operator.request('GET', `/api/calls/${longest}c`);
    expect([longer.status, await longer.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  it.each(['page=0', 'pageSize=101', 'status=lost', 'campaignId=7'])('refuse %s', async (query) => {
    await expect(workspace.operator.get(`/api/calls/all?${query}`)).rejects.toBeInstanceOf(HttpFailure);
  });
});

describe('a call', () => {
  it('brings its transcript along when it is opened, although it came by a list', async () => {
    const told = spokenCall();
    const call = await waitFor('the transcript', async () => {
      const read = await workspace.operator.get<CallDetail>(`/api/calls/${told.call_id}`);
      return read.utterances.length > 0 && read;
    });
    expect(call).toMatchObject({
      callStatus: 'ended',
      transcript: told.transcript,
      disconnectionReason: told.disconnection_reason,
      userSentiment: told.call_analysis?.user_sentiment,
      callCost: { combined_cost: told.call_cost?.combined_cost },
      recordingUrl: `/api/calls/${told.call_id}/recording/audio`,
    });
    expect(call.utterances.map(({ text }) => text)).toEqual(told.transcript_object?.map(({ content }) => content));
    expect(call.utterances[0]).toMatchObject({ startSeconds: told.transcript_object?.[0]?.words?.[0]?.start });
    expect(new Set(call.utterances.map(({ speaker }) => speaker))).toEqual(new Set(['Agente', 'Cliente']));
    expect(JSON.stringify(call)).not.toContain(test.simulator.url);
  });

  it('brings the transcript of a conversation that a failure cut short', async () => {
    const busy = await test.createWorkspace(busyKey);
    const now = Date.now();
    test.simulator.generateHistory({ key: busyKey, from: now - 20 * 86_400_000, to: now - 60_000, count: 2_000 });
    await test.app.features.calls.backfillNow(busy.id);
    const told = [...test.simulator.calls(busyKey)].find((each) => each.call_status === 'error' && each.transcript);
    if (!told) throw new Error('no conversation of the history was cut short');
    const call = await waitFor('the transcript', async () => {
      const read = await busy.operator.get<CallDetail>(`/api/calls/${told.call_id}`);
      return read.utterances.length > 0 && read;
    });
    expect(call).toMatchObject({ callStatus: 'failed', transcript: told.transcript });
  });

  it('tells what the agent’s tools were asked and answered, each between the lines where it was', async () => {
    const told = truth().find(
      (each) =>
        itemsOf(each).some(({ role }) => role === 'tool_call_invocation') && each.call_id !== spokenCall().call_id,
    );
    if (!told) throw new Error('no agent of the history asked a tool');
    const { toolCalls, utterances } = await waitFor('the tool calls', async () => {
      const read = await workspace.operator.get<CallDetail>(`/api/calls/${told.call_id}`);
      return read.utterances.length > 0 && read;
    });
    const items = itemsOf(told);
    const asked = items.flatMap((item, at) => (item.role === 'tool_call_invocation' ? [{ item, at }] : []));
    expect(toolCalls).toEqual(
      asked.map(({ item, at }) => {
        const answer = items.find(
          ({ role, tool_call_id: id }) => role === 'tool_call_result' && id === item.tool_call_id,
        );
        const afterLine = items.slice(0, at).filter(({ role }) => role === 'agent' || role === 'user').length;
        return {
          name: item.name,
          arguments: item.arguments,
          result: answer?.content,
          successful: answer?.successful,
          afterLine,
        };
      }),
    );
    for (const { item, at } of asked) {
      const next = items.slice(at).find(({ role }) => role === 'agent');
      expect(utterances[toolCalls[asked.findIndex((each) => each.item === item)]?.afterLine ?? -1]?.text).toBe(
        next?.content,
      );
    }
  });

  it('plays its recording, whole and in parts, through this server', async () => {
    const { call_id: id, recording_url: url } = spokenCall();
    const found = await workspace.operator.get<{ recording_url: string; available: boolean }>(
      `/api/calls/${id}/recording`,
    );
    expect(found).toEqual({ recording_url: `/api/calls/${id}/recording/audio`, available: true });
    const original = Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
    const whole = await workspace.operator.request('GET', found.recording_url, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(whole.headers.get('content-type')).toBe('audio/wav');
    expect(whole.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true);
    const part = await workspace.operator.request('GET', found.recording_url, { headers: { range: 'bytes=100-4199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-4199/${original.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(original.subarray(100, 4200))).toBe(true);
    const end = await workspace.operator.request('GET', found.recording_url, { headers: { range: 'bytes=-50' } });
    expect(end.headers.get('content-range')).toBe(
      `bytes ${original.length - 50}-${original.length - 1}/${original.length}`,
    );
    expect(Buffer.from(await end.arrayBuffer()).equals(original.subarray(-50))).toBe(true);
    const beyond = await workspace.operator.request('GET', found.recording_url, {
      headers: { range: `bytes=${original.length}-` },
    });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${original.length}`);
  });

  it('plays its recording to members alone', async () => {
    const path = `/api/calls/${spokenCall().call_id}/recording`;
    for (const [who, status] of [
      [test.client(), 401],
      [await test.signIn(), 404],
      [stranger.admin, 404],
    ] as const) {
      for (const each of [path, `${path}/audio`]) expect((await who.request('GET', each)).status).toBe(status);
    }
  });

  it('asks for a new link when the old one has expired', async () => {
    const { call_id: id } = spokenCall();
    await test.database.db
      .updateTable('call_details')
      .set({ recording_url: `${test.simulator.url}/recordings/expired.wav` })
      .where('call_id', '=', id)
      .execute();
    const answer = await workspace.operator.request('GET', `/api/calls/${id}/recording/audio`, {
      headers: { range: 'bytes=0-9' },
    });
    expect(answer.status).toBe(206);
    expect((await answer.arrayBuffer()).byteLength).toBe(10);
    // The new link is used for the player's next parts, even while the provider answers nothing else.
    test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
    const next = await workspace.operator.request('GET', `/api/calls/${id}/recording/audio`, {
      headers: { range: 'bytes=10-19' },
    });
    test.simulator.setFaults({});
    expect(next.status).toBe(206);
    await next.arrayBuffer();
  });

  it('is left with its figures once its data were deleted, and the provider is not asked for the rest', async () => {
    const call = truth().findLast((each) => each.recording_url && each.call_id !== spokenCall().call_id);
    const path = `/api/calls/${call?.call_id}`;
    await test.database.pool.query(
      `with gone as (delete from call_details where call_id = $1)
       update calls set erased_at = now(), from_number = null, to_number = null, contact_key = null, customer_name = null where id = $1`,
      [call?.call_id],
    );
    test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
    expect(await workspace.operator.get<CallDetail>(path)).toMatchObject({
      erasedAt: expect.any(String),
      durationMs: call?.duration_ms,
      agentId: call?.agent_id,
      disconnectionReason: call?.disconnection_reason,
      costCents: call?.call_cost?.combined_cost,
      transcript: null,
      utterances: [],
      toolCalls: [],
      recordingUrl: null,
      callAnalysis: null,
      retellLlmDynamicVariables: null,
    });
    expect(await workspace.operator.get(`${path}/recording`)).toEqual({ recording_url: null, available: false });
    expect((await workspace.operator.request('GET', `${path}/recording/audio`)).status).toBe(404);
    test.simulator.setFaults({});
  });

  it('says so when the provider has no recording', async () => {
    const silent = truth().find((call) => call.call_status === 'not_connected');
    const path = `/api/calls/${silent?.call_id}/recording`;
    expect(await workspace.operator.get(path)).toEqual({ recording_url: null, available: false });
    await expect(workspace.operator.get(`${path}/audio`)).rejects.toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'Grabación no disponible en Retell.AI' },
    });
  });

  it('is not found when there is none', async () => {
    await expect(workspace.operator.get('/api/calls/call_none')).rejects.toMatchObject({ status: 404 });
  });
});

describe('an account that keeps less', () => {
  const told = new Map<string, WireCall>();

  beforeAll(async () => {
    for (const [daysAgo, setting] of [
      [2, 'everything_except_pii'],
      [4, 'basic_attributes_only'],
    ] as const) {
      test.simulator.setDataStorage(otherKey, setting);
      const to = Date.now() - daysAgo * 86_400_000;
      const calls = [...test.simulator.generateHistory({ key: otherKey, from: to - 43_200_000, to, count: 12 })];
      const spoken = calls.find(
        ({ call_status, duration_ms }) => call_status === 'ended' && (duration_ms ?? 0) > 20_000,
      );
      if (!spoken) throw new Error('nobody spoke');
      told.set(setting, spoken);
    }
    await test.app.features.calls.backfillNow(stranger.id);
  });

  /** Reads a past conversation after a list has brought it here. */
  async function read(setting: 'everything_except_pii' | 'basic_attributes_only') {
    const call = told.get(setting);
    const path = `/api/calls/${call?.call_id}`;
    return { call, detail: await stranger.operator.get<CallDetail>(path), path, recording: `${path}/recording` };
  }

  it('plays the scrubbed recording, by a fresh link where the last has ended, and shows what was said', async () => {
    const { call, detail, recording } = await read('everything_except_pii');
    expect([call?.recording_url, call?.transcript_object, call?.transcript]).toEqual([undefined, undefined, undefined]);
    expect(detail).toMatchObject({ dataStorage: 'everything_except_pii', recordingUrl: `${recording}/audio` });
    expect(detail.utterances.length).toBeGreaterThan(1);
    // The known link has expired after a millisecond.
    const { rows } = await test.database.pool.query<{ url: string }>(
      `select recording_url as url from call_details where call_id = $1`,
      [call?.call_id],
    );
    expect((await fetch(rows[0]?.url ?? '')).status).toBe(403);
    test.simulator.setRecordingLinkMs(otherKey, 60_000);
    const answer = await stranger.operator.request('GET', `${recording}/audio`, { headers: { range: 'bytes=0-9' } });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });

  it('says that it keeps neither recording nor transcript, without a failure and without asking again', async () => {
    // The console makes no request that the provider would have to answer.
    test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
    const { detail, recording } = await read('basic_attributes_only');
    test.simulator.setFaults({});
    expect(detail).toMatchObject({
      dataStorage: 'basic_attributes_only',
      recordingUrl: null,
      transcript: null,
      utterances: [],
      toolCalls: [],
    });
    expect(await stranger.operator.get(recording)).toEqual({ recording_url: null, available: false });
  });
});

describe('agents over HTTP', () => {
  it('are listed by name with their details, and numbers with their outbound agent', async () => {
    const agents =
      await workspace.operator.get<{ agent_id: string; agent_name: string; voice_id: string | null }[]>(
        '/api/retell/agents',
      );
    expect(agents.length).toBe(6);
    expect(agents.every((agent) => agent.voice_id !== null)).toBe(true);
    expect(await workspace.operator.get('/api/agents')).toEqual(
      agents.map(({ agent_id, agent_name }) => ({ agent_id, agent_name })),
    );
    const numbers = await workspace.operator.get<{ outbound_agent_id: string }[]>('/api/retell/phone-numbers');
    expect(numbers.length).toBe(2);
    expect(agents.map((agent) => agent.agent_id)).toContain(numbers[0]?.outbound_agent_id);
  });
});

function momentOf(call: {
  start_timestamp?: number | null | undefined;
  end_timestamp?: number | null | undefined;
}): number {
  return call.start_timestamp ?? call.end_timestamp ?? 0;
}
