/**
 * Tells this server's sockets that a workspace's calls changed: today's metrics as they are now, and that lists are to
 * be read again. The first change is told at once, further ones at most four times a second, the last one always. The
 * metrics are read once for all sockets, and not at all where nobody looks.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RealtimeMessage } from '../../../contract/realtime.ts';
import type { RealtimeHub } from '../../platform/realtime-hub.ts';
import type { BusMessage, ServerBus } from '../../platform/server-bus.ts';
import { readMetrics, type MetricsDeps } from './metrics.ts';

export interface LiveFiguresDeps extends MetricsDeps {
  /** Brings this server's own changes too. */
  readonly bus: Pick<ServerBus, 'onMessage'>;
  readonly sockets: Pick<RealtimeHub, 'hasSockets' | 'broadcast'>;
  readonly log: Logger;
}

export interface LiveFigures {
  /** Tells nothing more; resolves when no read is under way. */
  stop(): Promise<void>;
}

/** Least milliseconds between two tellings of a workspace. */
const spacingMs = 250;

/** A call that ended and was analysed in one batch is told as analysed only: any of them may change who is on the line. */
const updates = ['active_calls_update', 'recent_calls_update'] as const satisfies readonly RealtimeMessage['type'][];

/** 'refetch' stands for calls too many to name. */
const heard = new Set<BusMessage['kind']>(['call_started', 'call_ended', 'call_analyzed', 'refetch']);

export function createLiveFigures(deps: LiveFiguresDeps): LiveFigures {
  const { bus, sockets, log } = deps;
  /** Workspaces that are told of or rest since; true where calls changed meanwhile. */
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
      await tell(workspaceId);
      await rest;
    } while (changedSince.get(workspaceId) && !stopping.signal.aborted);
    changedSince.delete(workspaceId);
  }

  /** Never throws: figures that can't be read are not sent, and the browser keeps what it has until the next. */
  async function tell(workspaceId: string): Promise<void> {
    if (!sockets.hasSockets(workspaceId)) return;
    for (const type of updates) sockets.broadcast({ type, workspaceId });
    try {
      const metrics = await readMetrics(deps, workspaceId, { period: 'today' });
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
