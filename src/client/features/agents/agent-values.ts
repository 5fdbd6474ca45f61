/** Derives an agent's displayed values from the provider's data, and filters the list of agents. Pure. */
import type { Agent, AgentEventDestinationInfo } from '../../../contract/agents.ts';

export const agentStatusFilters = ['all', 'published', 'draft'] as const;
export type AgentStatusFilter = (typeof agentStatusFilters)[number];

/** The agent's publication status; `unknown` if the provider sent nothing but the agent's name. */
export function getAgentPublicationStatus(agent: Agent): 'published' | 'draft' | 'unknown' {
  if (agent.is_published === null) return 'unknown';
  return agent.is_published ? 'published' : 'draft';
}

/** The agent's languages as a list; the provider sends a single language or a list. */
export function getAgentLanguages({ language }: Agent): readonly string[] {
  if (language === null) return [];
  return typeof language === 'string' ? [language] : language;
}

export interface AgentListCounts {
  readonly total: number;
  readonly published: number;
  readonly drafts: number;
  /** Number of different languages. */
  readonly languages: number;
}

export function countAgentsByStatus(agents: readonly Agent[]): AgentListCounts {
  return {
    total: agents.length,
    published: agents.filter((agent) => getAgentPublicationStatus(agent) === 'published').length,
    drafts: agents.filter((agent) => getAgentPublicationStatus(agent) === 'draft').length,
    languages: new Set(agents.flatMap(getAgentLanguages)).size,
  };
}

/** The agents whose name or id contains the search text, ignoring case, and that have the given status. */
export function filterAgents(agents: readonly Agent[], text: string, status: AgentStatusFilter): readonly Agent[] {
  const wanted = text.trim().toLocaleLowerCase('es');
  return agents.filter(
    (agent) =>
      (status === 'all' || getAgentPublicationStatus(agent) === status) &&
      `${agent.agent_name}\n${agent.agent_id}`.toLocaleLowerCase('es').includes(wanted),
  );
}

/**
 * True if the dialog for connecting agents preselects this agent. This is so if the agent's webhooks go to another
 * system's URL. It is also so if they go to the provider account's URL and no webhooks arrive here.
 */
export function isAgentPreselectedForWebhookConnect(
  { events_to: place }: Pick<AgentEventDestinationInfo, 'events_to'>,
  status: 'connected' | 'waiting' | 'silent' | undefined,
): boolean {
  return place === 'elsewhere' || (place === 'account' && (status === 'waiting' || status === 'silent'));
}
