/** Searches short lists in memory, ignoring accents and case as the server's search does. Pure. */

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** True if the values contain every word of `query`, or if the query is blank. */
export function containsAllSearchWords(query: string, values: readonly (string | null)[]): boolean {
  const text = fold(values.filter(Boolean).join(' '));
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
