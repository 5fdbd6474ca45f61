/** The server with a live call's socket is killed. Readers on another server go on reading, with every line once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerPair, type ServerPair } from '../../testing/server-pair.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { openLiveTab } from './testing/live-tab.ts';

let pair: ServerPair;
beforeAll(async () => {
  pair = await startServerPair({
    simulator: { seed: 12, concurrencyLimit: 10, ringMs: 1, callDurationMs: 3_600_000 },
    dialing: { callsPerSecond: 1, reservedLines: 0 },
  });
});
afterAll(() => pair?.close());

test('another server takes the call over', async () => {
  const { first, second, simulator, key } = pair;
  pair.sendWebhooksTo(second);
  const callId = simulator.arrive(key, 'inbound');
  await waitFor('the call', async () => (await second.client.request('GET', `/api/calls/${callId}`)).status === 200);
  const say = (content: string) => simulator.speak(key, callId, { role: 'agent', content });
  const read = async (server: typeof first) => {
    const tab = await openLiveTab(server.url, server.client);
    expect((await server.client.request('POST', `/api/calls/${callId}/live`)).status).toBe(204);
    tab.watch({ openCallId: callId });
    return tab;
  };
  await read(first);
  await waitFor('the socket of the first server', () => simulator.watchers(key, callId) === 1);
  const tab = await read(second);
  const spoken = () =>
    tab.lines(callId).flatMap((line) => ('text' in line && line.text?.startsWith('Línea') ? [line.text] : []));
  say('Línea antes');
  await waitFor('the line by the first server', () => spoken().includes('Línea antes'));

  await first.kill();
  say('Línea entretanto');
  await waitFor('the line by the second server', () => spoken().includes('Línea entretanto'), 30_000);
  say('Línea después');
  await waitFor('the next line', () => spoken().includes('Línea después'));
  expect(spoken()).toEqual(['Línea antes', 'Línea entretanto', 'Línea después']);
  expect(simulator.watchers(key, callId)).toBe(1);
  tab.close();
});
