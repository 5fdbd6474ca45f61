/** Lengths of time: m:ss for calls, words for waits. All pure. */

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Seconds as m:ss, minutes unpadded and never cut to hours: 75 → '1:15', 3661 → '61:01'. Below zero counts as zero. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}`;
}

/** Seconds as mm:ss with both parts padded: 75 → '01:15'. Rounds to the nearest second. */
export function formatAverageDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${twoDigits(Math.floor(whole / 60))}:${twoDigits(whole % 60)}`;
}

/** Minutes as '45 min' or, from 60 on, '1 h 5 min'. */
export function formatMinutes(minutes: number): string {
  const whole = Math.max(0, Math.ceil(minutes));
  if (whole < 60) return `${whole} min`;
  return whole % 60 === 0 ? `${Math.floor(whole / 60)} h` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
