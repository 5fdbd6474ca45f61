/** Table of columns, or on narrow screens a card with the same values for each row. */
import type { ReactNode } from 'react';
import { useMediaQuery } from '../hooks/use-media-query.ts';
import { classNames } from './class-names.ts';
import { DataTable, renderColumnHead, type TableColumn, type DataTableProps } from './column-table.tsx';
import { Skeleton } from './skeleton.tsx';

interface ColumnListProps<T, C> extends DataTableProps<T, C> {
  /** Media query for wide screens, which get the table instead of cards. */
  readonly wideFrom?: string;
  /**
   * Layout of the values on a card. `pairs`: two values in a row, each below its name. `lines`: one value in a row,
   * beside its name.
   */
  readonly figures?: 'pairs' | 'lines' | undefined;
  readonly aboveCards?: ReactNode;
}

const figureLooks = {
  pairs: {
    list: 'grid grid-cols-2 gap-x-4 gap-y-2 [&_dt]:text-xs',
    figure: 'min-w-0',
  },
  lines: { list: 'grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-xs', figure: 'contents' },
} as const;

type Place = NonNullable<TableColumn<unknown, unknown>['card']> | 'figure';

function ColumnCards<T, C>({
  columns,
  context,
  rows,
  keyOf,
  below,
  figures = 'lines',
  'aria-label': label,
}: ColumnListProps<T, C>) {
  const at = (place: Place) => columns.filter(({ card = 'figure' }) => card === place);
  const isAwaited = typeof rows === 'number';
  const looks = figureLooks[figures];
  const awaited: readonly null[] = isAwaited ? Array.from({ length: rows }, () => null) : [];
  const cell = (column: TableColumn<T, C>, row: T | null) =>
    row === null ? (
      column.skeleton === undefined ? null : (
        <Skeleton className={column.skeleton} />
      )
    ) : (
      column.cell(row, context)
    );
  return (
    <ul aria-label={label} aria-busy={isAwaited || undefined} className="divide-y divide-line">
      {(isAwaited ? awaited : rows).map((row, index) => {
        const part = row === null ? null : below?.(row, context);
        return (
          <li key={row === null ? index : keyOf(row, index)} className="px-4 py-3 print:break-inside-avoid">
            <div className="relative flex items-start gap-3">
              {at('lead').map((column) => (
                <span key={column.id}>{cell(column, row)}</span>
              ))}
              <div className="flex min-w-0 flex-1 flex-col gap-2">
                <div className="flex items-start justify-between gap-2">
                  <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                    {at('title').map((column) => (
                      <div key={column.id} className="max-w-full min-w-0">
                        {cell(column, row)}
                      </div>
                    ))}
                  </div>
                  {at('corner').map((column) => (
                    <div key={column.id} className="shrink-0">
                      {cell(column, row)}
                    </div>
                  ))}
                </div>
                <dl className={classNames('tabular-nums [&_dt]:text-muted', looks.list)}>
                  {at('figure').map((column) => (
                    <div key={column.id} className={looks.figure}>
                      <dt>{renderColumnHead(column, context, 'stop')}</dt>
                      <dd className="min-w-0">{cell(column, row)}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            </div>
            {part ? (
              <div id={part.id} className="mt-2">
                {part.content}
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

export function ResponsiveTableOrCards<T, C>({
  wideFrom = '(min-width: 48rem), print',
  figures,
  aboveCards,
  ...list
}: ColumnListProps<T, C>) {
  return useMediaQuery(wideFrom) ? (
    <DataTable {...list} />
  ) : (
    <>
      {aboveCards}
      <ColumnCards figures={figures} {...list} />
    </>
  );
}
