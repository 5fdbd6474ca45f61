import { focusManager, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json, startFakeServer, type FakeServer } from '../testing/fake-server.ts';
import { useActiveCalls, useAgents, useCallPage, useCampaign, useCampaignRecipientPage, useCampaigns } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { reconnect, useRealtime } from './use-realtime.ts';
import { showWorkspace } from './tab-state.ts';
// Fetched when it is needed, which the fake clock does not wait for.
import './realtime-socket.ts';

/** Nobody is there: it closes without ever having been open. */
class Unreachable extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 3;

  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 })));
  }

  close(): void {}
}

const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;

let server: FakeServer;
let client: QueryClient;

/** Lets so much of the fake clock pass, and answers how many reads there were meanwhile. */
async function readsWithin(milliseconds: number): Promise<number> {
  const before = server.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  return server.calls.length - before;
}

beforeEach(() => {
  vi.useFakeTimers();
  server = startFakeServer({ listActiveCalls: json<'listActiveCalls'>([]) });
  client = createQueryClient();
  showWorkspace('w1');
});
afterEach(() => {
  cleanup();
  client.clear();
  showWorkspace(null);
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a read is refreshed every half minute while the socket is open and the tab shown, and all is read at its return', async () => {
  renderHook(() => (useRealtime(), useActiveCalls()), { wrapper });
  // A turn later, so that what asks for ten things does not hold the page meanwhile.
  expect(server.calls).toEqual([]);
  // Twice: the first was under way when the socket opened, and what happened in between was told to nobody.
  expect(await readsWithin(1_000)).toBe(2);
  expect(await readsWithin(28_000)).toBe(0);
  expect(await readsWithin(60_000)).toBe(2);
  focusManager.setFocused(false);
  expect(await readsWithin(120_000)).toBe(0);
  focusManager.setFocused(true);
  const { WebSocket: reachable } = globalThis;
  vi.stubGlobal('WebSocket', Unreachable);
  act(() => server.drop());
  expect(await readsWithin(120_000)).toBe(0);
  vi.stubGlobal('WebSocket', reachable);
  act(reconnect);
  expect(await readsWithin(1_000)).toBe(1);
});

it('campaigns and the history are refreshed every half minute while the socket is away too', async () => {
  vi.stubGlobal('WebSocket', Unreachable);
  const reads = () => (useRealtime(), useCampaigns(), useCampaign('c1'), useCampaignRecipientPage('c1', { page: 1 }), useCallPage({ page: 1 }));
  renderHook(reads, { wrapper });
  expect(await readsWithin(1_000)).toBe(4);
  const before = server.calls.length;
  expect(await readsWithin(60_000)).toBe(8);
  for (const name of ['listCampaigns', 'getCampaign', 'listCampaignRecipients', 'listCalls'] as const) {
    expect(server.calls.slice(before).filter((each) => each === name)).toHaveLength(2);
  }
  focusManager.setFocused(false);
  expect(await readsWithin(120_000)).toBe(0);
});

it('agents are read once a minute, for the server asks the provider about them only when somebody reads', async () => {
  renderHook(() => (useRealtime(), useAgents()), { wrapper });
  await readsWithin(1_000);
  expect(await readsWithin(58_000)).toBe(0);
  expect(await readsWithin(120_000)).toBe(2);
});
