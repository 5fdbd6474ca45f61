/**
 * Records when a workspace's last webhook arrived, for webhooks that store no call. Each workspace has at most one
 * write at a time. Webhooks that arrive during a write share the next one, so that many webhooks cause few writes.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { updateLastWebhookTimes } from './webhook-receipt-store.ts';

export interface WebhookArrivalRecorderDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly writerSlot: number;
}

/**
 * Function that records a webhook's arrival. It resolves once the record is committed, and rejects with the database's
 * error.
 */
export type RecordWebhookArrival = (workspaceId: string) => Promise<void>;

export function createWebhookArrivalRecorder({
  db,
  clock,
  writerSlot,
}: WebhookArrivalRecorderDeps): RecordWebhookArrival {
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function write(workspaceId: string): Promise<void> {
    const writing: Promise<void> = updateLastWebhookTimes(db, workspaceId, writerSlot, {
      lastEventAt: clock.now(),
    }).finally(() => {
      if (underWay.get(workspaceId) === writing) underWay.delete(workspaceId);
    });
    underWay.set(workspaceId, writing);
    return writing;
  }

  return (workspaceId) => {
    const before = underWay.get(workspaceId);
    if (!before) return write(workspaceId);
    const waiting = next.get(workspaceId);
    if (waiting) return waiting;
    const begin = (): Promise<void> => {
      next.delete(workspaceId);
      return write(workspaceId);
    };
    const following = before.then(begin, begin);
    next.set(workspaceId, following);
    return following;
  };
}
