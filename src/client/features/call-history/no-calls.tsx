/**
 * Message for an empty call list, with buttons that clear the filters or the search, and filters suggested for the
 * typed words.
 */
import { callHistoryLabels as labels } from '../../../labels/call-history-es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { composeFilterSuggestion } from '../../../labels/filter-words-es.ts';
import { suggestCallHistoryFiltersFromWords } from '../../format/filter-words.ts';
import type { CallHistoryFilterChange } from '../../format/history-filters.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface NoCallsProps {
  readonly text: string;
  /** The search text that found no calls; null without a search. */
  readonly search: string | null;
  /** Callback that clears all filters of the call list; null if none is set. */
  readonly onClearFilters: (() => void) | null;
  readonly onClearSearch: () => void;
  /** Sets a filter instead of the search. */
  readonly onFilter: (change: CallHistoryFilterChange) => void;
}

const mostOffers = 3;

export default function EmptyCallList({ text, search, onClearFilters, onClearSearch, onFilter }: NoCallsProps) {
  const isSearch = search !== null;
  return (
    <EmptyState
      picture={isSearch || onClearFilters ? 'search' : 'calls'}
      title={labels.empty}
      text={text}
      className="min-h-80"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {suggestCallHistoryFiltersFromWords(search ?? '')
            .slice(0, mostOffers)
            .map(({ filter, value, text: chip }, index) => (
              <Button
                key={chip}
                size="small"
                variant={index === 0 ? 'primary' : 'secondary'}
                onClick={() => onFilter({ [filter]: value })}
              >
                {composeFilterSuggestion(chip)}
              </Button>
            ))}
          {isSearch ? (
            <Button size="small" onClick={onClearSearch}>
              {labels.clearSearch}
            </Button>
          ) : null}
          {onClearFilters ? (
            <Button size="small" onClick={onClearFilters}>
              {filterRowLabels.clear}
            </Button>
          ) : null}
        </div>
      }
    />
  );
}
