/** Limits of a campaign's retries, in words. */
import type { RetryLimits } from '../contract/campaigns.ts';
import { formatCountWithNoun } from './counted.ts';

/** Writes a campaign's retry limits: 'Hasta 4 llamadas por persona, en 7 días'. Null if it has no limits. */
export function describeRetryLimits(
  { maxAttempts, maxDays }: RetryLimits,
  count: (value: number) => string,
): string | null {
  const days = maxDays === undefined ? null : formatCountWithNoun(count(maxDays), 'día', 'días');
  if (maxAttempts === undefined) return days === null ? null : `Hasta ${days} desde la primera llamada`;
  const calls = formatCountWithNoun(count(maxAttempts), 'llamada', 'llamadas');
  return `Hasta ${calls} por persona${days === null ? '' : `, en ${days}`}`;
}
