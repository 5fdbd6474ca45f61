/**
 * Records that a webhook arrived, if no batch of calls records it. Each workspace has one write at a time, and later
 * callers share the next write, so that many webhooks cause few writes.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { updateWebhookTimes } from './webhook-receipt-store.ts';

export interface WebhookArrivalsDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly writerSlot: number;
}

/** Records that a webhook arrived. Resolves when that is durable; rejects with the database's error. */
export type NoteArrival = (workspaceId: string) => Promise<void>;

export function createWebhookArrivals({ db, clock, writerSlot }: WebhookArrivalsDeps): NoteArrival {
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function write(workspaceId: string): Promise<void> {
    const writing: Promise<void> = updateWebhookTimes(db, workspaceId, writerSlot, {
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
