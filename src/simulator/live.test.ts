// Watches live calls through a raw socket, read as the server reads it.
import Retell from 'retell-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parseLiveSocketMessage } from '../retell/wire-live.ts';
import type { LiveSocketMessage, WireLiveTranscriptItem } from '../retell/wire-live.ts';
import { startSimulator } from './index.ts';
import type { Simulator, SimulatorOptions } from './index.ts';

const key = 'key_live';
/** A speed at which a call outlasts any pause of the machine. */
const slow = 20;
const fast = 200;
/** A speed at which no word comes during a test. */
const standstill = 0.000_1;

let simulator: Simulator;

async function start(overrides: Partial<SimulatorOptions> = {}): Promise<void> {
  simulator = await startSimulator({
    seed: 5,
    clock: { speed: slow },
    accounts: [{ key, orgName: 'Viva' }],
    ringMs: 1,
    ...overrides,
  });
}
beforeEach(() => start());
afterEach(() => simulator.close());

const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1));
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

interface Seen {
  readonly socket: WebSocket;
  readonly types: string[];
  readonly messages: LiveSocketMessage[];
  /** All items, merged by id, in order of time. */
  items(): WireLiveTranscriptItem[];
  preSession(): WireLiveTranscriptItem[];
  readonly closed: Promise<{ code: number; reason: string }>;
}

function watch(callId: string, { bearer = key, asBrowser = false } = {}): Seen {
  const url = `${simulator.url.replace('http', 'ws')}/v2/monitor-call/${callId}`;
  const socket = asBrowser
    ? new WebSocket(url, ['bearer', bearer])
    : new WebSocket(url, { headers: { authorization: `Bearer ${bearer}` } });
  const types: string[] = [];
  const messages: LiveSocketMessage[] = [];
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    types.push((JSON.parse(text) as { type: string }).type);
    const message = parseLiveSocketMessage(text);
    if (message !== undefined) messages.push(message);
  });
  socket.on('error', () => {});
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  const merged = (part: 'spoken' | 'preSession'): WireLiveTranscriptItem[] => {
    const byId = new Map<string, WireLiveTranscriptItem>();
    for (const message of messages)
      if (message.type === 'items') for (const item of message[part]) byId.set(item.id, item);
    return [...byId.values()].toSorted((left, right) => (left.time_sec ?? 0) - (right.time_sec ?? 0));
  };
  return { socket, types, messages, closed, items: () => merged('spoken'), preSession: () => merged('preSession') };
}

