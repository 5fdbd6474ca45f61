/** The filters that are set, each a chip, and the way to more. They live in the address. */
import { ListFilterPlus } from 'lucide-react';
import { useRef } from 'react';
import { callHistoryLabels as labels } from '../../../labels/call-history-es.ts';
import { countFilters, type FilterChange, type HistoryFilters } from '../../format/history-filters.ts';
import { Button } from '../../ui/button.tsx';
import { LazyPopup } from '../../ui/lazy-popup.tsx';
import { FilterChips } from './filter-chips.tsx';
import { idleLazy } from '../../ui/idle-code.ts';

const loadFields = () => import('./filter-popover.tsx');
const FilterPopover = idleLazy(loadFields);

interface FilterRowProps {
  readonly filters: HistoryFilters;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
}

export function FilterRow({ filters, onChange, onClear }: FilterRowProps) {
  const row = useRef<HTMLElement>(null);
  // The pressed one goes: the keyboard would begin at the page's top again.
  const stay = () => row.current?.querySelector<HTMLElement>('[data-add-filter]')?.focus();
  return (
    <section ref={row} aria-label={labels.filters} className="flex min-h-8 flex-wrap items-center gap-1.5">
      <FilterChips
        filters={filters}
        onChange={(change) => {
          stay();
          onChange(change);
        }}
      />
      <LazyPopup
        kind="dialog"
        Panel={FilterPopover}
        preload={() => void loadFields()}
        trigger={
          <Button size="small" data-add-filter>
            <ListFilterPlus aria-hidden />
            {labels.addFilter}
          </Button>
        }
      />
      {countFilters(filters) > 0 ? (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            stay();
            onClear();
          }}
        >
          {labels.clearFilters}
        </Button>
      ) : null}
    </section>
  );
}
