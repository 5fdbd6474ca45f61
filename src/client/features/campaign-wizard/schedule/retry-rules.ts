/**
 * Retry rules of a campaign, one for each call outcome. Lists the choices that the wizard offers, and formats a retry
 * policy as text. Pure.
 */
import type { RetryLimits, RetryableOutcome, RetryPolicy } from '../../../../contract/campaigns.ts';
import { describeRetryLimits } from '../../../../labels/retry-limits-es.ts';
import { retryableOutcomeLabels } from '../../../../labels/campaign-detail-es.ts';
import { formatDurationInWords } from '../../../../labels/waits-es.ts';
import { retryRulesLabels as labels } from '../../../../labels/wizard-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';

/**
 * Call outcomes that can be retried, in the API's order. The list is repeated here, because importing it from the
 * contract would load zod.
 */
export const retryableOutcomes = [
  'no_answer',
  'busy',
  'voicemail',
  'error',
] as const satisfies readonly RetryableOutcome[];
export const retryAttemptChoices = [1, 2, 3, 4, 5] as const;
const delayChoices = [5, 15, 30, 60, 120, 240, 480, 1_440, 2_880, 4_320, 10_080];

export type RetryRule = NonNullable<RetryPolicy[RetryableOutcome]>;

/**
 * Default retry rule for each call outcome. The delay is short after a busy line, which is soon free, and long after
 * voicemail, because the person is away for longer.
 */
export const defaultRetryRules: Readonly<Record<RetryableOutcome, RetryRule>> = {
  no_answer: { attempts: 1, delayMinutes: 60 },
  busy: { attempts: 2, delayMinutes: 15 },
  voicemail: { attempts: 1, delayMinutes: 240 },
  error: { attempts: 1, delayMinutes: 15 },
};

/** Retry delays to choose from, in minutes. A copied campaign's delay is added if it is not among them. */
export function listRetryDelayChoices(delayMinutes: number): readonly number[] {
  return [...new Set([...delayChoices, delayMinutes])].toSorted((one, other) => one - other);
}

/** Replaces the retry rule for a call outcome; null removes it. Keys are sorted, so equal policies give equal JSON. */
export function replaceRetryRule(policy: RetryPolicy, outcome: RetryableOutcome, rule: RetryRule | null): RetryPolicy {
  const rules = retryableOutcomes.flatMap((each): [RetryableOutcome, RetryRule][] => {
    const wanted = each === outcome ? rule : policy[each];
    return wanted ? [[each, wanted]] : [];
  });
  return Object.fromEntries(rules);
}

/** Values to choose from for the limits of retries; by default no limit is set. */
export const retryLimitChoices: Readonly<Record<keyof RetryLimits, readonly number[]>> = {
  maxAttempts: [2, 3, 4, 5, 6, 8, 10, 15, 20],
  maxDays: [1, 2, 3, 5, 7, 14, 30],
};

/** Values to choose from for one limit of retries. A copied campaign's value is added if it is not among them. */
export function listRetryLimitChoices(limit: keyof RetryLimits, own: number | undefined): readonly number[] {
  return [...new Set([...retryLimitChoices[limit], ...(own === undefined ? [] : [own])])].toSorted((a, b) => a - b);
}

/** Sets one of a campaign's retry limits; undefined removes it. */
export function replaceRetryLimit(
  limits: RetryLimits,
  limit: keyof RetryLimits,
  value: number | undefined,
): RetryLimits {
  const { [limit]: _, ...rest } = limits;
  return value === undefined ? rest : { ...rest, [limit]: value };
}

/** A retry policy as text: 'Sin respuesta: 2, tras 1 h', a line for each outcome and one for the limits. */
export function describeRetryPolicy(
  policy: RetryPolicy,
  limits: RetryLimits,
  format: RegionalFormat,
): readonly string[] {
  const rules = retryableOutcomes.flatMap((outcome) => {
    const rule = policy[outcome];
    if (!rule) return [];
    const delay = formatDurationInWords(60 * rule.delayMinutes);
    return [labels.described(retryableOutcomeLabels[outcome], format.count(rule.attempts), delay, rule)];
  });
  const limit = describeRetryLimits(limits, format.count);
  return rules.length === 0 || limit === null ? rules : [...rules, limit];
}
