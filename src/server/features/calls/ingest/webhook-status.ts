/** Routes for the state of the incoming webhook: its URL, a new URL on request, and whether webhooks arrive. */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { callsEndpoints, type ProviderWebhookUrlStatus } from '../../../../contract/calls.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { buildInboundWebhookUrl, type InboundWebhookUrlConfig, type WorkspaceDirectory } from '../../access/index.ts';
import { countMissedWebhooksByAgent, findWebhookHealth } from './webhook-receipt-store.ts';

export interface WebhookStatusDeps extends InboundWebhookUrlConfig {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly directory: Pick<WorkspaceDirectory, 'webhookTokenOf' | 'rotateWebhookToken'>;
}

const silentAfterMs = 24 * 3_600_000;

export function registerWebhookStatusRoute(binder: EndpointBinder, deps: WebhookStatusDeps): void {
  const { db, clock, directory } = deps;

  function addressFor(request: FastifyRequest, token: string): ProviderWebhookUrlStatus {
    const { address, isReachable } = buildInboundWebhookUrl(request, deps, token);
    return { webhookUrl: address, isReachable };
  }

  binder.bind(callsEndpoints.webhookUrl, async ({ workspaceId, request }) => {
    return addressFor(request, await directory.webhookTokenOf(workspaceId));
  });
  binder.bind(callsEndpoints.rotateWebhookUrl, async ({ identity, workspaceId, request }) => {
    const { userId, username } = identity;
    return addressFor(
      request,
      await directory.rotateWebhookToken(workspaceId, { userId, username, address: request.ip }),
    );
  });
  binder.bind(callsEndpoints.webhookStatus, async ({ workspaceId }) => {
    const { lastEventAt, lastFailureAt, missedCalls, lastMissedAt } = await findWebhookHealth(db, workspaceId);
    const missedByAgent = missedCalls === 0 ? [] : await countMissedWebhooksByAgent(db, workspaceId);
    return {
      status: statusOf(lastEventAt, clock.now()),
      lastEventAt: lastEventAt?.toISOString() ?? null,
      lastFailureAt: lastFailureAt?.toISOString() ?? null,
      missedCalls,
      lastMissedAt: lastMissedAt?.toISOString() ?? null,
      missedByAgent: missedByAgent.map((miss) => ({ ...miss, lastMissedAt: miss.lastMissedAt.toISOString() })),
    };
  });
}

function statusOf(lastEventAt: Date | null, now: Date): 'connected' | 'waiting' | 'silent' {
  if (lastEventAt === null) return 'waiting';
  return now.getTime() - lastEventAt.getTime() <= silentAfterMs ? 'connected' : 'silent';
}
