/** What a file's header says: which column is the phone, which the name, and a name of its own for every other. Pure. */
import { readerMessages } from '../../../labels/wizard-es.ts';

// Accepted spellings, in the contract's order (src/contract/campaigns.ts, which would bring zod into the worker).
export const phoneColumns = ['phone_number', 'phone number', 'phonenumber'] as const satisfies typeof import('../../../contract/campaigns.ts').phoneColumns;
export const nameColumns = ['customer_name', 'customer name', 'name', 'cliente'] as const satisfies typeof import('../../../contract/campaigns.ts').nameColumns;

const longestName = 200;

export interface RecipientColumns {
  /** By position; never empty, never twice the same. */
  readonly names: readonly string[];
  readonly phoneAt: number;
  readonly nameAt: number;
  /** Why the file can't be used; empty when it can. */
  readonly problems: readonly string[];
}

export function readHeader(header: readonly string[]): RecipientColumns {
  const names = uniqueNames(trimEmptyEnd(header.map((name) => name.trim())));
  const phoneAt = findColumn(names, phoneColumns);
  const nameAt = findColumn(names, nameColumns);
  const problems = [
    ...(phoneAt === null ? [readerMessages.phoneColumnMissing] : []),
    ...(nameAt === null ? [readerMessages.nameColumnMissing] : []),
    ...(names.some((name) => name.length > longestName) ? [readerMessages.columnTooLong] : []),
  ];
  return { names, phoneAt: phoneAt ?? -1, nameAt: nameAt ?? -1, problems };
}

/** Position of the first accepted spelling that the header has, whatever its case. The server looks the same way. */
export function findColumn(names: readonly string[], accepted: readonly string[]): number | null {
  for (const spelling of accepted) {
    const position = names.findIndex((name) => name.trim().toLowerCase() === spelling);
    if (position >= 0) return position;
  }
  return null;
}

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
