/** 'Período:' and 'Agente:' above figures. */
import { useId, type ReactNode } from 'react';
import { commonActionLabels, periodAndAgentFilterLabels as labels } from '../../labels/common-es.ts';
import { useAgentNames } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/input.tsx';
import { SearchableSelect } from '../ui/picker.tsx';

interface RangeFiltersProps {
  readonly periods: readonly { readonly value: string; readonly label: string }[];
  /** The chosen period. */
  readonly period: string;
  readonly agentId: string | null;
  readonly onPeriod: (value: string) => void;
  readonly onAgent: (value: string | null) => void;
  readonly days?: ReactNode;
  readonly children?: ReactNode;
}

export function PeriodAndAgentFilters({
  periods,
  period,
  agentId,
  onPeriod,
  onAgent,
  days,
  children,
}: RangeFiltersProps) {
  const periodId = useId();
  const agentSelectId = useId();
  const agents = useAgentNames();
  const known = agents.data ?? [];
  const allLabel = agents.isPending ? labels.loading : agents.isLoadingError ? labels.agentsFailed : labels.allAgents;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3">
      <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
        <label htmlFor={periodId} className="shrink-0 text-muted max-sm:w-16">
          {labels.period}
        </label>
        <Select id={periodId} className="sm:w-48" value={period} onChange={(event) => onPeriod(event.target.value)}>
          {periods.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      </div>
      {days}
      <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
        <label htmlFor={agentSelectId} className="shrink-0 text-muted max-sm:w-16">
          {labels.agent}
        </label>
        <SearchableSelect
          id={agentSelectId}
          label={labels.agent}
          className="sm:w-60"
          options={[
            { value: '', label: allLabel },
            ...known.map((agent) => ({ value: agent.agent_id, label: agent.agent_name })),
          ]}
          value={agentId ?? ''}
          placeholder={agentId ?? undefined}
          onChange={(value) => onAgent(value || null)}
        />
      </div>
      {agents.isLoadingError ? (
        <Button
          size="small"
          className="self-center max-sm:-mt-1 max-sm:ml-18 sm:-ml-4"
          onClick={() => void agents.refetch()}
        >
          {commonActionLabels.retry}
        </Button>
      ) : null}
      {children}
    </div>
  );
}
