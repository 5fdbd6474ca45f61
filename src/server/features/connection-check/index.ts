/** 'Comprobar la conexión': checks if a workspace's provider account behaves as Vocero assumes. */
import type { Kysely } from 'kysely';
import { connectionCheckEndpoints } from '../../../contract/connection-check.ts';
import { connectionCheckLabels } from '../../../labels/connection-check-es.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import { ProviderError } from '../../platform/provider/provider.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { AgentsFeature } from '../agents/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { findCallRequestFieldSupport } from '../campaigns/index.ts';

export interface ConnectionCheckDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly directory: WorkspaceDirectory;
  readonly agents: Pick<AgentsFeature, 'ownAddressTest'>;
}

/** Time limit of a connection check in ms. It is shorter than the usual time limit of load balancers. */
const deadlineMs = 45_000;
/**
 * Time in ms before a workspace may repeat its connection check, because each check makes some sixty requests to the
 * provider.
 */
const restMs = 15_000;

export function createConnectionCheckFeature({
  db,
  clock,
  audit,
  directory,
  agents,
}: ConnectionCheckDeps): ServerFeature {
  /** Map of workspace id to the time until which this server refuses another connection check. */
  const busyUntil = new Map<string, number>();

  function claim(workspaceId: string): void {
    const now = clock.monotonicMs();
    for (const [id, untilMs] of busyUntil) if (untilMs <= now) busyUntil.delete(id);
    const untilMs = busyUntil.get(workspaceId);
    if (untilMs !== undefined) {
      throw new AppError('too_many_requests', {
        message: connectionCheckLabels.busy,
        retryAfterSeconds: Math.ceil(Math.min(untilMs - now, restMs) / 1_000),
      });
    }
    busyUntil.set(workspaceId, Infinity);
  }

  return {
    name: 'connection-check',
    registerRoutes(binder) {
      binder.bind(connectionCheckEndpoints.checkConnection, async ({ identity, workspaceId, request }) => {
        claim(workspaceId);
        try {
          const [provider, isOwnAddress, { keys }] = await Promise.all([
            directory.providerOf(workspaceId),
            agents.ownAddressTest(workspaceId),
            findCallRequestFieldSupport(db, workspaceId),
          ]);
          const { userId, username } = identity;
          await audit.record({
            userId,
            username,
            address: request.ip,
            workspaceId,
            action: 'workspace.connection_checked',
            target: workspaceId,
          });
          const { rows, report } = await provider.checkAccount({ deadlineMs, isOwnAddress, orderKeys: keys });
          return { rows: [...rows], report: { ...report } };
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          throw new AppError('provider_unavailable', { cause: error });
        } finally {
          busyUntil.set(workspaceId, clock.monotonicMs() + restMs);
        }
      });
    },
  };
}
