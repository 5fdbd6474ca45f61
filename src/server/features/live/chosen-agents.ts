/**
 * Follows the live calls of agents that a workspace has chosen, even if no user watches, so that the attention rules
 * check these calls. Only one server does so for a workspace. It has the workspace's lease for the call id '*', which
 * no call has.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../platform/run-loop.ts';
import { listLiveCallsOfAgents } from '../calls/index.ts';
import type { LiveCallHub } from './live-calls.ts';
import { listAlwaysMonitoredAgentsByWorkspace, type AlwaysMonitoredAgents } from './chosen-agents-query.ts';
import {
  liveCallSocketLeaseSeconds,
  releaseLiveCallSocketLeases,
  takeOrRenewLiveCallSocketLeases,
} from './monitor-lease-store.ts';

export interface MonitoredAgentCallFollowerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly serverId: string;
  readonly live: LiveCallHub;
}

const everyMs = 2_000;
const idleMs = 10_000;
const leaseOf = (workspaceId: string) => ({ workspaceId, callId: '*' });

/** Functions that stop following, by call. */
type Followed = Map<string, () => void>;

export function createMonitoredAgentCallFollower({
  db,
  log,
  clock,
  events,
  serverId,
  live,
}: MonitoredAgentCallFollowerDeps) {
  const followed = new Map<string, Followed>();
  let hasChosen = false;
  let loop: BackgroundLoop | undefined;

  async function follow({ workspaceId, agentIds, mostCalls }: AlwaysMonitoredAgents): Promise<void> {
    const calls = followed.get(workspaceId) ?? new Map<string, () => void>();
    followed.set(workspaceId, calls);
    const spoken = new Set(await listLiveCallsOfAgents(db, workspaceId, { agentIds, limit: mostCalls }));
    for (const [callId, end] of calls) {
      if (spoken.has(callId)) continue;
      end();
      calls.delete(callId);
    }
    for (const callId of spoken) if (!calls.has(callId)) calls.set(callId, watch(calls, workspaceId, callId));
  }

  /**
   * Follows a live call of a chosen agent. If the connection to the call can't be kept open, the next check opens a new
   * one.
   */
  function watch(calls: Followed, workspaceId: string, callId: string): () => void {
    return live.watch({ workspaceId, callId }, ({ state }) => {
      if (state !== 'unavailable') return;
      calls.get(callId)?.();
      calls.delete(callId);
    });
  }

  function leave(workspaceId: string): void {
    followed.get(workspaceId)?.forEach((end) => end());
    followed.delete(workspaceId);
  }

  async function look(): Promise<void> {
    const chosen = await listAlwaysMonitoredAgentsByWorkspace(db);
    hasChosen = chosen.length > 0;
    const leases = chosen.map(({ workspaceId }) => leaseOf(workspaceId));
    const held = new Set(
      (await takeOrRenewLiveCallSocketLeases(db, serverId, leases, liveCallSocketLeaseSeconds)).map(
        (lease) => lease.workspaceId,
      ),
    );
    const lost = [...followed.keys()].filter((workspaceId) => !held.has(workspaceId));
    lost.forEach(leave);
    if (lost.length > 0) await releaseLiveCallSocketLeases(db, serverId, lost.map(leaseOf));
    for (const workspace of chosen) if (held.has(workspace.workspaceId)) await follow(workspace);
  }

  const off = events.on('settings.changed', () => loop?.wake());

  return {
    start() {
      const next = () => (hasChosen ? everyMs : idleMs);
      loop = startBackgroundLoop({ name: 'chosen-agents', next, work: look, log, clock });
    },
    async stop() {
      off();
      await loop?.stop();
      const held = [...followed.keys()];
      held.forEach(leave);
      await releaseLiveCallSocketLeases(db, serverId, held.map(leaseOf));
    },
  };
}
