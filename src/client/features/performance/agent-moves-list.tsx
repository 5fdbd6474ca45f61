/** List of possible causes of a change in an agent's rates: disconnection reasons and agent versions. */
import { Link } from 'wouter';
import type { AgentReport } from '../../../contract/agent-scorecards.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import { makeDisconnectionReasonCallFilters } from '../../../contract/figure-lists.ts';
import { agentChangeCausesLabels as labels, agentVersionsLabels } from './agent-page-es.ts';
import { getDisconnectionReasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import type { AgentCallsLinkBuilder } from './agent-lists.ts';
import { findAgentChangeCauses } from './agent-moves.ts';

interface AgentMovesProps {
  readonly report: AgentReport;
  readonly analytics: Analytics;
  readonly lists: AgentCallsLinkBuilder;
}

export function AgentChangeCausesList({ report, analytics, lists }: AgentMovesProps) {
  const format = useRegionalFormat();
  const { reasons, newest } = findAgentChangeCauses({ report, analytics });
  if (reasons.length === 0 && newest === null) return <p className="text-muted">{labels.nothing}</p>;
  return (
    <section className="min-w-0 xl:col-span-2">
      <h3 className="text-xs font-medium text-muted">{labels.moved}</h3>
      <ul className="mt-1 space-y-1">
        {reasons.map(({ reason, before, now, change }) => (
          <li key={reason} className="flex justify-between gap-x-4 tabular-nums">
            <Link
              href={lists.linkOf(makeDisconnectionReasonCallFilters(reason))}
              className="rounded-sm hover:text-accent-text hover:underline"
            >
              {labels.reason(getDisconnectionReasonLabel(reason), format.percent(before), format.percent(now))}
            </Link>
            <span className="shrink-0 whitespace-nowrap text-muted">{format.change(change, 'points')}</span>
          </li>
        ))}
        {newest === null ? null : (
          <li className="tabular-nums">
            {labels.versions(
              format.count(report.versions.length),
              newest.version === null ? agentVersionsLabels.unknownVersion : String(newest.version),
              format.dateTime(newest.firstCallAt),
            )}
          </li>
        )}
      </ul>
    </section>
  );
}
