import { focusManager, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, json, startFakeServer, type FakeServer } from '../testing/fake-server.ts';
import { UnreachableSocket } from '../testing/unreachable-socket.ts';
import {
  useActiveCalls,
  useAgentNames,
  useCallDetail,
  useSavedCallViews,
  useCampaigns,
  useAnswerRatesByHour,
  useCallRecording,
  useWorkspaceSettings,
} from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { useRealtimeStatus, type RealtimeStatus } from './realtime.ts';
import { reconnectRealtime, useRealtimeConnection } from './use-realtime.ts';
import { setTabWorkspace } from './tab-state.ts';
// Imported here, because the fake clock does not wait for loading it.
import './realtime-socket.ts';

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

let server: FakeServer;
let client: QueryClient;

/** Advances the fake clock, and returns the number of reads meanwhile. */
async function readsWithin(milliseconds: number): Promise<number> {
  const before = server.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  return server.calls.length - before;
}

beforeEach(() => {
  vi.useFakeTimers();
  server = startFakeServer({ listActiveCalls: json<'listActiveCalls'>([]) });
  client = createQueryClient();
  setTabWorkspace('w1');
});
afterEach(() => {
  cleanup();
  client.clear();
  setTabWorkspace(null);
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a read is refreshed every half minute while the socket is open and the tab shown, and all is read at its return', async () => {
  renderHook(() => (useRealtimeConnection(), useActiveCalls({})), { wrapper });
  // Reads begin one task later, so that ten of them do not block the page.
  expect(server.calls).toEqual([]);
  // Read twice: the first read was running when the socket opened, so changes may have been missed.
  expect(await readsWithin(1_000)).toBe(2);
  expect(await readsWithin(28_000)).toBe(0);
  expect(await readsWithin(60_000)).toBe(2);
  focusManager.setFocused(false);
  expect(await readsWithin(120_000)).toBe(0);
  focusManager.setFocused(true);
  const { WebSocket: reachable } = globalThis;
  vi.stubGlobal('WebSocket', UnreachableSocket);
  act(() => server.drop());
  expect(await readsWithin(60_000)).toBe(2);
  vi.stubGlobal('WebSocket', reachable);
  act(reconnectRealtime);
  expect(await readsWithin(1_000)).toBe(1);
});

it('whatever is shown is read every half minute while the socket is away, but for recordings, whose address is being played', async () => {
  vi.stubGlobal('WebSocket', UnreachableSocket);
  renderHook(
    () => (
      useRealtimeConnection(),
      useCampaigns(),
      useCallDetail('c1'),
      useWorkspaceSettings(),
      useAnswerRatesByHour({}),
      useCallRecording('c1', true)
    ),
    { wrapper },
  );
  // The recording is missing, and is read twice.
  expect(await readsWithin(2_000)).toBe(6);
  const before = server.calls.length;
  await readsWithin(60_000);
  expect(server.calls.slice(before).sort()).toEqual(
    ['getCall', 'getDialingHours', 'getSettings', 'listCampaigns'].flatMap((name) => [name, name]),
  );
  focusManager.setFocused(false);
  expect(await readsWithin(120_000)).toBe(0);
});

describe('the age of what is shown', () => {
  const reads = () => (
    useRealtimeConnection(),
    useActiveCalls({}),
    useSavedCallViews(),
    useAgentNames(),
    useRealtimeStatus()
  );
  const since = (status: RealtimeStatus) =>
    status.updatedAt === null ? null : (Date.now() - status.updatedAt) / 1_000;

  it('is that of the oldest figure, not of the newest answer', async () => {
    server.answer('listCallViews', json<'listCallViews'>([]));
    server.answer('listAgents', json<'listAgents'>([]));
    const { result } = renderHook(reads, { wrapper });
    await readsWithin(1_000);
    expect(since(result.current)).toBeLessThanOrEqual(1);
    server.answer('listActiveCalls', failure(500, 'internal'));
    await readsWithin(120_000);
    expect(since(result.current)).toBeGreaterThanOrEqual(120);
    server.answer('listActiveCalls', json<'listActiveCalls'>([]));
    await readsWithin(30_000);
    expect(since(result.current)).toBeLessThanOrEqual(30);
  });

  it('counts from the moment the socket went away for what only it tells of', async () => {
    server.answer('listCallViews', json<'listCallViews'>([]));
    const { result } = renderHook(() => (useRealtimeConnection(), useSavedCallViews(), useRealtimeStatus()), {
      wrapper,
    });
    await readsWithin(600_000);
    vi.stubGlobal('WebSocket', UnreachableSocket);
    server.answer('listCallViews', failure(500, 'internal'));
    act(() => server.drop());
    await readsWithin(0);
    expect(since(result.current)).toBe(0);
    await readsWithin(90_000);
    expect(since(result.current)).toBe(90);
  });
});

it('agents are read once a minute, for the server asks the provider about them only when somebody reads', async () => {
  renderHook(() => (useRealtimeConnection(), useAgentNames()), { wrapper });
  await readsWithin(1_000);
  expect(await readsWithin(58_000)).toBe(0);
  expect(await readsWithin(120_000)).toBe(2);
});
