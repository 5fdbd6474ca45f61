/** Heading that appears only in print: workspace, days, agent, and time of printing. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ResponseDays } from '../../contract/figure-range.ts';
import { reportLabels as labels } from '../../labels/common-es.ts';
import { figureRangeLabels } from '../../labels/figure-range-es.ts';
import { useAgents } from '../api/queries.ts';
import { serverNow } from '../api/realtime.ts';
import { formatDayRange } from '../format/figure-range.ts';
import { useSession } from '../session/session.ts';
import { useFormat } from '../session/use-format.ts';

/** Names of workspace, period and agent in a printed report or exported file. */
export interface ReportNames {
  readonly workspace: string;
  readonly period: string;
  readonly agent: string;
}

/** Hook: names for a printed report. `period`: text for the range. `agentId`: null for all agents. */
export function useReportNames(period: string, agentId: string | null): ReportNames {
  const { workspace } = useSession();
  const agent = useAgents().data?.find(({ agent_id: id }) => id === agentId);
  return {
    workspace: workspace?.name ?? '',
    period,
    agent: agentId === null ? labels.allAgents : (agent?.agent_name ?? agentId),
  };
}

/** Hook: time of printing. Before the first printing, the time of the first render. */
export function usePrintedAt(): string {
  const [printedAt, setPrintedAt] = useState(serverNow);
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(serverNow()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return new Date(printedAt).toISOString();
}

interface ReportHeaderProps {
  readonly report: ReportNames;
  /** Days of the printed figures; absent if the period's text has them and no days are compared. */
  readonly answered?: ResponseDays | undefined;
}

export function ReportHeader({ report: { workspace, period, agent }, answered }: ReportHeaderProps) {
  const format = useFormat();
  const printedAt = usePrintedAt();
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
