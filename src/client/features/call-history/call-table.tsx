/** The page's calls as a table of the chosen columns. The whole row opens the call: its link is stretched over the row. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallSort } from '../../../contract/calls.ts';
import { callHistoryLabels, columnHelp, columnLabels } from '../../../labels/call-history-es.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { useFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Table, TableHead, TableRow } from '../../ui/table.tsx';
import { callCells, type ListedCall, type RowContext } from './call-cells.tsx';
import { columnWidths, type ColumnId } from './history-columns.ts';

interface ColumnsProps {
  readonly columns: readonly ColumnId[];
}

interface SortProps {
  readonly sort: CallSort;
  readonly onSort: (sort: CallSort) => void;
}

const figures: ReadonlySet<ColumnId> = new Set(['duration', 'cost', 'latency', 'date']);
const edges = 'px-3 first:pl-4 last:pr-4';
const alignOf = (id: ColumnId): string => (figures.has(id) ? 'text-right' : '');

function SortButton({ column, sort, onSort }: SortProps & { readonly column: 'date' | 'duration' }) {
  const down = `-${column}` as const;
  const Icon = sort === down ? ArrowDown : sort === column ? ArrowUp : ChevronsUpDown;
  return (
    <button
      type="button"
      className={classNames(
        '-mx-1.5 inline-flex items-center gap-1 rounded-sm px-1.5 py-1 font-medium hover:text-ink',
        sort === down || sort === column ? 'text-ink' : '',
      )}
      onClick={() => onSort(sort === down ? column : down)}
    >
      {columnLabels[column]}
      <Icon aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}

function isSortable(id: ColumnId): id is 'date' | 'duration' {
  return id === 'date' || id === 'duration';
}

function Head({ id, sort, onSort }: SortProps & { readonly id: ColumnId }) {
  const format = useFormat();
  const column = columnWidths[id];
  const style = 'elastic' in column ? {} : { style: { width: column.width } };
  const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
  const help = id in columnHelp ? columnHelp[id as keyof typeof columnHelp] : null;
  const rate = id === 'cost' ? format.moneyNote() : null;
  return (
    <HeadCell className={classNames(edges, alignOf(id))} {...style} {...(isSortable(id) ? { 'aria-sort': order } : {})}>
      {isSortable(id) ? (
        <SortButton column={id} sort={sort} onSort={onSort} />
      ) : (
        <span className="inline-flex items-center gap-1.5">
          {columnLabels[id]}
          {help === null ? null : <HelpTip about={columnLabels[id]} text={[help, rate].filter(Boolean).join(' ')} />}
        </span>
      )}
    </HeadCell>
  );
}

interface FrameProps extends ColumnsProps, SortProps {
  readonly label: string;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** Widths are fixed, so that a page of other calls moves no column; more columns than fit scroll in their frame. */
function Frame({ label, isBusy = false, columns, sort, onSort, children }: FrameProps) {
  const least = columns.reduce((sum, id) => sum + columnWidths[id].width, 0);
  return (
    <Table aria-label={label} aria-busy={isBusy} className="table-fixed" style={{ minWidth: least }}>
      <TableHead>
        <tr>
          {columns.map((id) => (
            <Head key={id} id={id} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </TableHead>
      <tbody>{children}</tbody>
    </Table>
  );
}

function CallRow({
  call,
  columns,
  context,
}: ColumnsProps & { readonly call: ListedCall; readonly context: RowContext }) {
  return (
    <TableRow
      className={classNames('relative focus-within:bg-sunken/60', call.snippet !== null && '[&>td]:pt-1.5 [&>td]:pb-8')}
    >
      {columns.map((id) => (
        <Cell key={id} className={classNames('h-12 max-w-0', edges, alignOf(id))}>
          {callCells[id](call, context)}
        </Cell>
      ))}
    </TableRow>
  );
}

interface CallTableProps extends ColumnsProps, SortProps {
  readonly calls: readonly ListedCall[];
  readonly context: RowContext;
}

export function CallTable({ calls, columns, context, sort, onSort }: CallTableProps) {
  return (
    <Frame label={callHistoryLabels.table} columns={columns} sort={sort} onSort={onSort}>
      {calls.map((call) => (
        <CallRow key={call.id} call={call} columns={columns} context={context} />
      ))}
    </Frame>
  );
}

const badges: ReadonlySet<ColumnId> = new Set(['status', 'result', 'direction', 'sentiment']);

/** Rows in the shape of what comes. */
export function CallTableSkeleton({
  rows,
  columns,
  sort,
  onSort,
}: ColumnsProps & SortProps & { readonly rows: number }) {
  return (
    <Frame label={callHistoryLabels.loading} isBusy columns={columns} sort={sort} onSort={onSort}>
      {Array.from({ length: rows }, (_, index) => (
        <tr key={index} className="border-b border-line last:border-0">
          {columns.map((id) => (
            <Cell key={id} className={classNames('h-12', edges)}>
              <Skeleton
                className={classNames(
                  badges.has(id) ? 'h-5 w-20 rounded-full' : 'h-4 w-3/4',
                  figures.has(id) && 'ml-auto',
                )}
              />
            </Cell>
          ))}
        </tr>
      ))}
    </Frame>
  );
}
