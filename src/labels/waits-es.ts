/** Durations in words, for screens, alerts and e-mails: waits, remaining times and ages, but not of calls. */

/** Writes a duration as '45 s', '5 min', '1 h 20 min' or '2 días', from a minute on without seconds. */
export function writeWait(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes % 1_440 === 0) return minutes === 1_440 ? '1 día' : `${minutes / 1_440} días`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Verb for a remaining time: 'queda 1 min', 'quedan 2 min', 'quedan 1 h 20 min'. */
export const remainingVerb = (length: string): 'queda' | 'quedan' => (/^1 \S+$/.test(length) ? 'queda' : 'quedan');
