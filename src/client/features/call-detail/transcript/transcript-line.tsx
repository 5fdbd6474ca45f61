/** One transcript line: time, speaker and text, with search hits marked. A click seeks the recording. */
import { Zap } from 'lucide-react';
import { memo } from 'react';
import type { TranscriptUtterance } from '../../../../contract/calls.ts';
import { transcriptLabels as labels } from '../call-detail-es.ts';
import { formatDuration } from '../../../format/durations.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { TranscriptSearchHit } from './transcript-search.ts';

interface TranscriptLineProps {
  readonly line: TranscriptUtterance;
  readonly overlapSeconds: number | null;
  /** True if any line of the transcript has a time. Then all lines have a column for the time. */
  readonly timed: boolean;
  readonly isCurrent: boolean;
  /** Search hits in this transcript line, in order. Pass the same array while the hits are equal, to avoid a redraw. */
  readonly found: readonly TranscriptSearchHit[];
  /** The search hit that is selected now; null if it is in another transcript line. */
  readonly shown: TranscriptSearchHit | null;
  /** Callback that seeks the recording to a second; null if there is no recording. */
  readonly onSeek: ((seconds: number) => void) | null;
}

function MarkedText({ text, found, shown }: { readonly text: string } & Pick<TranscriptLineProps, 'found' | 'shown'>) {
  return (
    <>
      {found.map((place, index) => (
        <span key={place.from}>
          {text.slice(found[index - 1]?.to ?? 0, place.from)}
          <mark
            className={classNames(
              'rounded-sm',
              place === shown ? 'bg-accent text-accent-ink' : 'bg-attention-soft text-attention',
            )}
            {...(place === shown ? { 'data-shown': true } : {})}
          >
            {text.slice(place.from, place.to)}
          </mark>
        </span>
      ))}
      {text.slice(found.at(-1)?.to ?? 0)}
    </>
  );
}

function Interruption({ seconds }: { readonly seconds: number }) {
  const format = useRegionalFormat();
  return (
    <span
      className="flex items-center gap-1 text-xs/5 text-attention"
      title={labels.interruptionText(format.decimal(seconds, 1))}
    >
      <Zap aria-hidden className="size-3 shrink-0" />
      {labels.interruption}
    </span>
  );
}

const shape = 'grid w-full gap-x-3 border-l-2 px-4 py-2 text-left transition-colors';

export const TranscriptLineRow = memo(function TranscriptLineRow({
  line,
  overlapSeconds,
  timed,
  isCurrent,
  found,
  shown,
  onSeek,
}: TranscriptLineProps) {
  const { startSeconds } = line;
  const columns = timed
    ? 'grid-cols-[2.5rem_1fr] sm:grid-cols-[2.5rem_6rem_minmax(0,1fr)]'
    : 'grid-cols-1 sm:grid-cols-[6rem_minmax(0,1fr)]';
  const look = classNames(shape, columns, isCurrent ? 'border-accent bg-accent-soft' : 'border-transparent');
  const content = (
    <>
      {timed ? (
        <span className="text-xs/5 text-muted tabular-nums">
          {startSeconds === null ? null : formatDuration(startSeconds)}
        </span>
      ) : null}
      <span className="min-w-0 max-sm:flex max-sm:gap-2">
        <span className="block text-xs/5 font-medium break-words text-muted">{line.speaker}</span>
        {overlapSeconds === null ? null : <Interruption seconds={overlapSeconds} />}
      </span>
      <span className="min-w-0 break-words max-sm:col-span-full">
        <MarkedText text={line.text} found={found} shown={shown} />
      </span>
    </>
  );
  if (!onSeek || startSeconds === null) return <div className={look}>{content}</div>;
  return (
    <button
      type="button"
      className={classNames(look, '-outline-offset-2', !isCurrent && 'hover:bg-sunken')}
      title={labels.goTo(formatDuration(startSeconds))}
      onClick={() => onSeek(startSeconds)}
    >
      {content}
    </button>
  );
});
