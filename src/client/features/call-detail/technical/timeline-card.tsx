/** Card with a call's event log: each event's time, when it was received, and through which channel. */
import type { CallDetail } from '../../../../contract/calls.ts';
import { callTimelineLabels as labels } from '../call-detail-es.ts';
import { useCallContextQuery } from '../../../api/queries.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { SectionCard } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { StaleNotice } from '../../../ui/stale-notice.tsx';
import { InlineLoadError } from '../inline-failure.tsx';
import { formatTimeSinceCallStart, buildCallTimeline, type CallTimelineEntry } from './timeline.ts';

/** Maximum number of a call's events that the server sends. */
const mostEvents = 200;

function Entry({
  entry,
  startTimestamp,
}: {
  readonly entry: CallTimelineEntry;
  readonly startTimestamp: string | null;
}) {
  const format = useRegionalFormat();
  const { title, source, fromMs, toMs, count } = entry;
  const written = (atMs: number) => format.timeWithSeconds(new Date(atMs).toISOString());
  return (
    <li className="grid grid-cols-[4rem_5rem_minmax(0,1fr)] items-baseline gap-x-3 py-1.5">
      <time
        dateTime={new Date(fromMs).toISOString()}
        title={format.dateTime(new Date(fromMs).toISOString())}
        className="text-xs/5 text-muted tabular-nums"
      >
        {written(fromMs)}
      </time>
      <span className="text-right text-xs/5 text-muted tabular-nums">
        {formatTimeSinceCallStart(fromMs, startTimestamp)}
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className={classNames('break-words', source === null && 'font-medium')}>{title}</span>
        {source === null ? null : (
          <span className="text-xs text-muted">
            {labels.sources[source]}
            {count > 1 ? ` · ${labels.times(format.count(count))}, ${written(fromMs)}–${written(toMs)}` : null}
          </span>
        )}
      </span>
    </li>
  );
}

export function CallTimelineCard({ call, className }: { readonly call: CallDetail; readonly className?: string }) {
  const { data, isError, refetch } = useCallContextQuery(call.id);
  const retry = () => void refetch();
  return (
    <SectionCard
      title={<LabelWithHelp about={labels.title} text={labels.help} />}
      {...(className === undefined ? {} : { className })}
      {...(data && data.events.length >= mostEvents ? { footer: labels.cut } : {})}
    >
      {!data && !isError ? <SkeletonRows count={4} className="h-8" /> : null}
      {data && isError ? <StaleNotice onRetry={retry} className="mb-2" /> : null}
      {!data && isError ? <InlineLoadError text={labels.failed} onRetry={retry} /> : null}
      {data ? (
        <ol className="flex flex-col divide-y divide-line">
          {buildCallTimeline(call, data.events).map((entry) => (
            <Entry
              key={`${entry.fromMs} ${entry.source} ${entry.title}`}
              entry={entry}
              startTimestamp={call.startTimestamp}
            />
          ))}
        </ol>
      ) : null}
    </SectionCard>
  );
}
