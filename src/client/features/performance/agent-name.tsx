/** An agent's name as a link to the agent's page for the chosen range; plain text if the agent is unknown. */
import { Link } from 'wouter';
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { composeAgentLinkLabel } from '../../../labels/agent-link-es.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { screenPaths, pickPeriodParameters } from '../../paths.ts';
import { formatScorecardAgentName } from './scorecard-values.ts';

export function AgentPageLink({ agent }: { readonly agent: AgentScorecard }) {
  const [search] = useUrlSearchState();
  const name = formatScorecardAgentName(agent);
  if (agent.agentId === '') return <span className="truncate font-medium">{name}</span>;
  return (
    <Link
      href={screenPaths.agent(agent.agentId, pickPeriodParameters(search))}
      title={composeAgentLinkLabel(name)}
      className="truncate rounded-sm font-medium hover:text-accent-text hover:underline"
    >
      {name}
    </Link>
  );
}
