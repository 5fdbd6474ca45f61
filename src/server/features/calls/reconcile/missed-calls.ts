/**
 * Missed calls: those whose end no webhook told, only reconciliation. What a run brings is suspected first and looked
 * at again by a later one, because the webhook may be on its way; once counted, a webhook that comes later still does
 * not uncount it. Suspects are kept in memory: a server that ends counts a few less.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { ReadEventToggles } from '../ingest/event-toggles.ts';
import { addMissedCalls, type MissedCall } from '../ingest/webhook-receipt-store.ts';

export interface MissedCallsDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly readToggles: ReadEventToggles;
  readonly writerSlot: number;
  /** How long a webhook may be on its way, in ms. */
  readonly graceMs: number;
}

export interface MissedCalls {
  /** Reconciliation brought the end of this call. */
  suspect(workspaceId: string, callId: string): void;
  /** Counts the suspects that are old enough and of whose end no webhook has told. Throws the database's error; nothing is lost then. */
  settle(workspaceId: string): Promise<void>;
}

interface Suspect extends MissedCall {
  readonly dueMs: number;
}

export function createMissedCalls({ db, clock, readToggles, writerSlot, graceMs }: MissedCallsDeps): MissedCalls {
  const suspects = new Map<string, Suspect[]>();

  function add(workspaceId: string, more: readonly Suspect[]): void {
    const known = suspects.get(workspaceId);
    if (known) known.push(...more);
    else suspects.set(workspaceId, [...more]);
  }

  /** Those old enough; they are no longer kept. */
  function takeDue(workspaceId: string): Suspect[] {
    const nowMs = clock.monotonicMs();
    const kept = suspects.get(workspaceId) ?? [];
    suspects.delete(workspaceId);
    const early = kept.filter(({ dueMs }) => dueMs > nowMs);
    if (early.length > 0) add(workspaceId, early);
    return kept.filter(({ dueMs }) => dueMs <= nowMs);
  }

  return {
    suspect(workspaceId, callId) {
      add(workspaceId, [{ callId, at: clock.now(), dueMs: clock.monotonicMs() + graceMs }]);
    },
    async settle(workspaceId) {
      const due = takeDue(workspaceId);
      if (due.length === 0) return;
      try {
        // Ends that a workspace does not want to be told of can't be missed.
        if ((await readToggles(workspaceId)).call_ended) await addMissedCalls(db, workspaceId, writerSlot, due);
      } catch (error) {
        add(workspaceId, due);
        throw error;
      }
    },
  };
}
