/** Popover 'Filtro' of the live calls: first the list of filters, then the values of the chosen filter. */
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { counted } from '../../../labels/counted.ts';
import { filterControlLabels } from '../../../labels/filter-control-es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { roomFilterLabels as labels } from '../../../labels/live-room-es.ts';
import { useActiveCalls } from '../../api/queries.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { Button } from '../../ui/button.tsx';
import { OpenPopover } from '../../ui/open-popover.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import {
  attentionValue,
  roomFilterOptions,
  readRoomFilters,
  roomFilterNames,
  type RoomFilterName,
} from './room-filters.ts';

interface StepsProps {
  readonly first: RoomFilterName | null;
  readonly close: () => void;
}

function Steps({ first, close }: StepsProps) {
  const [picked, setPicked] = useState(first);
  const [search, change] = useSearchState();
  const calls = useActiveCalls({}).data?.items ?? [];
  const choose = (name: RoomFilterName, value: string) => {
    close();
    change({ [name]: value }, { push: true });
  };
  if (picked === null || picked === 'attention') {
    return (
      <OptionList
        label={filterRowLabels.filters}
        options={roomFilterNames.map((name) => ({ value: name, label: labels[name] }))}
        value={picked}
        onChoose={(value) => {
          const name = roomFilterNames.find((each) => each === value) ?? null;
          if (name === 'attention') choose(name, attentionValue);
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
            aria-label={filterControlLabels.back}
            onClick={() => setPicked(null)}
          >
            <ArrowLeft aria-hidden />
          </Button>
        ) : null}
        {labels[picked]}
      </div>
      <OptionList
        label={labels[picked]}
        options={roomFilterOptions(picked, calls).map(({ value, label, calls: count }) => ({
          value,
          label,
          hint: counted(count, 'llamada', 'llamadas'),
        }))}
        value={readRoomFilters(search)[picked]}
        onChoose={(value) => choose(picked, value)}
      />
    </>
  );
}

interface RoomFilterPopoverProps {
  readonly trigger: ReactNode;
  /** Filter whose values are shown when the popover opens; without it, the list of filters. */
  readonly filter?: RoomFilterName | undefined;
}

export default function RoomFilterPopover({ trigger, filter }: RoomFilterPopoverProps) {
  return (
    <OpenPopover
      trigger={trigger}
      label={filter === undefined ? filterRowLabels.filters : labels[filter]}
      className="w-72 gap-1 p-2"
    >
      {(close) => <Steps first={filter ?? null} close={close} />}
    </OpenPopover>
  );
}
