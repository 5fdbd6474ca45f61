// WS /v2/monitor-call/{call_id}: who may watch a live call, and the faults of the socket.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { liveClose, liveCloseReasons } from '../../retell/wire-live.ts';
import type { Account } from '../account.ts';
import type { CallRecord } from '../call-record.ts';
import { closeReasonOf } from '../live/live-feeds.ts';
import type { LiveFeeds, Watcher } from '../live/live-feeds.ts';
import type { ProviderContext } from './context.ts';

const mostWatchers = 5;
const refusals = {
  unauthorized: [4001, 'unauthorized'],
  forbidden: [4003, 'forbidden'],
  notLive: [liveClose.notLiveYet, 'call_not_live'],
  tooManyWatchers: [liveClose.tooManyWatchers, 'too_many_watchers'],
  personalData: [4010, 'data_storage_setting'],
} as const;

type Refused = readonly [code: number, reason: string];

export interface MonitorSockets {
  close(): void;
}

/** Serves the sockets on the server; other upgrades are cut. */
export function serveMonitorSockets(
  server: Server,
  context: Pick<ProviderContext, 'accounts' | 'faults' | 'timers'> & { feeds: LiveFeeds },
): MonitorSockets {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (protocols) => (protocols.has('bearer') ? 'bearer' : false),
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const callId = /^\/v2\/monitor-call\/([^/?]+)/.exec(request.url ?? '')?.[1];
    if (callId === undefined) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => accept(client, request, decodeURIComponent(callId)));
  });

  function accept(client: WebSocket, request: IncomingMessage, callId: string): void {
    client.on('error', () => client.terminate());
    const account = context.accounts.get(keyOf(request) ?? '');
    const record = account?.calls.get(callId);
    const refused = refusalOf(account, record);
    if (refused !== undefined || record === undefined) {
      client.close(...(refused ?? refusals.notLive));
      return;
    }
    const leave = context.feeds.watch(record, createWatcher(client));
    client.on('close', leave);
  }

  function refusalOf(account: Account | undefined, record: CallRecord | undefined): Refused | undefined {
    if (account === undefined || account.keyRefused) return refusals.unauthorized;
    if (account.keyReadOnly) return refusals.forbidden;
    if (record === undefined || record.phase === 'registered') return refusals.notLive;
    if (record.phase === 'finished') return [liveClose.ended, liveCloseReasons.ended];
    if (record.outcome.agentMs !== undefined) return [liveClose.ended, closeReasonOf(record)];
    if (record.storage !== 'everything') return refusals.personalData;
    if (context.feeds.watchers(record) >= mostWatchers) return refusals.tooManyWatchers;
    return undefined;
  }

  function createWatcher(client: WebSocket): Watcher {
    return {
      snapshot: (message) => client.send(message()),
      update: (changed) => client.send(changed),
      end(message, closeReason) {
        if (message !== undefined) client.send(message);
        client.close(liveClose.ended, closeReason);
      },
    };
  }

  return {
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

/** The key of the header, or of a browser's subprotocols `bearer`, KEY. */
function keyOf({ headers }: IncomingMessage): string | undefined {
  const [scheme, key] = (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? (scheme === 'bearer' ? key : undefined);
}
