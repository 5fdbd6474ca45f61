/** Where in a recording a key leads, how fast it plays, and which line a moment falls in. Seconds throughout; all pure. */
import type { Utterance } from '../../../../contract/calls.ts';

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

const within = (moment: number, duration: number) => Math.min(duration, Math.max(0, moment));

/** Where a key on the slider leads; null for keys that it does not know. */
export function momentOfKey(key: string, position: number, duration: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return duration;
  const step = steps[key];
  return step === undefined ? null : within(position + step, duration);
}

/** How fast a recording can be played, slowest first; 1 is as it was said. */
export const speeds = [1, 1.25, 1.5, 1.75, 2] as const;

/** The next faster (1) or slower (-1) speed; at the ends the same. One that is not offered leads to one that is. */
export function nextSpeed(speed: number, by: 1 | -1): number {
  const others = by === 1 ? speeds.filter((each) => each > speed) : speeds.filter((each) => each < speed).toReversed();
  return others[0] ?? (by === 1 ? speeds[speeds.length - 1] : speeds[0]) ?? 1;
}

/** What a key does to the recording, wherever on the page it is pressed. */
export type PlayerCommand =
  | { readonly kind: 'toggle' | 'mute' }
  | { readonly kind: 'skip'; readonly seconds: number }
  | { readonly kind: 'speed'; readonly by: 1 | -1 }
  /** To that part of the whole, 0 to 0.9. */
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

/** Null for a key that means nothing to the player. */
export function commandOfKey(key: string): PlayerCommand | null {
  if (/^\d$/.test(key)) return { kind: 'part', part: Number(key) / 10 };
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(commands, name) ? (commands[name] ?? null) : null;
}

/** A player rounds the moment to which it was sent: a line sought by its start has begun. */
const roundingSeconds = 0.01;

/** Index of the line that is being said at a moment: the last one begun. Null before the first, and where no line has a time. */
export function currentLine(utterances: readonly Pick<Utterance, 'startSeconds'>[], position: number): number | null {
  let current: number | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  for (const [index, { startSeconds }] of utterances.entries()) {
    if (startSeconds === null || startSeconds > position + roundingSeconds || startSeconds < startedAt) continue;
    current = index;
    startedAt = startSeconds;
  }
  return current;
}
