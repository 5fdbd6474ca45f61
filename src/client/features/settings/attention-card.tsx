/** Settings on when a live call needs a person's attention: rules, and agents whose calls are always followed. */
import { commonActionLabels } from '../../../labels/common-es.ts';
import { attentionSettingsLabels as labels } from './settings-live-es.ts';
import { useAgentNames } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import {
  SettingsTextListField,
  SettingsNumberField,
  SettingsSwitchField,
  useSettingsField,
} from './form/form-fields.tsx';

/** Checkboxes of all agents of the provider account, and of chosen agents that no longer exist there. */
function AgentChecks() {
  const { value, set, bind, error } = useSettingsField<string[]>('attention.agentIds');
  const agents = useAgentNames();
  if (agents.isPending) return <Skeleton className="h-20" />;
  if (agents.isLoadingError)
    return (
      <div className="flex flex-col items-start gap-2">
        <p>{labels.agentsFailed}</p>
        <Button size="small" onClick={() => void agents.refetch()}>
          {commonActionLabels.retry}
        </Button>
      </div>
    );
  const listed = (agents.data ?? []).map(({ agent_id: id, agent_name: name }) => ({ id, name }));
  const gone = value.filter((id) => !listed.some((agent) => agent.id === id)).map((id) => ({ id, name: id }));
  const options = [...gone, ...listed];
  if (options.length === 0) return <p className="text-muted">{labels.noAgents}</p>;
  return (
    <>
      <ul className="grid max-h-56 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {options.map(({ id, name }, index) => (
          <li key={id}>
            <label className="flex min-h-8 items-center gap-2">
              <Checkbox
                {...(index === 0 ? bind : {})}
                checked={value.includes(id)}
                onChange={({ target }) => set(target.checked ? [...value, id] : value.filter((each) => each !== id))}
              />
              <span className="min-w-0 truncate">{name}</span>
            </label>
          </li>
        ))}
      </ul>
      {error ? <p className="text-xs text-bad">{error}</p> : null}
    </>
  );
}

function Agents() {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="float-left w-full font-medium">{labels.agents}</legend>
      <p className="clear-left text-xs text-muted">{labels.agentsText}</p>
      <AgentChecks />
      <SettingsNumberField
        name="attention.mostCalls"
        label={labels.mostCalls}
        hint={labels.mostCallsHint}
        unit={labels.calls}
      />
    </fieldset>
  );
}

export function AttentionRulesCard() {
  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      <div className="flex flex-col gap-4">
        <SettingsTextListField name="attention.phrases" label={labels.phrases} hint={labels.phrasesHint} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SettingsNumberField
            name="attention.silenceSeconds"
            label={labels.silence}
            hint={labels.silenceHint}
            unit={labels.seconds}
          />
          <SettingsNumberField
            name="attention.longMinutes"
            label={labels.length}
            hint={labels.lengthHint}
            unit={labels.minutes}
          />
        </div>
        <div className="divide-y divide-line border-y border-line">
          <SettingsSwitchField name="attention.failedTool" label={labels.failedTool} hint={labels.failedToolHint} />
          <SettingsSwitchField
            name="attention.repeatedAnswer"
            label={labels.repeatedAnswer}
            hint={labels.repeatedAnswerHint}
          />
        </div>
        <Agents />
      </div>
    </SectionCard>
  );
}