/** An ongoing call, while the clock hardly moves. */
async function ongoing(): Promise<string> {
  simulator.setSpeed(slow);
  const callId = simulator.arrive(key, 'inbound');
  await until(() => statusOf(callId) === 'ongoing');
  simulator.setSpeed(standstill);
  return callId;
}
const statusOf = (callId: string): unknown => simulator.call(key, callId)?.call_status;
const stop = (callId: string): Promise<Response> =>
  fetch(`${simulator.url}/v2/stop-call/${callId}`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
const isBackchannel = ({ metadata }: WireLiveTranscriptItem): boolean => metadata?.is_backchannel === true;
const isInterrupted = ({ metadata }: WireLiveTranscriptItem): boolean => 'interrupt_id' in (metadata ?? {});
const lines = (items: readonly WireLiveTranscriptItem[]): WireLiveTranscriptItem[] =>
  items.filter((item) => ['agent', 'user'].includes(item.role) && !isBackchannel(item));

describe('watching a call', () => {
  it('says everything that the finished call says, word by word under one id, and ends', async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      const callId = await ongoing();
      const seen = watch(callId, { asBrowser: nth % 2 === 0 });
      await until(() => seen.types.length > 0);
      expect(seen.types[0]).toBe('transcript_snapshot');
      simulator.setSpeed(fast);
      expect(await seen.closed).toEqual({ code: 1000, reason: 'call_ended' });
      const call = simulator.call(key, callId);
      expect(seen.messages.at(-1)).toEqual({ type: 'ended', reason: call?.disconnection_reason });
      const said = lines(seen.items());
      const spoken = call?.transcript_object ?? [];
      expect(said.map(({ role }) => role)).toEqual(spoken.map(({ role }) => role));
      for (const [index, item] of said.entries()) {
        const whole = spoken[index]?.content ?? '';
        expect(isInterrupted(item) ? whole.startsWith(item.content ?? '-') : item.content === whole).toBe(true);
      }
      expect(seen.items()).toEqual(simulator.liveItems(key, callId));
      const growths = said.map(({ id }) =>
        seen.messages.flatMap((message) =>
          message.type === 'items' ? message.spoken.filter((item) => item.id === id) : [],
        ),
      );
      expect(growths.some(({ length }) => length > 1)).toBe(true);
      for (const growth of growths)
        for (const [index, { content, time_sec }] of growth.entries()) {
          const before = growth[index - 1];
          expect(content?.startsWith(before?.content ?? '')).toBe(true);
          expect(time_sec).toBe(growth[0]?.time_sec);
        }
    }
  });

  it('begins late with everything so far', async () => {
    const callId = simulator.arrive(key, 'inbound');
    await until(() => lines(simulator.liveItems(key, callId)).length > 2);
    simulator.setSpeed(standstill);
    const truth = simulator.liveItems(key, callId);
    const seen = watch(callId);
    await until(() => seen.types.length > 0);
    expect(seen.types).toEqual(['transcript_snapshot']);
    expect(seen.items()).toEqual(truth);
  });

  it('is cut where the call is stopped, as the finished call is', async () => {
    const callId = simulator.arrive(key, 'inbound');
    await until(() => lines(simulator.liveItems(key, callId)).length > 2);
    const seen = watch(callId);
    await until(() => seen.types.length > 3);
    await stop(callId);
    expect(await seen.closed).toEqual({ code: 1000, reason: 'call_ended' });
    expect(seen.messages.at(-1)).toEqual({ type: 'ended', reason: 'manual_stopped' });
    const said = lines(seen.items()).filter((item) => !isInterrupted(item));
    const kept = simulator.call(key, callId)?.transcript_object?.map(({ content }) => content);
    expect(kept).toEqual(expect.arrayContaining(said.map(({ content }) => content)));
    expect(kept?.at(-1)?.startsWith(lines(seen.items()).at(-1)?.content ?? '-')).toBe(true);
  });

  it('closes with call_take_over where that ended the call', async () => {
    simulator.forceOutcome('call_take_over');
    const seen = watch(await ongoing());
    await until(() => seen.types.length > 0);
    simulator.setSpeed(5000);
    expect(await seen.closed).toEqual({ code: 1000, reason: 'call_take_over' });
    expect(seen.types.at(-1)).toBe('call_ended');
  });
});

describe('a refused watcher', () => {
  const codeOf = async (callId: string, bearer = key): Promise<number> => (await watch(callId, { bearer }).closed).code;

  it('hears why by its code', async () => {
    const callId = await ongoing();
    expect(await codeOf(callId, 'nope')).toBe(4001);
    expect((await watch(callId, { bearer: 'nope', asBrowser: true }).closed).code).toBe(4001);
    simulator.setKeyReadOnly(key, true);
    expect(await codeOf(callId)).toBe(4003);
    simulator.setKeyReadOnly(key, false);
    expect(await codeOf('call_nobody')).toBe(4004);
    // It rings, because the clock hardly moves.
    expect(await codeOf(simulator.arrive(key, 'inbound'))).toBe(4004);
    await stop(callId);
    const late = watch(callId);
    expect(await late.closed).toEqual({ code: 1000, reason: 'call_ended' });
    expect(late.types).toEqual([]);
  });

  it('is refused for personal data where not everything is kept', async () => {
    simulator.setDataStorage(key, 'everything_except_pii');
    expect(await codeOf(await ongoing())).toBe(4010);
  });

  it('is the sixth of a call', async () => {
    const callId = await ongoing();
    const five = Array.from({ length: 5 }, () => watch(callId));
    await until(() => simulator.watchers(key, callId) === 5);
    expect(await codeOf(callId)).toBe(4008);
    five[0]?.socket.close();
    await until(() => simulator.watchers(key, callId) === 4);
    const sixth = watch(callId);
    await until(() => sixth.types.length > 0);
    expect(simulator.watchers(key, callId)).toBe(5);
  });
});

