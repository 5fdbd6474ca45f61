/** With the locale's comma and without its thousands, so that a spreadsheet reads a number; what is not known is empty. */
export function csvNumber(value: number | null, locale: string, decimals = 1): string {
  return value === null
    ? ''
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: decimals }).format(value);
}
