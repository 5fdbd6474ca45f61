import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mergePeaksIntoBars, loadWaveformPeaks, waveformPeakCount, computeWaveformPeaks } from './waveform.ts';

afterEach(() => vi.unstubAllGlobals());

const sound = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 500 })
  .map((samples) => Float32Array.from(samples));

describe('peaksOf', () => {
  it('is the loudest of each part, the loudest of all as 1', () => {
    expect(computeWaveformPeaks([Float32Array.of(0, 0.25, -0.5, 0), Float32Array.of(0, 0, 0, 0.1)], 2)).toEqual([
      0.5, 1,
    ]);
  });

  it('is null of silence and of nothing', () => {
    expect(computeWaveformPeaks([new Float32Array(8)], 4)).toBeNull();
    expect(computeWaveformPeaks([], 4)).toBeNull();
  });

  it('stays between 0 and 1 and reaches 1, whatever is heard', () => {
    fc.assert(
      fc.property(sound, fc.integer({ min: 1, max: 60 }), (samples, count) => {
        const peaks = computeWaveformPeaks([samples], count);
        if (peaks === null) return;
        expect(peaks).toHaveLength(count);
        expect(Math.max(...peaks)).toBe(1);
        expect(Math.min(...peaks)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('barsOf', () => {
  it('loses no peak: the largest of each bar, at most as many as there are', () => {
    expect(mergePeaksIntoBars([0.1, 0.9, 0.2, 0.3], 2)).toEqual([0.9, 0.3]);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 100 }),
        fc.integer({ min: 1, max: 200 }),
        (peaks, count) => {
          const bars = mergePeaksIntoBars(peaks, count);
          expect(bars).toHaveLength(Math.min(count, peaks.length));
          expect(Math.max(...bars)).toBe(Math.max(...peaks));
        },
      ),
    );
  });
});

describe('loadPeaks', () => {
  const load = (seconds = 60) => loadWaveformPeaks('/audio', seconds, new AbortController().signal);
  const decode = vi.fn(async () => ({ numberOfChannels: 1, getChannelData: () => Float32Array.of(0.5, 1) }));
  const answer = (response: () => Response) => {
    const fetch = vi.fn(async () => response());
    vi.stubGlobal('fetch', fetch);
    vi.stubGlobal(
      'OfflineAudioContext',
      class {
        decodeAudioData = decode;
      },
    );
    return fetch;
  };

  it('decodes what it fetched', async () => {
    answer(() => new Response('sound'));
    expect(await load()).toHaveLength(waveformPeakCount);
  });

  it('leaves long recordings unfetched, and large ones undecoded, told or not', async () => {
    decode.mockClear();
    expect(await load(2 * 3_600)).toBeNull();
    const mebibyte = new Uint8Array(1024 * 1024);
    let cancelled = 0;
    const endless = () =>
      new ReadableStream({ pull: (controller) => controller.enqueue(mebibyte), cancel: () => void (cancelled += 1) });
    const fetch = answer(() => new Response(endless(), { headers: { 'content-length': String(30 * 1024 * 1024) } }));
    expect(await load()).toBeNull();
    answer(() => new Response(endless()));
    expect(await load()).toBeNull();
    expect(fetch).toHaveBeenCalledOnce();
    expect(cancelled).toBe(2);
    expect(decode).not.toHaveBeenCalled();
  });

  it('is null where there is no sound or it can’t be decoded', async () => {
    answer(() => new Response('', { status: 404 }));
    expect(await load()).toBeNull();
    answer(() => new Response('no sound'));
    decode.mockRejectedValueOnce(new Error('EncodingError'));
    expect(await load()).toBeNull();
  });
});
