/** Pager for a list that is loaded completely. The page number is in the URL. Print shows all rows. */
import { useRef, type ReactNode } from 'react';
import { formatListRange } from '../../labels/common-es.ts';
import { useMediaQuery } from '../hooks/use-media-query.ts';
import { useUrlSearchState } from '../hooks/use-search-state.ts';
import { useRegionalFormat } from '../session/use-format.ts';
import { clampPageNumber, listPageNumbersWithGaps } from '../ui/page-numbers.ts';
import { Pagination } from '../ui/pagination.tsx';

interface InPagesProps<T> {
  readonly rows: readonly T[];
  readonly size: number;
  readonly children: (rows: readonly T[]) => ReactNode;
}

export function PaginatedRows<T>({ rows, size, children }: InPagesProps<T>) {
  const [search, change] = useUrlSearchState();
  const isPaper = useMediaQuery('print');
  const format = useRegionalFormat();
  const frame = useRef<HTMLDivElement>(null);
  const pages = Math.ceil(rows.length / size);
  if (pages <= 1 || isPaper) return children(rows);
  const page = clampPageNumber(Number(search.get('page') ?? 1), pages);
  const first = (page - 1) * size;
  const shown = rows.slice(first, first + size);
  const goTo = (next: number) => {
    change({ page: next === 1 ? null : String(next) }, { push: true });
    frame.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div ref={frame} className="scroll-mt-20">
      {children(shown)}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2">
        <span className="text-xs text-muted tabular-nums">
          {formatListRange(format.count(first + 1), format.count(first + shown.length), format.count(rows.length))}
        </span>
        <Pagination
          page={page}
          pages={pages}
          numbers={listPageNumbersWithGaps(page, pages)}
          write={format.count}
          onPage={goTo}
        />
      </div>
    </div>
  );
}
