/**
 * Relays the provider's webhooks unchanged to another URL, because an agent can have only one webhook URL, which is the
 * console's. The provider's signature is valid for five minutes, so attempts end after four minutes.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { createPerWorkspaceCache } from '../../platform/remembered.ts';
import { hasWebhookRelay, insertRelayedWebhook, type RelayedWebhook } from './relay-store.ts';

/**
 * Function that stores a provider webhook to be relayed. It never rejects, because the provider would then send the
 * webhook again.
 */
export type StoreRelayedWebhook = (workspaceId: string, webhook: RelayedWebhook) => Promise<void>;

export interface WebhookRelayDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  /** Called when events are due. */
  readonly wake: () => void;
}

export function createWebhookRelay({ db, log, clock, wake }: WebhookRelayDeps): StoreRelayedWebhook {
  const relays = createPerWorkspaceCache((workspaceId) => hasWebhookRelay(db, workspaceId), clock);
  return async (workspaceId, webhook) => {
    try {
      if (!(await relays.read(workspaceId))) return;
      await insertRelayedWebhook(db, workspaceId, webhook);
      wake();
    } catch (error) {
      log.warn({ err: error, workspaceId, callId: webhook.callId }, 'a webhook could not be passed on');
    }
  };
}
