/** Adds people who ask in a call not to be called again to the do-not-call list, in the transaction of the call. */
import { contactKeyOf } from '../../../phone/number-key.ts';
import { isDoNotCallRequestedInAnalysis } from '../../../retell/analysis-figures.ts';
import type { AuditLog } from '../audit/index.ts';
import type { CallChangeParticipant, CallRowChangeWithDetails } from '../calls/index.ts';
import { insertRequestedDoNotCallEntries, type NewDoNotCallEntry } from './do-not-call-store.ts';

type Merged = CallRowChangeWithDetails['after'];

/**
 * Adds a call's number to the do-not-call list if the call ended with `user_requested_dnc` or its analysis says yes to
 * `do_not_call`. Each call adds its number only once. If a person removes the number later, it stays removed.
 */
export function createDoNotCallCallChangeParticipant({ audit }: { readonly audit: AuditLog }): CallChangeParticipant {
  return {
    name: 'do-not-call',
    applyChanges: async () => undefined,
    async applyDetails(tx, workspaceId, changes) {
      const asked = changes.flatMap(({ before, after }) => {
        const entry = entryOf(after);
        return entry && entry.numberKey !== (before && entryOf(before)?.numberKey)
          ? [{ ...entry, callId: after.state.id }]
          : [];
      });
      if (asked.length === 0) return;
      const added = new Set(await insertRequestedDoNotCallEntries(tx, workspaceId, 'analysis', asked));
      for (const { numberKey, callId } of asked) {
        if (!added.delete(numberKey)) continue;
        const system = { workspaceId, userId: null, username: null, address: null };
        await audit.record({ ...system, action: 'do_not_call.added', target: numberKey, details: { callId } }, tx);
      }
    },
  };
}

/** Returns the called person's number if they asked for no more calls; null if not, or if the number is withheld. */
function entryOf({ state, details }: Merged): NewDoNotCallEntry | null {
  const isAsked =
    state.disconnectionReason === 'user_requested_dnc' || isDoNotCallRequestedInAnalysis(details.callAnalysis);
  const phoneNumber =
    state.direction === 'outbound' ? state.toNumber : state.direction === 'inbound' ? state.fromNumber : null;
  const numberKey = isAsked && phoneNumber !== null ? contactKeyOf(phoneNumber) : null;
  return numberKey !== null && phoneNumber !== null ? { numberKey, phoneNumber } : null;
}
