/** Events out: a workspace's own receivers of what happens in it. Who writes the events is said in decision 35. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { eventWebhooksEndpoints as endpoints, mostEventWebhooks } from '../../../contract/event-webhooks.ts';
import { encryptSecret } from '../../platform/crypto.ts';
import { AppError } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { checkOutgoingUrl } from '../../platform/outgoing-request.ts';
import { reasonOfFailure } from '../../platform/outgoing-webhook.ts';
import type { Audit } from '../audit/index.ts';
import { hurry, listDeliveries, replay, sweepDeliveries } from './event-delivery-store.ts';
import { createEventSender, secretContext, secretPrefix, type EventSenderDeps } from './event-sender.ts';
import {
  deleteEventWebhook,
  findEventWebhookUrl,
  hostOf,
  insertEventWebhook,
  listEventWebhooks,
  updateEventWebhook,
} from './event-webhook-store.ts';

export { eraseEventsOfCalls, eraseNumberFromEvents } from './event-delivery-store.ts';
export { listFailingReceivers } from './event-webhook-store.ts';

export interface EventWebhooksDeps extends EventSenderDeps {
  readonly audit: Audit;
  readonly jobs: Pick<Jobs, 'schedule'>;
}

/** Declares its job: before `jobs.start`. */
export function createEventWebhooks(deps: EventWebhooksDeps): Feature {
  const { db, audit, allowedOrigins, secretKey } = deps;
  const sender = createEventSender(deps);
  deps.jobs.schedule('event-deliveries-sweep', '29 * * * *', () => sweepDeliveries(db));

  function checkUrl(url: string | undefined): void {
    if (url === undefined) return;
    try {
      checkOutgoingUrl(url, allowedOrigins);
    } catch (error) {
      const message = reasonOfFailure(error);
      throw new AppError('invalid_input', { message, details: [{ path: 'url', message }], cause: error });
    }
  }

  return {
    name: 'event-webhooks',
    registerRoutes(binder) {
      binder.bind(endpoints.listEventWebhooks, ({ workspaceId }) => listEventWebhooks(db, workspaceId));
      binder.bind(endpoints.createEventWebhook, async (context) => {
        const { workspaceId, body } = context;
        checkUrl(body.url);
        const id = randomUUID();
        const secret = secretPrefix + randomBytes(32).toString('base64');
        const sealedSecret = encryptSecret(secretKey, secret, secretContext(workspaceId, id));
        await db.transaction().execute(async (tx) => {
          const webhook = { id, url: body.url, sealedSecret, events: [...new Set(body.events)] };
          if (!(await insertEventWebhook(tx, workspaceId, webhook, mostEventWebhooks)))
            throw new AppError('conflict', { message: `Hay un máximo de ${mostEventWebhooks} webhooks de eventos.` });
          const details = { events: webhook.events };
          await audit.record(
            { ...authorOf(context), action: 'event_webhook.created', target: hostOf(body.url), details },
            tx,
          );
        });
        return { id, secret };
      });
      binder.bind(endpoints.updateEventWebhook, async (context) => {
        const { workspaceId, params, body } = context;
        checkUrl(body.url);
        await db.transaction().execute(async (tx) => {
          const url = await updateEventWebhook(tx, workspaceId, params.id, body);
          if (url === null) throw new AppError('not_found');
          if (body.state === 'active') await hurry(tx, { workspaceId, webhookId: params.id });
          const details = { ...body, ...(body.url !== undefined && { url: hostOf(body.url) }) };
          await audit.record(
            { ...authorOf(context), action: 'event_webhook.updated', target: hostOf(url), details },
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
          await audit.record({ ...authorOf(context), action: 'event_webhook.deleted', target: hostOf(url) }, tx);
        });
        return done;
      });
      binder.bind(endpoints.listEventDeliveries, async ({ workspaceId, params: { id } }) => {
        if ((await findEventWebhookUrl(db, workspaceId, id)) === null) throw new AppError('not_found');
        return listDeliveries(db, { workspaceId, webhookId: id });
      });
      binder.bind(endpoints.replayEvents, async (context) => {
        const { workspaceId, params, body } = context;
        const url = await findEventWebhookUrl(db, workspaceId, params.id);
        if (url === null) throw new AppError('not_found');
        const events = await replay(db, { workspaceId, webhookId: params.id }, body.since, body.eventId ?? null);
        const details = { since: body.since, events };
        await audit.record({ ...authorOf(context), action: 'event_webhook.replayed', target: hostOf(url), details });
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