describe('update-live-call', () => {
  const update = async (
    callId: string,
    body: unknown,
    bearer = key,
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(`${simulator.url}/v2/update-live-call/${callId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const context = (additional_context: string, more: object = {}): object => ({
    call_control: { additional_context, ...more },
  });

  it('adds context to the transcript, and an answer of the agent where it is asked for', async () => {
    const callId = await ongoing();
    const seen = watch(callId);
    await until(() => seen.types.length > 0);
    const quiet = await update(callId, context('Ofrece un 10 %.'));
    expect(quiet).toEqual({ status: 200, body: { success: true } });
    await update(callId, context('Despídete.', { trigger_response: true }));
    await until(() => seen.items().length >= 3);
    expect(simulator.injected(key, callId)).toEqual(['Ofrece un 10 %.', 'Despídete.']);
    const added = seen.items().filter(({ role, content }) => role === 'injected' || content?.startsWith('Entendido.'));
    expect(added.map(({ role }) => role)).toEqual(['injected', 'injected', 'agent']);
    expect(added[0]?.time_sec).toBeGreaterThanOrEqual(0);
    expect(seen.items()).toEqual(simulator.liveItems(key, callId));
  });

  it('replaces the whole metadata, and sets variables and what is kept', async () => {
    simulator.forceOutcome('agent_hangup');
    const client = new Retell({ apiKey: key, baseURL: simulator.url, maxRetries: 0 });
    const { call_id } = await client.call.createPhoneCall({
      from_number: (await client.phoneNumber.list()).items[0]?.phone_number ?? '',
      to_number: '+5491144445555',
      metadata: { attempt: 'a' },
      retell_llm_dynamic_variables: { nombre: 'Ana', monto: '10' },
    });
    await until(() => statusOf(call_id) === 'ongoing');
    simulator.setSpeed(standstill);
    await update(call_id, context('Sin metadatos.'));
    expect(simulator.call(key, call_id)?.metadata).toEqual({ attempt: 'a' });
    await update(call_id, {
      fields_to_override: {
        metadata: { nota: 1 },
        override_dynamic_variables: { monto: '20' },
        data_storage_setting: 'everything_except_pii',
      },
    });
    expect(simulator.call(key, call_id)).toMatchObject({
      retell_llm_dynamic_variables: { nombre: 'Ana', monto: '20' },
      data_storage_setting: 'everything_except_pii',
    });
    expect(simulator.call(key, call_id)?.metadata).toEqual({ nota: 1 });
  });

  it('refuses what it does not know, and calls that are not ongoing', async () => {
    const callId = await ongoing();
    for (const body of [
      { more: 1 },
      context(''),
      context('  '),
      context('x', { more: 1 }),
      { call_control: { trigger_response: true } },
      { fields_to_override: { more: 1 } },
      { fields_to_override: { data_storage_setting: 'all' } },
    ])
      expect((await update(callId, body)).status).toBe(400);
    expect(simulator.injected(key, callId)).toEqual([]);
    expect((await update(callId, context('x'), 'nope')).status).toBe(401);
    simulator.setKeyReadOnly(key, true);
    expect((await update(callId, context('x'))).status).toBe(403);
    simulator.setKeyReadOnly(key, false);
    expect((await update('call_nobody', context('x'))).status).toBe(404);
    expect((await update(simulator.arrive(key, 'inbound'), context('x'))).status).toBe(422);
    await stop(callId);
    expect((await update(callId, context('x'))).status).toBe(422);
  });
});

describe('what a test says and does to a call', () => {
  it('reaches its watchers at once', async () => {
    const callId = await ongoing();
    const seen = watch(callId);
    await until(() => seen.types.length > 0);
    simulator.speak(key, callId, { role: 'user', content: 'Quiero hablar con una persona.' });
    await until(() => seen.types.length > 1);
    expect(seen.types).toEqual(['transcript_snapshot', 'transcript_updated']);
    expect(seen.items().at(-1)).toMatchObject({ role: 'user', content: 'Quiero hablar con una persona.' });
    await stop(callId);
    expect(() => simulator.speak(key, callId, { role: 'user', content: 'x' })).toThrow(RangeError);
  });

  it('hands the call over to a person, and the call goes on', async () => {
    const callId = simulator.arrive(key, 'inbound');
    await until(() => lines(simulator.liveItems(key, callId)).length > 2);
    simulator.setSpeed(standstill);
    const seen = watch(callId);
    await until(() => seen.types.length > 0);
    simulator.takeOver(key, callId);
    expect(await seen.closed).toEqual({ code: 1000, reason: 'call_take_over' });
    expect(seen.types).not.toContain('call_ended');
    expect([statusOf(callId), (await watch(callId).closed).reason]).toEqual(['ongoing', 'call_take_over']);
    expect(() => simulator.takeOver(key, callId)).toThrow(RangeError);
    const said = simulator.liveItems(key, callId);
    simulator.setSpeed(5000);
    await until(() => statusOf(callId) === 'ended');
    const call = simulator.call(key, callId);
    expect(call?.disconnection_reason).toBe('call_take_over');
    expect(call?.transcript_object).toHaveLength(lines(said).length);
    expect(simulator.liveItems(key, callId)).toEqual(said);
  });
});

describe('a fault of the socket', () => {
  const line = { role: 'user', content: 'Sigo aquí.' } as const;

  it('refuses with the code of the plan', async () => {
    const callId = await ongoing();
    simulator.setFaults({ monitor: { refuse: { next: 1, code: 4999 } } });
    expect((await watch(callId).closed).code).toBe(4999);
    const seen = watch(callId);
    await until(() => seen.types.length > 0);
  });

  it('never sends a message', async () => {
    const callId = await ongoing();
    simulator.setFaults({ monitor: { silentAccept: { next: 1 } } });
    const seen = watch(callId);
    await until(() => simulator.watchers(key, callId) === 1);
    simulator.speak(key, callId, line);
    await stop(callId);
    expect((await seen.closed).code).toBe(1006);
    expect(seen.types).toEqual([]);
  });

  it('cuts the socket after so many messages', async () => {
    const callId = await ongoing();
    simulator.setFaults({ monitor: { cut: { next: 2, afterMessages: 2 } } });
    const seen = watch(callId);
    await until(() => seen.types.length > 0);
    simulator.speak(key, callId, line);
    expect((await seen.closed).code).toBe(1006);
    expect(seen.types).toEqual(['transcript_snapshot', 'transcript_updated']);
    await until(() => simulator.watchers(key, callId) === 0);
    simulator.setFaults({ monitor: { cut: { next: 1, afterMessages: 0 } } });
    const none = watch(callId);
    expect((await none.closed).code).toBe(1006);
    expect(none.types).toEqual([]);
  });

  it('sends the snapshot after the first update', async () => {
    const callId = await ongoing();
    simulator.setFaults({ monitor: { lateSnapshot: { next: 1, delayMs: 1 } } });
    const seen = watch(callId);
    await until(() => simulator.watchers(key, callId) === 1);
    simulator.speak(key, callId, line);
    await until(() => seen.types.length > 1);
    expect(seen.types).toEqual(['transcript_updated', 'transcript_snapshot']);
    expect(seen.items()).toEqual(simulator.liveItems(key, callId));
  });

  it('sends all items with each update', async () => {
    const callId = await ongoing();
    simulator.speak(key, callId, line);
    simulator.setFaults({ monitor: { wholeUpdates: { next: 1 } } });
    const seen = watch(callId);
    await until(() => seen.types.length > 0);
    simulator.speak(key, callId, line);
    await until(() => seen.types.length > 1);
    expect(seen.messages.at(-1)).toMatchObject({ type: 'items', spoken: simulator.liveItems(key, callId) });
  });

  it('sends what nobody knows', async () => {
    const callId = await ongoing();
    simulator.setFaults({ monitor: { odd: { next: 1 } } });
    const seen = watch(callId);
    await until(() => seen.types.length > 2);
    expect(seen.types).toEqual(['transcript_snapshot', 'agent_state', 'transcript_updated']);
    expect(seen.messages).toHaveLength(2);
    expect(seen.items().map(({ role }) => role)).toContain('whisper');
    expect(seen.items().some(({ content }) => content === 'Sin id.')).toBe(true);
  });

  it('ends with a close alone', async () => {
    const callId = await ongoing();
    simulator.setFaults({ monitor: { endsAlone: { next: 1 } } });
    const seen = watch(callId);
    await until(() => seen.types.length > 0);
    await stop(callId);
    expect(await seen.closed).toEqual({ code: 1000, reason: 'call_ended' });
    expect(seen.types).not.toContain('call_ended');
  });
});
