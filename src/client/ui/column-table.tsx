/** A table of one list of columns: head, cells and what stands in while rows are awaited come from the same row of it. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ComponentProps, type CSSProperties, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';
import { Cell, HeadCell, Table, TableHead, TableRow } from './table.tsx';

export type SortOrder = 'ascending' | 'descending' | 'none';

/** `T`: a row. `C`: what cells need beside it. */
export interface Column<T, C = null> {
  readonly id: string;
  readonly head: ReactNode;
  readonly cell: (row: T, context: C) => ReactNode;
  /** Classes of head and cells: alignment, and at which widths the column is there. */
  readonly className?: string | undefined;
  readonly headClass?: string;
  readonly cellClass?: string;
  readonly headStyle?: CSSProperties;
  /** Of a column that rows can be ordered by. */
  readonly order?: SortOrder;
  /** Classes of what stands in for a cell; none: nothing does. */
  readonly skeleton?: string;
  /** Its cells name their rows. */
  readonly isRowHead?: boolean;
}

interface ColumnTableProps<T, C> extends Omit<ComponentProps<typeof Table>, 'children'> {
  readonly columns: readonly Column<T, C>[];
  readonly context: C;
  /** A number: so many rows in the shape of what comes. */
  readonly rows: readonly T[] | number;
  readonly keyOf: (row: T) => string;
  readonly rowProps?: (row: T) => ComponentProps<'tr'>;
  /** A row of its own below a row's. */
  readonly below?: (row: T, context: C) => ReactNode;
  /** Classes of every cell of the head, and of every other one. */
  readonly headClass?: string;
  readonly cellClass?: string;
}

export function ColumnTable<T, C>({
  columns,
  context,
  rows,
  keyOf,
  rowProps,
  below,
  headClass,
  cellClass,
  ...table
}: ColumnTableProps<T, C>) {
  const isAwaited = typeof rows === 'number';
  return (
    <Table {...(isAwaited ? { 'aria-busy': true } : {})} {...table}>
      <TableHead>
        <tr>
          {columns.map(({ id, head, className, headClass: own, headStyle, order }) => (
            <HeadCell key={id} className={classNames(headClass, className, own)} style={headStyle} aria-sort={order}>
              {head}
            </HeadCell>
          ))}
        </tr>
      </TableHead>
      <tbody>
        {isAwaited
          ? Array.from({ length: rows }, (_, index) => (
              <tr key={index} className="border-b border-line last:border-0">
                {columns.map(({ id, className, skeleton }) => (
                  <Cell key={id} className={classNames(cellClass, className)}>
                    {skeleton === undefined ? null : <Skeleton className={skeleton} />}
                  </Cell>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <Fragment key={keyOf(row)}>
                <TableRow {...rowProps?.(row)}>
                  {columns.map(({ id, cell, className, cellClass: own, isRowHead }) =>
                    isRowHead ? (
                      <th key={id} scope="row" className={classNames(className, own)}>
                        {cell(row, context)}
                      </th>
                    ) : (
                      <Cell key={id} className={classNames(cellClass, className, own)}>
                        {cell(row, context)}
                      </Cell>
                    ),
                  )}
                </TableRow>
                {below?.(row, context)}
              </Fragment>
            ))}
      </tbody>
    </Table>
  );
}

interface SortButtonProps {
  readonly label: string;
  readonly order: SortOrder;
  readonly onClick: () => void;
}

/** In the head of a column that rows can be ordered by. */
export function SortButton({ label, order, onClick }: SortButtonProps) {
  const Icon = order === 'descending' ? ArrowDown : order === 'ascending' ? ArrowUp : ChevronsUpDown;
  return (
    <button
      type="button"
      className={classNames(
        '-mx-1 inline-flex items-center gap-1 rounded-sm px-1 py-1 font-medium hover:text-ink',
        order !== 'none' && 'text-ink',
      )}
      onClick={onClick}
    >
      {label}
      <Icon aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}
