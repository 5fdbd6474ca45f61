/** Values of options as a campaign's log and the audit keep them, without zod: pages read them. */
import type { CampaignWindow } from './settings.ts';

/** Hours are one text, '12345 09:00-18:00'. */
export type LoggedValue = string | number | boolean | null;

export function logValue(value: LoggedValue | CampaignWindow): LoggedValue {
  if (typeof value !== 'object' || value === null) return value;
  return `${value.days.join('')} ${value.from}-${value.to}`;
}

/** The hours of a logged value; null: the workspace's. */
export function readLoggedWindow(value: LoggedValue): CampaignWindow | null {
  const [, days, from, to] = /^(\d+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(String(value)) ?? [];
  return days && from && to ? { days: Array.from(days, Number), from, to } : null;
}
