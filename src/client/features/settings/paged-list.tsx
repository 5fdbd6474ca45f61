/** One page of a settings list with a pager, or its loading, failed or empty state. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { formatListRange } from '../../../labels/common-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import type { ApiListPage } from '../../api/client.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { listPageNumbersWithGaps } from '../../ui/page-numbers.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { FailedReadState } from '../../ui/states.tsx';

interface PagedListProps<T> {
  readonly query: UseQueryResult<ApiListPage<readonly T[]>>;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  readonly failedTitle: string;
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
}

export function PagedSettingsList<T>({
  query,
  page,
  pageSize,
  onPage,
  failedTitle,
  empty,
  children,
}: PagedListProps<T>) {
  const format = useRegionalFormat();
  const { data, isError, error, isPlaceholderData } = query;
  // If the server stopped counting at a limit, the number of the last page is unknown.
  const lastPage =
    data && !isPlaceholderData && !data.capped ? Math.max(1, Math.ceil(data.total / pageSize)) : Infinity;
  useEffect(() => {
    // Goes to the last page if the page number in the URL is beyond it.
    if (page > lastPage) onPage(lastPage);
  });
  const retry = () => void query.refetch();
  if (!data)
    return isError ? (
      <FailedReadState title={failedTitle} text={getRequestErrorText(error)} onRetry={retry} />
    ) : (
      <SkeletonRows count={8} className="h-11 px-4" />
    );
  if (data.total === 0) return empty;
  const pages = Math.max(page, Math.ceil(data.total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, data.total);
  return (
    <>
      {isError ? <StaleNotice className="m-3" onRetry={retry} /> : null}
      <div
        aria-busy={isPlaceholderData}
        className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}
      >
        {children(data.items)}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2">
        <span className="text-xs text-muted tabular-nums">
          {formatListRange(
            format.count(first),
            format.count(Math.max(first, last)),
            format.total(data.total, data.capped),
          )}
        </span>
        {pages > 1 ? (
          <Pagination page={page} pages={pages} numbers={listPageNumbersWithGaps(page, pages)} onPage={onPage} />
        ) : null}
      </div>
    </>
  );
}
