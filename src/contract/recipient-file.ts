/** Rules for files of campaign recipients, shared by server and browser. Does not import zod, to keep workers small. */

/** Error text for a phone number that is not international, in the format of `suggestion` (docs/decisions/0029). */
export const phoneErrorText = (suggestion = '+5491100000000'): string =>
  `Formato de teléfono inválido (debe ser como ${shapeOf(suggestion)})`;

/** Masks an international phone number, but shows its country: '+549xxxxxxxxxx'. */
function shapeOf(phone: string): string {
  const head = /^\+(?:549?|[17]|\d\d)/.exec(phone)?.[0] ?? '';
  return head + 'x'.repeat(phone.length - head.length);
}
/** Example row of the recipient file's template. It contains no number, so that nobody is called for it. */
export const templateExample = { phone: 'Ejemplo: +549xxxxxxxxxx', name: 'María Núñez' } as const;
/**
 * True for the example row of the recipient file's template, which is left out. Earlier templates contained a real
 * number. The name may have been decoded wrongly.
 */
export function isTemplateExample(phone: string, name: string): boolean {
  return (
    /^\s*ejemplo\b/i.test(phone) || (phone.trim() === '+541145678901' && /^Mar\S{1,3}a N\S{1,6}ez$/.test(name.trim()))
  );
}
/** Accepted names of the two required columns of a recipient file. The first name found counts. */
export const phoneColumns = ['phone_number', 'phone number', 'phonenumber'] as const;
export const nameColumns = ['customer_name', 'customer name', 'name', 'cliente'] as const;
/** Accepted names of the priority column of a recipient file. Its value is also a variable. */
export const priorityColumns = ['prioridad', 'priority'] as const;
/** Priorities of recipients: 10 is called first, 1 last. Equal ones keep the file's order. */
export const recipientPriorities = { first: 10, usual: 5, last: 1 } as const;
export const priorityErrorText = 'Prioridad inválida: debe ser un número entero de 1 a 10 (10 se llama primero)';
/**
 * Reads a recipient's priority cell. An empty or missing cell, or a word such as 'Alta', gives the usual priority; the
 * word stays a variable. Null if it is a number that is no valid priority.
 */
export function readPriority(cell: string): number | null {
  const text = cell.trim();
  if (text === '') return recipientPriorities.usual;
  // Spreadsheets write '5,0'.
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value)) return recipientPriorities.usual;
  return Number.isInteger(value) && value >= recipientPriorities.last && value <= recipientPriorities.first
    ? value
    : null;
}
/** Accepted names of the column with the recipient's time zone. Its value is also a variable. */
export const timeZoneColumns = ['zona', 'time_zone', 'time zone'] as const;
export const timeZoneErrorText = 'Zona horaria inválida: debe ser como America/Argentina/Buenos_Aires';
const zoneName = /^[A-Za-z][A-Za-z0-9+_-]*(?:\/[A-Za-z0-9+_-]+)*$/;
/** Valid time zone names. Others (aliases, Etc/GMT+3) are tested once and added, because a test takes 0.1 ms. */
const knownZones = new Set(Intl.supportedValuesOf('timeZone'));
/**
 * Reads a cell as an IANA time zone; '' if empty, null if there is no such zone. A text without slash that is no zone
 * ('Norte', 'GMT-3') is a company's own word: it stays a variable and gives ''. In the column `zona`, a zone without
 * slash ('Cuba') also gives '', except 'UTC'. If `column` is '', the cell must be a zone.
 */
export function readTimeZone(cell: string, column: string): string | null {
  const text = cell.trim();
  if (text === '') return '';
  if (column.trim().toLowerCase() === timeZoneColumns[0] && !text.includes('/') && text !== 'UTC') return '';
  if (!knownZones.has(text)) {
    if (!isZone(text)) return column === '' || text.includes('/') ? null : '';
    knownZones.add(text);
  }
  return text;
}

function isZone(name: string): boolean {
  // An offset ('+03:00') is not accepted as a time zone, because it ignores daylight saving time.
  if (!zoneName.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
/** Weights of campaigns, in proportion to which they share the workspace's calls. */
export const campaignWeights = { least: 1, usual: 5, most: 10 } as const;
/** Characters. */
export const longestColumnName = 200;
export const maxCellLength = 5_000;
/** Maximum length of the reason why a row of a recipient file was rejected. */
export const maxRejectionReasonLength = 300;
/** The maximum number of origin numbers of a campaign. */
export const mostOriginNumbers = 20;
/** The maximum number of people in a campaign. */
export const maximumRecipients = 10_000;
/** Maximum number of rows in a request that creates a campaign. Repeated numbers are included, but called once. */
export const maxRecipientRows = 20_000;
/** The maximum number of rows in a request that adds people to a campaign. */
export const mostAddedRows = 1_000;
const growingStatuses: ReadonlySet<string> = new Set(['created', 'scheduled', 'in_progress', 'paused']);
/** True if people can be added to a campaign with this status, because it has not called everybody. */
export const acceptsRecipients = (status: string): boolean => growingStatuses.has(status);
/** Maximum number of distinct column names in a request with recipients, including those of rejected rows. */
export const maximumColumns = 1_000;

/** Finds the column of a file with the first accepted name, ignoring case. Null if there is none. */
export function findColumn(columns: readonly string[], accepted: readonly string[]): number | null {
  const names = columns.map((name) => name.trim().toLowerCase());
  return accepted.map((spelling) => names.indexOf(spelling)).find((position) => position >= 0) ?? null;
}
