/** Popover 'Filtro' of the live calls: first the list of filters, then the values of the chosen filter. */
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatCountWithNoun } from '../../../labels/counted.ts';
import { callFilterControlLabels } from '../../../labels/filter-control-es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { liveCallFilterLabels as labels } from '../../../labels/live-room-es.ts';
import { useActiveCalls } from '../../api/queries.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { Button } from '../../ui/button.tsx';
import { InitiallyOpenPopover } from '../../ui/open-popover.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import {
  attentionFilterValue,
  listLiveCallFilterOptions,
  readLiveCallFiltersFromUrl,
  liveCallFilterNames,
  type LiveCallFilterName,
} from './room-filters.ts';

interface StepsProps {
  readonly first: LiveCallFilterName | null;
  readonly close: () => void;
}

function Steps({ first, close }: StepsProps) {
  const [picked, setPicked] = useState(first);
  const [search, change] = useUrlSearchState();
  const calls = useActiveCalls({}).data?.items ?? [];
  const choose = (name: LiveCallFilterName, value: string) => {
    close();
    change({ [name]: value }, { push: true });
  };
  if (picked === null || picked === 'attention') {
    return (
      <OptionList
        label={filterRowLabels.filters}
        options={liveCallFilterNames.map((name) => ({ value: name, label: labels[name] }))}
        value={picked}
        onChoose={(value) => {
          const name = liveCallFilterNames.find((each) => each === value) ?? null;
          if (name === 'attention') choose(name, attentionFilterValue);
          else setPicked(name);
        }}
      />
    );
  }
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
        {labels[picked]}
      </div>
      <OptionList
        label={labels[picked]}
        options={listLiveCallFilterOptions(picked, calls).map(({ value, label, calls: count }) => ({
          value,
          label,
          hint: formatCountWithNoun(count, 'llamada', 'llamadas'),
        }))}
        value={readLiveCallFiltersFromUrl(search)[picked]}
        onChoose={(value) => choose(picked, value)}
      />
    </>
  );
}

interface RoomFilterPopoverProps {
  readonly trigger: ReactNode;
  readonly filter?: LiveCallFilterName | undefined;
}

export default function LiveCallFilterPopover({ trigger, filter }: RoomFilterPopoverProps) {
  return (
    <InitiallyOpenPopover
      trigger={trigger}
      label={filter === undefined ? filterRowLabels.filters : labels[filter]}
      className="w-72 gap-1 p-2"
    >
      {(close) => <Steps first={filter ?? null} close={close} />}
    </InitiallyOpenPopover>
  );
}
