/** Stores the calls that were placed for attempts. Retries a few times if the database is unavailable. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallIngest } from '../../calls/index.ts';
import { finishUnstorableAttempt } from '../rules/attempt-state.ts';
import { markRecipientSentByUnstorableCall } from '../rules/recipient-state.ts';
import { settleAttemptWithoutCall } from '../outcome/settle-store.ts';

export interface AttemptCallRecorder {
  /** Stores the call that the provider's response describes. Rejects if the database is unavailable. */
  recordPlaced(workspaceId: string, attemptId: string, call: WireCall): Promise<void>;
  /**
   * Records a call that a look-up of an attempt found at the provider. The attempt is finished even if the call can't
   * be stored.
   */
  recordFound(workspaceId: string, attemptId: string, call: WireCall): Promise<void>;
  attemptIdOf(call: WireCall): string | null;
}

export interface AttemptCallRecorderDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly ingest: CallIngest;
  readonly clock: Clock;
  readonly log: Logger;
  readonly writerSlot: number;
}

/** Metadata key with the attempt's id, which is part of every request to place a call. */
const attemptKey = 'vocero_attempt_id';
const tries = 6;
const firstPauseMs = 200;

export function createAttemptCallRecorder({
  db,
  ingest,
  clock,
  log,
  writerSlot,
}: AttemptCallRecorderDeps): AttemptCallRecorder {
  /** Stores a placed call, with retries. @returns false if the call can't be stored (deleted or unreadable). */
  async function store(workspaceId: string, attemptId: string, call: WireCall): Promise<boolean> {
    // Add the attempt's id to the call's metadata, because the provider's response may omit metadata.
    const ours = { ...call, metadata: { ...asObject(call.metadata), [attemptKey]: attemptId } };
    for (let attempt = 1; ; attempt++) {
      try {
        await ingest.record(workspaceId, { event: 'call_snapshot', call: ours, source: 'dispatch' });
        return true;
      } catch (error) {
        const code = error instanceof AppError ? error.code : null;
        if (code === 'invalid_input') {
          log.error({ err: error, workspaceId, attemptId, callId: call.call_id }, 'a placed call could not be stored');
          return false;
        }
        if (code !== 'unavailable' || attempt === tries) throw error;
        log.warn({ err: error, workspaceId, attemptId, attempt }, 'a placed call could not be stored yet');
        await clock.sleep(firstPauseMs * 2 ** attempt);
      }
    }
  }

  /** Finishes the attempt of a call that can't be stored (deleted or unreadable), because the recipient was dialled. */
  async function closeAttempt(workspaceId: string, attemptId: string, { call_id: callId }: WireCall): Promise<void> {
    await settleAttemptWithoutCall(db, {
      workspaceId,
      attemptId,
      writerSlot,
      reason: 'its call is not stored',
      decide: (attempt) => finishUnstorableAttempt(attempt, callId),
      consequence: (recipient) => markRecipientSentByUnstorableCall(recipient, callId),
    });
  }

  return {
    attemptIdOf(call) {
      const id = asObject(call.metadata)[attemptKey];
      return typeof id === 'string' ? id.toLowerCase() : null;
    },
    async recordPlaced(workspaceId, attemptId, call) {
      if (!(await store(workspaceId, attemptId, call))) await closeAttempt(workspaceId, attemptId, call);
    },
    async recordFound(workspaceId, attemptId, call) {
      await store(workspaceId, attemptId, call);
      await closeAttempt(workspaceId, attemptId, call);
    },
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
