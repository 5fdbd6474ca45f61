/** Proposes which columns of a recipient file have phone numbers and names, by header or contents. Pure. */
import {
  findColumnIndexByNames,
  recipientNameColumnNames,
  phoneColumnNames,
} from '../../../../contract/recipient-file.ts';
import type { FileTable } from '../../../../files/file-table.ts';
import { findPhoneNumberColumns } from '../../../../files/number-columns.ts';
import type { CountryCode } from '../../../../phone/numbering-plan.ts';
import { parseWrittenPhoneNumber } from '../../../../phone/read-number.ts';
import { getUnnamedColumnName, type RecipientColumnChoice } from './recipient-columns.ts';

const sampledRows = 200;
const sampleLength = 40;
const mostPaired = 6;
const phoneWords = /\b(?:tel|cel|phone|movil|mobile|whats|linea|numero)/;
const nameWords = /nombre|name|client|razon social|contact|apellido|titular/;
/** Column names for a person's own name. */
const personWords =
  /^(?:(?:full|complete|contact|customer|client|lead|person|first) name|nombres?|nombre (?:y apellidos?|completo|del? .*)|clientes?|contactos?|titular|razon social)$/;
/** Matches names of columns that don't name people, but ads, campaigns, accounts, files or staff. */
const otherNames =
  /\b(?:ad|ads|ad ?set|adgroup|anuncio|account|cuenta|campaign|campana|campanya|form|formulario|company|empresa|compania|organizacion|organization|user|usuario|file|archivo|page|pagina|product|producto|event|evento|list|lista|owner|propietario|agent|agente|vendedor|asesor|source|origen|last|middle|nick|plan|ciudad|city|calle|street)\b/;
/** Matches a cell that may be a name: letters without digits or '@', unlike dates, amounts and email addresses. */
const nameLike = /^[^\d@]*\p{L}[^\d@]*$/u;

/** Columns of a recipient file, and which of them have the phone number and the name. */
export interface RecipientColumnMapping {
  readonly columns: readonly {
    readonly name: string;
    readonly sample: string;
    /** Estimated number of rows of the file that have a phone number in the given column. */
    readonly numbers: number;
  }[];
  readonly rowCount: number;
  /** Index of the proposed phone column; null if no column looks like one. */
  readonly phoneAt: number | null;
  readonly nameAt: number | null;
  /** Index of the column that gives the phone number where the phone column is empty; null if there is none. */
  readonly fillAt: number | null;
  /**
   * Columns that can fill empty cells of a phone column. `count`: number of rows that have digits in column `from` but
   * none in column `phoneAt`. If that number is 0, the pair of columns is left out.
   */
  readonly fills: readonly { readonly phoneAt: number; readonly from: number; readonly count: number }[];
  /** True if a cell of the first row is a phone number, which suggests that the file has no header row. */
  readonly mayHaveNoHeader: boolean;
  readonly headerIsRow: boolean;
  /**
   * Who determined the phone and name columns. `header`: both were recognised by name. `person`: the user chose them.
   * `nobody`: they are only a guess or unknown, so the user is asked.
   */
  readonly saidBy: 'nobody' | 'header' | 'person';
}

export function proposeColumnMapping(
  { header, rows }: Pick<FileTable, 'header' | 'rows'>,
  choice: RecipientColumnChoice | null,
  country: CountryCode,
): RecipientColumnMapping {
  const width = header.findLastIndex((name) => name.trim() !== '') + 1;
  const sampled = rows.slice(0, sampledRows);
  const columns = Array.from({ length: width }, (_, position) => ({
    name: header[position]?.trim() || getUnnamedColumnName(position),
    cells: sampled.map(({ cells }) => (cells[position] ?? '').trim()).filter((cell) => cell !== ''),
  }));
  const mayHaveNoHeader = columns.some(({ name }) => {
    const { number, offer } = parseWrittenPhoneNumber(name, { country });
    return (number ?? offer) !== null;
  });
  const names = columns.map(({ name }) => name);
  const ofNumbers = findPhoneNumberColumns({ header, rows }, { country }).filter(({ position }) => position < width);
  const saidPhoneAt = findColumnIndexByNames(names, phoneColumnNames);
  const saidNameAt = findColumnIndexByNames(names, recipientNameColumnNames);
  const phoneAt = saidPhoneAt ?? ofNumbers[0]?.position ?? positionOf(names, phoneWords);
  const nameAt =
    saidNameAt ?? bestOf(columns.map((column, position) => (position === phoneAt ? 0 : nameScore(column))));
  const isSaid = saidPhoneAt !== null && saidNameAt !== null;
  const pairs = ofNumbers.slice(0, mostPaired).map(({ position }) => position);
  return {
    columns: columns.map(({ name, cells }, position) => ({
      name: name.slice(0, sampleLength),
      sample: (cells[0] ?? '').slice(0, sampleLength),
      numbers: ofNumbers.find((each) => each.position === position)?.numbers ?? 0,
    })),
    rowCount: rows.length,
    phoneAt: choice?.phoneAt ?? phoneAt,
    nameAt: choice?.nameAt ?? nameAt,
    fillAt: choice?.fillAt ?? null,
    fills: pairs.length < 2 ? [] : countFills(rows, [...new Set([...pairs, ...(phoneAt === null ? [] : [phoneAt])])]),
    mayHaveNoHeader,
    headerIsRow: choice?.headerIsRow ?? (mayHaveNoHeader && !isSaid),
    saidBy: choice ? 'person' : isSaid ? 'header' : 'nobody',
  };
}

/** A number cell without digits is empty. */
export const hasNoDigits = (cell: string | undefined): boolean => !/\d/.test(cell ?? '');

function countFills(rows: FileTable['rows'], positions: readonly number[]): RecipientColumnMapping['fills'] {
  return positions.flatMap((phoneAt) =>
    positions.flatMap((from) => {
      if (from === phoneAt) return [];
      const count = rows.filter(({ cells }) => hasNoDigits(cells[phoneAt]) && !hasNoDigits(cells[from])).length;
      return count === 0 ? [] : [{ phoneAt, from, count }];
    }),
  );
}

/** Normalises a column name: 'ad_name' and 'adName' become 'ad name', 'Razón social' becomes 'razon social'. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();

function nameScore({ name, cells }: { readonly name: string; readonly cells: readonly string[] }): number {
  const words = wordsOf(name);
  const share = cells.length === 0 ? 0 : cells.filter((cell) => nameLike.test(cell)).length / cells.length;
  if (personWords.test(words)) return share + 2;
  if (otherNames.test(words)) return share - 0.4;
  return share + (nameWords.test(words) ? 1 : 0);
}

/** Returns the index of the highest score, which belongs to the likeliest name column. Null if no score reaches 0.5. */
function bestOf(scores: readonly number[]): number | null {
  const best = Math.max(...scores);
  return best >= 0.5 ? scores.indexOf(best) : null;
}

function positionOf(names: readonly string[], words: RegExp): number | null {
  const position = names.findIndex((name) => words.test(wordsOf(name)));
  return position < 0 ? null : position;
}
