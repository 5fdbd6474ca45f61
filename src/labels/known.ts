/** Looks up texts for the server's enum values. A server newer than the page may send values without a text. */

/**
 * Looks up a server value in a table of texts. Returns undefined if the table lacks the value, so the caller needs a
 * fallback.
 */
export function findLabelEntry<K extends string, V>(
  table: Readonly<Partial<Record<K, V>>>,
  value: string,
): V | undefined {
  return Object.hasOwn(table, value) ? table[value as K] : undefined;
}

/** The text for an unknown value. */
export const unknownValueText = 'Desconocido';

export function getLabelOrUnknown(table: Readonly<Record<string, string>>, value: string): string {
  return findLabelEntry(table, value) ?? unknownValueText;
}
