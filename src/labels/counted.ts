/** Writes a count with its noun: '1 llamada', '12 llamadas'. `written` is the count as the screen writes it. */
export function counted(written: string | number, one: string, many: string): string {
  return String(written) === '1' ? `1 ${one}` : `${written} ${many}`;
}
