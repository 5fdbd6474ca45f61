/** Values of campaign options and settings in the campaign log and the audit log. Does not import zod. */
import type { CampaignWindow } from './settings.ts';

/** A logged option value. Calling hours are one text, as in '12345 09:00-18:00'. */
export type LoggedValue = string | number | boolean | null;

export function toLoggedValue(value: LoggedValue | CampaignWindow): LoggedValue {
  if (typeof value !== 'object' || value === null) return value;
  return `${value.days.join('')} ${value.from}-${value.to}`;
}

/** Reads calling hours from a logged value. Null stands for the workspace's hours. */
export function readLoggedWindow(value: LoggedValue): CampaignWindow | null {
  const [, days, from, to] = /^(\d+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(String(value)) ?? [];
  return days && from && to ? { days: Array.from(days, Number), from, to } : null;
}
