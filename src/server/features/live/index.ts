/** Feature for live calls: people who watch them, the provider's sockets, attention rules, and hints to the agent. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { liveCallsEndpoints } from '../../../contract/live-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { SocketCommands } from '../../platform/realtime-hub.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerBus } from '../../platform/server-bus.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { Audit } from '../audit/index.ts';
import { findCallToEnd, type CallIngest } from '../calls/index.ts';
import { createAttentionWatch, type AttentionWatchDeps } from './attention-watch.ts';
import type { MonitorPauses } from './call-monitor.ts';
import { createChosenAgents } from './chosen-agents.ts';
import { createLiveCalls } from './live-calls.ts';
import { mayReadLive, type LiveReaders } from './live-readers.ts';
import { createLiveViewers, openedAction } from './live-viewers.ts';
import { registerWhisper } from './whisper.ts';

export interface LiveDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly bus: ServerBus;
  readonly serverId: string;
  readonly directory: WorkspaceDirectory;
  readonly audit: Audit;
  readonly settings: LiveReaders & AttentionWatchDeps['settings'];
  readonly ingest: CallIngest;
  readonly metrics: Metrics;
}

/** Overrides production values for tests. */
export interface LiveTuning {
  readonly pauses?: MonitorPauses;
  readonly lingerMs?: number;
}

export interface LiveFeature extends Feature {
  /** Handles the messages on a browser's socket that say which live calls it shows. */
  readonly commands: SocketCommands;
}

export function createLive(deps: LiveDeps & LiveTuning): LiveFeature {
  const { db, audit, settings } = deps;
  const attention = createAttentionWatch(deps);
  const live = createLiveCalls({ ...deps, attend: (call) => attention.attend(call) });
  const chosen = createChosenAgents({ ...deps, live });
  return {
    name: 'live',
    commands: createLiveViewers({ ...deps, live, readers: settings }),
    registerRoutes(binder) {
      registerWhisper(binder, deps);
      binder.bind(liveCallsEndpoints.openLiveCall, async ({ identity, workspaceId, role, params, request }) => {
        const call = await findCallToEnd(db, workspaceId, params.id);
        if (!call) throw new AppError('not_found');
        if (!(await mayReadLive(settings, { workspaceId, role }))) throw new AppError('live_unreadable');
        if (call.isOver) throw new AppError('call_over');
        const { userId, username } = identity;
        const opening = { workspaceId, userId, action: openedAction, target: params.id } as const;
        if (await audit.hasRecorded(opening)) return undefined;
        const details = { agent: call.agentName ?? call.agentId };
        await audit.record({ ...opening, username, address: request.ip, details });
        return undefined;
      });
    },
    async start() {
      live.start();
      attention.start();
      chosen.start();
    },
    async stop() {
      await chosen.stop();
      await live.stop();
      await attention.stop();
    },
  };
}
