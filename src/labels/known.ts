/** Tables of texts and looks, asked by values that come from the server, which may be newer than this page. */

/** What a table has for a value; undefined for one that it does not know: whoever asks has the fallback. */
export function known<K extends string, V>(table: Readonly<Partial<Record<K, V>>>, value: string): V | undefined {
  return Object.hasOwn(table, value) ? table[value as K] : undefined;
}

/** In place of a value that no table knows. */
export const unknownValue = 'Desconocido';

/** The word for a value, or that it is unknown. */
export function wordFor(table: Readonly<Record<string, string>>, value: string): string {
  return known(table, value) ?? unknownValue;
}
