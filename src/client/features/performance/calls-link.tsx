/** Number of an agent's calls as a link to the call history: 'N llamadas', or the number alone. */
import { Link } from 'wouter';
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import { performanceScreenLabels as labels, scorecardLabels } from '../../../labels/performance-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { buildFigureCallsUrl } from './performance-address.ts';
import { formatScorecardAgentName } from './scorecard-values.ts';

interface AgentCallsProps {
  readonly agent: AgentScorecard;
  readonly days: CalendarDayRange;
}

export function AgentCallsLink({ agent, days }: AgentCallsProps) {
  const calls = labels.calls(useRegionalFormat().count(agent.totalCalls));
  const href = buildFigureCallsUrl(days, agent.agentId);
  if (href === null) return <span className="text-xs text-muted tabular-nums">{calls}</span>;
  return (
    <Link
      href={href}
      data-figure={agent.totalCalls}
      className="w-max rounded-sm text-xs text-muted tabular-nums underline underline-offset-2 hover:text-accent-text"
    >
      {calls}
      <span className="sr-only"> {labels.seeCalls(formatScorecardAgentName(agent))}</span>
    </Link>
  );
}

const lists = {
  totalCalls: callFiltersByFigure.calls,
  successfulCalls: callFiltersByFigure.succeeded,
  failedCalls: callFiltersByFigure.unsuccessful,
} as const;

export function AgentCallCountLink({ agent, days, name }: AgentCallsProps & { readonly name: keyof typeof lists }) {
  const format = useRegionalFormat();
  const count = agent[name];
  const href = count === 0 ? null : buildFigureCallsUrl(days, agent.agentId, lists[name]);
  if (href === null) return format.count(count);
  return (
    <Link href={href} data-figure={count} className="rounded-sm font-semibold hover:text-accent-text hover:underline">
      {format.count(count)}
      <span className="sr-only">
        {' '}
        {labels.seeCalls(
          name === 'totalCalls'
            ? formatScorecardAgentName(agent)
            : `${formatScorecardAgentName(agent)}, ${scorecardLabels[name]}`,
        )}
      </span>
    </Link>
  );
}
