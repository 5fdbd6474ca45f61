/** Event webhooks: URLs to which a workspace's events are sent. docs/decisions/0035 says where events are written. */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { eventWebhooksEndpoints as endpoints, maxEventWebhooks } from '../../../contract/event-webhooks.ts';
import { encryptSecret } from '../../platform/crypto.ts';
import { AppError } from '../../platform/errors.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { BackgroundJobs } from '../../platform/jobs.ts';
import { assertOutgoingWebhookUrl } from '../../platform/outgoing-webhook.ts';
import { createOutgoingWebhookSecret } from '../../platform/standard-webhook.ts';
import type { AuditLog } from '../audit/index.ts';
import {
  makePendingEventDeliveriesDue,
  listDeliveriesOfEventWebhook,
  makeEventDeliveriesDueAgain,
  cleanUpEventDeliveries,
} from './event-delivery-store.ts';
import { createWebhookRelay, type StoreRelayedWebhook } from './relay.ts';
import {
  createEventDeliverySender,
  getEventWebhookEncryptionContext,
  type EventDeliverySenderDeps,
} from './event-sender.ts';
import {
  deleteEventWebhook,
  findEventWebhook,
  getEventWebhookHost,
  insertEventWebhook,
  listEventWebhooks,
  updateEventWebhook,
} from './event-webhook-store.ts';

export { deleteEventDeliveriesOfCalls, deleteEventDeliveriesWithNumber } from './event-delivery-store.ts';
export type { StoreRelayedWebhook } from './relay.ts';
export { listEventWebhooksPausedForFailure } from './event-webhook-store.ts';

export interface EventWebhooksDeps extends EventDeliverySenderDeps {
  readonly audit: AuditLog;
  readonly jobs: Pick<BackgroundJobs, 'schedule'>;
}

/** Creates the server feature for event webhooks. It schedules a cleanup job, so call it before `jobs.start`. */
export function createEventWebhooksFeature(
  deps: EventWebhooksDeps,
): ServerFeature & { readonly relay: StoreRelayedWebhook } {
  const { db, audit, allowedOrigins, secretKey } = deps;
  const sender = createEventDeliverySender(deps);
  deps.jobs.schedule('event-deliveries-sweep', '29 * * * *', () => cleanUpEventDeliveries(db));

  return {
    name: 'event-webhooks',
    relay: createWebhookRelay({ ...deps, wake: () => sender.wake() }),
    registerRoutes(binder) {
      binder.bind(endpoints.listEventWebhooks, async ({ workspaceId, identity }) => {
        const webhooks = await listEventWebhooks(db, workspaceId);
        return identity.tokenId === null ? webhooks : webhooks.map((webhook) => ({ ...webhook, url: null }));
      });
      binder.bind(endpoints.createEventWebhook, async (context) => {
        const { workspaceId, body } = context;
        assertOutgoingWebhookUrl(body.url, allowedOrigins, 'url');
        const id = randomUUID();
        // Create no secret for an event webhook that forwards the provider's webhooks, because the provider already
        // signs them.
        const secret = body.relay ? null : createOutgoingWebhookSecret();
        const sealedSecret =
          secret === null ? '' : encryptSecret(secretKey, secret, getEventWebhookEncryptionContext(workspaceId, id));
        await db.transaction().execute(async (tx) => {
          const events = [...new Set(body.events)];
          const webhook = { id, url: body.url, sealedSecret, events, isRelay: body.relay };
          const result = await insertEventWebhook(tx, workspaceId, webhook, maxEventWebhooks);
          if (result !== 'inserted') throw new AppError('conflict', { message: refusals[result] });
          const details = body.relay ? { relay: true } : { events };
          await audit.record(
            { ...authorOf(context), action: 'event_webhook.created', target: getEventWebhookHost(body.url), details },
            tx,
          );
        });
        return { id, secret };
      });
      binder.bind(endpoints.updateEventWebhook, async (context) => {
        const { workspaceId, params, body } = context;
        if (body.url !== undefined) assertOutgoingWebhookUrl(body.url, allowedOrigins, 'url');
        const known = await findEventWebhook(db, workspaceId, params.id);
        if (known?.isRelay === true && body.events !== undefined)
          throw new AppError('conflict', {
            message: 'Este destino recibe los webhooks de Retell.AI, sin elegir eventos.',
          });
        await db.transaction().execute(async (tx) => {
          const url = await updateEventWebhook(tx, workspaceId, params.id, body);
          if (url === null) throw new AppError('not_found');
          if (body.state === 'active') await makePendingEventDeliveriesDue(tx, { workspaceId, webhookId: params.id });
          const details = { ...body, ...(body.url !== undefined && { url: getEventWebhookHost(body.url) }) };
          await audit.record(
            { ...authorOf(context), action: 'event_webhook.updated', target: getEventWebhookHost(url), details },
            tx,
          );
        });
        sender.wake();
        return done;
      });
      binder.bind(endpoints.deleteEventWebhook, async (context) => {
        await db.transaction().execute(async (tx) => {
          const url = await deleteEventWebhook(tx, context.workspaceId, context.params.id);
          if (url === null) throw new AppError('not_found');
          await audit.record(
            { ...authorOf(context), action: 'event_webhook.deleted', target: getEventWebhookHost(url) },
            tx,
          );
        });
        return done;
      });
      binder.bind(endpoints.listEventDeliveries, async ({ workspaceId, params: { id } }) => {
        if (!(await findEventWebhook(db, workspaceId, id))) throw new AppError('not_found');
        return listDeliveriesOfEventWebhook(db, { workspaceId, webhookId: id });
      });
      binder.bind(endpoints.replayEvents, async (context) => {
        const { workspaceId, params, body } = context;
        const known = await findEventWebhook(db, workspaceId, params.id);
        if (!known) throw new AppError('not_found');
        if (known.isRelay)
          throw new AppError('conflict', {
            message: 'Los webhooks de Retell.AI no se reenvían más tarde: su firma vale cinco minutos.',
          });
        const events = await db.transaction().execute(async (tx) => {
          const again = await makeEventDeliveriesDueAgain(
            tx,
            { workspaceId, webhookId: params.id },
            body.since,
            body.eventId ?? null,
          );
          const told = { action: 'event_webhook.replayed', target: getEventWebhookHost(known.url) } as const;
          await audit.record({ ...authorOf(context), ...told, details: { since: body.since, events: again } }, tx);
          return again;
        });
        sender.wake();
        return { events };
      });
    },
    async start() {
      sender.start();
    },
    stop: () => sender.stop(),
  };
}

const done = { ok: true } as const;

const refusals = {
  full: `Hay un máximo de ${maxEventWebhooks} webhooks de eventos.`,
  relayed: 'Los webhooks de Retell.AI ya se pasan a otra dirección: elimina ese destino antes de agregar otro.',
} as const;

function authorOf({
  identity: { userId, username },
  workspaceId,
  request,
}: {
  readonly identity: { readonly userId: string; readonly username: string };
  readonly workspaceId: string;
  readonly request: FastifyRequest;
}) {
  return { workspaceId, userId, username, address: request.ip };
}
