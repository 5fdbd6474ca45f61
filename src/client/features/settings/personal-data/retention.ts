/** Functions on the retention period of calls' personal data. Pure, except that they read the clock. */
import { updateSettingsBodySchema } from '../../../../contract/settings.ts';

const dayMs = 24 * 3_600_000;

/**
 * Returns the time `retentionDays` days ago. Calls from before that day lose their personal data. Null if
 * `retentionDays` is null or invalid.
 */
export function computeRetentionCutoffTime(retentionDays: number | null): string | null {
  const read = updateSettingsBodySchema.shape.retentionDays.safeParse(retentionDays);
  return read.success && typeof read.data === 'number' ? new Date(Date.now() - read.data * dayMs).toISOString() : null;
}

/**
 * True if the new retention period is shorter than the saved one, so that more data are deleted. Null is an unlimited
 * period.
 */
export function isRetentionShortened(before: number | null, after: number | null): boolean {
  return after !== null && (before === null || after < before);
}
