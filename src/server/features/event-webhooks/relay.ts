/**
 * The provider's webhooks, passed on unchanged to one more address: an agent has one webhook address, and we occupy it. The
 * signature holds five minutes, so that a try later than four is none.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { rememberByWorkspace } from '../../platform/remembered.ts';
import { hasRelay, insertRelayed, type RelayedWebhook } from './relay-store.ts';

/** Durable when it resolves. Never rejects: who passes on must not make the provider deliver again. */
export type Relay = (workspaceId: string, webhook: RelayedWebhook) => Promise<void>;

export interface RelayDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  /** Something is due. */
  readonly wake: () => void;
}

export function createRelay({ db, log, clock, wake }: RelayDeps): Relay {
  const relays = rememberByWorkspace((workspaceId) => hasRelay(db, workspaceId), clock);
  return async (workspaceId, webhook) => {
    try {
      if (!(await relays.read(workspaceId))) return;
      await insertRelayed(db, workspaceId, webhook);
      wake();
    } catch (error) {
      log.warn({ err: error, workspaceId, callId: webhook.callId }, 'a webhook could not be passed on');
    }
  };
}
