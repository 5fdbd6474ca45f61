/** The effect of a number of days on the personal data in calls. Pure, but for the clock. */
import { settingsBody } from '../../../../contract/settings.ts';

const dayMs = 24 * 3_600_000;

/** The first day whose calls are kept, as a moment in it; null where nothing is deleted, and for what is no number of days. */
export function retainedSince(retentionDays: number | null): string | null {
  const read = settingsBody.shape.retentionDays.safeParse(retentionDays);
  return read.success && typeof read.data === 'number' ? new Date(Date.now() - read.data * dayMs).toISOString() : null;
}

/** Whether a change deletes what was to be kept. */
export function deletesMore(before: number | null, after: number | null): boolean {
  return after !== null && (before === null || after < before);
}
