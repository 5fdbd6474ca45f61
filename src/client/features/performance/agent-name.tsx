/** An agent's name as a link to the agent's page for the chosen range; plain text if the agent is unknown. */
import { Link } from 'wouter';
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { agentLinkLabel } from '../../../labels/agent-link-es.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { paths, rangeOf } from '../../paths.ts';
import { scorecardAgentName } from './scorecard-values.ts';

export function AgentName({ agent }: { readonly agent: AgentScorecard }) {
  const [search] = useSearchState();
  const name = scorecardAgentName(agent);
  if (agent.agentId === '') return <span className="truncate font-medium">{name}</span>;
  return (
    <Link
      href={paths.agent(agent.agentId, rangeOf(search))}
      title={agentLinkLabel(name)}
      className="truncate rounded-sm font-medium hover:text-accent-text hover:underline"
    >
      {name}
    </Link>
  );
}
