/** Popover 'Filtro': a list of filters, then the input of the picked one. A filter's chip opens its input directly. */
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { yesNoMetrics, type YesNoMetric } from '../../../contract/regional.ts';
import { callHistoryLabels as labels } from '../../../labels/call-history-es.ts';
import { callFilterControlLabels } from '../../../labels/filter-control-es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { callHistoryFilterHelp } from '../../../labels/form-help-es.ts';
import type { CallHistoryFilterName } from '../../format/filter-options.ts';
import { readCallHistoryFiltersFromUrl } from '../../format/history-filters.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { Button } from '../../ui/button.tsx';
import { InitiallyOpenPopover } from '../../ui/open-popover.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import { CallFilterInput, getCallFilterLabel } from './filter-control.tsx';

/**
 * Filters that users can pick, in the order shown. Filters by analysis fields come last. All other filters can be set
 * only by links.
 */
const listed: readonly CallHistoryFilterName[] = [
  'result',
  'days',
  'agent',
  'status',
  'sentiment',
  'reason',
  'attention',
  'goal',
  'origin',
  'channelType',
  'missed',
  'hour',
  ...yesNoMetrics,
];
const isTag = (filter: CallHistoryFilterName): filter is YesNoMetric =>
  yesNoMetrics.some((metric) => metric === filter);

const options = listed.map((filter) => ({
  value: filter,
  label: getCallFilterLabel(filter),
  group: isTag(filter) ? labels.judged : undefined,
}));

const helps: Partial<Record<CallHistoryFilterName, string>> = {
  ...callHistoryFilterHelp,
  channelType: callHistoryFilterHelp.channel,
};

interface StepsProps {
  readonly first: CallHistoryFilterName | null;
  readonly close: () => void;
}

function Steps({ first, close }: StepsProps) {
  const [picked, setPicked] = useState(first);
  const [search, change] = useUrlSearchState();
  if (picked === null) {
    return (
      <OptionList
        label={filterRowLabels.filters}
        options={options}
        value={null}
        onChoose={(value) => setPicked(listed.find((filter) => filter === value) ?? null)}
      />
    );
  }
  const help = isTag(picked) ? callHistoryFilterHelp.judged : helps[picked];
  const name = getCallFilterLabel(picked);
  return (
    <>
      <div className="flex min-h-8 items-center gap-1 px-2 font-medium">
        {first === null ? (
          <Button
            size="icon"
            variant="ghost"
            className="-ml-2"
            aria-label={callFilterControlLabels.back}
            onClick={() => setPicked(null)}
          >
            <ArrowLeft aria-hidden />
          </Button>
        ) : null}
        {help === undefined ? <span>{name}</span> : <LabelWithHelp about={name} text={help} place="aside" />}
      </div>
      <CallFilterInput
        filter={picked}
        filters={readCallHistoryFiltersFromUrl(search)}
        onChange={(filters) => change({ ...filters, page: null }, { push: true })}
        onDone={close}
      />
    </>
  );
}

interface FilterPopoverProps {
  readonly trigger: ReactNode;
  /** Call history filter whose input the popover shows at once. If absent, the popover shows the list of filters. */
  readonly filter?: CallHistoryFilterName | undefined;
}

export default function CallFilterPopover({ trigger, filter }: FilterPopoverProps) {
  return (
    <InitiallyOpenPopover
      trigger={trigger}
      label={filter === undefined ? filterRowLabels.filters : getCallFilterLabel(filter)}
      className="w-72 gap-1 p-2"
    >
      {(close) => <Steps first={filter ?? null} close={close} />}
    </InitiallyOpenPopover>
  );
}
