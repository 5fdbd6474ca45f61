/** Updates the analytics rollups in the transaction that stores the calls. */
import type { CallParticipant } from '../../calls/index.ts';
import { contributionsOf } from './rollup-contribution.ts';
import { addContributions } from './rollup-store.ts';

export interface RollupParticipantDeps {
  readonly writerSlot: number;
}

export function createRollupParticipant({ writerSlot }: RollupParticipantDeps): CallParticipant {
  return {
    name: 'rollups',
    async applyChanges(tx, workspaceId, changes) {
      const contributions = contributionsOf(changes);
      if (contributions.length === 0) return undefined;
      await addContributions(tx, { workspaceId, slot: writerSlot }, contributions);
      return undefined;
    },
  };
}
