/** Updates the analytics rollups in the transaction that stores the calls. */
import type { CallChangeParticipant } from '../../calls/index.ts';
import { computeRollupContributionChanges } from './rollup-contribution.ts';
import { addContributionsToRollups } from './rollup-store.ts';

export interface RollupParticipantDeps {
  readonly writerSlot: number;
}

export function createRollupCallChangeParticipant({ writerSlot }: RollupParticipantDeps): CallChangeParticipant {
  return {
    name: 'rollups',
    async applyChanges(tx, workspaceId, changes) {
      const contributions = computeRollupContributionChanges(changes);
      if (contributions.length === 0) return undefined;
      await addContributionsToRollups(tx, { workspaceId, slot: writerSlot }, contributions);
      return undefined;
    },
  };
}
