/** 'Agregar filtro': every filter of the history in one small window, which stays while filters are tried. */
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { callHistoryLabels as labels } from '../../../labels/call-history-es.ts';
import { readFilters } from '../../format/history-filters.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { FilterFields } from './filter-fields.tsx';

export default function FilterPopover({ trigger }: { readonly trigger: ReactNode }) {
  const [search, change] = useSearchState();
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={labels.filters}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-30 max-h-(--radix-popover-content-available-height) w-[calc(100vw-1rem)] max-w-2xl overflow-y-auto rounded-lg border border-line bg-surface p-4 shadow-pop data-[state=open]:animate-enter"
        >
          <FilterFields
            filters={readFilters(search)}
            onChange={(filters) => change({ ...filters, page: null }, { push: true })}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
