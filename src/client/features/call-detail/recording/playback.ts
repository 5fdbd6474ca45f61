/** Pure functions for playing a recording: seeking by keys, speeds, the current transcript line. Times in seconds. */
import type { TranscriptUtterance } from '../../../../contract/calls.ts';

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

const within = (moment: number, duration: number) => Math.min(duration, Math.max(0, moment));

/** Playback position, in seconds, after a key on the seek bar; null if the key does not seek. */
export function getSeekPositionForKey(key: string, position: number, duration: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return duration;
  const step = steps[key];
  return step === undefined ? null : within(position + step, duration);
}

/** The playback speeds offered, slowest first; 1 is normal speed. */
export const playbackSpeeds = [1, 1.25, 1.5, 1.75, 2] as const;

/** The next faster (1) or slower (-1) playback speed in the list; at its ends the speed stays the same. */
export function getNextPlaybackSpeed(speed: number, by: 1 | -1): number {
  const others =
    by === 1
      ? playbackSpeeds.filter((each) => each > speed)
      : playbackSpeeds.filter((each) => each < speed).toReversed();
  return others[0] ?? (by === 1 ? playbackSpeeds[playbackSpeeds.length - 1] : playbackSpeeds[0]) ?? 1;
}

/** A command to the recording player, given by a key anywhere on the page. */
export type PlayerCommand =
  | { readonly kind: 'toggle' | 'mute' }
  | { readonly kind: 'skip'; readonly seconds: number }
  | { readonly kind: 'speed'; readonly by: 1 | -1 }
  /** Command of a digit key: seeks to a fraction of the recording. `part` is the digit divided by 10. */
  | { readonly kind: 'part'; readonly part: number };

const commands: Readonly<Record<string, PlayerCommand>> = {
  ' ': { kind: 'toggle' },
  k: { kind: 'toggle' },
  m: { kind: 'mute' },
  ArrowLeft: { kind: 'skip', seconds: -5 },
  ArrowRight: { kind: 'skip', seconds: 5 },
  j: { kind: 'skip', seconds: -10 },
  l: { kind: 'skip', seconds: 10 },
  '<': { kind: 'speed', by: -1 },
  '>': { kind: 'speed', by: 1 },
};

/** The player command of a keyboard shortcut; null if the key has none. */
export function getPlayerCommandForKey(key: string): PlayerCommand | null {
  if (/^\d$/.test(key)) return { kind: 'part', part: Number(key) / 10 };
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(commands, name) ? (commands[name] ?? null) : null;
}

/** Tolerance in seconds: the player rounds positions, so a seek to a transcript line may end just before it. */
const roundingSeconds = 0.01;

/**
 * Index of the transcript line that started last before the playback position. Null if no line has started yet, or if
 * lines have no start times.
 */
export function findSpokenLineIndex(
  utterances: readonly Pick<TranscriptUtterance, 'startSeconds'>[],
  position: number,
): number | null {
  let current: number | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  for (const [index, { startSeconds }] of utterances.entries()) {
    if (startSeconds === null || startSeconds > position + roundingSeconds || startSeconds < startedAt) continue;
    current = index;
    startedAt = startSeconds;
  }
  return current;
}
