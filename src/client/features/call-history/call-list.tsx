/** One page of the call list with pagination: table or cards, and states for loading, empty, failed and forbidden. */
import { useEffect, useId } from 'react';
import type { CallSortOrder } from '../../../contract/calls.ts';
import { callHistoryLabels } from '../../../labels/call-history-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useCallHistoryPage } from '../../api/queries.ts';
import {
  callHistoryPageSizes,
  type CallHistoryFilterChange,
  type CallHistoryQuery,
} from '../../format/history-filters.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Select } from '../../ui/input.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { listPageNumbersAroundCurrent, clampPageNumber } from '../../ui/page-numbers.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { CallCards, CallCardsSkeleton } from './call-cards.tsx';
import type { CallHistoryCellContext } from './call-cells.tsx';
import { CallTable } from './call-table.tsx';
import { callHistoryTableMediaQuery, type CallHistoryColumnId } from './history-columns.ts';

const noCalls = createLazyComponent(() => import('./no-calls.tsx'));

interface CallListProps {
  readonly query: CallHistoryQuery & { readonly page: number; readonly pageSize: number };
  readonly sort: CallSortOrder;
  readonly columns: readonly CallHistoryColumnId[];
  /** Query string of the call history. A call's page gets it, to link to the previous and next call of the list. */
  readonly list: string;
  readonly emptyText: string;
  /** Callback that removes all filters of the call list; null if none is set. */
  readonly onClearFilters: (() => void) | null;
  /** Callback that clears the search of the call list, and sets the filter `instead` if it is given. */
  readonly onClearSearch: (instead?: CallHistoryFilterChange) => void;
  /**
   * Callback that shows a page of the call list. `corrects`: the page in the URL does not exist, so the browser's
   * history entry is replaced.
   */
  readonly onPage: (page: number, corrects?: boolean) => void;
  readonly onPageSize: (size: number) => void;
  readonly onSort: (sort: CallSortOrder) => void;
}

interface PagingProps extends Pick<CallListProps, 'onPage' | 'onPageSize'> {
  readonly page: number;
  readonly pages: number;
  readonly pageSize: number;
  readonly range: string;
}

function Paging({ page, pages, pageSize, range, onPage, onPageSize }: PagingProps) {
  const format = useRegionalFormat();
  const sizeId = useId();
  return (
    <footer className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-xs text-muted">
      <span className="flex items-center gap-2">
        <label htmlFor={sizeId} className="whitespace-nowrap">
          {callHistoryLabels.pageSize}
        </label>
        <Select
          id={sizeId}
          className="w-20"
          value={pageSize}
          onChange={(event) => onPageSize(Number(event.target.value))}
        >
          {callHistoryPageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
      </span>
      <span className="tabular-nums">{range}</span>
      <Pagination
        page={page}
        pages={pages}
        numbers={listPageNumbersAroundCurrent(page, pages)}
        write={format.count}
        onPage={onPage}
      />
    </footer>
  );
}

export function CallHistoryList({
  query,
  sort,
  columns,
  list,
  emptyText,
  onClearFilters,
  onClearSearch,
  onPage,
  onPageSize,
  onSort,
}: CallListProps) {
  const { data, error, isError, isPlaceholderData, refetch } = useCallHistoryPage(query);
  const format = useRegionalFormat();
  const isWide = useMediaQuery(callHistoryTableMediaQuery);
  const { pageSize } = query;
  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = clampPageNumber(query.page, isPlaceholderData ? query.page : pages);
  useEffect(() => {
    // If the URL asks for a page after the last one, for example because calls were deleted, go to the last page.
    if (data && !isPlaceholderData && page !== query.page) onPage(page, true);
  }, [data, isPlaceholderData, page, query.page, onPage]);

  const retry = () => void refetch();
  const frame = 'band @container overflow-hidden';
  if (!data && isError) {
    return (
      <div className={frame}>
        {isApiErrorWithCode(error, 'forbidden') ? (
          <ForbiddenState />
        ) : isApiErrorWithCode(error, 'not_found') ? (
          // Offer no retry, because the campaign in the URL no longer exists. The campaign banner offers a link to all
          // calls instead.
          <EmptyState
            picture="calls"
            title={callHistoryLabels.empty}
            text={getRequestErrorText(error)}
            className="min-h-80"
          />
        ) : (
          <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />
        )}
      </div>
    );
  }
  const head = { columns, sort, onSort };
  const context: CallHistoryCellContext = {
    format,
    query: query.q ?? null,
    hrefOf: ({ id }) => screenPaths.call(id, { list }),
  };
  if (!data)
    return (
      <div className={frame}>
        {isWide ? <CallTable calls={pageSize} context={context} {...head} /> : <CallCardsSkeleton rows={pageSize} />}
      </div>
    );
  if (total === 0) {
    return (
      <div className={frame}>
        <noCalls.Part
          fallback={<div className="min-h-80" />}
          text={emptyText}
          search={query.q ?? null}
          onClearFilters={onClearFilters}
          onClearSearch={() => onClearSearch()}
          onFilter={onClearSearch}
        />
      </div>
    );
  }
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <>
      {isError ? <StaleNotice onRetry={retry} /> : null}
      <div className={frame} aria-busy={isPlaceholderData}>
        <div className={classNames(isPlaceholderData && 'opacity-60')}>
          {isWide ? (
            <CallTable calls={data.items} context={context} {...head} />
          ) : (
            <CallCards calls={data.items} context={context} />
          )}
        </div>
        <Paging
          page={page}
          pages={Math.max(page, pages)}
          pageSize={pageSize}
          range={callHistoryLabels.range(
            format.count(first),
            format.count(Math.max(first, last)),
            format.total(total, data.capped),
          )}
          onPage={onPage}
          onPageSize={onPageSize}
        />
      </div>
    </>
  );
}
