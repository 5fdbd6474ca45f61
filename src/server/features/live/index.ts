/** Feature for live calls: people who watch them, the provider's sockets, attention rules, and hints to the agent. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { liveCallsEndpoints } from '../../../contract/live-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { ServerMetricRecorder } from '../../platform/metrics/metrics.ts';
import type { WebSocketCommandHandler } from '../../platform/realtime-hub.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerBus } from '../../platform/server-bus.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { findCallStateAndAgent, type CallIngest } from '../calls/index.ts';
import { createAttentionWatch, type AttentionWatchDeps } from './attention-watch.ts';
import type { ReconnectTiming } from './call-monitor.ts';
import { createMonitoredAgentCallFollower } from './chosen-agents.ts';
import { createLiveCallHub } from './live-calls.ts';
import { mayReadLiveCalls, type LiveReadersSettingsReader } from './live-readers.ts';
import { createLiveViewerCommandHandler, liveCallOpenedAuditAction } from './live-viewers.ts';
import { registerWhisperRoute } from './whisper.ts';

export interface LiveFeatureDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly bus: ServerBus;
  readonly serverId: string;
  readonly directory: WorkspaceDirectory;
  readonly audit: AuditLog;
  readonly settings: LiveReadersSettingsReader & AttentionWatchDeps['settings'];
  readonly ingest: CallIngest;
  readonly metrics: ServerMetricRecorder;
}

/** Overrides production values for tests. */
export interface LiveFeatureTuning {
  readonly pauses?: ReconnectTiming;
  readonly lingerMs?: number;
}

export interface LiveFeature extends ServerFeature {
  /** Handles a browser's WebSocket messages on which live calls it shows. */
  readonly commands: WebSocketCommandHandler;
}

export function createLiveFeature(deps: LiveFeatureDeps & LiveFeatureTuning): LiveFeature {
  const { db, audit, settings } = deps;
  const attention = createAttentionWatch(deps);
  const live = createLiveCallHub({ ...deps, attend: (call) => attention.attend(call) });
  const chosen = createMonitoredAgentCallFollower({ ...deps, live });
  return {
    name: 'live',
    commands: createLiveViewerCommandHandler({ ...deps, live, readers: settings }),
    registerRoutes(binder) {
      registerWhisperRoute(binder, deps);
      binder.bind(liveCallsEndpoints.openLiveCall, async ({ identity, workspaceId, role, params, request }) => {
        const call = await findCallStateAndAgent(db, workspaceId, params.id);
        if (!call) throw new AppError('not_found');
        if (!(await mayReadLiveCalls(settings, { workspaceId, role }))) throw new AppError('live_unreadable');
        if (call.isOver) throw new AppError('call_over');
        const { userId, username } = identity;
        const opening = { workspaceId, userId, action: liveCallOpenedAuditAction, target: params.id } as const;
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
