/** Attention rules over HTTP and sockets, on two servers: marks, stored hits, alerts, and judged calls. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Alert } from '../../../contract/alerts.ts';
import type { ActiveCall, CallRelatedData, CallSummary } from '../../../contract/calls.ts';
import { defaultAttentionSettings, type AttentionSettings } from '../../../contract/settings.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { openLiveTab, type LiveTab } from './testing/live-tab.ts';

let test: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
const open: LiveTab[] = [];

beforeAll(async () => {
  test = await startTestApp({
    liveTuning: { lingerMs: 1_000 },
    simulator: { ringMs: 1, callDurationMs: 3_600_000 },
  });
  second = await startTestApp({ database: test, liveTuning: { lingerMs: 1_000 } });
  workspace = await test.createWorkspace();
});
afterEach(() => open.splice(0).forEach((tab) => tab.close()));
afterAll(async () => {
  await second.stop();
  await test.stop();
});

const setRules = (rules: Partial<AttentionSettings>) =>
  workspace.editor.put('/api/settings', { attention: { ...defaultAttentionSettings, ...rules } });
const activeCalls = () => workspace.operator.get<ActiveCall[]>('/api/calls/active');
const contextOf = (callId: string) => workspace.operator.get<CallRelatedData>(`/api/calls/${callId}/context`);
const say = (callId: string, content: string, role: 'agent' | 'user' = 'user') =>
  test.simulator.speak(testKey, callId, { role, content });

async function openTab(server: TestApp, client: TestWorkspace['admin']): Promise<LiveTab> {
  const tab = await openLiveTab(server.url, client);
  open.push(tab);
  return tab;
}

async function startCall(): Promise<string> {
  const callId = test.simulator.arrive(testKey, 'inbound');
  await waitFor('the call', async () =>
    (await activeCalls()).some(({ id, startTimestamp }) => id === callId && startTimestamp !== null),
  );
  return callId;
}

const markOf = (callId: string, rule: string) => async () =>
  (await activeCalls()).find(({ id }) => id === callId)?.attention.some((hit) => hit.rule === rule) ?? false;

it('a hit in a watched call marks it on both servers, raises one alert, and is stored without words', async () => {
  await setRules({ phrases: ['defensa del consumidor'], failedTool: true });
  const callId = await startCall();
  const plain = await startCall();
  const [here, there] = await Promise.all([openTab(test, workspace.editor), openTab(second, workspace.admin)]);
  here.watch({ listedCallIds: [callId, plain] });
  there.watch({ listedCallIds: [callId] });
  say(plain, 'Buenas tardes');
  say(callId, 'Voy a ir a Defensa del Consumidor.');
  await waitFor('its mark', markOf(callId, 'phrase'));
  for (const tab of [here, there])
    await waitFor('the news', () =>
      tab.messages.some((message) => message.type === 'call_attention' && message.callIds.includes(callId)),
    );
  test.simulator.speak(testKey, callId, {
    role: 'tool_call_result',
    tool_call_id: 't1',
    content: 'x',
    successful: false,
  });
  await waitFor('the second mark', markOf(callId, 'failed_tool'));
  const raised = async () =>
    (await workspace.operator.get<{ alerts: Alert[] }>('/api/alerts?pageSize=100')).alerts.filter(
      ({ kind }) => kind === 'call_attention',
    );
  await waitFor('the alert', async () => (await raised()).length > 0);
  expect((await raised()).map(({ subject, details }) => [subject, details['rule']])).toEqual([[callId, 'phrase']]);
  const { rows } = await test.database.pool.query<{ hit: unknown }>('select to_jsonb(h) as hit from call_attention h');
  expect(rows).toHaveLength(2);
  expect(JSON.stringify([rows, await raised()])).not.toMatch(/consumidor/i);
  expect((await contextOf(callId)).attention.map(({ rule }) => rule).toSorted()).toEqual(['failed_tool', 'phrase']);
  expect((await contextOf(plain)).attention).toEqual([]);
  const listed = async (query: string) =>
    (await workspace.operator.get<CallSummary[]>(`/api/calls/all?${query}`)).map(({ id }) => id);
  expect(await listed('attention=any')).toEqual([callId]);
  expect(await listed('attention=failed_tool')).toEqual([callId]);
  expect(await listed('attention=silence')).toEqual([]);
});

it('rules take effect in calls that are followed already, and those switched off judge no more', async () => {
  await setRules({});
  const callId = await startCall();
  const tab = await openTab(second, workspace.editor);
  tab.watch({ listedCallIds: [callId] });
  say(callId, 'Esto es una estafa.');
  await waitFor('the line', () => tab.tail(callId)?.lines.length === 1);
  await setRules({ phrases: ['reclamo'], longMinutes: 1 });
  say(callId, 'Quiero hacer un reclamo formal.');
  await waitFor('its mark', markOf(callId, 'phrase'));
  expect((await contextOf(callId)).attention).toHaveLength(1);
});

it('calls of chosen agents are judged while nobody watches, up to the cap, by one socket each', async () => {
  const calls = [await startCall(), await startCall(), await startCall()];
  const agentId = (await activeCalls()).find(({ id }) => id === calls[0])?.agentId ?? '';
  const agents = (await activeCalls()).filter((call) => call.agentId === agentId);
  expect(agents.length).toBeGreaterThanOrEqual(3);
  const followed = () => agents.filter(({ id }) => test.simulator.watchers(testKey, id) > 0).map(({ id }) => id);
  await waitFor('the end of earlier tabs', () => followed().length === 0);
  await setRules({ phrases: ['estafa'], agentIds: [agentId], mostCalls: 2 });
  await waitFor('two sockets', () => followed().length === 2);
  const [first = '', other = ''] = followed();
  for (const { id } of agents) say(id, 'Es una estafa.');
  await waitFor('both marks', async () => (await markOf(first, 'phrase')()) && (await markOf(other, 'phrase')()));
  expect(followed()).toHaveLength(2);
  expect(Math.max(...agents.map(({ id }) => test.simulator.watchers(testKey, id)))).toBe(1);
  const unfollowed = agents.find(({ id }) => id !== first && id !== other)?.id ?? '';
  expect((await contextOf(unfollowed)).attention.filter(({ rule }) => rule === 'phrase')).toEqual([]);
  await workspace.editor.request('POST', `/api/calls/${first}/hang-up`);
  await waitFor('the next call', () => test.simulator.watchers(testKey, unfollowed) === 1 || followed().length === 2);
  await setRules({});
  await waitFor('no socket', () => followed().length === 0);
});

it.each([
  [{ phrases: ['¡!'] }, 400],
  [{ silenceSeconds: 2 }, 400],
  [{ mostCalls: 0 }, 400],
  [{ agentIds: Array.from({ length: 51 }, (_, index) => `agent_${index}`) }, 400],
])('rules like %j are refused', async (rules, status) => {
  const body = { attention: { ...defaultAttentionSettings, ...rules } };
  expect((await workspace.editor.request('PUT', '/api/settings', { body })).status).toBe(status);
  expect((await workspace.operator.request('PUT', '/api/settings', { body })).status).toBe(403);
});
