/** Types and texts of campaign options as the campaign log and the audit log store them. Does not import zod. */
import type { CampaignCallingHours } from './settings.ts';

/**
 * Value of a campaign option in the campaign's log. Calling hours are a text: '12345 09:00-18:00' (Monday to Friday).
 */
export type LoggedCampaignOptionValue = string | number | boolean | null;

export function toLoggedCampaignOptionValue(
  value: LoggedCampaignOptionValue | CampaignCallingHours,
): LoggedCampaignOptionValue {
  if (typeof value !== 'object' || value === null) return value;
  return `${value.days.join('')} ${value.from}-${value.to}`;
}

/** Parses a campaign's calling hours from a log entry. Null means that the workspace's calling hours apply. */
export function parseLoggedCallingHours(value: LoggedCampaignOptionValue): CampaignCallingHours | null {
  const [, days, from, to] = /^(\d+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(String(value)) ?? [];
  return days && from && to ? { days: Array.from(days, Number), from, to } : null;
}
