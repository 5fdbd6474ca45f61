/** What server and browser ask of a file of recipients alike: without zod, which a worker need not load. */

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
 * Whether a row is the template's example, which is left out. Earlier templates contained a real number. The name may have been decoded
 * wrongly.
 */
export function isTemplateExample(phone: string, name: string): boolean {
  return (
    /^\s*ejemplo\b/i.test(phone) || (phone.trim() === '+541145678901' && /^Mar\S{1,3}a N\S{1,6}ez$/.test(name.trim()))
  );
}
/** Accepted spellings of the two columns that every file has; the first that a file has counts. */
export const phoneColumns = ['phone_number', 'phone number', 'phonenumber'] as const;
export const nameColumns = ['customer_name', 'customer name', 'name', 'cliente'] as const;
/** Of the column that says who is called first. Its value travels as a variable too. */
export const priorityColumns = ['prioridad', 'priority'] as const;
/** Of a recipient: 10 is called first, 1 last; equals in the file's order. */
export const priorities = { first: 10, usual: 5, last: 1 } as const;
export const priorityFormatText = 'Prioridad inválida: debe ser un número entero de 1 a 10 (10 se llama primero)';
/**
 * What a cell of that column says; `usual` where there is none, it is empty or no number: a company's own word ('Alta') is kept as a
 * variable and orders nothing. Null: a number that is no priority.
 */
export function readPriority(cell: string): number | null {
  const text = cell.trim();
  if (text === '') return priorities.usual;
  // A spreadsheet writes '5,0'.
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value)) return priorities.usual;
  return Number.isInteger(value) && value >= priorities.last && value <= priorities.first ? value : null;
}
/** Of the column that says by which zone's clock somebody is called; its value travels as a variable too. */
export const zoneColumns = ['zona', 'time_zone', 'time zone'] as const;
export const zoneFormatText = 'Zona horaria inválida: debe ser como America/Argentina/Buenos_Aires';
const zoneName = /^[A-Za-z][A-Za-z0-9+_-]*(?:\/[A-Za-z0-9+_-]+)*$/;
/** Names that are not listed (aliases, Etc/GMT+3) are asked for one by one, which takes a tenth of a millisecond each. */
const knownZones = new Set(Intl.supportedValuesOf('timeZone'));
/**
 * What a cell of that column says, an IANA name; '' where it is empty. Null: there is no such zone. What has no slash and is no zone
 * ('Norte', 'GMT-3') may be anything that a company calls so: it is kept as a variable and says nothing of the clock. In `zona` nor does
 * what happens to be a zone ('Cuba'), but for 'UTC'. Without a column the cell must be a zone.
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
  // An offset ('+03:00') is no zone: its clock does not change with the season.
  if (!zoneName.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
/** Of a campaign beside others of its workspace: calls are shared out in proportion to it. */
export const weights = { least: 1, usual: 5, most: 10 } as const;
/** Characters. */
export const longestColumnName = 200;
export const longestCell = 5_000;
/** Of a row that was left out. */
export const longestReason = 300;
/** Numbers that a campaign may call from. */
export const mostOriginNumbers = 20;
/** People of a campaign at most. */
export const maximumRecipients = 10_000;
/** Rows of a request, repeated numbers included: they are counted, and each number is called once. */
export const mostRecipientRows = 20_000;
/** Rows of a request that adds people to a campaign. */
export const mostAddedRows = 1_000;
const growingStatuses: ReadonlySet<string> = new Set(['created', 'scheduled', 'in_progress', 'paused']);
/** Whether people can be added to a campaign of this status, and it can be left open for more: not everybody was called. */
export const isGrowing = (status: string): boolean => growingStatuses.has(status);
/** Different names of columns, those of rows left out too. */
export const maximumColumns = 1_000;

/** Position of the first accepted spelling among the columns, whatever its case; null: none. */
export function findColumn(columns: readonly string[], accepted: readonly string[]): number | null {
  const names = columns.map((name) => name.trim().toLowerCase());
  return accepted.map((spelling) => names.indexOf(spelling)).find((position) => position >= 0) ?? null;
}
