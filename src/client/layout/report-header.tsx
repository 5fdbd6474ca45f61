/** Heading that appears only in print: workspace, days, agent, and time of printing. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ComparedDayRanges } from '../../contract/figure-range.ts';
import { reportHeadingLabels as labels } from '../../labels/common-es.ts';
import { figureRangeLabels } from '../../labels/figure-range-es.ts';
import { useAgentNames } from '../api/queries.ts';
import { getServerTimeMs } from '../api/realtime.ts';
import { formatDayRange } from '../format/figure-range.ts';
import { useSession } from '../session/session.ts';
import { useRegionalFormat } from '../session/use-format.ts';

/** Names of workspace, period and agent in a printed report or exported file. */
export interface PrintedReportHeading {
  readonly workspace: string;
  readonly period: string;
  readonly agent: string;
}

/**
 * Hook: names for the heading of a printed report. `period`: text for the range of days. `agentId`: null for all
 * agents.
 */
export function usePrintedReportHeading(period: string, agentId: string | null): PrintedReportHeading {
  const { workspace } = useSession();
  const agent = useAgentNames().data?.find(({ agent_id: id }) => id === agentId);
  return {
    workspace: workspace?.name ?? '',
    period,
    agent: agentId === null ? labels.allAgents : (agent?.agent_name ?? agentId),
  };
}

/** React hook: time of the page's last printing. Before the first printing, it is the time of the first render. */
export function usePrintTime(): string {
  const [printedAt, setPrintedAt] = useState(getServerTimeMs);
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(getServerTimeMs()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return new Date(printedAt).toISOString();
}

interface ReportHeaderProps {
  readonly report: PrintedReportHeading;
  /** Days that the printed figures cover, and days that they are compared with. */
  readonly answered?: ComparedDayRanges | undefined;
}

export function PrintedReportHeader({ report: { workspace, period, agent }, answered }: ReportHeaderProps) {
  const format = useRegionalFormat();
  const printedAt = usePrintTime();
  const facts = [
    [labels.period, answered ? `${period} (${formatDayRange(answered.days, format)})` : period],
    [figureRangeLabels.comparedWith, answered && formatDayRange(answered.compared, format)],
    [labels.agent, agent],
    [labels.printed, format.dateTime(printedAt)],
  ] as const;
  return (
    <div data-report className="hidden print:block">
      <p className="text-lg font-semibold">{workspace}</p>
      <p className="text-muted">{facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join(' · ')}</p>
    </div>
  );
}
