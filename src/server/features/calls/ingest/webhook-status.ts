/** Routes for the state of the incoming webhook: its URL, a new URL on request, and whether webhooks arrive. */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { callsEndpoints, type WebhookUrl } from '../../../../contract/calls.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { webhookAddress, type WebhookAddressConfig, type WorkspaceDirectory } from '../../access/index.ts';
import { countMissedCallsByAgent, findReceipt } from './webhook-receipt-store.ts';

export interface WebhookStatusDeps extends WebhookAddressConfig {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly directory: Pick<WorkspaceDirectory, 'webhookTokenOf' | 'rotateWebhookToken'>;
}

const silentAfterMs = 24 * 3_600_000;

export function registerWebhookStatus(binder: EndpointBinder, deps: WebhookStatusDeps): void {
  const { db, clock, directory } = deps;

  function addressFor(request: FastifyRequest, token: string): WebhookUrl {
    const { address, isReachable } = webhookAddress(request, deps, token);
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
    const { lastEventAt, lastFailureAt, missedCalls, lastMissedAt } = await findReceipt(db, workspaceId);
    const missedByAgent = missedCalls === 0 ? [] : await countMissedCallsByAgent(db, workspaceId);
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
