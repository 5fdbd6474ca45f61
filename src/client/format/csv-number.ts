/**
 * Formats a number for a CSV file, with the locale's decimal sign and without thousands separators. Empty if the number
 * is null.
 */
export function formatCsvNumber(value: number | null, locale: string, decimals = 1): string {
  return value === null
    ? ''
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: decimals }).format(value);
}
