// Lists of people have reads of their own, which are repeated without realtime and show their age.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
// Imported here, because the fake clock does not wait for loading it.
import '../api/realtime-socket.ts';
import { useRealtimeStatus } from '../api/realtime.ts';
import { setTabWorkspace } from '../api/tab-state.ts';
import { useRealtimeConnection } from '../api/use-realtime.ts';
import { useUsers } from '../features/users/users-data.ts';
import { useWorkspaceMembers } from '../features/workspaces/members-data.ts';
import { json, startFakeServer } from '../testing/fake-server.ts';
import { UnreachableSocket } from '../testing/unreachable-socket.ts';

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ['listUsers', useUsers],
  ['listMembers', () => useWorkspaceMembers('w1')],
] as const)('%s is read every half minute while the socket is away, and shows its age', async (name, useList) => {
  vi.useFakeTimers();
  const server = startFakeServer({ listUsers: json<'listUsers'>([]), listMembers: json<'listMembers'>([]) });
  vi.stubGlobal('WebSocket', UnreachableSocket);
  setTabWorkspace('w1');
  const client = createQueryClient();
  const { result } = renderHook(() => (useRealtimeConnection(), useList(), useRealtimeStatus()), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(server.calls).toEqual([name, name, name]);
  expect(Date.now() - (result.current.updatedAt ?? 0)).toBeLessThanOrEqual(1_000);
});
