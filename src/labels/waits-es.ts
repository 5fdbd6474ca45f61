/**
 * Formats durations in words for screens, alerts and e-mails. Not used for durations of calls, which have another
 * format.
 */

/** Writes a duration: '45 s', '5 min', '1 h 20 min' or '2 días'. Seconds appear only below a minute. */
export function formatDurationInWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes % 1_440 === 0) return minutes === 1_440 ? '1 día' : `${minutes / 1_440} días`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns the verb for a remaining time: 'queda' before '1 min', 'quedan' before '2 min'. */
export const chooseRemainingTimeVerb = (length: string): 'queda' | 'quedan' =>
  /^1 \S+$/.test(length) ? 'queda' : 'quedan';
