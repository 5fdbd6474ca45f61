/** Rules for files of recipients, shared by server and browser. Without zod, which a worker need not load. */

/** Error for a number that is not international. It shows the format of the suggested number, so that both agree (docs/decisions/0029). */
export const phoneFormatText = (suggestion = '+5491100000000'): string =>
  `Formato de teléfono inválido (debe ser como ${shapeOf(suggestion)})`;

/** Masks an international number, but shows its country: '+549xxxxxxxxxx'. */
function shapeOf(phone: string): string {
  const head = /^\+(?:549?|[17]|\d\d)/.exec(phone)?.[0] ?? '';
  return head + 'x'.repeat(phone.length - head.length);
}
/** Example row of the template. It contains no number, so that nobody is called for it. */
export const templateExample = { phone: 'Ejemplo: +549xxxxxxxxxx', name: 'María Núñez' } as const;
/**
 * True for the template's example row, which is left out. Earlier templates contained a real number. The name may have
 * been decoded wrongly.
 */
export function isTemplateExample(phone: string, name: string): boolean {
  return (
    /^\s*ejemplo\b/i.test(phone) || (phone.trim() === '+541145678901' && /^Mar\S{1,3}a N\S{1,6}ez$/.test(name.trim()))
  );
}
/** Accepted names of the two required columns. The first one found in the file counts. */
export const phoneColumns = ['phone_number', 'phone number', 'phonenumber'] as const;
export const nameColumns = ['customer_name', 'customer name', 'name', 'cliente'] as const;
/** Accepted names of the priority column. Its value is also a variable. */
export const priorityColumns = ['prioridad', 'priority'] as const;
/** Priorities of recipients: 10 is called first, 1 last. Equal ones keep the file's order. */
export const priorities = { first: 10, usual: 5, last: 1 } as const;
export const priorityFormatText = 'Prioridad inválida: debe ser un número entero de 1 a 10 (10 se llama primero)';
/**
 * Reads a priority cell. An empty or missing cell, or a word such as 'Alta', gives `usual`; the word stays a variable.
 * Null if it is a number that is no valid priority.
 */
export function readPriority(cell: string): number | null {
  const text = cell.trim();
  if (text === '') return priorities.usual;
  // Spreadsheets write '5,0'.
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value)) return priorities.usual;
  return Number.isInteger(value) && value >= priorities.last && value <= priorities.first ? value : null;
}
/** Accepted names of the column with the recipient's time zone. Its value is also a variable. */
export const zoneColumns = ['zona', 'time_zone', 'time zone'] as const;
export const zoneFormatText = 'Zona horaria inválida: debe ser como America/Argentina/Buenos_Aires';
const zoneName = /^[A-Za-z][A-Za-z0-9+_-]*(?:\/[A-Za-z0-9+_-]+)*$/;
/** Time zones known by name. Others (aliases, Etc/GMT+3) are tested one by one, 0.1 ms each. */
const knownZones = new Set(Intl.supportedValuesOf('timeZone'));
/**
 * Reads a time zone cell as an IANA name; '' if empty, null if the zone does not exist. A text without slash that is no
 * zone ('Norte', 'GMT-3') is a company's own word: it stays a variable and gives ''. In `zona`, so does a zone without
 * slash ('Cuba') except 'UTC'. Without a column the cell must be a zone.
 */
export function readZone(cell: string, column: string): string | null {
  const text = cell.trim();
  if (text === '') return '';
  if (column.trim().toLowerCase() === zoneColumns[0] && !text.includes('/') && text !== 'UTC') return '';
  if (!knownZones.has(text)) {
    if (!isZone(text)) return column === '' || text.includes('/') ? null : '';
    knownZones.add(text);
  }
  return text;
}

function isZone(name: string): boolean {
  // An offset ('+03:00') is not a zone, because it ignores daylight saving time.
  if (!zoneName.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
/** Weights of campaigns, by which the workspace's calls are shared out. */
export const weights = { least: 1, usual: 5, most: 10 } as const;
/** Characters. */
export const longestColumnName = 200;
export const longestCell = 5_000;
/** The maximum length of a rejected row's reason. */
export const longestReason = 300;
/** The maximum number of origin numbers of a campaign. */
export const mostOriginNumbers = 20;
/** The maximum number of people in a campaign. */
export const maximumRecipients = 10_000;
/** The maximum number of rows in a request, including repeated numbers, which are counted and called once. */
export const mostRecipientRows = 20_000;
/** The maximum number of rows in a request that adds people to a campaign. */
export const mostAddedRows = 1_000;
const growingStatuses: ReadonlySet<string> = new Set(['created', 'scheduled', 'in_progress', 'paused']);
/** True if a campaign with this status has not called everybody, so that people can be added or it stays open. */
export const acceptsRecipients = (status: string): boolean => growingStatuses.has(status);
/** The maximum number of distinct column names, including those of rejected rows. */
export const maximumColumns = 1_000;

/** The position of the first accepted column name, in any case. Null if there is none. */
export function findColumn(columns: readonly string[], accepted: readonly string[]): number | null {
  const names = columns.map((name) => name.trim().toLowerCase());
  return accepted.map((spelling) => names.indexOf(spelling)).find((position) => position >= 0) ?? null;
}
