// The listening of a tab with a server, a gateway and a microphone that the test controls.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../api/api-error.ts';
import { createListeningSession, type CallListeningDeps } from './listening.ts';
import type { LiveCallAudioConnectionHandlers } from './sound.ts';

interface Asked {
  readonly name: string;
  readonly isHeard?: boolean;
}

class FakeTrack extends EventTarget {
  enabled = true;
  muted = false;
  readyState: 'live' | 'ended' = 'live';
  stop(): void {
    this.readyState = 'ended';
  }
}

const refusal = (status: number, code: string, message: string): ApiError =>
  new ApiError(status, '', JSON.stringify({ code, message }));

let asked: Asked[];
let failures: Map<string, Error>;
let events: LiveCallAudioConnectionHandlers;
let track: FakeTrack;
let microphone: () => Promise<MediaStream>;
let isConnected: boolean;
let packets: number;
let spoken: number;
let isClosed: boolean;

function createWorld(): CallListeningDeps {
  const ask = async (name: string, input?: { body?: { isHeard?: boolean } }): Promise<unknown> => {
    const { isHeard } = input?.body ?? {};
    asked.push({ name, ...(isHeard === undefined ? {} : { isHeard }) });
    const failure = failures.get(name);
    if (failure) throw failure;
    return name === 'listenToCall' ? { listeningId: 'one', iceServers: [] } : { sdp: 'answer' };
  };
  return {
    ask: ask as CallListeningDeps['ask'],
    openMicrophone: () => microphone(),
    meterOf: () => ({ level: () => 0.5, close: () => {} }),
    openSound(_servers, given) {
      events = given;
      return {
        connect: async (exchange) => void (await exchange('offer')),
        async speak(_track, exchange) {
          await exchange('offer');
          spoken += 1;
        },
        isConnected: () => isConnected,
        mute: () => {},
        level: () => 0.25,
        received: () => Promise.resolve(packets++),
        close: () => void (isClosed = true),
      };
    },
  };
}

let listening: ReturnType<typeof createListeningSession>;
const names = () => asked.map(({ name }) => name);
const kept = () => asked.filter(({ name }) => name === 'keepListening').map(({ isHeard }) => isHeard);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

