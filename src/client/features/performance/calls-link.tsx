/** 'N llamadas' of an agent, which opens them in the history. */
import { Link } from 'wouter';
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { performanceLabels as labels } from '../../../labels/performance-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { callsLink, type DayRange } from './performance-address.ts';
import { nameOf } from './scorecard-values.ts';

export function CallsLink({ agent, days }: { readonly agent: AgentScorecard; readonly days: DayRange | null }) {
  const calls = labels.calls(useFormat().count(agent.totalCalls));
  const href = callsLink(days, agent.agentId);
  if (href === null) return <span className="text-xs text-muted tabular-nums">{calls}</span>;
  return (
    <Link href={href} className="w-max rounded-sm text-xs text-muted tabular-nums underline underline-offset-2 hover:text-accent-text">
      {calls}
      <span className="sr-only"> {labels.seeCalls(nameOf(agent))}</span>
    </Link>
  );
}
