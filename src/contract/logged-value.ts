/** Values of campaign options as they are written into the campaign log and the audit log. Does not import zod. */
import type { CampaignWindow } from './settings.ts';

/** An option's value in a log. Calling hours are one text: '12345 09:00-18:00' is Monday to Friday. */
export type LoggedValue = string | number | boolean | null;

export function toLoggedValue(value: LoggedValue | CampaignWindow): LoggedValue {
  if (typeof value !== 'object' || value === null) return value;
  return `${value.days.join('')} ${value.from}-${value.to}`;
}

/** Reads calling hours from a value in a log. Null means that the workspace's calling hours apply. */
export function readLoggedWindow(value: LoggedValue): CampaignWindow | null {
  const [, days, from, to] = /^(\d+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(String(value)) ?? [];
  return days && from && to ? { days: Array.from(days, Number), from, to } : null;
}
