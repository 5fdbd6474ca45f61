// Listens to live calls and takes them over: real media on the loopback.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { buildGatewaySessionsPath } from '../retell/wire-listen.ts';
import { startSimulator } from './index.ts';
import type { Simulator, SimulatorOptions } from './index.ts';
import { getSimulatedSpeakerAudioFrame, silentOpusFrame } from './listening/tones.ts';
import type { SimulatedSpeaker } from './listening/tones.ts';
import { askProvider, askToListen, listen } from './testing/listening-client.ts';
import type { Answered, ListeningClient } from './testing/listening-client.ts';

const key = 'key_listen';
/** A speed at which no word comes during a test. */
const standstill = 0.000_1;
const longLine = 'palabra '.repeat(60).trim();

let simulator: Simulator;
const clients: ListeningClient[] = [];

async function start(overrides: Partial<SimulatorOptions> = {}): Promise<void> {
  simulator = await startSimulator({ seed: 5, accounts: [{ key, orgName: 'Viva' }], ringMs: 1, ...overrides });
}
beforeEach(() => start());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.vanish()));
  await simulator.close();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => void setTimeout(resolve, 1));
}

/** An ongoing call, while the clock hardly moves. */
async function ongoing(): Promise<string> {
  simulator.setSpeed(20);
  const callId = simulator.arrive(key, 'inbound');
  await until(() => statusOf(callId) === 'ongoing');
  simulator.setSpeed(standstill);
  return callId;
}
const statusOf = (callId: string): unknown => simulator.call(key, callId)?.call_status;
const ask = (path: string, body: unknown = {}, bearer = key): Promise<Answered> =>
  askProvider(`${simulator.url}${path}`, bearer, body);
const askFor = async (callId: string, bearer = key): Promise<number> =>
  (await ask(`/v2/listen-live-call/${callId}`, {}, bearer)).status;
const stop = (callId: string): Promise<Answered> => ask(`/v2/stop-call/${callId}`);
const takeOver = async (callId: string, participant_id: string): Promise<number> =>
  (await ask(`/v2/take-over-live-call/${callId}`, { participant_id })).status;
async function join(callId: string): Promise<ListeningClient> {
  const client = await listen(simulator.url, key, callId);
  clients.push(client);
  return client;
}
const tenFrames = Array.from({ length: 10 }, (_, nth) => nth);
const isVoice = (voice: SimulatedSpeaker, payload: Buffer): boolean =>
  tenFrames.some((nth) => payload.equals(getSimulatedSpeakerAudioFrame(voice, nth)));
/** Waits until the client hears the voice from now on. */
async function hears(client: ListeningClient, voice: SimulatedSpeaker): Promise<void> {
  client.heard.length = 0;
  await until(() => client.heard.some((payload) => isVoice(voice, payload)));
}
const speech = Buffer.alloc(40, 9);
const heard = (callId: string): ReturnType<Simulator['heard']> => simulator.heard(key, callId);

describe('a listener', () => {
  it('hears silence, the agent and the customer, and is counted until it goes', async () => {
    const callId = await ongoing();
    const client = await join(callId);
    await until(() => client.heard.length > 0);
    expect(client.heard[0]).toEqual(silentOpusFrame);
    expect(heard(callId).listeners).toBe(1);
    simulator.speak(key, callId, { role: 'agent', content: longLine });
    await hears(client, 'agent');
    simulator.speak(key, callId, { role: 'user', content: longLine });
    await hears(client, 'customer');
    expect(await client.request('DELETE')).toBe(204);
    expect(heard(callId).listeners).toBe(0);
    expect(statusOf(callId)).toBe('ongoing');
  });

  it('cannot be heard, whatever it sends', async () => {
    const callId = await ongoing();
    const client = await join(callId);
    expect(await client.openMicrophone()).toBe('recvonly');
    await client.send(speech);
    await client.send(silentOpusFrame);
    await client.send(speech, 20);
    await client.send(speech, 127);
    await until(() => heard(callId).dropped.packets === 4);
    expect(heard(callId)).toEqual({
      listeners: 1,
      customer: { packets: 0, audible: 0 },
      dropped: { packets: 4, audible: 2 },
    });
  });

  it('gets the end by the data channel', async () => {
    const callId = await ongoing();
    const client = await join(callId);
    await stop(callId);
    await until(() => client.messages.length > 0);
    expect(client.messages).toEqual([{ type: 'ended', reason: 'manual_stopped' }]);
    expect(await client.request('DELETE')).toBe(401);
  });

  it('is let in by the key of somebody who may change live calls, while the call is ongoing', async () => {
    const callId = await ongoing();
    expect(await askFor(callId, 'nope')).toBe(401);
    simulator.setKeyReadOnly(key, true);
    expect(await askFor(callId)).toBe(403);
    simulator.setKeyReadOnly(key, false);
    expect(await askFor('call_nobody')).toBe(422);
    await stop(callId);
    expect(await askFor(callId)).toBe(400);
  });
});

