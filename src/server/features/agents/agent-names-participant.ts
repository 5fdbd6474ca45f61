/**
 * How agents take part in the storing of calls: a call says what its agent is called, and that name serves where the account no
 * longer has the agent.
 */
import type { Clock } from '../../platform/clock.ts';
import type { CallParticipant, MergedChange } from '../calls/index.ts';
import { insertToldAgents } from './agent-store.ts';

export function createAgentNamesParticipant({ clock }: { readonly clock: Clock }): CallParticipant {
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
      // In one order, so that two servers never wait for each other in a circle.
      const agents = [...told]
        .map(([agentId, name]) => ({ agentId, name }))
        .sort((a, b) => (a.agentId < b.agentId ? -1 : 1));
      if (agents.length > 0) await insertToldAgents(tx, workspaceId, agents, clock.now());
    },
  };
}

/** Among the fields without a column: nothing but this asks for it. */
function nameIn({ details }: MergedChange['after']): string | null {
  const name = details.extra?.['agent_name']?.value;
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}
