/** Effect of a retention period on the personal data of calls. Pure, except that it reads the clock. */
import { settingsBody } from '../../../../contract/settings.ts';

const dayMs = 24 * 3_600_000;

/** A moment in the first day whose calls keep their data; null if nothing is deleted or the number is invalid. */
export function firstRetainedDay(retentionDays: number | null): string | null {
  const read = settingsBody.shape.retentionDays.safeParse(retentionDays);
  return read.success && typeof read.data === 'number' ? new Date(Date.now() - read.data * dayMs).toISOString() : null;
}

/** True if the new retention period deletes data that the old one would keep. */
export function shortensRetention(before: number | null, after: number | null): boolean {
  return after !== null && (before === null || after < before);
}
