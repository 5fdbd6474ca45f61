/** What the console shows of a workspace's webhook: the address to enter at the provider, a new one, and whether events arrive. */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { callsEndpoints } from '../../../contract/calls.ts';
import { routes } from '../../../contract/routes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import { findReceipt } from './webhook-receipt-store.ts';

export interface WebhookStatusDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly directory: Pick<WorkspaceDirectory, 'webhookTokenOf' | 'rotateWebhookToken'>;
  /** PUBLIC_URL; null: the address that the browser used. */
  readonly publicUrl: string | null;
}

const silentAfterMs = 24 * 3_600_000;

export function registerWebhookStatus(binder: EndpointBinder, deps: WebhookStatusDeps): void {
  const { db, clock, directory, publicUrl } = deps;

  function addressFor(request: FastifyRequest, token: string): { webhookUrl: string } {
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    return { webhookUrl: origin + routes.receiveWebhook.path.replace(':token', token) };
  }

  binder.bind(callsEndpoints.webhookUrl, async ({ workspaceId, request }) => {
    return addressFor(request, await directory.webhookTokenOf(workspaceId));
  });
  binder.bind(callsEndpoints.rotateWebhookUrl, async ({ identity, workspaceId, request }) => {
    const { userId, username } = identity;
    return addressFor(request, await directory.rotateWebhookToken(workspaceId, { userId, username, address: request.ip }));
  });
  binder.bind(callsEndpoints.webhookStatus, async ({ workspaceId }) => {
    const { lastEventAt, lastFailureAt, missedCalls, lastMissedAt } = await findReceipt(db, workspaceId);
    return {
      status: statusOf(lastEventAt, clock.now()),
      lastEventAt: lastEventAt?.toISOString() ?? null,
      lastFailureAt: lastFailureAt?.toISOString() ?? null,
      missedCalls,
      lastMissedAt: lastMissedAt?.toISOString() ?? null,
    };
  });
}

function statusOf(lastEventAt: Date | null, now: Date): 'connected' | 'waiting' | 'silent' {
  if (lastEventAt === null) return 'waiting';
  return now.getTime() - lastEventAt.getTime() <= silentAfterMs ? 'connected' : 'silent';
}
