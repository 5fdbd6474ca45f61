/** Finds the phone and name columns of a recipient file by its header, and makes all column names unique. Pure. */
import {
  findColumnIndexByNames,
  maxRecipientColumnNameLength,
  recipientNameColumnNames,
  phoneColumnNames,
} from '../../../../contract/recipient-file.ts';
import { recipientFileMessages } from '../recipient-list-es.ts';

/** Indexes of the phone and name columns that the user chose. */
export interface RecipientColumnChoice {
  readonly phoneAt: number;
  /** Index of the column whose phone number is used in rows with an empty phone column; null or undefined for none. */
  readonly fillAt?: number | null;
  readonly nameAt: number;
  /** True if the file has no header, so that its first row is a recipient. */
  readonly headerIsRow: boolean;
}

export interface ParsedRecipientHeader {
  /** Names of the recipient file's columns by index; none is empty or repeated. */
  readonly names: readonly string[];
  /** Index of the recipient file's phone column; -1 if it is missing. */
  readonly phoneAt: number;
  /** -1: no column fills gaps. */
  readonly fillAt: number;
  readonly nameAt: number;
  /** Errors because of which the recipient file can't be used. Empty if the file can be used. */
  readonly problems: readonly string[];
}

/** Finds the phone and name columns by the user's choice, otherwise by header. Chosen columns get the API's names. */
export function parseRecipientHeader(
  header: readonly string[],
  choice: RecipientColumnChoice | null = null,
): ParsedRecipientHeader {
  const names = trimEmptyEnd(header.map((name) => name.trim()));
  if (choice) return chosenColumns(choice.headerIsRow ? names.map(() => '') : names, choice);
  const unique = uniqueNames(names);
  const phoneAt = findColumnIndexByNames(unique, phoneColumnNames);
  const nameAt = findColumnIndexByNames(unique, recipientNameColumnNames);
  const problems = [
    ...(phoneAt === null ? [recipientFileMessages.phoneColumnMissing] : []),
    ...(nameAt === null ? [recipientFileMessages.nameColumnMissing] : []),
    ...lengthProblems(unique),
  ];
  return { names: unique, phoneAt: phoneAt ?? -1, fillAt: -1, nameAt: nameAt ?? -1, problems };
}

function chosenColumns(
  names: readonly string[],
  { phoneAt, fillAt, nameAt }: RecipientColumnChoice,
): ParsedRecipientHeader {
  const reserved = new Set<string>([phoneColumnNames[0], recipientNameColumnNames[0]]);
  const others = names.map((name, position) => {
    if (position === phoneAt || position === nameAt) return '';
    // Rename another column that has the API's name for the phone or name column, because the server would confuse the
    // two.
    return reserved.has(name.toLowerCase()) ? `${name} (2)` : name;
  });
  const chosen = uniqueNames(others).map((name, position) => {
    if (position === phoneAt) return phoneColumnNames[0];
    return position === nameAt ? recipientNameColumnNames[0] : name;
  });
  return { names: chosen, phoneAt, fillAt: fillAt ?? -1, nameAt, problems: lengthProblems(chosen) };
}

const lengthProblems = (names: readonly string[]) =>
  names.some((name) => name.length > maxRecipientColumnNameLength) ? [recipientFileMessages.columnTooLong] : [];

/** Name of a column without a name in the header: 'columna_7'. */
export const getUnnamedColumnName = (position: number): string => `columna_${position + 1}`;

/** Drops empty column names at the end, because spreadsheets often export trailing delimiters. */
function trimEmptyEnd(names: readonly string[]): readonly string[] {
  const last = names.findLastIndex((name) => name !== '');
  return names.slice(0, last + 1);
}

function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name, position) => {
    // Rename a column named `__proto__`, because servers guarding against prototype pollution refuse this JSON key.
    const wanted = name === '__proto__' ? '_proto_' : name || getUnnamedColumnName(position);
    let unique = wanted;
    for (let count = 2; taken.has(unique); count += 1) unique = `${wanted} (${count})`;
    taken.add(unique);
    return unique;
  });
}
