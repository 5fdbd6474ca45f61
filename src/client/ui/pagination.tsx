/** Pager of a list: buttons 'Ant.' and 'Sig.' with page numbers between them. page-numbers.ts chooses the numbers. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { commonActionLabels } from '../../labels/common-es.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

interface PaginationProps {
  readonly page: number;
  readonly pages: number;
  readonly numbers: readonly (number | 'gap')[];
  /** Formatter of a page number, such as '1.234'. Without a formatter, plain digits are shown. */
  readonly write?: (page: number) => string;
  readonly onPage: (page: number) => void;
}

export function Pagination({ page, pages, numbers, write = String, onPage }: PaginationProps) {
  return (
    <nav aria-label={commonActionLabels.pages} className="flex flex-wrap items-center gap-0.5 sm:gap-1">
      <Button
        size="small"
        variant="ghost"
        className="max-sm:px-1.5"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden />
        {commonActionLabels.previous}
        <span className="sr-only">{commonActionLabels.previousPage}</span>
      </Button>
      {numbers.map((number, index) =>
        number === 'gap' ? (
          <span key={`gap-${numbers[index - 1]}`} aria-hidden className="px-1 text-muted">
            …
          </span>
        ) : (
          <Button
            key={number}
            size="small"
            variant="ghost"
            aria-label={`${commonActionLabels.page} ${write(number)}`}
            aria-current={number === page ? 'page' : undefined}
            className={classNames(
              'min-w-7 px-1 tabular-nums sm:min-w-8 sm:px-2',
              number === page && 'bg-accent-soft text-accent-text',
            )}
            onClick={() => onPage(number)}
          >
            {write(number)}
          </Button>
        ),
      )}
      <Button
        size="small"
        variant="ghost"
        className="max-sm:px-1.5"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        {commonActionLabels.next}
        <span className="sr-only">{commonActionLabels.nextPage}</span>
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
