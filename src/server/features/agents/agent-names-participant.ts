/** Stores the agent's name that a call reports, for agents that the provider's account no longer lists. */
import type { Clock } from '../../platform/clock.ts';
import type { CallChangeParticipant, CallRowChangeWithDetails } from '../calls/index.ts';
import { insertAgentsNamedByCalls } from './agent-store.ts';

export function createAgentNamesCallChangeParticipant({ clock }: { readonly clock: Clock }): CallChangeParticipant {
  return {
    name: 'agents',
    applyChanges: async () => undefined,
    async applyDetails(tx, workspaceId, changes) {
      const told = new Map(
        changes.flatMap(({ before, after }): [string, string][] => {
          const { agentId } = after.state;
          const name = nameIn(after);
          const isKnown = before !== null && before.state.agentId === agentId && nameIn(before) === name;
          return agentId === null || name === null || isKnown ? [] : [[agentId, name]];
        }),
      );
      // Agents are stored in the order of their ids, so that two servers can't deadlock.
      const agents = [...told]
        .map(([agentId, name]) => ({ agentId, name }))
        .sort((a, b) => (a.agentId < b.agentId ? -1 : 1));
      if (agents.length > 0) await insertAgentsNamedByCalls(tx, workspaceId, agents, clock.now());
    },
  };
}

function nameIn({ details }: CallRowChangeWithDetails['after']): string | null {
  const name = details.extra?.['agent_name']?.value;
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}
