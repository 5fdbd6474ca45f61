/** Derives an agent's displayed values from the provider's data, and filters the list of agents. Pure. */
import type { Agent, AgentWebhook } from '../../../contract/agents.ts';

export const statusFilters = ['all', 'published', 'draft'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The agent's publication status; `unknown` if the provider sent nothing but the agent's name. */
export function agentStatus(agent: Agent): 'published' | 'draft' | 'unknown' {
  if (agent.is_published === null) return 'unknown';
  return agent.is_published ? 'published' : 'draft';
}

/** The agent's languages as a list; the provider sends a single language or a list. */
export function languagesOf({ language }: Agent): readonly string[] {
  if (language === null) return [];
  return typeof language === 'string' ? [language] : language;
}

export interface AgentFigures {
  readonly total: number;
  readonly published: number;
  readonly drafts: number;
  /** Number of different languages. */
  readonly languages: number;
}

export function countAgents(agents: readonly Agent[]): AgentFigures {
  return {
    total: agents.length,
    published: agents.filter((agent) => agentStatus(agent) === 'published').length,
    drafts: agents.filter((agent) => agentStatus(agent) === 'draft').length,
    languages: new Set(agents.flatMap(languagesOf)).size,
  };
}

/** The agents whose name or id contains the search text, ignoring case, and that have the given status. */
export function filterAgents(agents: readonly Agent[], text: string, status: StatusFilter): readonly Agent[] {
  const wanted = text.trim().toLocaleLowerCase('es');
  return agents.filter(
    (agent) =>
      (status === 'all' || agentStatus(agent) === status) &&
      `${agent.agent_name}\n${agent.agent_id}`.toLocaleLowerCase('es').includes(wanted),
  );
}

/**
 * True if the agent's checkbox is ticked when the connect dialog opens: its webhooks go to another system's URL, or to
 * the account's URL while no webhooks arrive here.
 */
export function isPreselected(
  { events_to: place }: Pick<AgentWebhook, 'events_to'>,
  status: 'connected' | 'waiting' | 'silent' | undefined,
): boolean {
  return place === 'elsewhere' || (place === 'account' && (status === 'waiting' || status === 'silent'));
}
