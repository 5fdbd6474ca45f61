/**
 * Lengths of calls: m:ss, from an hour on h:mm:ss, everywhere but in the two places whose form the specification fixes. Time outside
 * a call (waits, what is left, ages) is written in words by labels/waits-es.ts. All pure.
 */

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Seconds as m:ss: 75 → '1:15', 3661 → '1:01:01'. Begun seconds do not count; below zero counts as zero. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = twoDigits(whole % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${rest}`;
}

/** Of the dashboard's tile (spec B 2): as above, rounded, the minutes of two digits: 75.4 → '01:15'. */
export function formatTileDuration(seconds: number): string {
  return formatDuration(Math.round(seconds)).padStart(5, '0');
}

/** Of Rendimiento (spec B 2.5): 'Xm Ys', rounded: 75.4 → '1m 15s'. */
export function formatSpelledDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}m ${whole % 60}s`;
}