describe('an access token', () => {
  const offer = async (callId: string, token: string, identity: string, sdp = 'v=0'): Promise<number> =>
    (await ask(buildGatewaySessionsPath(callId), { identity, sdp }, token)).status;

  it('opens one session, of its own participant and call', async () => {
    const [callId, other] = [await ongoing(), await ongoing()];
    const { access_token: token, participant_id: identity } = await askToListen(simulator.url, key, callId);
    expect(await offer(callId, key, identity)).toBe(401);
    expect(await offer(other, token, identity)).toBe(401);
    expect(await offer(callId, token, 'listener_other')).toBe(403);
    expect(await offer(callId, token, identity, 'no description')).toBe(400);
    expect(await offer(callId, token, identity)).toBe(401);
  });

  it('is of a minute, or of the time that the simulator is started with', async () => {
    const minute = (await askToListen(simulator.url, key, await ongoing())).expires_at ?? 0;
    expect(Math.abs(minute - Date.now() - 60_000)).toBeLessThan(30_000);
    await simulator.close();
    await start({ gateway: { tokenMs: 0, iceServers: [{ urls: 'stun:127.0.0.1:9' }] } });
    const callId = await ongoing();
    const { access_token: token, participant_id: identity, ...answer } = await askToListen(simulator.url, key, callId);
    expect(answer).toMatchObject({ transport: 'gateway', ice_servers: [{ urls: 'stun:127.0.0.1:9' }] });
    expect(await offer(callId, token, identity)).toBe(401);
  });

  it('is the bearer of what follows, for its own session', async () => {
    const callId = await ongoing();
    const client = await join(callId);
    expect(
      await client.request('PATCH', { candidate: { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host' } }),
    ).toBe(204);
    expect(await client.request('PATCH', { more: 1 })).toBe(400);
    expect(await client.request('PATCH', 'no description', 'application/sdp')).toBe(400);
    const { access_token: token } = await askToListen(simulator.url, key, callId);
    const other = await askProvider(
      `${simulator.url}${buildGatewaySessionsPath(callId)}/other`,
      token,
      {},
      { method: 'DELETE' },
    );
    expect(other.status).toBe(404);
  });

  it('may be used from any page', async () => {
    const preflight = await fetch(`${simulator.url}${buildGatewaySessionsPath('call_any')}`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });
});

describe('taking over', () => {
  it('lets the listener speak, once and for one person, and ends the agent’s part', async () => {
    const callId = await ongoing();
    const [client, colleague] = [await join(callId), await join(callId)];
    const url = `${simulator.url.replace('http', 'ws')}/v2/monitor-call/${callId}`;
    const watcher = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
    const closed = new Promise((resolve) => watcher.on('close', (_code, reason) => resolve(reason.toString())));
    await until(() => simulator.watchers(key, callId) === 1);
    await client.send(speech);
    await until(() => heard(callId).dropped.audible === 1);

    expect(await takeOver(callId, client.participantId)).toBe(200);
    expect(await closed).toBe('call_take_over');
    expect(await client.openMicrophone()).toBe('sendrecv');
    await client.send(speech);
    await until(() => heard(callId).customer.audible === 1);
    expect(heard(callId)).toMatchObject({ listeners: 2, dropped: { audible: 1 } });
    // The customer answers, and a colleague who still listens hears both.
    await hears(client, 'customer');
    await until(() => colleague.heard.some((payload) => payload.equals(speech)));
    await hears(colleague, 'customer');

    expect(await takeOver(callId, client.participantId)).toBe(409);
    expect(await takeOver(callId, colleague.participantId)).toBe(409);
    await colleague.send(speech);
    await until(() => heard(callId).dropped.audible === 2);
    expect(heard(callId).customer.audible).toBe(1);
  });

  it('goes on beyond the end of the agent’s conversation', async () => {
    await simulator.close();
    await start({ callDurationMs: 30_000 });
    const [callId, later] = [await ongoing(), await ongoing()];
    const client = await join(callId);
    await takeOver(callId, client.participantId);
    simulator.setSpeed(60);
    await until(() => statusOf(later) === 'ended');
    expect(statusOf(callId)).toBe('ongoing');
    await client.request('DELETE');
    expect(simulator.call(key, callId)?.duration_ms).toBeGreaterThan(30_000);
  });

  it('ends the call when that person leaves', async () => {
    const callId = await ongoing();
    const [client, colleague] = [await join(callId), await join(callId)];
    await takeOver(callId, client.participantId);
    expect(statusOf(callId)).toBe('ongoing');
    await client.request('DELETE');
    expect(simulator.call(key, callId)).toMatchObject({
      call_status: 'ended',
      disconnection_reason: 'call_take_over',
    });
    await until(() => colleague.messages.length > 0);
    expect(colleague.messages).toEqual([{ type: 'ended', reason: 'call_take_over' }]);
  });

  it('ends the call when that person’s connection is lost, and no listener’s', async () => {
    await simulator.close();
    await start({ gateway: { lostMs: 3000 } });
    const callId = await ongoing();
    const [client, colleague] = [await join(callId), await join(callId)];
    await colleague.vanish();
    await until(() => heard(callId).listeners === 1);
    expect(await takeOver(callId, client.participantId)).toBe(200);
    expect(statusOf(callId)).toBe('ongoing');
    await client.vanish();
    await until(() => statusOf(callId) === 'ended');
    expect(heard(callId).listeners).toBe(0);
  }, 20_000);

  it('is refused to a person who does not listen, and where nothing is under way', async () => {
    const callId = await ongoing();
    expect(await takeOver(callId, 'listener_nobody')).toBe(404);
    const invited = await askToListen(simulator.url, key, callId);
    expect(await takeOver(callId, invited.participant_id)).toBe(404);
    expect((await ask(`/v2/take-over-live-call/${callId}`, {})).status).toBe(400);
    const client = await join(callId);
    expect(await takeOver(await ongoing(), client.participantId)).toBe(404);
    simulator.setKeyReadOnly(key, true);
    expect(await takeOver(callId, client.participantId)).toBe(403);
    simulator.setKeyReadOnly(key, false);
    await stop(callId);
    expect(await takeOver(callId, client.participantId)).toBe(400);
  });
});

describe('a fault of listening', () => {
  it('refuses, names another transport, ends the token early, and fails in the gateway', async () => {
    const callId = await ongoing();
    simulator.setFaults({ listen: { refuse: { next: 1 }, livekit: { next: 1 } } });
    expect(await askFor(callId)).toBe(403);
    expect(await askToListen(simulator.url, key, callId)).toMatchObject({
      transport: 'livekit',
      url: expect.any(String),
    });
    simulator.setFaults({ listen: { tokenExpired: { next: 1 }, gatewayError: { next: 1 } } });
    const { access_token: token, participant_id: identity } = await askToListen(simulator.url, key, callId);
    const sessions = buildGatewaySessionsPath(callId);
    expect((await ask(sessions, { identity, sdp: 'v=0' }, token)).status).toBe(503);
    expect((await ask(sessions, { identity, sdp: 'v=0' }, token)).status).toBe(401);
  });

  it('lets a faster colleague take over', async () => {
    const callId = await ongoing();
    const client = await join(callId);
    simulator.setFaults({ listen: { takeOverLost: { next: 1 } } });
    expect(await takeOver(callId, client.participantId)).toBe(409);
    expect(() => simulator.takeOver(key, callId)).toThrow(RangeError);
    await client.send(speech);
    await until(() => heard(callId).dropped.audible === 1);
  });

  it('stops the media while the session stays', async () => {
    const callId = await ongoing();
    simulator.setFaults({ listen: { mediaStops: { next: 1, delayMs: 0 } } });
    const [silent, client] = [await join(callId), await join(callId)];
    await until(() => client.heard.length > 10);
    expect(silent.heard).toEqual([]);
    expect(heard(callId).listeners).toBe(2);
  });

  it('puts another session in the place of one', async () => {
    const callId = await ongoing();
    simulator.setFaults({ listen: { replaced: { next: 1, delayMs: 1500 } } });
    const client = await join(callId);
    await until(() => client.messages.length > 0);
    expect(client.messages).toEqual([{ type: 'replaced' }]);
    expect(heard(callId).listeners).toBe(0);
  });
});
