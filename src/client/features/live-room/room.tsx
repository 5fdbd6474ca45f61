/**
 * Section with the calls in progress: their number, filters and list. A code chunk of its own, so that the first load
 * of the page does not include it.
 */
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { liveCallsPageLabels as labels } from '../../../labels/live-room-es.ts';
import { useWorkspaceSettings, type useActiveCalls } from '../../api/queries.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { ActiveFilterRow, type ActiveFilterChip } from '../../layout/filter-row.tsx';
import { isRoleAtLeast } from '../../session/roles.ts';
import { useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { LiveCallList } from './live-list.tsx';
import {
  attentionFilterValue,
  formatLiveCallFilter,
  matchesLiveCallFilters,
  readLiveCallFiltersFromUrl,
  liveCallFilterNames,
  type LiveCallFilterName,
} from './room-filters.ts';
import { LiveCallsServerTimeContext } from './room-now.ts';
import { sortLiveCallRowsByUrgency, toLiveCallRowData } from './room-rows.ts';

const loadPopover = () => import('./room-filter-popover.tsx');
const RoomFilterPopover = lazyWithIdlePreload(loadPopover);
const emptyRoom = createLazyComponent(() => import('./empty-room.tsx'));

type ActiveCalls = NonNullable<ReturnType<typeof useActiveCalls>['data']>;

export default function LiveCallsSection({ data: { items, total } }: { readonly data: ActiveCalls }) {
  const format = useRegionalFormat();
  const { role } = useSession();
  const settings = useWorkspaceSettings().data;
  const now = useNow(getServerTimeMs);
  const [search, changeSearch] = useUrlSearchState();
  const filters = readLiveCallFiltersFromUrl(search);
  const rules = { longWaitSeconds: settings?.thresholds.longWaitSeconds ?? 0 };
  const all = items.map((call) => toLiveCallRowData(call, now, rules));
  const rows = sortLiveCallRowsByUrgency(all.filter((row) => matchesLiveCallFilters(row, filters)));
  const needing = rows.filter(({ marks }) => marks.length > 0).length;
  const mayRead = settings !== undefined && isRoleAtLeast(role, settings.liveReaders);
  const show = (change: Partial<Record<LiveCallFilterName, string | null>>) => changeSearch(change, { push: true });
  const clear = () => show(Object.fromEntries(liveCallFilterNames.map((name) => [name, null])));
  const shown = liveCallFilterNames.flatMap((name): ActiveFilterChip<LiveCallFilterName>[] => {
    const value = filters[name];
    if (value === null) return [];
    return [
      {
        id: name,
        filter: name,
        text: formatLiveCallFilter(name, value, items),
        onRemove: () => show({ [name]: null }),
      },
    ];
  });
  const isFiltered = shown.length > 0;
  return (
    <LiveCallsServerTimeContext value={now}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="font-medium tabular-nums">
          {isFiltered
            ? labels.countOf(format.count(rows.length), format.count(total))
            : labels.count(format.count(total))}
        </p>
        {needing > 0 && filters.attention === null ? (
          <Button
            size="small"
            variant="ghost"
            className="-mx-3 text-attention"
            onClick={() => show({ attention: attentionFilterValue })}
          >
            {labels.needing(format.count(needing))}
          </Button>
        ) : null}
        <ActiveFilterRow shown={shown} Popover={RoomFilterPopover} preload={() => void loadPopover()} onClear={clear} />
        {total > items.length ? (
          <p className="text-xs text-muted">{labels.newest(format.count(items.length))}</p>
        ) : null}
        {settings === undefined || mayRead ? null : <p className="text-xs text-muted">{labels.unreadable}</p>}
      </div>
      <LiveCallList
        key={liveCallFilterNames.map((name) => filters[name] ?? '').join(' ')}
        rows={rows}
        calls={items}
        now={now}
        mayRead={mayRead}
        empty={
          isFiltered && total > 0 ? (
            <EmptyState
              picture="search"
              title={labels.noneFits}
              text={labels.noneFitsText}
              className="min-h-80"
              action={
                <Button size="small" onClick={clear}>
                  {filterRowLabels.clear}
                </Button>
              }
            />
          ) : (
            <emptyRoom.Part fallback={<div className="min-h-80" />} />
          )
        }
      />
    </LiveCallsServerTimeContext>
  );
}
