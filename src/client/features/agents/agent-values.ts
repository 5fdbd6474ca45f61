/** Values of an agent that the agents screen shows, and its filter. Pure. */
import type { Agent, AgentWebhook } from '../../../contract/agents.ts';

export const statusFilters = ['all', 'published', 'draft'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The agent's status; `unknown` if the provider sent only its name. */
export function agentStatus(agent: Agent): 'published' | 'draft' | 'unknown' {
  if (agent.is_published === null) return 'unknown';
  return agent.is_published ? 'published' : 'draft';
}

/** The agent's languages; the provider sends one or a list. */
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

/** Agents that match a name or id, in any case, and a status. */
export function filterAgents(agents: readonly Agent[], text: string, status: StatusFilter): readonly Agent[] {
  const wanted = text.trim().toLocaleLowerCase('es');
  return agents.filter(
    (agent) =>
      (status === 'all' || agentStatus(agent) === status) &&
      `${agent.agent_name}\n${agent.agent_id}`.toLocaleLowerCase('es').includes(wanted),
  );
}

/**
 * True if an agent is ticked when the window to connect agents opens. Its events go to an address of its own, or to the
 * account's address while no events arrive.
 */
export function isPreselected(
  { events_to: place }: Pick<AgentWebhook, 'events_to'>,
  status: 'connected' | 'waiting' | 'silent' | undefined,
): boolean {
  return place === 'elsewhere' || (place === 'account' && (status === 'waiting' || status === 'silent'));
}
