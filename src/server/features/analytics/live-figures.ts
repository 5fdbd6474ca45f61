/**
 * Notifies this server's browser sockets when a workspace's calls change: sends today's metrics, and asks the browsers
 * to reload their call lists. The first change is sent at once, later ones at most four times a second. Metrics are
 * read once for all sockets, and not at all if there is no socket.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RealtimeMessage } from '../../../contract/realtime.ts';
import type { WebSocketHub } from '../../platform/realtime-hub.ts';
import type { ServerBusMessage, ServerBus } from '../../platform/server-bus.ts';
import { readDashboardMetrics, type AnalyticsReadDeps } from './metrics.ts';

export interface LiveMetricsNotifierDeps extends AnalyticsReadDeps {
  /** The message bus between servers, which also delivers this server's own messages. */
  readonly bus: Pick<ServerBus, 'onMessage'>;
  readonly sockets: Pick<WebSocketHub, 'hasSockets' | 'broadcast'>;
  readonly log: Logger;
}

export interface LiveMetricsNotifier {
  /** Stops sending metrics to sockets. Resolves when no read of metrics is running. */
  stop(): Promise<void>;
}

/** Minimum time in ms between two notifications of the same workspace's sockets. */
const spacingMs = 250;

/** Types of the messages that make browsers reload their call lists. They are sent after any change of a call. */
const updates = ['active_calls_update', 'recent_calls_update'] as const satisfies readonly RealtimeMessage['type'][];

/** Kinds of bus messages that report changed calls. 'refetch' is sent if too many calls changed to list them. */
const heard = new Set<ServerBusMessage['kind']>(['call_started', 'call_ended', 'call_analyzed', 'refetch']);

export function createLiveMetricsNotifier(deps: LiveMetricsNotifierDeps): LiveMetricsNotifier {
  const { bus, sockets, log } = deps;
  /**
   * Key: workspace whose sockets were notified in the last 250 ms. Value: true if the workspace's calls have changed
   * since then.
   */
  const changedSince = new Map<string, boolean>();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  bus.onMessage((message) => {
    if ('workspaceId' in message && heard.has(message.kind)) noteChange(message.workspaceId);
  });

  function noteChange(workspaceId: string): void {
    if (stopping.signal.aborted) return;
    if (changedSince.has(workspaceId)) {
      changedSince.set(workspaceId, true);
      return;
    }
    const turns = takeTurns(workspaceId).finally(() => underWay.delete(turns));
    underWay.add(turns);
  }

  async function takeTurns(workspaceId: string): Promise<void> {
    do {
      changedSince.set(workspaceId, false);
      const rest = delay(spacingMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      await sendFigures(workspaceId);
      await rest;
    } while (changedSince.get(workspaceId) && !stopping.signal.aborted);
    changedSince.delete(workspaceId);
  }

  /** Sends a workspace's metrics to its sockets. It never throws. If the read fails, browsers keep the old metrics. */
  async function sendFigures(workspaceId: string): Promise<void> {
    if (!sockets.hasSockets(workspaceId)) return;
    for (const type of updates) sockets.broadcast({ type, workspaceId });
    try {
      const metrics = await readDashboardMetrics(deps, workspaceId, { period: 'today' });
      if (!stopping.signal.aborted) sockets.broadcast({ type: 'metrics_update', workspaceId, metrics });
    } catch (error) {
      log.warn({ err: error, workspaceId }, 'metrics for the sockets not read');
    }
  }

  return {
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
