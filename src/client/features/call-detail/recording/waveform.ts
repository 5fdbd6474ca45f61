/**
 * Computes a recording's waveform at a limited cost: the audio is fetched once, if it is not too large or too long, and
 * the browser decodes it at a low sample rate, off the main thread.
 */

const mostBytes = 25 * 1024 * 1024;
const longestSeconds = 60 * 60;
/** Sample rate in Hz at which the waveform's audio is decoded: enough for speech and pauses, and little memory. */
const decodedRate = 8_000;
/** Maximum number of audio samples read for each peak of the waveform. */
const samplesPerPeak = 1_000;

/** Number of peaks computed for a waveform; a narrower drawing merges several into one bar. */
export const waveformPeakCount = 400;

/** Peak amplitude of each of `count` equal parts of the audio, scaled to 1. Null if it is silent or empty. */
export function computeWaveformPeaks(channels: readonly Float32Array[], count: number): readonly number[] | null {
  const length = Math.max(0, ...channels.map((channel) => channel.length));
  const peaks = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * length) / count);
    const to = Math.floor(((index + 1) * length) / count);
    const step = Math.max(1, Math.floor((to - from) / samplesPerPeak));
    let peak = 0;
    for (const channel of channels) {
      for (let place = from; place < to; place += step) peak = Math.max(peak, Math.abs(channel[place] ?? 0));
    }
    return peak;
  });
  const loudest = Math.max(0, ...peaks);
  return loudest > 0 ? peaks.map((peak) => peak / loudest) : null;
}

/** Merges the waveform's peaks into at most `count` bars; each bar is the largest of its peaks. */
export function mergePeaksIntoBars(peaks: readonly number[], count: number): readonly number[] {
  const bars = Math.max(1, Math.min(count, peaks.length));
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / bars));
    return Math.max(...peaks.slice(from, to));
  });
}

/** Fetches the bytes of a recording; null if there are more than `mostBytes`. */
async function readSound(url: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  // Bypass the HTTP cache. Its lock would make the audio player's requests for the same URL wait.
  const response = await fetch(url, { credentials: 'same-origin', cache: 'no-store', signal });
  if (!response.ok || !response.body || Number(response.headers.get('content-length') ?? 0) > mostBytes) {
    await response.body?.cancel();
    return null;
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > mostBytes) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  return new Blob(parts).arrayBuffer();
}

/** Peaks of a recording's waveform. Null if the audio is too large, too long, unreadable or silent. Never throws. */
export async function loadWaveformPeaks(
  url: string,
  durationSeconds: number,
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  if (durationSeconds > longestSeconds) return null;
  try {
    const sound = await readSound(url, signal);
    if (sound === null || signal.aborted) return null;
    const decoded = await new OfflineAudioContext(1, 1, decodedRate).decodeAudioData(sound);
    return computeWaveformPeaks(
      Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel)),
      waveformPeakCount,
    );
  } catch {
    // If the audio can't be decoded, the plain seek bar is used instead of a waveform.
    return null;
  }
}
