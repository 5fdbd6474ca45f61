/** Table defined by a list of columns, which give its head, cells and loading placeholders. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ComponentProps, type CSSProperties, type Key, type ReactNode } from 'react';
import { useHiddenHelpDescription } from '../help/help-context.tsx';
import { LabelWithHelp } from '../help/help-tip.tsx';
import type { HelpTermKind } from '../help/help-term.tsx';
import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';
import { TableCell, TableHeadCell, Table, TableHead, TableRow } from './table.tsx';

/** Column of a table. `T`: type of a row. `C`: type of additional data passed to the cells. */
export interface TableColumn<T, C = null> {
  readonly id: string;
  readonly head: ReactNode | ((context: C) => ReactNode);
  readonly cell: (row: T, context: C) => ReactNode;
  readonly className?: string | undefined;
  readonly headClass?: string;
  readonly cellClass?: string;
  readonly headStyle?: CSSProperties;
  /** Help of the head: the column's definition. */
  readonly help?: string | ((context: C) => string);
  /** Sort direction at the first click on the column's head; absent if the table can't be sorted by the column. */
  readonly sorts?: 'ascending' | 'descending';
  readonly skeleton?: string;
  /** True if the column's cells are the headings of their rows. */
  readonly isRowHead?: boolean;
  /**
   * Position of the column's value on a card, which replaces the row on narrow screens. lead: left of the text. title:
   * first line. corner: right end of the first line.
   */
  readonly card?: 'lead' | 'title' | 'corner' | 'none';
}

/** Sort order of a table: the id of a column, with a leading '-' for descending. */
interface Sorting {
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

type BelowRow = { readonly id: string; readonly content: ReactNode } | null;

export interface DataTableProps<T, C> extends Omit<ComponentProps<typeof Table>, 'children'> {
  readonly columns: readonly TableColumn<T, C>[];
  readonly context: C;
  /** Rows of the table; while they load, the number of placeholder rows. */
  readonly rows: readonly T[] | number;
  readonly keyOf: (row: T, index: number) => Key;
  readonly sorting?: Sorting;
  readonly rowProps?: (row: T) => ComponentProps<'tr'>;
  /** Returns content to show below a row, over its whole width. */
  readonly below?: (row: T, context: C) => BelowRow;
  readonly headClass?: string;
  readonly cellClass?: string;
}

function helpOf<T, C>({ help }: TableColumn<T, C>, context: C): string | undefined {
  return typeof help === 'function' ? help(context) : help;
}

/** A column's head, with its help. */
export function renderColumnHead<T, C>(column: TableColumn<T, C>, context: C, place: HelpTermKind): ReactNode {
  const head = typeof column.head === 'function' ? column.head(context) : column.head;
  const help = helpOf(column, context);
  return help ? <LabelWithHelp about={head} text={help} place={place} /> : head;
}

const orderIcons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const;

function orderOf(id: string, { sort }: Sorting): keyof typeof orderIcons {
  return sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
}

interface SortButtonProps {
  readonly id: string;
  readonly first: 'ascending' | 'descending';
  readonly sorting: Sorting;
  readonly help: string | undefined;
  readonly children: ReactNode;
}

function SortButton({ id, first, sorting, help, children }: SortButtonProps) {
  const order = orderOf(id, sorting);
  const Icon = orderIcons[order];
  const { describedBy, description } = useHiddenHelpDescription(help);
  const [one, other] = first === 'ascending' ? [id, `-${id}`] : [`-${id}`, id];
  return (
    <>
      <button
        type="button"
        aria-describedby={describedBy}
        className={classNames(
          '-mx-1 inline-flex items-center gap-1 rounded-sm px-1 py-1 font-medium hover:text-ink',
          order !== 'none' && 'text-ink',
        )}
        onClick={() => sorting.onSort(sorting.sort === one ? other : one)}
      >
        {children}
        <Icon aria-hidden className="size-3.5 shrink-0" />
      </button>
      {description}
    </>
  );
}

function Below({ columns, part }: { readonly columns: number; readonly part: BelowRow | undefined }) {
  return part ? (
    <tr id={part.id} className="border-b border-line last:border-0">
      <td colSpan={columns} className="px-3 pb-3">
        {part.content}
      </td>
    </tr>
  ) : null;
}

interface HeadProps<T, C> {
  readonly column: TableColumn<T, C>;
  readonly context: C;
  readonly sorting: Sorting | undefined;
}

function Head<T, C>({ column, context, sorting }: HeadProps<T, C>) {
  const { id, sorts } = column;
  return sorting && sorts ? (
    <SortButton id={id} first={sorts} sorting={sorting} help={helpOf(column, context)}>
      {renderColumnHead(column, context, 'pressed')}
    </SortButton>
  ) : (
    renderColumnHead(column, context, 'aside')
  );
}

export function DataTable<T, C>({
  columns,
  context,
  rows,
  keyOf,
  sorting,
  rowProps,
  below,
  headClass,
  cellClass,
  ...table
}: DataTableProps<T, C>) {
  const isAwaited = typeof rows === 'number';
  return (
    <Table {...(isAwaited ? { 'aria-busy': true } : {})} {...table}>
      <TableHead>
        <tr>
          {columns.map((column) => (
            <TableHeadCell
              key={column.id}
              className={classNames(headClass, column.className, column.headClass)}
              style={column.headStyle}
              aria-sort={sorting && column.sorts ? orderOf(column.id, sorting) : undefined}
            >
              <Head column={column} context={context} sorting={sorting} />
            </TableHeadCell>
          ))}
        </tr>
      </TableHead>
      <tbody>
        {isAwaited
          ? Array.from({ length: rows }, (_, index) => (
              <tr key={index} className="border-b border-line last:border-0">
                {columns.map(({ id, className, skeleton }) => (
                  <TableCell key={id} className={classNames(cellClass, className)}>
                    {skeleton === undefined ? null : <Skeleton className={skeleton} />}
                  </TableCell>
                ))}
              </tr>
            ))
          : rows.map((row, index) => (
              <Fragment key={keyOf(row, index)}>
                <TableRow {...rowProps?.(row)}>
                  {columns.map(({ id, cell, className, cellClass: own, isRowHead }) =>
                    isRowHead ? (
                      <th key={id} scope="row" className={classNames(className, own)}>
                        {cell(row, context)}
                      </th>
                    ) : (
                      <TableCell key={id} className={classNames(cellClass, className, own)}>
                        {cell(row, context)}
                      </TableCell>
                    ),
                  )}
                </TableRow>
                <Below columns={columns.length} part={below?.(row, context)} />
              </Fragment>
            ))}
      </tbody>
    </Table>
  );
}
