/**
 * Counts missed calls: calls whose end only reconciliation reported, and no webhook. A webhook may be late, so a run of
 * reconciliation first notes such calls, and a later run counts those whose webhook still has not come. A counted call
 * stays counted. The notes are in memory, so the count lacks a few calls if a server stops.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { ReadProviderEventToggles } from '../ingest/event-toggles.ts';
import { recordMissedWebhookCalls, type MissedWebhookCall } from '../ingest/webhook-receipt-store.ts';

export interface MissedWebhookCounterDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly readToggles: ReadProviderEventToggles;
  readonly writerSlot: number;
  /** Time in ms by which a webhook may be late without its call being counted as missed. */
  readonly graceMs: number;
}

export interface MissedWebhookCounter {
  /**
   * Adds a call whose end was found by reconciliation. `settle` later counts it as missed, unless a webhook has
   * reported the call's end by then.
   */
  suspect(workspaceId: string, callId: string): void;
  /**
   * Adds calls passed to `suspect` to the stored counts if no webhook has come in time. If storing fails, it throws,
   * and the next `settle` counts the same calls.
   */
  settle(workspaceId: string): Promise<void>;
}

interface Suspect extends MissedWebhookCall {
  readonly dueMs: number;
}

export function createMissedWebhookCounter({
  db,
  clock,
  readToggles,
  writerSlot,
  graceMs,
}: MissedWebhookCounterDeps): MissedWebhookCounter {
  const suspects = new Map<string, Suspect[]>();

  function add(workspaceId: string, more: readonly Suspect[]): void {
    const known = suspects.get(workspaceId);
    if (known) known.push(...more);
    else suspects.set(workspaceId, [...more]);
  }

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
        // If the workspace ignores call_ended webhooks, they can't be missed.
        if ((await readToggles(workspaceId)).call_ended)
          await recordMissedWebhookCalls(db, workspaceId, writerSlot, due);
      } catch (error) {
        add(workspaceId, due);
        throw error;
      }
    },
  };
}
