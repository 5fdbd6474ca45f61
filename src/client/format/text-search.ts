/** Searches short lists that are already loaded, ignoring accents and case as the server's search does. Pure. */

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** True if every word of `query` occurs in the values; a blank query matches everything. */
export function matchesSearch(query: string, values: readonly (string | null)[]): boolean {
  const text = fold(values.filter(Boolean).join(' '));
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
