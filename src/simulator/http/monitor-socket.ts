// Simulated WebSocket /v2/monitor-call/{call_id}, which sends a live call's transcript, and its injected faults.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { liveSocketCloseCodes, liveSocketCloseReasons } from '../../retell/wire-live.ts';
import type { SimulatedAccount } from '../account.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import { getSimulatedLiveFeedCloseReason } from '../live/live-feeds.ts';
import type { SimulatedLiveFeeds, SimulatedTranscriptWatcher } from '../live/live-feeds.ts';
import type { SimulatedFaultTrigger } from '../options.ts';
import type { SimulatorRouteContext } from './context.ts';

const mostWatchers = 5;
const refusals = {
  unauthorized: [4001, 'unauthorized'],
  forbidden: [4003, 'forbidden'],
  notLive: [liveSocketCloseCodes.notLiveYet, 'call_not_live'],
  tooManyWatchers: [liveSocketCloseCodes.tooManyWatchers, 'too_many_watchers'],
  personalData: [4010, 'data_storage_setting'],
} as const;

/**
 * Transcript messages that no client understands, injected as a fault: an unknown message type, an unknown speaker
 * role, and an item without an id.
 */
const oddMessages = [
  { type: 'agent_state', state: 'thinking' },
  {
    type: 'transcript_updated',
    transcripts: [
      { id: 'item_odd', role: 'whisper', time_sec: 0, content: 'Solo para el agente.' },
      { role: 'agent', time_sec: 0, content: 'Sin id.' },
    ],
    pre_session_transcripts: [],
  },
];

type Refused = readonly [code: number, reason: string];

export interface SimulatedMonitorSockets {
  close(): void;
}

/** The simulated provider's WebSocket server for watching live calls. Closes upgrade requests to other paths. */
export function serveSimulatedMonitorSockets(
  server: Server,
  context: Pick<SimulatorRouteContext, 'accounts' | 'faults' | 'timers'> & { feeds: SimulatedLiveFeeds },
): SimulatedMonitorSockets {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (protocols) => (protocols.has('bearer') ? 'bearer' : false),
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const callId = /^\/v2\/monitor-call\/(\w+)/.exec(request.url ?? '')?.[1];
    if (callId === undefined) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => accept(client, request, callId));
  });

  function accept(client: WebSocket, request: IncomingMessage, callId: string): void {
    client.on('error', () => client.terminate());
    const { refuse } = context.faults.plan.monitor ?? {};
    if (refuse !== undefined && context.faults.strikes(refuse)) {
      client.close(refuse.code);
      return;
    }
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

  function refusalOf(
    account: SimulatedAccount | undefined,
    record: SimulatedCallRecord | undefined,
  ): Refused | undefined {
    if (account === undefined || account.keyRefused) return refusals.unauthorized;
    if (account.keyReadOnly) return refusals.forbidden;
    if (record === undefined || record.phase === 'registered') return refusals.notLive;
    if (record.phase === 'finished') return [liveSocketCloseCodes.ended, liveSocketCloseReasons.ended];
    if (record.outcome.agentMs !== undefined)
      return [liveSocketCloseCodes.ended, getSimulatedLiveFeedCloseReason(record)];
    if (record.storage !== 'everything') return refusals.personalData;
    if (context.feeds.watchers(record) >= mostWatchers) return refusals.tooManyWatchers;
    return undefined;
  }

  function createWatcher(client: WebSocket): SimulatedTranscriptWatcher {
    const faults = context.faults.plan.monitor ?? {};
    const strikes = (fault: SimulatedFaultTrigger | undefined): boolean => context.faults.strikes(fault);
    if (strikes(faults.silentAccept)) return { snapshot() {}, update() {}, end: () => client.terminate() };
    const send = createSender(client, strikes(faults.cut) ? faults.cut?.afterMessages : undefined);
    const lateMs = strikes(faults.lateSnapshot) ? faults.lateSnapshot?.delayMs : undefined;
    const [isWhole, isOdd, endsAlone] = [faults.wholeUpdates, faults.odd, faults.endsAlone].map((fault) =>
      strikes(fault),
    );
    let afterUpdate = (): void => {};
    return {
      snapshot(message) {
        if (lateMs === undefined) send(message());
        else {
          const updated = new Promise<void>((resolve) => (afterUpdate = resolve));
          void Promise.all([updated, context.timers.wait(lateMs)]).then(() => send(message()));
        }
        if (isOdd === true) for (const odd of oddMessages) send(JSON.stringify(odd));
      },
      update(changed, whole) {
        send(isWhole === true ? whole() : changed);
        afterUpdate();
      },
      end(message, closeReason) {
        if (message !== undefined && endsAlone !== true) send(message);
        client.close(liveSocketCloseCodes.ended, closeReason);
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

/**
 * Returns a function that sends messages to a client that watches a call. After `mostMessages` messages the client's
 * socket is destroyed (a fault).
 */
function createSender(client: WebSocket, mostMessages = Infinity): (message: string) => void {
  let sent = 0;
  if (mostMessages === 0) client.terminate();
  return (message) => {
    if (sent >= mostMessages) return;
    sent += 1;
    client.send(message, () => {
      if (sent >= mostMessages) client.terminate();
    });
  };
}

/**
 * Reads the API key from the Authorization header. Browsers can't set this header for a WebSocket, so they send the
 * subprotocols `bearer` and the key instead.
 */
function keyOf({ headers }: IncomingMessage): string | undefined {
  const [scheme, key] = (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? (scheme === 'bearer' ? key : undefined);
}
