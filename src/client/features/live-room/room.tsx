/** Section with the calls in progress: their number, filters and list. Its own code chunk, not in the first load. */
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { liveRoomLabels as labels } from '../../../labels/live-room-es.ts';
import { useSettings, type useActiveCalls } from '../../api/queries.ts';
import { serverNow } from '../../api/realtime.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { FilterRow, type ShownFilter } from '../../layout/filter-row.tsx';
import { isAtLeast } from '../../session/roles.ts';
import { useSession } from '../../session/session.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { idleLazy } from '../../ui/idle-code.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { LiveList } from './live-list.tsx';
import {
  attentionValue,
  roomFilterText,
  matchesRoomFilters,
  readRoomFilters,
  roomFilterNames,
  type RoomFilterName,
} from './room-filters.ts';
import { RoomClockContext } from './room-now.ts';
import { orderRows, toRoomRow } from './room-rows.ts';

const loadPopover = () => import('./room-filter-popover.tsx');
const RoomFilterPopover = idleLazy(loadPopover);
const emptyRoom = lazyPart(() => import('./empty-room.tsx'));

type ActiveCalls = NonNullable<ReturnType<typeof useActiveCalls>['data']>;

export default function Room({ data: { items, total } }: { readonly data: ActiveCalls }) {
  const format = useFormat();
  const { role } = useSession();
  const settings = useSettings().data;
  const now = useNow(serverNow);
  const [search, changeSearch] = useSearchState();
  const filters = readRoomFilters(search);
  const rules = { longWaitSeconds: settings?.thresholds.longWaitSeconds ?? 0 };
  const all = items.map((call) => toRoomRow(call, now, rules));
  const rows = orderRows(all.filter((row) => matchesRoomFilters(row, filters)));
  const needing = rows.filter(({ marks }) => marks.length > 0).length;
  const mayRead = settings !== undefined && isAtLeast(role, settings.liveReaders);
  const show = (change: Partial<Record<RoomFilterName, string | null>>) => changeSearch(change, { push: true });
  const clear = () => show(Object.fromEntries(roomFilterNames.map((name) => [name, null])));
  const shown = roomFilterNames.flatMap((name): ShownFilter<RoomFilterName>[] => {
    const value = filters[name];
    if (value === null) return [];
    return [
      { id: name, filter: name, text: roomFilterText(name, value, items), onRemove: () => show({ [name]: null }) },
    ];
  });
  const isFiltered = shown.length > 0;
  return (
    <RoomClockContext value={now}>
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
            onClick={() => show({ attention: attentionValue })}
          >
            {labels.needing(format.count(needing))}
          </Button>
        ) : null}
        <FilterRow shown={shown} Popover={RoomFilterPopover} preload={() => void loadPopover()} onClear={clear} />
        {total > items.length ? (
          <p className="text-xs text-muted">{labels.newest(format.count(items.length))}</p>
        ) : null}
        {settings === undefined || mayRead ? null : <p className="text-xs text-muted">{labels.unreadable}</p>}
      </div>
      <LiveList
        key={roomFilterNames.map((name) => filters[name] ?? '').join(' ')}
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
    </RoomClockContext>
  );
}
