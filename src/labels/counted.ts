/** Writes a count with its noun: '1 llamada', '12 llamadas'. `written`: the count formatted for the screen. */
export function formatCountWithNoun(written: string | number, one: string, many: string): string {
  return String(written) === '1' ? `1 ${one}` : `${written} ${many}`;
}
