/** Table of one page of the call history with the chosen columns. A link stretched over each row opens its call. */
import type { CallSortOrder } from '../../../contract/calls.ts';
import { callHistoryLabels, callHistoryColumnHelp, callHistoryColumnLabels } from '../../../labels/call-history-es.ts';
import { classNames } from '../../ui/class-names.ts';
import { DataTable, type TableColumn } from '../../ui/column-table.tsx';
import { callHistoryCellRenderers, type CallHistoryRow, type CallHistoryCellContext } from './call-cells.tsx';
import {
  callHistoryColumnIds,
  getCallHistoryColumnCssWidth,
  computeCallHistoryTableMinWidth,
  type CallHistoryColumnId,
} from './history-columns.ts';

interface CallTableProps {
  /** The calls of the page, or the number of placeholder rows while they load. */
  readonly calls: readonly CallHistoryRow[] | number;
  readonly columns: readonly CallHistoryColumnId[];
  readonly context: CallHistoryCellContext;
  readonly sort: CallSortOrder;
  readonly onSort: (sort: CallSortOrder) => void;
}

const figures: ReadonlySet<CallHistoryColumnId> = new Set(['duration', 'cost', 'latency', 'date']);
const badges: ReadonlySet<CallHistoryColumnId> = new Set(['status', 'result', 'direction', 'sentiment']);
const edges = 'px-3 first:pl-4 last:pr-4';

const costHelp = ({ format }: CallHistoryCellContext) =>
  [callHistoryColumnHelp.cost, format.moneyNote()].filter(Boolean).join(' ');

function column(
  id: CallHistoryColumnId,
  columns: readonly CallHistoryColumnId[],
): TableColumn<CallHistoryRow, CallHistoryCellContext> {
  const isFigure = figures.has(id);
  const help = id in callHistoryColumnHelp ? callHistoryColumnHelp[id as keyof typeof callHistoryColumnHelp] : null;
  return {
    id,
    head: callHistoryColumnLabels[id],
    ...(help === null ? {} : { help: id === 'cost' ? costHelp : help }),
    cell: callHistoryCellRenderers[id],
    className: isFigure ? 'text-right' : undefined,
    headStyle: { width: getCallHistoryColumnCssWidth(id, columns) },
    ...(id === 'date' || id === 'duration' ? { sorts: 'descending' } : {}),
    skeleton: classNames(badges.has(id) ? 'h-5 w-20 rounded-full' : 'h-4 w-3/4', isFigure && 'ml-auto'),
  };
}

/** The table of calls. Column widths do not depend on the cells' content, so columns keep their place on every page. */
export function CallTable({ calls, columns, context, sort, onSort }: CallTableProps) {
  const shown = callHistoryColumnIds.filter((id) => columns.includes(id));
  return (
    <DataTable
      aria-label={typeof calls === 'number' ? callHistoryLabels.loading : callHistoryLabels.table}
      className="table-fixed"
      style={{ minWidth: computeCallHistoryTableMinWidth(shown) }}
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
