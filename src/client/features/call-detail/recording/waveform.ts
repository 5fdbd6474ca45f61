/**
 * The waveform of a recording. Its cost is bounded: the sound is fetched once, up to a size and a length. The browser
 * decodes it at a low rate, off the main thread.
 */

const mostBytes = 25 * 1024 * 1024;
const longestSeconds = 60 * 60;
/** Sample rate in Hz: enough to show speech and pauses, at a fraction of the memory. */
const decodedRate = 8_000;
/** Samples read for each peak, however long the recording. */
const samplesPerPeak = 1_000;

/** Number of peaks kept; a narrower drawing shows the largest of several. */
export const peakCount = 400;

/** The loudest sample of each of `count` equal parts, scaled to 1. Null if the recording is silent or empty. */
export function peaksOf(channels: readonly Float32Array[], count: number): readonly number[] | null {
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

/** At most `count` bars; each is the largest of its peaks. */
export function barsOf(peaks: readonly number[], count: number): readonly number[] {
  const bars = Math.max(1, Math.min(count, peaks.length));
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / bars));
    return Math.max(...peaks.slice(from, to));
  });
}

/** Fetches the sound; null if it exceeds `mostBytes`. */
async function readSound(url: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  // Bypasses the browser's cache, which would make the player's requests for the same address wait.
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

/** The recording's peaks. Null if it is too large, too long, unreadable or silent; never throws. */
export async function loadPeaks(
  url: string,
  durationSeconds: number,
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  if (durationSeconds > longestSeconds) return null;
  try {
    const sound = await readSound(url, signal);
    if (sound === null || signal.aborted) return null;
    const decoded = await new OfflineAudioContext(1, 1, decodedRate).decodeAudioData(sound);
    return peaksOf(
      Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel)),
      peakCount,
    );
  } catch {
    // Without a waveform the plain bar seeks as well.
    return null;
  }
}
