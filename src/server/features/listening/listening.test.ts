/** Listening and taking over on two servers with the simulated gateway's sound: rights, audibility and records. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../../contract/alerts.ts';
import type { ActiveCall, CallRelatedData, CallDetail } from '../../../contract/calls.ts';
import type { AuditLogEntry, WorkspaceSettings } from '../../../contract/settings.ts';
import { connectSound, type SoundClient } from '../../../simulator/testing/listening-client.ts';
import { createHttpClient, type HttpClient } from '../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { listeningLeaseSecondsByMode } from './listening-store.ts';
import { takenOverCallWatchIntervalMs } from './listening-watch.ts';

let test: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
let colleague: HttpClient;
const open: SoundClient[] = [];

beforeAll(async () => {
  test = await startTestApp({ simulator: { ringMs: 1, callDurationMs: 3_600_000 } });
  second = await startTestApp({ database: test });
  workspace = await test.createWorkspace();
  colleague = await second.signIn('editor', workspace.id);
  await setTransport('gateway');
  await workspace.admin.put('/api/settings', { listening: 'operator' });
});
afterEach(async () => {
  test.simulator.setFaults({});
  await Promise.all(open.splice(0).map((client) => client.vanish()));
});
afterAll(async () => {
  await second.stop();
  await test.stop();
});

const setTransport = (transport: string | null) =>
  test.database.pool.query('update workspaces set listening_transport = $2 where id = $1', [workspace.id, transport]);
const codeOf = async (answer: { status: number; json(): Promise<unknown> }) => [
  answer.status,
  answer.status < 300 ? null : ((await answer.json()) as { code: string }).code,
];
const contextOf = (callId: string) => workspace.operator.get<CallRelatedData>(`/api/calls/${callId}/context`);
const heard = (callId: string) => test.simulator.heard(testKey, callId);
const voice = Buffer.alloc(40, 9);

async function startCall(): Promise<string> {
  const callId = test.simulator.arrive(testKey, 'inbound');
  await waitFor('the call', async () =>
    (await workspace.operator.get<ActiveCall[]>('/api/calls/active')).some(
      ({ id, startTimestamp }) => id === callId && startTimestamp !== null,
    ),
  );
  return callId;
}

interface Ear extends SoundClient {
  readonly id: string;
  readonly ask: (method: string, path?: string, body?: object) => ReturnType<HttpClient['request']>;
}

async function listen(client: HttpClient, callId: string): Promise<Ear> {
  const { listeningId: id } = await client.post<{ listeningId: string }>(`/api/calls/${callId}/listen`, {});
  const offer = async (sdp: string) => (await client.post<{ sdp: string }>(`/api/listening/${id}/sound`, { sdp })).sdp;
  const sound = await connectSound({ open: offer, change: offer });
  open.push(sound);
  return {
    ...sound,
    id,
    ask: (method, path = '', body = {}) =>
      client.request(method, `/api/listening/${id}${path}`, method === 'DELETE' ? {} : { body }),
  };
}

describe('listening', () => {
  it('hears the call through our server, is shown to colleagues while it lasts, and is written down', async () => {
    const callId = await startCall();
    const ear = await listen(workspace.operator, callId);
    await waitFor('its sound', () => ear.heard.length > 0);
    const by = (await contextOf(callId)).listeners;
    expect(by).toMatchObject([{ takenOverAt: null }]);
    const active = await colleague.get<ActiveCall[]>('/api/calls/active');
    expect(active.find(({ id }) => id === callId)?.listeners).toEqual(by);
    expect(await ear.openMicrophone()).toBe('recvonly');
    await ear.send(voice, 20);
    await waitFor('what it sent', () => heard(callId).dropped.packets > 0);
    expect(heard(callId).customer.packets).toBe(0);
    expect((await ear.ask('DELETE')).status).toBe(204);
    expect((await ear.ask('DELETE')).status).toBe(204);
    expect((await contextOf(callId)).listeners).toEqual([]);
    expect(heard(callId).listeners).toBe(0);
    expect(await codeOf(await ear.ask('PUT', '', { isHeard: true }))).toEqual([404, 'not_found']);
    const log = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=call');
    expect(log.filter(({ action, target }) => action === 'call.listened' && target === callId)).toHaveLength(1);
  });

  it('is its listener’s alone: a colleague can neither change, take over nor end it', async () => {
    const callId = await startCall();
    const ear = await listen(workspace.editor, callId);
    for (const [method, path, body] of [
      ['PUT', '', { isHeard: true }],
      ['POST', '/sound', { sdp: 'v=0' }],
      ['POST', '/take-over', {}],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await colleague.request(method, `/api/listening/${ear.id}${path}`, body ? { body } : {});
      expect(answer.status).toBe(404);
    }
    expect(heard(callId).listeners).toBe(1);
  });

  it('keeps the token on the server: sealed while it lasts, gone afterwards', async () => {
    const callId = await startCall();
    const answer = await workspace.editor.request('POST', `/api/calls/${callId}/listen`, { body: {} });
    expect(Object.keys((await answer.json()) as object).toSorted()).toEqual(['iceServers', 'listeningId']);
    const ear = await listen(workspace.editor, callId);
    const rowOf = async () =>
      (
        await test.database.pool.query<{ sealed_token: string | null }>(
          'select sealed_token from call_listenings where id = $1',
          [ear.id],
        )
      ).rows[0]?.sealed_token;
    expect(await rowOf()).toMatch(/^v1\./);
    await ear.ask('DELETE');
    expect(await rowOf()).toBeNull();
  });

  it('is off until an admin switches it on for a tried account, and a change ends what goes on', async () => {
    const callId = await startCall();
    const ear = await listen(workspace.editor, callId);
    const put = (client: HttpClient, listening: string) =>
      client.request('PUT', '/api/settings', { body: { listening } });
    expect((await put(workspace.editor, 'off')).status).toBe(403);
    await workspace.admin.put('/api/settings', { listening: 'admin' });
    expect(await codeOf(await ear.ask('PUT', '', { isHeard: true }))).toEqual([403, 'listening_off']);
    await waitFor('its end', () => heard(callId).listeners === 0);
    expect(await codeOf(await workspace.editor.request('POST', `/api/calls/${callId}/listen`, { body: {} }))).toEqual([
      403,
      'listening_off',
    ]);
    await workspace.admin.put('/api/settings', { listening: 'off' });
    for (const transport of [null, 'livekit']) {
      await setTransport(transport);
      const answer = await put(workspace.admin, 'editor');
      expect([answer.status, ((await answer.json()) as { details: object[] }).details]).toMatchObject([
        400,
        [{ path: 'listening' }],
      ]);
    }
    await setTransport('gateway');
    expect((await workspace.admin.put<WorkspaceSettings>('/api/settings', { listening: 'operator' })).listening).toBe(
      'operator',
    );
  });

  it('says why it can’t be: LiveKit, a refusal, a call that is over or unknown', async () => {
    const callId = await startCall();
    const ask = async (id = callId) =>
      codeOf(await workspace.editor.request('POST', `/api/calls/${id}/listen`, { body: {} }));
    test.simulator.setFaults({ listen: { livekit: { probability: 1 } } });
    expect(await ask()).toEqual([409, 'listening_unsupported']);
    test.simulator.setFaults({ listen: { refuse: { probability: 1 } } });
    expect(await ask()).toEqual([502, 'provider_unavailable']);
    test.simulator.setFaults({});
    expect(await ask('call_unknown')).toEqual([404, 'not_found']);
    await workspace.editor.request('POST', `/api/calls/${callId}/hang-up`);
    expect(await ask()).toEqual([409, 'call_over']);
  });
});

describe('taking over', () => {
  it('puts the person in the agent’s place, is in the call’s record, and ends the call with the person', async () => {
    const callId = await startCall();
    const ear = await listen(workspace.editor, callId);
    expect((await ear.ask('POST', '/take-over')).status).toBe(204);
    // A repeated click does no harm.
    expect((await ear.ask('POST', '/take-over')).status).toBe(204);
    expect(await ear.openMicrophone()).toBe('sendrecv');
    await ear.send(voice, 20);
    await waitFor('the customer hears', () => heard(callId).customer.audible > 0);
    expect((await ear.ask('PUT', '', { isHeard: true })).status).toBe(204);
    const { listeners } = await contextOf(callId);
    expect(listeners).toMatchObject([{ takenOverAt: expect.any(String) }]);
    expect((await ear.ask('DELETE')).status).toBe(204);
    await waitFor('the end', async () => {
      const call = await workspace.operator.get<CallDetail>(`/api/calls/${callId}`);
      return call.disconnectionReason === 'call_take_over';
    });
    expect((await contextOf(callId)).listeners).toEqual(listeners);
    const log = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=call');
    expect(log.filter(({ action, target }) => action === 'call.taken_over' && target === callId)).toHaveLength(1);
  });

  it('is one person’s, however many try at once on two servers', async () => {
    const callId = await startCall();
    const ears = [await listen(workspace.editor, callId), await listen(colleague, callId)];
    const answers = await Promise.all(ears.map(async (ear) => codeOf(await ear.ask('POST', '/take-over'))));
    expect(answers).toContainEqual([204, null]);
    expect(answers).toContainEqual([409, 'call_taken_over']);
    const takers = (await contextOf(callId)).listeners.filter(({ takenOverAt }) => takenOverAt !== null);
    expect(takers).toHaveLength(1);
    for (const ear of ears) await ear.ask('DELETE');
  });

  it('leaves the listening as it was where somebody else at the provider was faster', async () => {
    const callId = await startCall();
    const ear = await listen(workspace.editor, callId);
    test.simulator.setFaults({ listen: { takeOverLost: { probability: 1 } } });
    expect(await codeOf(await ear.ask('POST', '/take-over'))).toEqual([409, 'call_taken_over']);
    expect((await ear.ask('PUT', '', { isHeard: true })).status).toBe(204);
    expect((await contextOf(callId)).listeners).toMatchObject([{ takenOverAt: null }]);
  });

  it('of a call that ended meanwhile says so, and is an editor’s', async () => {
    const callId = await startCall();
    const ear = await listen(workspace.editor, callId);
    const weak = await listen(workspace.operator, callId);
    expect(await codeOf(await weak.ask('POST', '/take-over'))).toEqual([403, 'forbidden']);
    await workspace.admin.request('POST', `/api/calls/${callId}/hang-up`);
    const [status, code] = await codeOf(await ear.ask('POST', '/take-over'));
    expect([
      [409, 'call_over'],
      [404, 'not_found'],
    ]).toContainEqual([status, code]);
  });
});

describe('a customer who hears nobody', () => {
  const alertsOf = async (callId: string) =>
    (await workspace.operator.get<{ alerts: Alert[] }>('/api/alerts?pageSize=100')).alerts.filter(
      ({ kind, subject }) => kind === 'silent_customer' && subject === callId,
    );

  it('is noticed within five seconds', () => {
    expect(1_000 * listeningLeaseSecondsByMode.speaking + takenOverCallWatchIntervalMs).toBeLessThanOrEqual(5_000);
  });

  it.each(['a browser that says nothing any more', 'a microphone that failed'])(
    'raises one alert: %s',
    async (what) => {
      const callId = await startCall();
      const third = await startTestApp({ database: test });
      const client = createHttpClient(third.url, { origin: third.url }, colleague.cookie);
      const ear = await listen(client, callId);
      await ear.ask('POST', '/take-over');
      await ear.openMicrophone();
      await ear.ask('PUT', '', { isHeard: true });
      // Other servers notice the silence, even if the server that relayed the sound has died.
      if (what.startsWith('a microphone')) await ear.ask('PUT', '', { isHeard: false });
      else await third.stop();
      await waitFor('the alert', async () => (await alertsOf(callId)).length > 0);
      expect(await alertsOf(callId)).toHaveLength(1);
      if (what.startsWith('a microphone')) await third.stop();
    },
  );

  it('raises none while the person is heard, nor when the call is over', async () => {
    const callId = await startCall();
    const ear = await listen(workspace.editor, callId);
    await ear.ask('POST', '/take-over');
    for (let word = 0; word < 3; word++) expect((await ear.ask('PUT', '', { isHeard: true })).status).toBe(204);
    await ear.ask('DELETE');
    await waitFor('its end', async () => (await contextOf(callId)).listeners.length === 1);
    expect(await alertsOf(callId)).toEqual([]);
  });
});
