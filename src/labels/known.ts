/** Looks up texts and styles by values of the server, which may be newer than the loaded page. */

/** Returns the table's entry for a server's value. Undefined if it is unknown; then the caller has a fallback. */
export function known<K extends string, V>(table: Readonly<Partial<Record<K, V>>>, value: string): V | undefined {
  return Object.hasOwn(table, value) ? table[value as K] : undefined;
}

/** The text for an unknown value. */
export const unknownValue = 'Desconocido';

/** Returns the word for a server's value, or 'Desconocido'. */
export function wordFor(table: Readonly<Record<string, string>>, value: string): string {
  return known(table, value) ?? unknownValue;
}
