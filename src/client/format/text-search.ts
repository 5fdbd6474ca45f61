/** Finding words in short lists that are already here, as the server's search finds them: accents and case ignored. Pure. */

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether every word of `query` stands somewhere in the values; a blank query fits everything. */
export function matchesSearch(query: string, values: readonly (string | null)[]): boolean {
  const text = fold(values.filter(Boolean).join(' '));
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
