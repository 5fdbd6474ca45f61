/** Where in a recording a key leads, and which line a moment falls in. Seconds throughout; all pure. */
import type { Utterance } from '../../../contract/calls.ts';

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

/** Where a key on the slider leads; null for keys that it does not know. */
export function momentOfKey(key: string, position: number, duration: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return duration;
  const step = steps[key];
  return step === undefined ? null : Math.min(duration, Math.max(0, position + step));
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
