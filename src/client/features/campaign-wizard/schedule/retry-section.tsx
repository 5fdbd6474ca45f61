/** Retries by outcome: for how an attempt ended, how many more and after how long. None unless chosen. */
import { useId } from 'react';
import type { RetryOutcome, RetryPolicy } from '../../../../contract/campaigns.ts';
import { retryOutcomeLabels } from '../../../../labels/campaign-detail-es.ts';
import { writeWait } from '../../../../labels/waits-es.ts';
import { retryLabels as labels } from '../../../../labels/wizard-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/input.tsx';
import { attemptChoices, delaysWith, proposedRules, retryOutcomes, withRule, type RetryRule } from './retry-rules.ts';

interface RuleRowProps {
  readonly outcome: RetryOutcome;
  readonly rule: RetryRule | undefined;
  readonly onChange: (rule: RetryRule | null) => void;
}

function RuleRow({ outcome, rule, onChange }: RuleRowProps) {
  const format = useFormat();
  const name = retryOutcomeLabels[outcome];
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
      <label className="flex min-w-36 flex-1 cursor-pointer items-center gap-2">
        <Checkbox
          checked={rule !== undefined}
          onChange={(event) => onChange(event.target.checked ? proposedRules[outcome] : null)}
        />
        {name}
      </label>
      {rule ? (
        <span className="flex gap-2 max-sm:w-full">
          <Select
            aria-label={labels.attempts(name)}
            className="sm:w-40"
            value={rule.attempts}
            onChange={(event) => onChange({ ...rule, attempts: Number(event.target.value) })}
          >
            {attemptChoices.map((count) => (
              <option key={count} value={count}>
                {labels.attemptCount(format.count(count), count === 1)}
              </option>
            ))}
          </Select>
          <Select
            aria-label={labels.delay(name)}
            className="sm:w-36"
            value={rule.delayMinutes}
            onChange={(event) => onChange({ ...rule, delayMinutes: Number(event.target.value) })}
          >
            {delaysWith(rule.delayMinutes).map((minutes) => (
              <option key={minutes} value={minutes}>
                {labels.after(writeWait(60 * minutes))}
              </option>
            ))}
          </Select>
        </span>
      ) : null}
    </li>
  );
}

interface RetrySectionProps {
  readonly policy: RetryPolicy;
  readonly onChange: (policy: RetryPolicy) => void;
}

export function RetrySection({ policy, onChange }: RetrySectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-medium">
        {labels.title}
      </h3>
      <p className="mb-2 text-xs text-muted">{labels.text}</p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {retryOutcomes.map((outcome) => (
          <RuleRow
            key={outcome}
            outcome={outcome}
            rule={policy[outcome]}
            onChange={(rule) => onChange(withRule(policy, outcome, rule))}
          />
        ))}
      </ul>
    </section>
  );
}
