/** Search field of the transcript, with the number of the selected hit and buttons to the previous and next one. */
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { transcriptLabels as labels } from '../call-detail-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';

interface TranscriptSearchBarProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly count: number;
  /** Index of the hit that is shown. */
  readonly current: number;
  readonly onStep: (by: 1 | -1) => void;
}

export function TranscriptSearchBar({ query, onQuery, count, current, onStep }: TranscriptSearchBarProps) {
  const format = useRegionalFormat();
  const asked = query.trim() !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onStep(event.shiftKey ? -1 : 1);
  };
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1">
      <SearchBox
        label={labels.search}
        className="flex-1 sm:max-w-72"
        inputClass="h-8 text-xs"
        placeholder={labels.placeholder}
        value={query}
        onQuery={onQuery}
        onKeyDown={onKeyDown}
      />
      <output className="min-w-16 px-1 text-center text-xs text-muted tabular-nums">
        {!asked
          ? null
          : count === 0
            ? labels.nothingFound
            : labels.found(format.count(current + 1), format.count(count))}
      </output>
      <Button
        size="icon"
        variant="ghost"
        aria-label={labels.previousFound}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      >
        <ChevronUp aria-hidden />
      </Button>
      <Button
        size="icon"
        variant="ghost"
        aria-label={labels.nextFound}
        disabled={count === 0}
        onClick={() => onStep(1)}
      >
        <ChevronDown aria-hidden />
      </Button>
    </search>
  );
}
