// Each course of a test call's socket, and the lines about it.
import { expect, it } from 'vitest';
import { parseLiveSocketMessage } from '../../src/retell/wire-live.ts';
import type { ProviderLiveCallSocketListener } from '../../src/server/platform/provider/follow-call.ts';
import { ProviderError } from '../../src/server/platform/provider/provider.ts';
import { readLive } from './checked-live.ts';

const spoken = { id: 'item_1', role: 'agent', time_sec: 1, content: 'Hola.' };

interface Socket {
  readonly opens: () => void;
  readonly says: (...items: readonly object[]) => void;
  readonly closes: (code: number, reason?: string) => void;
}

function socketOf(listener: ProviderLiveCallSocketListener): Socket {
  return {
    opens: () => listener.onOpen?.(),
    says(...transcripts) {
      const text = JSON.stringify({ type: 'transcript_updated', transcripts });
      listener.onText?.(text);
      const message = parseLiveSocketMessage(text);
      if (message) listener.onMessage(message);
    },
    closes: (code, reason = '') => listener.onClose(code, reason),
  };
}

interface Ways {
  readonly wasSpoken?: boolean;
  readonly isRefused?: boolean;
  /** Transport of the sound; null if listening is refused. */
  readonly transport?: 'gateway' | 'livekit' | null;
  readonly listenRefusal?: 'key_rejected' | 'refused';
}

/** The steps of a call, spoken by default; each opening of the socket calls `happen`. */
async function stepsOf(
  happen: (socket: Socket) => void,
  { wasSpoken = true, isRefused = false, transport = 'gateway', listenRefusal = 'key_rejected' }: Ways = {},
) {
  const listeners: ProviderLiveCallSocketListener[] = [];
  const reading = readLive(
    {
      followCall(_callId, listener) {
        listeners.push(listener);
        queueMicrotask(() => happen(socketOf(listener)));
        return { close: () => undefined };
      },
      sound: {
        async listen() {
          await Promise.resolve();
          if (transport === null) throw new ProviderError(listenRefusal, 'No');
          return { participantId: 'p', token: 't', transport, iceServers: [] };
        },
      },
      async whisper(_callId, { text }) {
        await Promise.resolve();
        if (isRefused) throw new ProviderError('refused', 'No');
        for (const listener of listeners)
          socketOf(listener).says({ id: 'item_2', role: 'injected', time_sec: 2, content: text });
      },
    },
    'call_1',
  );
  await Promise.resolve();
  const steps = await reading.finish(wasSpoken);
  return steps.map(({ verdict, text }) => `${verdict}: ${text}`);
}

const unread = 'la conversación en vivo no se leyó';

it('holds where everything came as it is read', async () => {
  const steps = await stepsOf((socket) => {
    socket.opens();
    socket.says(spoken);
    socket.closes(1000, 'call_ended');
  });
  expect(steps).toEqual([
    'holds: la conversación en vivo se abrió',
    'holds: se cerró con código 1000, motivo call_ended',
    'holds: cada elemento trae id y time_sec (2)',
    'holds: sus mensajes y roles son conocidos',
    'holds: se aceptó una indicación al agente',
    'holds: la indicación volvió como injected',
    'holds: se puede escuchar la llamada, por el gateway',
  ]);
});

it('differs where nobody may listen', async () => {
  const steps = await stepsOf(
    (socket) => {
      socket.opens();
      socket.says(spoken);
      socket.closes(1000, 'call_ended');
    },
    { transport: null },
  );
  expect(steps).toContain('differs: no se puede escuchar la llamada (key_rejected)');
});

it('does not know whether a call can be listened to that ended before the answer', async () => {
  const steps = await stepsOf(
    (socket) => {
      socket.opens();
      socket.says(spoken);
      socket.closes(1000, 'call_ended');
    },
    { transport: null, listenRefusal: 'refused' },
  );
  expect(steps).toContain('unclear: no se sabe si la llamada se puede escuchar: terminó antes');
});

it('does not know whether a whisper is accepted by a call that ended before the answer', async () => {
  const steps = await stepsOf(
    (socket) => {
      socket.opens();
      socket.says(spoken);
      socket.closes(1000, 'call_ended');
    },
    { isRefused: true },
  );
  expect(steps).toContain('unclear: no se sabe si se acepta una indicación al agente: la llamada terminó antes');
});

it('differs where the close is none that is known, and where the hint is refused', async () => {
  const happen = (socket: Socket) => {
    socket.opens();
    socket.says(spoken);
    socket.closes(4011, 'novelty');
  };
  const steps = await stepsOf(happen, { isRefused: true });
  expect(steps).toContain('differs: se cerró con código 4011, motivo novelty');
  expect(steps).toContain('differs: no se aceptó una indicación al agente (refused)');
  expect(steps.join()).not.toContain('injected');
});

it.each([
  ['silence and a cut', [1006], true, `differs: ${unread}: se abrió y no llegó nada`],
  ['never live though it was spoken', [4004, ''], true, `differs: ${unread}: código 4004`],
  ['never live', [4004, ''], false, `unclear: ${unread}: la llamada terminó antes (código 4004)`],
  [
    'over already',
    [1000, 'call_ended'],
    true,
    `unclear: ${unread}: la llamada terminó antes (código 1000, motivo call_ended)`,
  ],
  ['refused', [4010, 'data_storage_setting'], true, `differs: ${unread}: código 4010, motivo data_storage_setting`],
] as const)('says of a socket of which nothing was heard: %s', async (_what, close, wasSpoken, step) => {
  const [code, reason = ''] = close;
  const steps = await stepsOf(
    (socket) => {
      socket.opens();
      socket.closes(code, reason);
    },
    { wasSpoken },
  );
  expect(steps).toEqual([step]);
});
