/** Retries by outcome as the wizard offers them, and how a policy reads. Pure. */
import type { RetryOutcome, RetryPolicy } from '../../../../contract/campaigns.ts';
import { retryOutcomeLabels } from '../../../../labels/campaign-detail-es.ts';
import { writeWait } from '../../../../labels/waits-es.ts';
import { retryLabels as labels } from '../../../../labels/wizard-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';

/** In the contract's order (src/contract/campaigns.ts, which would bring zod into the page). */
export const retryOutcomes = ['no_answer', 'busy', 'voicemail', 'error'] as const satisfies readonly RetryOutcome[];
export const attemptChoices = [1, 2, 3, 4, 5] as const;
const delayChoices = [5, 15, 30, 60, 120, 240, 480, 1_440, 2_880, 4_320, 10_080];

export type RetryRule = NonNullable<RetryPolicy[RetryOutcome]>;

/** What switching an outcome on proposes: a busy line frees itself soon, who has a voicemail on is away for longer. */
export const proposedRules: Readonly<Record<RetryOutcome, RetryRule>> = {
  no_answer: { attempts: 1, delayMinutes: 60 },
  busy: { attempts: 2, delayMinutes: 15 },
  voicemail: { attempts: 1, delayMinutes: 240 },
  error: { attempts: 1, delayMinutes: 15 },
};

/** The delays to choose from, an earlier campaign's own among them. */
export function delaysWith(delayMinutes: number): readonly number[] {
  return [...new Set([...delayChoices, delayMinutes])].toSorted((one, other) => one - other);
}

/** The policy with one outcome's rule changed; null takes it out. Always in the same order, so that equal policies are equal JSON. */
export function withRule(policy: RetryPolicy, outcome: RetryOutcome, rule: RetryRule | null): RetryPolicy {
  const rules = retryOutcomes.flatMap((each): [RetryOutcome, RetryRule][] => {
    const wanted = each === outcome ? rule : policy[each];
    return wanted ? [[each, wanted]] : [];
  });
  return Object.fromEntries(rules);
}

/** 'Sin respuesta: 2, tras 1 h', a line for each outcome. */
export function describePolicy(policy: RetryPolicy, format: RegionalFormat): readonly string[] {
  return retryOutcomes.flatMap((outcome) => {
    const rule = policy[outcome];
    if (!rule) return [];
    return [
      labels.described(retryOutcomeLabels[outcome], format.count(rule.attempts), writeWait(60 * rule.delayMinutes)),
    ];
  });
}
