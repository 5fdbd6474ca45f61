/** The page's calls as a table. The whole row opens the call: its link is stretched over the row. */
import { Link } from 'wouter';
import type { CallSummary } from '../../../contract/calls.ts';
import { callHistoryLabels } from '../../../labels/call-history-es.ts';
import { agentLabel, contactNumber } from '../../format/calls.ts';
import { formatDuration } from '../../format/durations.ts';
import { paths } from '../../paths.ts';
import { useFormat } from '../../session/use-format.ts';
import { DirectionBadge } from '../../ui/badge.tsx';
import { ReasonTooltip, shortReason } from '../../ui/reason-tooltip.tsx';
import { SentimentBadge } from '../../ui/sentiment-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Table, TableHead, TableRow } from '../../ui/table.tsx';
import { CallStatusBadge } from './call-status-badge.tsx';

const wide = 'max-xl:hidden';

const cell = 'h-12 px-3 first:pl-4 last:pr-4';
const head = 'px-3 first:pl-4 last:pr-4';

/** Widths are fixed, so that a page of other calls moves no column; the agent takes what is left. */
function HeadRow() {
  return (
    <TableHead>
      <tr>
        <HeadCell className={`${head} w-27`}>{callHistoryLabels.status}</HeadCell>
        <HeadCell className={`${head} w-38`}>{callHistoryLabels.contact}</HeadCell>
        <HeadCell className={`${head} w-28 ${wide}`}>{callHistoryLabels.direction}</HeadCell>
        <HeadCell className={head}>{callHistoryLabels.agent}</HeadCell>
        <HeadCell className={`${head} w-30 xl:w-40`}>{callHistoryLabels.reason}</HeadCell>
        <HeadCell className={`${head} w-30 ${wide}`}>{callHistoryLabels.sentiment}</HeadCell>
        <HeadCell className={`${head} w-18 text-right`}>{callHistoryLabels.duration}</HeadCell>
        <HeadCell className={`${head} w-39 text-right`}>{callHistoryLabels.when}</HeadCell>
      </tr>
    </TableHead>
  );
}

/** A link of its own, so that the tooltip opens by keyboard and the cell still leads to the call. */
function Reason({ call }: { readonly call: CallSummary }) {
  if (call.disconnectionReason === null) return <span className="text-muted">{callHistoryLabels.none}</span>;
  return (
    <ReasonTooltip reason={call.disconnectionReason}>
      <Link href={paths.call(call.id)} className="relative z-1 block truncate rounded-sm text-muted">
        {shortReason(call.disconnectionReason)}
      </Link>
    </ReasonTooltip>
  );
}

function CallRow({ call }: { readonly call: CallSummary }) {
  const format = useFormat();
  return (
    <TableRow className="relative focus-within:bg-sunken/60">
      <Cell className={cell}>
        <CallStatusBadge status={call.callStatus} />
      </Cell>
      <Cell className={`${cell} max-w-0`}>
        <Link href={paths.call(call.id)} className="block truncate font-medium tabular-nums -outline-offset-2 after:absolute after:inset-0">
          {contactNumber(call)}
        </Link>
        {call.customerName ? <span className="block truncate text-xs text-muted">{call.customerName}</span> : null}
      </Cell>
      <Cell className={`${cell} ${wide}`}>
        <DirectionBadge direction={call.direction} />
      </Cell>
      <Cell className={`${cell} max-w-0`}>
        <span className="line-clamp-2 leading-tight break-words max-xl:text-xs">{agentLabel(call, callHistoryLabels.noAgent)}</span>
      </Cell>
      <Cell className={`${cell} max-w-0`}>
        <Reason call={call} />
      </Cell>
      <Cell className={`${cell} ${wide}`}>
        {call.userSentiment ? <SentimentBadge sentiment={call.userSentiment} /> : <span className="text-muted">{callHistoryLabels.none}</span>}
      </Cell>
      <Cell className={`${cell} text-right`}>{call.durationMs === null ? callHistoryLabels.none : formatDuration(call.durationMs / 1_000)}</Cell>
      <Cell className={`${cell} text-right whitespace-nowrap text-muted`}>{format.dateTime(call.startTimestamp ?? call.occurredAt)}</Cell>
    </TableRow>
  );
}

export function CallTable({ calls }: { readonly calls: readonly CallSummary[] }) {
  return (
    <Table aria-label={callHistoryLabels.table} className="table-fixed">
      <HeadRow />
      <tbody>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </tbody>
    </Table>
  );
}

/** Rows in the shape of what comes. */
export function CallTableSkeleton({ rows }: { readonly rows: number }) {
  return (
    <Table aria-label={callHistoryLabels.loading} aria-busy className="table-fixed">
      <HeadRow />
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <tr key={index} className="border-b border-line last:border-0">
            <Cell className={cell}>
              <Skeleton className="h-5 w-18 rounded-full" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="h-4 w-full max-w-36" />
            </Cell>
            <Cell className={`${cell} ${wide}`}>
              <Skeleton className="h-5 w-20 rounded-full" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="h-4 w-full max-w-32" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="h-4 w-24" />
            </Cell>
            <Cell className={`${cell} ${wide}`}>
              <Skeleton className="h-5 w-20 rounded-full" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="ml-auto h-4 w-8" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="ml-auto h-4 w-28" />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
