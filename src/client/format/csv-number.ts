/** A number for a CSV file: with the locale's comma, without thousands separators; empty if unknown. */
export function formatCsvNumber(value: number | null, locale: string, decimals = 1): string {
  return value === null
    ? ''
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: decimals }).format(value);
}
