// Two servers start at once on an empty database. A session is valid at both, and changes of rights, sessions and
// limits at one apply to the other at once.
import { afterAll, beforeAll, test } from 'vitest';
import { startServerPair, type ServerPair } from './testing/server-pair.ts';
import { proveSessionsEverywhere } from './testing/sessions-everywhere.ts';

let pair: ServerPair;
beforeAll(async () => {
  pair = await startServerPair({
    simulator: { seed: 8, concurrencyLimit: 10 },
    dialing: { callsPerSecond: 1, reservedLines: 0 },
    isFirstStart: true,
  });
});
afterAll(() => pair?.close());

test('sessions, rights and limits are the same at both, at once', async () => {
  await proveSessionsEverywhere([pair.first.url, pair.second.url], pair.first.client, pair.workspaceId);
});
