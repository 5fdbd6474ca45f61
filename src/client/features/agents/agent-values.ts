/** What the agents screen reads from an agent: its status, its languages, and whether it fits the filters. Pure. */
import type { Agent, AgentWebhook } from '../../../contract/agents.ts';

export const statusFilters = ['all', 'published', 'draft'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** `unknown` where the provider told only the agent's name. */
export function agentStatus(agent: Agent): 'published' | 'draft' | 'unknown' {
  if (agent.is_published === null) return 'unknown';
  return agent.is_published ? 'published' : 'draft';
}

/** The provider tells one language or several. */
export function languagesOf({ language }: Agent): readonly string[] {
  if (language === null) return [];
  return typeof language === 'string' ? [language] : language;
}

export interface AgentFigures {
  readonly total: number;
  readonly published: number;
  readonly drafts: number;
  /** Distinct ones. */
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

/** By name or id, whatever the case, and by status. */
export function filterAgents(agents: readonly Agent[], text: string, status: StatusFilter): readonly Agent[] {
  const wanted = text.trim().toLocaleLowerCase('es');
  return agents.filter(
    (agent) =>
      (status === 'all' || agentStatus(agent) === status) &&
      `${agent.agent_name}\n${agent.agent_id}`.toLocaleLowerCase('es').includes(wanted),
  );
}

/**
 * Whether an agent is ticked when the window to connect agents opens: those with an address of their own, and, while no events
 * arrive, those that go by the account's.
 */
export function startsChosen(
  { events_to: place }: Pick<AgentWebhook, 'events_to'>,
  status: 'connected' | 'waiting' | 'silent' | undefined,
): boolean {
  return place === 'elsewhere' || (place === 'account' && (status === 'waiting' || status === 'silent'));
}
