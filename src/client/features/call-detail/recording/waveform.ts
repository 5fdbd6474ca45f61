/**
 * The shape of a recording, for whoever looks for a moment in it. What it costs is bounded: the sound is fetched once, up to
 * a size and a length, and decoded by the browser at a low rate, off the page's own thread.
 */

const mostBytes = 25 * 1024 * 1024;
const longestSeconds = 60 * 60;
/** Hz; enough to see who speaks and who pauses, and a fraction of the memory. */
const decodedRate = 8_000;
/** Looked at for each peak, however long the recording. */
const samplesPerPeak = 1_000;

/** How many peaks are kept; what is narrower shows the largest of several. */
export const peakCount = 400;

/** The loudest moment of each of `count` equal parts, the loudest of all as 1; null where all is silent or there is nothing. */
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

/** At most `count` bars out of peaks: the largest of those that fall into each. */
export function barsOf(peaks: readonly number[], count: number): readonly number[] {
  const bars = Math.max(1, Math.min(count, peaks.length));
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / bars));
    return Math.max(...peaks.slice(from, to));
  });
}

/** Null above the cap. */
async function readSound(url: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  // Past the browser's cache, at which the player's own requests for the same address would wait.
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

/** Null where the recording is too large or too long, can't be read or decoded, or is silent; never throws. */
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
    // The plain bar seeks as well.
    return null;
  }
}
