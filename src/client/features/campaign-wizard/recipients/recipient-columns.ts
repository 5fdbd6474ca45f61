/** What a file's header says: which column is the phone, which the name, and a name of its own for every other. Pure. */
import { findColumn, longestColumnName, nameColumns, phoneColumns } from '../../../../contract/recipient-file.ts';
import { readerMessages } from '../../../../labels/recipient-list-es.ts';

/** Which columns a person chose, by position. */
export interface ColumnChoice {
  readonly phoneAt: number;
  /** The column whose numbers fill the gaps of `phoneAt`. Null, or missing from an older page: no column. */
  readonly fillAt?: number | null;
  readonly nameAt: number;
  /** The file has no header: its first row is somebody to call. */
  readonly headerIsRow: boolean;
}

export interface RecipientColumns {
  /** By position; never empty, never twice the same. */
  readonly names: readonly string[];
  /** -1: missing. */
  readonly phoneAt: number;
  /** -1: no column fills gaps. */
  readonly fillAt: number;
  readonly nameAt: number;
  /** Why the file can't be used; empty when it can. */
  readonly problems: readonly string[];
}

/** The columns as the header names them, or as a person chose them; chosen ones travel under the names that the server looks for. */
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
    // Another column of that name would be taken for the chosen one.
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

/** The name under which a cell beyond the header travels: 'columna_7'. */
export const unnamedColumn = (position: number): string => `columna_${position + 1}`;

/** Spreadsheets often leave delimiters at the end of each line. */
function trimEmptyEnd(names: readonly string[]): readonly string[] {
  const last = names.findLastIndex((name) => name !== '');
  return names.slice(0, last + 1);
}

function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name, position) => {
    // As a JSON key `__proto__` is refused by servers that guard against it; the value still travels.
    const wanted = name === '__proto__' ? '_proto_' : name || unnamedColumn(position);
    let unique = wanted;
    for (let count = 2; taken.has(unique); count += 1) unique = `${wanted} (${count})`;
    taken.add(unique);
    return unique;
  });
}
