import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { startRealtime, type RealtimeSocket } from './realtime-socket.ts';
import { showWorkspace, tabState } from './tab-state.ts';

let realtime: RealtimeSocket | undefined;

afterEach(() => {
  realtime?.stop();
  showWorkspace(null);
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
  showWorkspace('w1');
  realtime = startRealtime(new QueryClient());
  const hear = (data: string) => sockets[0]?.dispatchEvent(new MessageEvent('message', { data }));
  hear('{"customerName":"Ana Pérez","toNumber":"+5491145550101"');
  expect(warn.mock.calls).toEqual([['A realtime message could not be read.']]);
  hear(JSON.stringify({ type: 'workspace_switched', workspaceId: 'w2' }));
  expect(tabState().mismatched).toBe(true);
  expect(warn).toHaveBeenCalledOnce();
});
