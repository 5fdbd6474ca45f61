/** How a spreadsheet's numbers and dates are written as text. Pure. */

export interface DateFormats {
  /** By the number of a cell's style: the id of its format, and its code where the file gives one. */
  readonly styles: readonly { readonly id: number; readonly code: string | null }[];
  /** Days count from 1904, as old Macs have them, and not from 1900. */
  readonly startsIn1904: boolean;
}

/** Formats that every spreadsheet knows, from first to last, which show dates and times. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const dayMs = 86_400_000;
/** 9999-12-31. */
const lastDay = 2_958_465;
/** The 29th of February 1900 never was, but is counted. */
const falseDay = 60;
const daysTo1904 = 1_462;

/** All digits of a number, never an exponent of a whole one. What is no number stays. */
export function writeNumber(text: string): string {
  const written = text.trim();
  if (written === '' || /^-?\d+$/.test(written)) return written;
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? value.toFixed(0) : written;
  // Fifteen digits are what a spreadsheet shows: 0.30000000000000004 is 0.3.
  return String(Number(value.toPrecision(15)));
}

/** '31/12/2026', '31/12/2026 18:30' or '18:30'; null: the style shows no date. */
export function writeDate(text: string, style: number, { styles, startsIn1904 }: DateFormats): string | null {
  const format = styles[style];
  if (!format || !isDate(format)) return null;
  const serial = Number(text) + (startsIn1904 && Number(text) >= 1 ? daysTo1904 : 0);
  if (text.trim() === '' || !(serial >= 0 && serial <= lastDay)) return null;
  const days = serial < falseDay ? serial + 1 : serial;
  const moment = new Date(Math.round(((days - 25_569) * dayMs) / 1_000) * 1_000).toISOString();
  const [year, month, day] = moment.slice(0, 10).split('-');
  const time = moment.slice(17, 19) === '00' ? moment.slice(11, 16) : moment.slice(11, 19);
  if (serial < 1) return time;
  return `${day}/${month}/${year}${time === '00:00' ? '' : ` ${time}`}`;
}

function isDate({ id, code }: DateFormats['styles'][number]): boolean {
  if (code === null) return builtInDates.some(([first, last]) => id >= first && id <= last);
  // Without texts, escaped signs, and colours or currencies in brackets.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}
