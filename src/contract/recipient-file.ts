/**
 * Rules for files of campaign recipients, for server and browser. This module does not import zod, so that web workers
 * stay small.
 */

/**
 * Returns the error text for a phone number that is not in international format. The text contains an example number
 * with the country code and length of `suggestion`.
 */
export const buildPhoneFormatErrorText = (suggestion = '+5491100000000'): string =>
  `Formato de teléfono inválido (debe ser como ${shapeOf(suggestion)})`;

/** Replaces the digits of a phone number by x, except those of its country: '+549xxxxxxxxxx'. */
function shapeOf(phone: string): string {
  const head = /^\+(?:549?|[17]|\d\d)/.exec(phone)?.[0] ?? '';
  return head + 'x'.repeat(phone.length - head.length);
}
/**
 * Example row in the template of a recipient file. It has no valid phone number, so that nobody is called if the row is
 * uploaded.
 */
export const recipientTemplateExampleRow = { phone: 'Ejemplo: +549xxxxxxxxxx', name: 'María Núñez' } as const;
/**
 * Returns true for the example row of the template, which must not be called. Earlier templates contained a real phone
 * number. It is recognised only together with the example's name, whose accented letters may have been decoded wrongly.
 */
export function isRecipientTemplateExampleRow(phone: string, name: string): boolean {
  return (
    /^\s*ejemplo\b/i.test(phone) || (phone.trim() === '+541145678901' && /^Mar\S{1,3}a N\S{1,6}ez$/.test(name.trim()))
  );
}
/**
 * Accepted names of the phone number column in a file of recipients. If a file has several, the first name in this list
 * counts.
 */
export const phoneColumnNames = ['phone_number', 'phone number', 'phonenumber'] as const;
export const recipientNameColumnNames = ['customer_name', 'customer name', 'name', 'cliente'] as const;
/** Accepted names of the priority column. Its value is also a variable for the agent. */
export const priorityColumnNames = ['prioridad', 'priority'] as const;
/** Priorities of recipients: 10 is called first, 1 last. Equal priorities keep the file's order. */
export const recipientPriorityScale = { first: 10, usual: 5, last: 1 } as const;
export const priorityErrorText = 'Prioridad inválida: debe ser un número entero de 1 a 10 (10 se llama primero)';
/**
 * Reads a recipient's priority from a cell. Returns the usual priority if the cell is empty or contains a word such as
 * 'Alta'. Such a word is only a variable for the agent. Returns null for a number that is not a valid priority.
 */
export function parseRecipientPriority(cell: string): number | null {
  const text = cell.trim();
  if (text === '') return recipientPriorityScale.usual;
  // Spreadsheets write '5,0'.
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value)) return recipientPriorityScale.usual;
  return Number.isInteger(value) && value >= recipientPriorityScale.last && value <= recipientPriorityScale.first
    ? value
    : null;
}
/** Accepted names of the time zone column. Its value is also a variable for the agent. */
export const timeZoneColumnNames = ['zona', 'time_zone', 'time zone'] as const;
export const timeZoneErrorText = 'Zona horaria inválida: debe ser como America/Argentina/Buenos_Aires';
const zoneName = /^[A-Za-z][A-Za-z0-9+_-]*(?:\/[A-Za-z0-9+_-]+)*$/;
/** Known time zone names. Another valid name, such as an alias, is added after its first test, which takes 0.1 ms. */
const knownZones = new Set(Intl.supportedValuesOf('timeZone'));
/**
 * Reads a cell of a recipient file as an IANA time zone. Returns '' if the cell is empty or contains a company's own
 * word, such as 'Norte'. Returns null if the cell has a slash but is no time zone. In the column `zona`, every text
 * without a slash except 'UTC' counts as such a word, even 'Cuba'. If `column` is '', every text that is no time zone
 * gives null.
 */
export function parseRecipientTimeZone(cell: string, column: string): string | null {
  const text = cell.trim();
  if (text === '') return '';
  if (column.trim().toLowerCase() === timeZoneColumnNames[0] && !text.includes('/') && text !== 'UTC') return '';
  if (!knownZones.has(text)) {
    if (!isZone(text)) return column === '' || text.includes('/') ? null : '';
    knownZones.add(text);
  }
  return text;
}

function isZone(name: string): boolean {
  // Offsets such as '+03:00' are refused as time zones, because they have no daylight saving time.
  if (!zoneName.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
/** Weights of campaigns. Campaigns that dial at the same time share the workspace's calls in proportion to weight. */
export const campaignWeightScale = { least: 1, usual: 5, most: 10 } as const;
/** Characters. */
export const maxRecipientColumnNameLength = 200;
export const maxRecipientCellLength = 5_000;
export const maxRejectionReasonLength = 300;
export const maxOriginNumbers = 20;
export const maxCampaignRecipients = 10_000;
/**
 * Maximum number of rows in a request that creates a campaign. If several rows have the same phone number, it is called
 * once.
 */
export const maxNewCampaignRecipientRows = 20_000;
/** Maximum number of rows in a request that adds recipients to a campaign. */
export const maxAddedRecipientRows = 1_000;
const growingStatuses: ReadonlySet<string> = new Set(['created', 'scheduled', 'in_progress', 'paused']);
/** True if recipients can be added to a campaign with this status. Campaigns that have ended take no recipients. */
export const canCampaignStatusTakeRecipients = (status: string): boolean => growingStatuses.has(status);
/** Maximum number of different column names in all rows of a request with recipients. Rejected rows count too. */
export const maxRecipientFileColumns = 1_000;

/**
 * Returns the index of the column whose name is in `accepted`, ignoring case. If several columns match, the earlier
 * name in `accepted` counts. Null if there is none.
 */
export function findColumnIndexByNames(columns: readonly string[], accepted: readonly string[]): number | null {
  const names = columns.map((name) => name.trim().toLowerCase());
  return accepted.map((spelling) => names.indexOf(spelling)).find((position) => position >= 0) ?? null;
}
