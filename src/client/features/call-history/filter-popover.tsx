/** Popover 'Filtro': a list of filters, then the input of the picked one. A filter's chip opens its input directly. */
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { yesNoMetrics, type YesNoMetric } from '../../../contract/regional.ts';
import { callHistoryLabels as labels } from '../../../labels/call-history-es.ts';
import { filterControlLabels } from '../../../labels/filter-control-es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { filterHelp } from '../../../labels/form-help-es.ts';
import type { FilterName } from '../../format/filter-options.ts';
import { readFilters } from '../../format/history-filters.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { Button } from '../../ui/button.tsx';
import { OpenPopover } from '../../ui/open-popover.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import { FilterControl, filterLabel } from './filter-control.tsx';

/** Filters that users can pick, in order; those by analysis fields come last. Other filters are set only by links. */
const listed: readonly FilterName[] = [
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
const isTag = (filter: FilterName): filter is YesNoMetric => yesNoMetrics.some((metric) => metric === filter);

const options = listed.map((filter) => ({
  value: filter,
  label: filterLabel(filter),
  group: isTag(filter) ? labels.judged : undefined,
}));

const helps: Partial<Record<FilterName, string>> = { ...filterHelp, channelType: filterHelp.channel };

interface StepsProps {
  readonly first: FilterName | null;
  readonly close: () => void;
}

function Steps({ first, close }: StepsProps) {
  const [picked, setPicked] = useState(first);
  const [search, change] = useSearchState();
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
  const help = isTag(picked) ? filterHelp.judged : helps[picked];
  const name = filterLabel(picked);
  return (
    <>
      <div className="flex min-h-8 items-center gap-1 px-2 font-medium">
        {first === null ? (
          <Button
            size="icon"
            variant="ghost"
            className="-ml-2"
            aria-label={filterControlLabels.back}
            onClick={() => setPicked(null)}
          >
            <ArrowLeft aria-hidden />
          </Button>
        ) : null}
        {help === undefined ? <span>{name}</span> : <HelpTip about={name} text={help} place="aside" />}
      </div>
      <FilterControl
        filter={picked}
        filters={readFilters(search)}
        onChange={(filters) => change({ ...filters, page: null }, { push: true })}
        onDone={close}
      />
    </>
  );
}

interface FilterPopoverProps {
  readonly trigger: ReactNode;
  /** Filter of the call history whose input is shown at once, instead of the list of filters. */
  readonly filter?: FilterName | undefined;
}

export default function FilterPopover({ trigger, filter }: FilterPopoverProps) {
  return (
    <OpenPopover
      trigger={trigger}
      label={filter === undefined ? filterRowLabels.filters : filterLabel(filter)}
      className="w-72 gap-1 p-2"
    >
      {(close) => <Steps first={filter ?? null} close={close} />}
    </OpenPopover>
  );
}
