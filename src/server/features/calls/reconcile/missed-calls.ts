/**
 * Counts missed webhooks, which are calls whose end only reconciliation reported. A webhook may be late. A run of
 * reconciliation therefore first notes such a call, and a later run counts it if the webhook still has not come. A
 * counted call stays counted. The notes are only in memory, so the count lacks a few calls if a server stops.
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
  /** Time in ms by which a webhook may be late before it counts as missed. */
  readonly graceMs: number;
}

export interface MissedWebhookCounter {
  /**
   * Notes a call whose end was found by reconciliation. A later `settle` counts a missed webhook for the call, unless a
   * webhook has reported the call's end by then.
   */
  suspect(workspaceId: string, callId: string): void;
  /**
   * Counts missed webhooks. A call given to `suspect` is counted after some time, if no webhook has reported its end by
   * then. If storing the counts fails, it throws, and the next `settle` counts the same calls.
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
        // If the workspace ignores call_ended webhooks, count none as missed.
        if ((await readToggles(workspaceId)).call_ended)
          await recordMissedWebhookCalls(db, workspaceId, writerSlot, due);
      } catch (error) {
        add(workspaceId, due);
        throw error;
      }
    },
  };
}
