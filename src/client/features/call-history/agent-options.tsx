/** Searchable list of agents to choose one from. If the agents can't be loaded, it shows a retry button. */
import { commonActionLabels, periodAndAgentFilterLabels as labels } from '../../../labels/common-es.ts';
import { useAgentNames } from '../../api/queries.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { OptionList, type OptionListOption } from '../../ui/option-list.tsx';

interface AgentOptionsProps {
  readonly label: string;
  readonly value: string | null;
  /**
   * Text of the first option, which selects all agents. If absent, there is no such option, and one agent must be
   * chosen.
   */
  readonly allLabel?: string;
  /** Returns the name of an agent that is selected but missing from the list of agents. */
  readonly nameOf: (id: string) => string;
  readonly onChoose: (id: string | null) => void;
}

export function AgentOptionList({ label, value, allLabel, nameOf, onChoose }: AgentOptionsProps) {
  const agents = useAgentNames();
  const format = useRegionalFormat();
  if (agents.isPending) return <p className="px-2 py-1.5 text-muted">{labels.loading}</p>;
  if (agents.isLoadingError) {
    return (
      <div className="flex flex-col items-start gap-2 px-2 py-1.5">
        <p>{labels.agentsFailed}</p>
        <Button size="small" onClick={() => void agents.refetch()}>
          {commonActionLabels.retry}
        </Button>
      </div>
    );
  }
  const known = (agents.data ?? []).map(({ agent_id: id, agent_name: name }): OptionListOption => ({
    value: id,
    label: name,
  }));
  const isKnown = value === null || known.some((agent) => agent.value === value);
  return (
    <OptionList
      label={label}
      options={[
        ...(allLabel === undefined ? [] : [{ value: '', label: allLabel }]),
        ...(isKnown ? [] : [{ value, label: nameOf(value) }]),
        ...known,
      ]}
      value={value ?? (allLabel === undefined ? null : '')}
      onChoose={(id) => onChoose(id || null)}
      write={format.count}
    />
  );
}
