/** Calculations of playback: the target of a key, the next speed, and the line at a moment. Seconds; all pure. */
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

/** The position to which a key on the slider leads; null for other keys. */
export function momentOfKey(key: string, position: number, duration: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return duration;
  const step = steps[key];
  return step === undefined ? null : within(position + step, duration);
}

/** The speeds offered, slowest first; 1 is the original. */
export const speeds = [1, 1.25, 1.5, 1.75, 2] as const;

/** The next faster (1) or slower (-1) speed; the same at the ends. An unlisted speed leads to a listed one. */
export function nextSpeed(speed: number, by: 1 | -1): number {
  const others = by === 1 ? speeds.filter((each) => each > speed) : speeds.filter((each) => each < speed).toReversed();
  return others[0] ?? (by === 1 ? speeds[speeds.length - 1] : speeds[0]) ?? 1;
}

/** The command of a key, wherever on the page it is pressed. */
export type PlayerCommand =
  | { readonly kind: 'toggle' | 'mute' }
  | { readonly kind: 'skip'; readonly seconds: number }
  | { readonly kind: 'speed'; readonly by: 1 | -1 }
  /** Jumps to a fraction of the recording, 0 to 0.9. */
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

/** The command of a key; null if it has none. */
export function commandOfKey(key: string): PlayerCommand | null {
  if (/^\d$/.test(key)) return { kind: 'part', part: Number(key) / 10 };
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(commands, name) ? (commands[name] ?? null) : null;
}

/** Tolerance: a player rounds its position, and a line sought by its start must count as begun. */
const roundingSeconds = 0.01;

/** Index of the line spoken at a position: the last one begun. Null before the first, or if no line has a time. */
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
