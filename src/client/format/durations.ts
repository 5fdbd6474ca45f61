/**
 * Formats the durations of calls: m:ss, from an hour on h:mm:ss (docs/decisions/0005). labels/waits-es.ts writes waits,
 * remaining times and ages in words. All pure.
 */

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Formats seconds as m:ss, from one hour as h:mm:ss: 75 → '1:15', 3661 → '1:01:01'. Rounds down; negative values count
 * as zero.
 */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = twoDigits(whole % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${rest}`;
}

/** Duration of a call, such as '1:15' or '1:01:01'; '-' if it is unknown. */
export function formatCallDuration({ durationMs }: { readonly durationMs: number | null }): string {
  return durationMs === null ? '-' : formatDuration(durationMs / 1_000);
}

/** Formats the average duration of calls, rounded to the second: 75.4 → '1:15'. */
export function formatAverageDuration(seconds: number): string {
  return formatDuration(Math.round(seconds));
}
