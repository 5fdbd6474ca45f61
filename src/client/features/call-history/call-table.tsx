/** Table of one page of the call history with the chosen columns. A link stretched over each row opens its call. */
import type { CallSortOrder } from '../../../contract/calls.ts';
import { callHistoryLabels, historyColumnHelp, historyColumnLabels } from '../../../labels/call-history-es.ts';
import { classNames } from '../../ui/class-names.ts';
import { ColumnTable, type TableColumn } from '../../ui/column-table.tsx';
import { historyCellRenderers, type HistoryCall, type HistoryCellContext } from './call-cells.tsx';
import {
  historyColumnIds,
  getColumnCssWidth,
  computeHistoryTableMinWidth,
  type HistoryColumnId,
} from './history-columns.ts';

interface CallTableProps {
  /** The calls of the page, or the number of placeholder rows while they load. */
  readonly calls: readonly HistoryCall[] | number;
  readonly columns: readonly HistoryColumnId[];
  readonly context: HistoryCellContext;
  readonly sort: CallSortOrder;
  readonly onSort: (sort: CallSortOrder) => void;
}

const figures: ReadonlySet<HistoryColumnId> = new Set(['duration', 'cost', 'latency', 'date']);
const badges: ReadonlySet<HistoryColumnId> = new Set(['status', 'result', 'direction', 'sentiment']);
const edges = 'px-3 first:pl-4 last:pr-4';

const costHelp = ({ format }: HistoryCellContext) =>
  [historyColumnHelp.cost, format.moneyNote()].filter(Boolean).join(' ');

function column(
  id: HistoryColumnId,
  columns: readonly HistoryColumnId[],
): TableColumn<HistoryCall, HistoryCellContext> {
  const isFigure = figures.has(id);
  const help = id in historyColumnHelp ? historyColumnHelp[id as keyof typeof historyColumnHelp] : null;
  return {
    id,
    head: historyColumnLabels[id],
    ...(help === null ? {} : { help: id === 'cost' ? costHelp : help }),
    cell: historyCellRenderers[id],
    className: isFigure ? 'text-right' : undefined,
    headStyle: { width: getColumnCssWidth(id, columns) },
    ...(id === 'date' || id === 'duration' ? { sorts: 'descending' } : {}),
    skeleton: classNames(badges.has(id) ? 'h-5 w-20 rounded-full' : 'h-4 w-3/4', isFigure && 'ml-auto'),
  };
}

/** The table of calls. Column widths do not depend on the cells' content, so columns keep their place on every page. */
export function CallTable({ calls, columns, context, sort, onSort }: CallTableProps) {
  const shown = historyColumnIds.filter((id) => columns.includes(id));
  return (
    <ColumnTable
      aria-label={typeof calls === 'number' ? callHistoryLabels.loading : callHistoryLabels.table}
      className="table-fixed"
      style={{ minWidth: computeHistoryTableMinWidth(shown) }}
      columns={shown.map((id) => column(id, shown))}
      context={context}
      rows={calls}
      keyOf={({ id }) => id}
      sorting={{ sort, onSort: (next) => onSort(next as CallSortOrder) }}
      rowProps={({ snippet }) => ({
        className: classNames('relative focus-within:bg-sunken/60', snippet !== null && '[&>td]:pt-1.5 [&>td]:pb-8'),
      })}
      headClass={edges}
      cellClass={classNames('h-12 max-w-0', edges)}
    />
  );
}
