// Recordings are playable, support ranges, and contain sound at the words' times.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireCall } from '../retell/index.ts';
import { startSimulator } from './index.ts';
import type { Simulator } from './index.ts';

const testKey = 'key_audio';
let simulator: Simulator;
let call: WireCall;
let whole: Buffer;

const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(call.recording_url ?? '', { headers, method });
const bytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

beforeAll(async () => {
  simulator = await startSimulator({ seed: 2, clock: { speed: 20_000 }, accounts: [{ key: testKey, orgName: 'Uno' }] });
  simulator.forceOutcome('agent_hangup');
  const id = simulator.arrive(testKey, 'inbound');
  await simulator.whenIdle();
  call = simulator.call(testKey, id) ?? { call_id: '' };
  whole = await bytes(await get());
});
afterAll(() => simulator.close());

describe('a recording', () => {
  it("is a WAV of the call's length", async () => {
    const response = await get({}, 'HEAD');
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(Number(response.headers.get('content-length'))).toBe(whole.length);
    expect(whole.toString('latin1', 0, 4) + whole.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(whole.readUInt32LE(4)).toBe(whole.length - 8);
    expect([whole.readUInt16LE(20), whole.readUInt16LE(22), whole.readUInt32LE(24), whole.readUInt16LE(34)]).toEqual([
      1, 1, 8000, 16,
    ]);
    expect(whole.readUInt32LE(40)).toBe(whole.length - 44);
    expect((whole.length - 44) / 16_000).toBeCloseTo((call.duration_ms ?? 0) / 1000, 2);
  });

  it('gives any range as the same bytes', async () => {
    for (const [range, first, last] of [
      ['bytes=0-1', 0, 1],
      ['bytes=40-99', 40, 99],
      ['bytes=100001-200002', 100_001, 200_002],
      ['bytes=-7', whole.length - 7, whole.length - 1],
      [`bytes=${whole.length - 5}-`, whole.length - 5, whole.length - 1],
    ] as const) {
      const response = await get({ range });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${whole.length}`);
      expect((await bytes(response)).equals(whole.subarray(first, last + 1)), range).toBe(true);
    }
    const beyond = await get({ range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
    expect((await get({ range: 'items=1-2' })).status).toBe(200);
  });

  it('sounds during words and is silent in between', () => {
    const words = (call.transcript_object ?? []).flatMap((utterance) => utterance.words ?? []);
    const loudness = (from: number, to: number): number => {
      let peak = 0;
      for (let sample = Math.round(from * 8000); sample < Math.round(to * 8000); sample += 1)
        peak = Math.max(peak, Math.abs(whole.readInt16LE(44 + sample * 2)));
      return peak;
    };
    expect(words.every(({ start, end }) => loudness(start ?? 0, end ?? 0) > 2000)).toBe(true);
    expect(loudness(0, (words[0]?.start ?? 0) - 0.01)).toBe(0);
  });

  it('is missing where there was no conversation', async () => {
    expect((await fetch(`${simulator.url}/recordings/call_x.wav`)).status).toBe(404);
  });
});
