/** The collapsible filter panel: what is set lives in the address, and shows as chips while the panel is closed. */
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import { callHistoryLabels } from '../../../labels/call-history-es.ts';
import { countFilters, type FilterChange, type HistoryFilters } from '../../format/history-filters.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterFields } from './filter-fields.tsx';

interface FilterPanelProps {
  readonly filters: HistoryFilters;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
}

export function FilterPanel({ filters, open, onToggle, onChange, onClear }: FilterPanelProps) {
  const bodyId = useId();
  const active = countFilters(filters);
  return (
    <section aria-label={callHistoryLabels.filters} className="rounded-lg border border-line bg-surface">
      <header className="flex min-h-11 items-center gap-2 px-2 py-1.5">
        <Button
          size="small"
          variant="ghost"
          className="px-2 text-sm text-ink"
          aria-expanded={open}
          aria-controls={open ? bodyId : undefined}
          onClick={onToggle}
        >
          <SlidersHorizontal aria-hidden />
          {callHistoryLabels.filters}
          {active > 0 ? (
            <Badge tone="accent">
              <span aria-hidden>{active}</span>
              <span className="sr-only">{callHistoryLabels.activeFilters(active)}</span>
            </Badge>
          ) : null}
          <ChevronDown aria-hidden className={classNames('transition-transform', open && 'rotate-180')} />
        </Button>
        <div className="min-w-0 flex-1 max-sm:hidden">
          {open ? null : <FilterChips filters={filters} onChange={onChange} />}
        </div>
        {active > 0 ? (
          <Button size="small" variant="ghost" className="ml-auto" onClick={onClear}>
            {callHistoryLabels.clearFilters}
          </Button>
        ) : null}
      </header>
      {open ? <FilterFields id={bodyId} filters={filters} onChange={onChange} /> : null}
      {!open && active > 0 ? (
        <div className="px-2 pb-2 sm:hidden">
          <FilterChips filters={filters} onChange={onChange} />
        </div>
      ) : null}
    </section>
  );
}
