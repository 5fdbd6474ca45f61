/** The page's calls as a table of the chosen columns. The whole row opens the call: its link is stretched over the row. */
import type { CallSort } from '../../../contract/calls.ts';
import { callHistoryLabels, columnHelp, columnLabels } from '../../../labels/call-history-es.ts';
import { HelpTip } from '../../help/help-tip.tsx';
import { useFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { ColumnTable, SortButton, type Column } from '../../ui/column-table.tsx';
import { callCells, type ListedCall, type RowContext } from './call-cells.tsx';
import { columnWidths, type ColumnId } from './history-columns.ts';

interface CallTableProps {
  /** A number: so many rows in the shape of what comes. */
  readonly calls: readonly ListedCall[] | number;
  readonly columns: readonly ColumnId[];
  readonly context: RowContext;
  readonly sort: CallSort;
  readonly onSort: (sort: CallSort) => void;
}

const figures: ReadonlySet<ColumnId> = new Set(['duration', 'cost', 'latency', 'date']);
const badges: ReadonlySet<ColumnId> = new Set(['status', 'result', 'direction', 'sentiment']);
const edges = 'px-3 first:pl-4 last:pr-4';

function isSortable(id: ColumnId): id is 'date' | 'duration' {
  return id === 'date' || id === 'duration';
}

function Head({ id }: { readonly id: ColumnId }) {
  const format = useFormat();
  const help = id in columnHelp ? columnHelp[id as keyof typeof columnHelp] : null;
  const rate = id === 'cost' ? format.moneyNote() : null;
  return (
    <span className="inline-flex items-center gap-1.5">
      {columnLabels[id]}
      {help === null ? null : <HelpTip about={columnLabels[id]} text={[help, rate].filter(Boolean).join(' ')} />}
    </span>
  );
}

/** Widths are fixed, so that a page of other calls moves no column; more columns than fit scroll in their frame. */
export function CallTable({ calls, columns, context, sort, onSort }: CallTableProps) {
  const least = columns.reduce((sum, id) => sum + columnWidths[id].width, 0);
  const shown = columns.map((id): Column<ListedCall, RowContext> => {
    const column = columnWidths[id];
    const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
    return {
      id,
      head: isSortable(id) ? (
        <SortButton
          label={columnLabels[id]}
          order={order}
          onClick={() => onSort(order === 'descending' ? id : `-${id}`)}
        />
      ) : (
        <Head id={id} />
      ),
      cell: callCells[id],
      className: figures.has(id) ? 'text-right' : undefined,
      ...('elastic' in column ? {} : { headStyle: { width: column.width } }),
      ...(isSortable(id) ? { order } : {}),
      skeleton: classNames(badges.has(id) ? 'h-5 w-20 rounded-full' : 'h-4 w-3/4', figures.has(id) && 'ml-auto'),
    };
  });
  return (
    <ColumnTable
      aria-label={typeof calls === 'number' ? callHistoryLabels.loading : callHistoryLabels.table}
      className="table-fixed"
      style={{ minWidth: least }}
      columns={shown}
      context={context}
      rows={calls}
      keyOf={({ id }) => id}
      rowProps={({ snippet }) => ({
        className: classNames('relative focus-within:bg-sunken/60', snippet !== null && '[&>td]:pt-1.5 [&>td]:pb-8'),
      })}
      headClass={edges}
      cellClass={classNames('h-12 max-w-0', edges)}
    />
  );
}
