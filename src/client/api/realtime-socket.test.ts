import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { openRealtimeSocket, type RealtimeSocket } from './realtime-socket.ts';
import { setTabWorkspace, getTabWorkspaceState } from './tab-state.ts';

let realtime: RealtimeSocket | undefined;

afterEach(() => {
  realtime?.stop();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('logs that a message could not be read, and nothing of what it said; the next one counts', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  startFakeServer({});
  const sockets: EventTarget[] = [];
  const { WebSocket: Fake } = globalThis;
  vi.stubGlobal(
    'WebSocket',
    class extends Fake {
      constructor(url: string) {
        super(url);
        sockets.push(this);
      }
    },
  );
  setTabWorkspace('w1');
  realtime = openRealtimeSocket(new QueryClient());
  const hear = (data: string) => sockets[0]?.dispatchEvent(new MessageEvent('message', { data }));
  hear('{"customerName":"Ana Pérez","toNumber":"+5491145550101"');
  expect(warn.mock.calls).toEqual([['A realtime message could not be read.']]);
  hear(JSON.stringify({ type: 'workspace_switched', workspaceId: 'w2' }));
  expect(getTabWorkspaceState().mismatched).toBe(true);
  expect(warn).toHaveBeenCalledOnce();
});
