/** Form for retries by call outcome: how many further attempts, and after what delay. None by default. */
import { useId } from 'react';
import type { RetryLimits, RetryableOutcome, RetryPolicy } from '../../../../contract/campaigns.ts';
import { retryableOutcomeLabels } from '../../../../labels/campaign-detail-es.ts';
import { formatDurationInWords } from '../../../../labels/waits-es.ts';
import { retryRulesLabels as labels } from '../../../../labels/wizard-es.ts';
import { useProviderAgents } from '../../../api/queries.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/input.tsx';
import { SearchableSelect } from '../../../ui/picker.tsx';
import {
  retryAttemptChoices,
  listRetryDelayChoices,
  listRetryLimitChoices,
  replaceRetryLimit,
  defaultRetryRules,
  retryableOutcomes,
  replaceRetryRule,
  type RetryRule,
} from './retry-rules.ts';

interface RuleRowProps {
  readonly outcome: RetryableOutcome;
  readonly rule: RetryRule | undefined;
  readonly onChange: (rule: RetryRule | null) => void;
  readonly hasNumbers: boolean;
}

/** Select for the agent of retries after voicemail: the campaign's agent, or another agent that leaves a message. */
function VoicemailAgent({
  rule,
  onChange,
}: {
  readonly rule: RetryRule;
  readonly onChange: (rule: RetryRule) => void;
}) {
  const { data } = useProviderAgents();
  const { agentId, ...rest } = rule;
  const agents = data?.items ?? [];
  if (agents.length === 0 && agentId === undefined) return null;
  return (
    <SearchableSelect
      label={labels.voicemailAgent}
      aria-label={labels.voicemailAgent}
      className="sm:w-78"
      options={[
        { value: '', label: labels.sameAgent },
        ...agents.map(({ agent_id: id, agent_name: name }) => ({ value: id, label: labels.otherAgent(name ?? id) })),
      ]}
      value={agentId ?? ''}
      placeholder={labels.otherAgent(agentId ?? '')}
      onChange={(value) => onChange(value === '' ? rest : { ...rest, agentId: value })}
    />
  );
}

interface OtherChoiceProps {
  readonly choice: 'otherHour' | 'otherNumber';
  readonly outcome: string;
  readonly rule: RetryRule;
  readonly onChange: (rule: RetryRule) => void;
}

function OtherChoice({ choice, outcome, rule, onChange }: OtherChoiceProps) {
  const { name, help } = labels[choice];
  return (
    <label className="flex cursor-pointer items-center gap-2 text-muted" title={help}>
      <Checkbox
        aria-label={labels.otherOf(name, outcome)}
        checked={rule[choice] === true}
        onChange={({ target: { checked } }) => {
          const { [choice]: _, ...rest } = rule;
          onChange(checked ? { ...rest, [choice]: true } : rest);
        }}
      />
      {name}
    </label>
  );
}

function RuleRow({ outcome, rule, onChange, hasNumbers }: RuleRowProps) {
  const format = useRegionalFormat();
  const name = retryableOutcomeLabels[outcome];
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
      <label className="flex min-w-36 flex-1 cursor-pointer items-center gap-2">
        <Checkbox
          checked={rule !== undefined}
          onChange={(event) => onChange(event.target.checked ? defaultRetryRules[outcome] : null)}
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
            {retryAttemptChoices.map((count) => (
              <option key={count} value={count}>
                {labels.attemptCount(format.count(count))}
              </option>
            ))}
          </Select>
          <Select
            aria-label={labels.delay(name)}
            className="sm:w-36"
            value={rule.delayMinutes}
            onChange={(event) => onChange({ ...rule, delayMinutes: Number(event.target.value) })}
          >
            {listRetryDelayChoices(rule.delayMinutes).map((minutes) => (
              <option key={minutes} value={minutes}>
                {labels.after(formatDurationInWords(60 * minutes))}
              </option>
            ))}
          </Select>
        </span>
      ) : null}
      {rule ? (
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 pl-6">
          <span className="flex flex-wrap gap-x-6 gap-y-2">
            <OtherChoice choice="otherHour" outcome={name} rule={rule} onChange={onChange} />
            {hasNumbers || rule.otherNumber ? (
              <OtherChoice choice="otherNumber" outcome={name} rule={rule} onChange={onChange} />
            ) : null}
          </span>
          {outcome === 'voicemail' ? <VoicemailAgent rule={rule} onChange={onChange} /> : null}
        </div>
      ) : null}
    </li>
  );
}

interface LimitSelectProps {
  readonly limit: keyof RetryLimits;
  readonly limits: RetryLimits;
  readonly textOf: (value: number) => string;
  readonly onChange: (limits: RetryLimits) => void;
}

function LimitSelect({ limit, limits, textOf, onChange }: LimitSelectProps) {
  const value = limits[limit];
  return (
    <label className="flex items-center gap-2 text-muted">
      {labels[limit]}
      <Select
        className="w-40"
        value={value ?? ''}
        onChange={({ target }) =>
          onChange(replaceRetryLimit(limits, limit, target.value ? Number(target.value) : undefined))
        }
      >
        <option value="">{labels.noLimit}</option>
        {listRetryLimitChoices(limit, value).map((each) => (
          <option key={each} value={each}>
            {textOf(each)}
          </option>
        ))}
      </Select>
    </label>
  );
}

interface RetrySectionProps {
  readonly policy: RetryPolicy;
  readonly limits: RetryLimits;
  /** True if the campaign has several origin numbers. */
  readonly hasNumbers: boolean;
  readonly onChange: (change: { readonly retryPolicy?: RetryPolicy; readonly retryLimits?: RetryLimits }) => void;
}

export function RetryPolicySection({ policy, limits, hasNumbers, onChange }: RetrySectionProps) {
  const titleId = useId();
  const format = useRegionalFormat();
  const setLimits = (retryLimits: RetryLimits) => onChange({ retryLimits });
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-medium">
        {labels.title}
      </h3>
      <p className="mb-2 text-xs text-muted">{labels.text}</p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {retryableOutcomes.map((outcome) => (
          <RuleRow
            key={outcome}
            outcome={outcome}
            rule={policy[outcome]}
            hasNumbers={hasNumbers}
            onChange={(rule) => onChange({ retryPolicy: replaceRetryRule(policy, outcome, rule) })}
          />
        ))}
      </ul>
      {Object.keys(policy).length === 0 ? null : (
        <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          <LimitSelect
            limit="maxAttempts"
            limits={limits}
            textOf={(count) => labels.callCount(format.count(count))}
            onChange={setLimits}
          />
          <LimitSelect
            limit="maxDays"
            limits={limits}
            textOf={(count) => labels.dayCount(format.count(count), count === 1)}
            onChange={setLimits}
          />
        </div>
      )}
    </section>
  );
}
