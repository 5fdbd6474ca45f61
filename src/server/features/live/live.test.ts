/** Live calls over HTTP and sockets: rights to read, whispers, and audit entries. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallRelatedData } from '../../../contract/calls.ts';
import type { LiveTranscriptLine } from '../../../contract/live-lines.ts';
import type { AuditLogEntry } from '../../../contract/settings.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { openLiveTab, type LiveTab } from './testing/live-tab.ts';

const otherKey = 'key_other_0123456789abcdef';
let test: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;
const open: LiveTab[] = [];

beforeAll(async () => {
  const liveTuning = { lingerMs: 3_000 };
  test = await startTestApp({
    liveTuning,
    simulator: {
      ringMs: 1,
      callDurationMs: 3_600_000,
      accounts: [
        { key: testKey, orgName: 'Prueba' },
        { key: otherKey, orgName: 'Otra' },
      ],
    },
  });
  second = await startTestApp({ database: test, liveTuning });
  workspace = await test.createWorkspace();
  stranger = await test.createWorkspace(otherKey);
});
afterEach(async () => {
  open.splice(0).forEach((tab) => tab.close());
  await workspace.admin.put('/api/settings', { liveReaders: 'editor' });
});
afterAll(async () => {
  await second.stop();
  await test.stop();
});

async function openTab(server: TestApp, client: HttpClient): Promise<LiveTab> {
  const tab = await openLiveTab(server.url, client);
  open.push(tab);
  return tab;
}

/** Starts an open call that the console knows. */
async function startCall(): Promise<string> {
  const callId = test.simulator.arrive(testKey, 'inbound');
  await waitFor('the call', async () => {
    const answer = await workspace.operator.request('GET', `/api/calls/${callId}`);
    return (
      answer.status === 200 && ((await answer.json()) as { startTimestamp: string | null }).startTimestamp !== null
    );
  });
  return callId;
}

const say = (callId: string, content: string) => test.simulator.speak(testKey, callId, { role: 'agent', content });
const textsOf = (lines: readonly LiveTranscriptLine[]) => lines.map((line) => ('text' in line ? line.text : line.kind));
const openingsOf = async (callId: string) =>
  (await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=call&pageSize=100')).filter(
    ({ action, target }) => action === 'call.live_opened' && target === callId,
  );

describe('reading a live call', () => {
  it('needs its opening, which is written down once a person, and comes to the tabs of both servers', async () => {
    const callId = await startCall();
    const [here, there] = await Promise.all([openTab(test, workspace.editor), openTab(second, workspace.admin)]);
    here.watch({ openCallId: callId });
    await workspace.admin.request('POST', `/api/calls/${callId}/live`);
    there.watch({ openCallId: callId });
    say(callId, 'Buenas tardes');
    await waitFor('the line', () => textsOf(there.lines(callId)).includes('Buenas tardes'));
    expect(here.lines(callId)).toEqual([]);
    for (let times = 0; times < 2; times++)
      expect((await workspace.editor.request('POST', `/api/calls/${callId}/live`)).status).toBe(204);
    here.watch({ openCallId: callId });
    await waitFor('the line here', () => textsOf(here.lines(callId)).includes('Buenas tardes'));
    expect(await openingsOf(callId)).toHaveLength(2);
    expect(test.simulator.watchers(testKey, callId)).toBe(1);
    // A message replaces the calls of the previous one.
    const another = await startCall();
    here.watch({ listedCallIds: [another] });
    say(another, 'Otra llamada');
    await waitFor('the last lines', () => here.tail(another)?.lines.some(({ text }) => text === 'Otra llamada'));
    const before = here.lines(callId).length;
    say(callId, 'Sigo');
    await waitFor('the line there', () => textsOf(there.lines(callId)).includes('Sigo'));
    expect(here.lines(callId)).toHaveLength(before);
  });

  it('is for the roles that the settings name, at once on both servers', async () => {
    const callId = await startCall();
    const answer = await workspace.operator.request('POST', `/api/calls/${callId}/live`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'live_unreadable']);
    const tab = await openTab(second, workspace.operator);
    tab.watch({ openCallId: callId, listedCallIds: [callId] });
    expect((await workspace.editor.request('PUT', '/api/settings', { body: { liveReaders: 'operator' } })).status).toBe(
      403,
    );
    await workspace.admin.put('/api/settings', { liveReaders: 'operator' });
    expect((await workspace.operator.request('POST', `/api/calls/${callId}/live`)).status).toBe(204);
    tab.watch({ openCallId: callId, listedCallIds: [callId] });
    say(callId, 'Hola');
    await waitFor('the lines', () => tab.lines(callId).length > 0 && tab.tail(callId)?.state === 'live');
    // An admin on the same server goes on reading, so that their tab shows when a line has arrived.
    const admin = await openTab(second, workspace.admin);
    await workspace.admin.request('POST', `/api/calls/${callId}/live`);
    admin.watch({ openCallId: callId });
    await workspace.admin.put('/api/settings', { liveReaders: 'admin' });
    let lines = 0;
    let unread = 0;
    await waitFor('three lines that the operator does not get', async () => {
      const line = `Línea ${++lines}`;
      say(callId, line);
      await waitFor('the line of the admin', () => textsOf(admin.lines(callId)).includes(line));
      unread = textsOf(tab.lines(callId)).includes(line) ? 0 : unread + 1;
      return unread === 3;
    });
  });

  it('shows nothing of another workspace’s calls, nor of calls that are over or unknown', async () => {
    const callId = await startCall();
    const tab = await openTab(test, stranger.admin);
    expect((await stranger.admin.request('POST', `/api/calls/${callId}/live`)).status).toBe(404);
    tab.watch({ openCallId: callId, listedCallIds: [callId, 'call_unknown'] });
    const own = await openTab(test, workspace.admin);
    await workspace.admin.request('POST', `/api/calls/${callId}/live`);
    own.watch({ openCallId: callId });
    say(callId, 'Hola');
    await waitFor('the line of whoever may', () => own.lines(callId).length > 0);
    expect([tab.lines(callId), tab.tail(callId)]).toEqual([[], undefined]);
    expect((await workspace.editor.request('POST', `/api/calls/${callId}/hang-up`)).status).toBe(204);
    await waitFor('the end', () => own.state(callId) === 'ended');
    const answer = await workspace.admin.request('POST', `/api/calls/${callId}/live`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'call_over']);
  });

  it('is counted for operators', async () => {
    const told = async (name: string): Promise<number> => {
      const text = await second.client().get<string>('/metrics');
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length),
      );
    };
    const ended = 'vocero_live_sockets_closed_total{outcome="ended"}';
    const [endedBefore, linesBefore] = [await told(ended), await told('vocero_live_lines_total')];
    const callId = await startCall();
    const tab = await openTab(second, workspace.admin);
    await workspace.admin.request('POST', `/api/calls/${callId}/live`);
    tab.watch({ openCallId: callId });
    say(callId, 'Buenas tardes');
    await waitFor('the line', () => textsOf(tab.lines(callId)).includes('Buenas tardes'));
    expect(await told('vocero_live_sockets')).toBeGreaterThanOrEqual(1);
    expect(await told('vocero_live_lines_total')).toBeGreaterThan(linesBefore);
    await workspace.editor.request('POST', `/api/calls/${callId}/hang-up`);
    await waitFor('the end', () => tab.state(callId) === 'ended');
    expect(await told(ended)).toBe(endedBefore + 1);
  });

  it.each([
    '',
    '{}',
    '[]',
    '{"type":"watch_calls"}',
    `{"type":"watch_calls","openCallId":"${'x'.repeat(300)}"}`,
    'x'.repeat(16_000),
  ])('takes no harm from a socket that says %#', async (text) => {
    const tab = await openTab(test, workspace.editor);
    open.at(-1)?.send(text);
    const callId = await startCall();
    tab.watch({ listedCallIds: [callId] });
    await waitFor('the last lines', () => tab.tail(callId));
  });
});