async function listen(): Promise<void> {
  await listening.start('call_1');
  isConnected = true;
  events.onConnected();
}
async function speak(): Promise<void> {
  await listen();
  await listening.wantToTakeOver();
  await listening.takeOver();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  asked = [];
  failures = new Map();
  track = new FakeTrack();
  microphone = () =>
    Promise.resolve({ getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream);
  isConnected = false;
  isClosed = false;
  packets = 1;
  spoken = 0;
  listening = createListeningSession(createWorld());
});
afterEach(() => {
  listening.leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('is kept alive every ten seconds, and ended as the page goes', async () => {
  await listen();
  expect(listening.state().phase).toBe('listening');
  await seconds(9);
  expect(kept()).toEqual([]);
  await seconds(11);
  expect(kept()).toEqual([true, true]);
  expect(listening.level()).toBe(0.25);
  window.dispatchEvent(new Event('pagehide'));
  expect(listening.state().phase).toBe('idle');
  expect(names().at(-1)).toBe('stopListening');
  expect(isClosed).toBe(true);
  await seconds(30);
  expect(kept()).toHaveLength(2);
});

it('says what the server refuses with, and what never connects', async () => {
  failures.set('listenToCall', refusal(409, 'listening_unsupported', 'Por LiveKit no.'));
  await listening.start('call_1');
  expect(listening.state()).toMatchObject({ phase: 'over', notice: { text: 'Por LiveKit no.' } });
  failures.clear();
  await listening.start('call_1');
  await seconds(15);
  expect(listening.state()).toMatchObject({ phase: 'over', reason: 'lost' });
  expect(names().at(-1)).toBe('stopListening');
});

it('ends what the server began after the person left', async () => {
  const starting = listening.start('call_1');
  listening.leave();
  await starting;
  expect(names()).toEqual(['listenToCall', 'stopListening']);
});

it('is over where the server knows it no more, and goes on without an answer', async () => {
  await listen();
  failures.set('keepListening', new ConnectionError(new Error('away')));
  await seconds(20);
  expect(listening.state().phase).toBe('listening');
  failures.set('keepListening', refusal(404, 'not_found', 'No existe.'));
  await seconds(10);
  expect(listening.state()).toMatchObject({ phase: 'over', reason: 'gone' });
  expect(names()).not.toContain('stopListening');
});

it('is said to be without sound once no packet comes, until one does', async () => {
  await listen();
  await seconds(4);
  expect(listening.state().isQuiet).toBe(false);
  const count = packets;
  await vi.waitFor(async () => {
    packets = count;
    await seconds(1);
    expect(listening.state().isQuiet).toBe(true);
  });
  packets = count + 1;
  await seconds(1);
  expect(listening.state().isQuiet).toBe(false);
});

it('opens the microphone before anything is asked of the server, and frees it where the person says no', async () => {
  await listen();
  await listening.wantToTakeOver();
  expect(listening.state().step).toBe('question');
  expect(names()).toEqual(['listenToCall', 'offerSound']);
  listening.stayListener();
  expect(track.readyState).toBe('ended');
  expect(listening.state().phase).toBe('listening');
});

it.each([
  ['NotAllowedError', 'microphone_refused', new DOMException('no', 'NotAllowedError')],
  ['NotFoundError', 'microphone_missing', new DOMException('no', 'NotFoundError')],
  ['TypeError', 'microphone_insecure', new TypeError('no mediaDevices')],
])('goes on listening after %s of the microphone', async (_name, kind, error) => {
  microphone = () => Promise.reject(error);
  await listen();
  await listening.wantToTakeOver();
  expect(listening.state()).toMatchObject({ phase: 'listening', notice: { kind } });
});

it('goes on listening where a colleague was faster', async () => {
  failures.set('takeOverCall', refusal(409, 'call_taken_over', 'Otra persona ya tomó esta llamada.'));
  await speak();
  expect(listening.state()).toMatchObject({
    phase: 'listening',
    notice: { text: 'Otra persona ya tomó esta llamada.' },
  });
  expect(track.readyState).toBe('ended');
  expect(spoken).toBe(0);
});

it('asks again to take over where no answer came: the agent may be out already', async () => {
  failures.set('takeOverCall', new ConnectionError(new Error('lost')));
  await listen();
  await listening.wantToTakeOver();
  const taking = listening.takeOver();
  failures.delete('takeOverCall');
  await taking;
  expect(names().filter((name) => name === 'takeOverCall')).toHaveLength(2);
  expect(listening.state().phase).toBe('speaking');
});

it('says each second that the customer hears the person, also while they mute themselves', async () => {
  await speak();
  expect([listening.state().phase, spoken, listening.ownLevel()]).toEqual(['speaking', 1, 0.5]);
  asked = [];
  await seconds(2);
  expect(kept()).toEqual([true, true]);
  listening.muteMicrophone(true);
  expect([track.enabled, listening.ownLevel()]).toEqual([false, 0]);
  await seconds(1);
  expect(kept().at(-1)).toBe(true);
  listening.hangUp();
  expect(names().at(-1)).toBe('stopListening');
  expect(listening.state().reason).toBe('hung_up');
});

it('says that the customer hears nobody while microphone or connection fail', async () => {
  await speak();
  track.muted = true;
  await seconds(1);
  expect([kept().at(-1), listening.state().isMicrophoneLost]).toEqual([false, true]);
  track.muted = false;
  isConnected = false;
  events.onAway();
  await seconds(1);
  expect([kept().at(-1), listening.state().isAway]).toEqual([false, true]);
  isConnected = true;
  events.onConnected();
  await seconds(1);
  expect([kept().at(-1), listening.state().isAway]).toEqual([true, false]);
});

it('offers the microphone’s sound again until the gateway takes it, and says so meanwhile', async () => {
  await listen();
  failures.set('offerSound', refusal(503, 'unavailable', 'No.'));
  await listening.wantToTakeOver();
  await listening.takeOver();
  await seconds(1);
  expect([spoken, kept().at(-1)]).toEqual([0, false]);
  failures.clear();
  await seconds(2);
  expect([spoken, kept().at(-1)]).toEqual([1, true]);
});
