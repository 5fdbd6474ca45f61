/**
 * Search field of the call history. It searches after a pause in typing. Esc or its button clears it, and `/` focuses
 * it from anywhere on the screen.
 */
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callHistoryLabels as labels } from '../../../labels/call-history-es.ts';
import { maxCallHistorySearchLength } from '../../format/history-filters.ts';
import { Button } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

interface HistorySearchProps {
  /** The list's present search; '' for none. */
  readonly value: string;
  /** Callback that gets the trimmed search text; an empty text ends the search. */
  readonly onSearch: (text: string) => void;
}

const pauseMs = 250;

export function CallHistorySearchField({ value, onSearch }: HistorySearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const search = useRef(onSearch);
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  useEffect(() => {
    search.current = onSearch;
  });
  if (value !== shown) {
    setShown(value);
    // Update the search field if the URL's search was changed otherwise than by typing, as by the back button.
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => search.current(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  const clear = () => {
    setTyped('');
    if (value !== '') onSearch('');
    field.current?.focus();
  };
  return (
    <SearchBox
      ref={field}
      label={labels.search}
      className="grow basis-72"
      inputClass="pr-9"
      type="text"
      data-history-search
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={maxCallHistorySearchLength}
      placeholder={labels.searchPlaceholder}
      value={typed}
      onQuery={setTyped}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') clear();
        if (event.key === 'Enter' && typed.trim() !== value) onSearch(typed.trim());
      }}
    >
      {typed === '' ? null : (
        <Button
          size="icon"
          variant="ghost"
          className="absolute top-0.5 right-0.5"
          aria-label={labels.clearSearch}
          onClick={clear}
        >
          <X aria-hidden />
        </Button>
      )}
    </SearchBox>
  );
}