describe('a whisper', () => {
  it('reaches the agent, is written down with its text and its author, and leaves the call’s metadata alone', async () => {
    const callId = await startCall();
    const text = 'Ofrecé tres cuotas sin interés';
    const tab = await openTab(test, workspace.editor);
    await workspace.editor.request('POST', `/api/calls/${callId}/live`);
    tab.watch({ openCallId: callId });
    const before = test.simulator.call(testKey, callId)?.metadata;
    const answer = await workspace.editor.request('POST', `/api/calls/${callId}/whisper`, {
      body: { text, speakNow: true },
    });
    expect(answer.status).toBe(204);
    expect(test.simulator.injected(testKey, callId)).toEqual([text]);
    expect(test.simulator.call(testKey, callId)?.metadata).toEqual(before);
    await waitFor('its line', () => tab.lines(callId).some((line) => line.kind === 'whisper' && line.text === text));
    const entry = (await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=call')).find(
      ({ action }) => action === 'call.whispered',
    );
    expect(entry).toMatchObject({ target: callId, details: { text, speakNow: true } });
    const { whispers } = await workspace.operator.get<CallRelatedData>(`/api/calls/${callId}/context`);
    expect(whispers).toMatchObject([{ by: entry?.username, text }]);

    await workspace.editor.request('POST', `/api/calls/${callId}/hang-up`);
    const late = await workspace.editor.request('POST', `/api/calls/${callId}/whisper`, { body: { text } });
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([409, 'call_over']);
    await waitFor(
      'forgetting',
      async () => (await workspace.admin.request('DELETE', `/api/calls/${callId}`)).status < 300,
    );
    const after = await workspace.operator.get<CallRelatedData>(`/api/calls/${callId}/context`);
    expect(after.whispers).toMatchObject([{ by: entry?.username, text: null }]);
    expect(JSON.stringify(await workspace.admin.get('/api/audit-log?topic=call'))).not.toContain(text);
  });

  it.each([
    ['operator', 403],
    ['editor', 400],
  ] as const)('of an %s without a text is refused', async (role, status) => {
    const callId = await startCall();
    expect(
      (await workspace[role].request('POST', `/api/calls/${callId}/whisper`, { body: { text: ' ' } })).status,
    ).toBe(status);
    expect(test.simulator.injected(testKey, callId)).toEqual([]);
  });
});
