/** Table of one page of the call history with the chosen columns. A link stretched over each row opens its call. */
import type { CallSort } from '../../../contract/calls.ts';
import { callHistoryLabels, columnHelp, columnLabels } from '../../../labels/call-history-es.ts';
import { classNames } from '../../ui/class-names.ts';
import { ColumnTable, type Column } from '../../ui/column-table.tsx';
import { callCells, type ListedCall, type RowContext } from './call-cells.tsx';
import { columnIds, columnWidth, leastWidth, type ColumnId } from './history-columns.ts';

interface CallTableProps {
  /** The calls of the page, or the number of placeholder rows while they load. */
  readonly calls: readonly ListedCall[] | number;
  readonly columns: readonly ColumnId[];
  readonly context: RowContext;
  readonly sort: CallSort;
  readonly onSort: (sort: CallSort) => void;
}

const figures: ReadonlySet<ColumnId> = new Set(['duration', 'cost', 'latency', 'date']);
const badges: ReadonlySet<ColumnId> = new Set(['status', 'result', 'direction', 'sentiment']);
const edges = 'px-3 first:pl-4 last:pr-4';

const costHelp = ({ format }: RowContext) => [columnHelp.cost, format.moneyNote()].filter(Boolean).join(' ');

function column(id: ColumnId, columns: readonly ColumnId[]): Column<ListedCall, RowContext> {
  const isFigure = figures.has(id);
  const help = id in columnHelp ? columnHelp[id as keyof typeof columnHelp] : null;
  return {
    id,
    head: columnLabels[id],
    ...(help === null ? {} : { help: id === 'cost' ? costHelp : help }),
    cell: callCells[id],
    className: isFigure ? 'text-right' : undefined,
    headStyle: { width: columnWidth(id, columns) },
    ...(id === 'date' || id === 'duration' ? { sorts: 'descending' } : {}),
    skeleton: classNames(badges.has(id) ? 'h-5 w-20 rounded-full' : 'h-4 w-3/4', isFigure && 'ml-auto'),
  };
}

/** The table of calls. Column widths do not depend on the cells' content, so columns keep their place on every page. */
export function CallTable({ calls, columns, context, sort, onSort }: CallTableProps) {
  const shown = columnIds.filter((id) => columns.includes(id));
  return (
    <ColumnTable
      aria-label={typeof calls === 'number' ? callHistoryLabels.loading : callHistoryLabels.table}
      className="table-fixed"
      style={{ minWidth: leastWidth(shown) }}
      columns={shown.map((id) => column(id, shown))}
      context={context}
      rows={calls}
      keyOf={({ id }) => id}
      sorting={{ sort, onSort: (next) => onSort(next as CallSort) }}
      rowProps={({ snippet }) => ({
        className: classNames('relative focus-within:bg-sunken/60', snippet !== null && '[&>td]:pt-1.5 [&>td]:pb-8'),
      })}
      headClass={edges}
      cellClass={classNames('h-12 max-w-0', edges)}
    />
  );
}
