/** Looks up texts and styles by values from the server, which may be newer than this page. */

/** The table's entry for a value. Undefined if the value is unknown; the caller has a fallback. */
export function known<K extends string, V>(table: Readonly<Partial<Record<K, V>>>, value: string): V | undefined {
  return Object.hasOwn(table, value) ? table[value as K] : undefined;
}

/** The text for an unknown value. */
export const unknownValue = 'Desconocido';

/** The word for a value, or that it is unknown. */
export function wordFor(table: Readonly<Record<string, string>>, value: string): string {
  return known(table, value) ?? unknownValue;
}
