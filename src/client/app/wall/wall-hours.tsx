/** Part of the wall display: today's calls by hour beside those of a week ago, and the last full hour in words. */
import { addDays } from '../../../contract/calendar-days.ts';
import { wallDisplayLabels as labels } from '../../../labels/wall-es.ts';
import { useCallVolume } from '../../api/queries.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { formatClockTimeForInput } from '../../format/dates.ts';
import { useNow } from '../../hooks/use-now.ts';
import { getTodayInZone } from '../../layout/figure-filters.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { buildWallHourColumns, findLastFullHour, type WallHourColumn } from './wall-model.ts';

const minuteMs = 60_000;
/** Hours from one label of the chart's time axis to the next. */
const labelEvery = 3;

const percent = (count: number | null, highest: number) => `${(100 * (count ?? 0)) / highest}%`;

function Column({ column, highest, isLabelled }: { column: WallHourColumn; highest: number; isLabelled: boolean }) {
  return (
    <div className="flex h-full min-w-0 flex-1 flex-col items-center gap-[0.2rem]">
      <div className="relative min-h-0 w-full flex-1">
        <span
          className="absolute inset-x-[12%] bottom-0 rounded-t-sm bg-accent"
          style={{ height: percent(column.now, highest) }}
        />
        {column.before === null ? null : (
          <span
            className="absolute inset-x-0 border-t-[0.16rem] border-dashed border-line-strong"
            style={{ bottom: percent(column.before, highest) }}
          />
        )}
      </div>
      <span className="h-[1.2rem] leading-[1.2] text-muted tabular-nums">{isLabelled ? column.clock : ''}</span>
    </div>
  );
}

export function WallHourlyCallsChart() {
  const format = useRegionalFormat();
  const { timeZone } = format.regional;
  const now = useNow(getServerTimeMs, minuteMs);
  const weekAgo = addDays(getTodayInZone(timeZone), -7);
  const { data: today } = useCallVolume({ timeRange: 'today' });
  const { data: lastWeek } = useCallVolume({ timeRange: 'custom', from: weekAgo, to: weekAgo });
  const columns = buildWallHourColumns(today ?? [], lastWeek ?? [], now, (time) =>
    formatClockTimeForInput(new Date(time), timeZone),
  );
  const hour = findLastFullHour(columns);
  const highest = Math.max(1, ...columns.map((column) => Math.max(column.now ?? 0, column.before ?? 0)));
  return (
    <section
      aria-label={labels.hours}
      aria-busy={!today || !lastWeek}
      className="grid min-h-0 grid-cols-[20rem_1fr] gap-6 border-t border-line pt-[0.6rem]"
    >
      <div className="tabular-nums">
        <h2 className="text-[1.2rem] font-semibold">
          {hour ? labels.lastHour(Number(hour.clock), (Number(hour.clock) + 1) % 24) : labels.hours}
        </h2>
        {hour && lastWeek ? (
          <p>{labels.againstLastWeek(format.count(hour.now ?? 0), format.count(hour.before ?? 0))}</p>
        ) : null}
        <p className="mt-[0.4rem] flex items-center gap-4 text-muted">
          <span className="inline-flex items-center gap-2">
            <span aria-hidden className="size-[0.8rem] rounded-sm bg-accent" />
            {labels.legendNow}
          </span>
          <span className="inline-flex items-center gap-2">
            <span aria-hidden className="w-[1.4rem] border-t-[0.16rem] border-dashed border-line-strong" />
            {labels.legendBefore}
          </span>
        </p>
      </div>
      <div aria-hidden className="flex h-full min-h-0 gap-[0.2rem]">
        {columns.map((column) => (
          <Column
            key={column.clock}
            column={column}
            highest={highest}
            isLabelled={Number(column.clock) % labelEvery === 0}
          />
        ))}
      </div>
    </section>
  );
}
