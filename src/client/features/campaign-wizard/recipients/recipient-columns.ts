/** Reads a file's header: the phone column, the name column, and a unique name for every other one. Pure. */
import { findColumn, longestColumnName, nameColumns, phoneColumns } from '../../../../contract/recipient-file.ts';
import { readerMessages } from '../recipient-list-es.ts';

/** The columns that a person chose, by position. */
export interface ColumnChoice {
  readonly phoneAt: number;
  /** The column whose numbers fill the gaps of `phoneAt`. Null, or missing from an older page: no column. */
  readonly fillAt?: number | null;
  readonly nameAt: number;
  /** True if the file has no header, so that its first row is a recipient. */
  readonly headerIsRow: boolean;
}

export interface RecipientColumns {
  /** Column names by position; never empty, never repeated. */
  readonly names: readonly string[];
  /** Index of the phone column; -1 if missing. */
  readonly phoneAt: number;
  /** -1: no column fills gaps. */
  readonly fillAt: number;
  readonly nameAt: number;
  /** Why the file can't be used; empty if it can. */
  readonly problems: readonly string[];
}

/** The columns by the header or a person's choice. Chosen ones get the names that the server looks for. */
export function readHeader(header: readonly string[], choice: ColumnChoice | null = null): RecipientColumns {
  const names = trimEmptyEnd(header.map((name) => name.trim()));
  if (choice) return chosenColumns(choice.headerIsRow ? names.map(() => '') : names, choice);
  const unique = uniqueNames(names);
  const phoneAt = findColumn(unique, phoneColumns);
  const nameAt = findColumn(unique, nameColumns);
  const problems = [
    ...(phoneAt === null ? [readerMessages.phoneColumnMissing] : []),
    ...(nameAt === null ? [readerMessages.nameColumnMissing] : []),
    ...lengthProblems(unique),
  ];
  return { names: unique, phoneAt: phoneAt ?? -1, fillAt: -1, nameAt: nameAt ?? -1, problems };
}

function chosenColumns(names: readonly string[], { phoneAt, fillAt, nameAt }: ColumnChoice): RecipientColumns {
  const reserved = new Set<string>([phoneColumns[0], nameColumns[0]]);
  const others = names.map((name, position) => {
    if (position === phoneAt || position === nameAt) return '';
    // Another column of that name would be taken for the chosen one, so it is renamed.
    return reserved.has(name.toLowerCase()) ? `${name} (2)` : name;
  });
  const chosen = uniqueNames(others).map((name, position) => {
    if (position === phoneAt) return phoneColumns[0];
    return position === nameAt ? nameColumns[0] : name;
  });
  return { names: chosen, phoneAt, fillAt: fillAt ?? -1, nameAt, problems: lengthProblems(chosen) };
}

const lengthProblems = (names: readonly string[]) =>
  names.some((name) => name.length > longestColumnName) ? [readerMessages.columnTooLong] : [];

/** The name of a column beyond the header: 'columna_7'. */
export const unnamedColumn = (position: number): string => `columna_${position + 1}`;

/** Drops empty names at the end, because spreadsheets often leave delimiters there. */
function trimEmptyEnd(names: readonly string[]): readonly string[] {
  const last = names.findLastIndex((name) => name !== '');
  return names.slice(0, last + 1);
}

function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name, position) => {
    // Servers that guard against prototype pollution refuse the JSON key `__proto__`, so the column is renamed.
    const wanted = name === '__proto__' ? '_proto_' : name || unnamedColumn(position);
    let unique = wanted;
    for (let count = 2; taken.has(unique); count += 1) unique = `${wanted} (${count})`;
    taken.add(unique);
    return unique;
  });
}
