/**
 * Live calls that people on this server watch. For each call, only one server has a WebSocket to the provider: the
 * server with the call's lease. It sends the transcript lines to the other servers.
 * The other servers try to get the lease every two seconds. So one of them takes over within ten seconds if the server
 * with the lease dies.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LiveTranscriptLine, TranscriptStreamState } from '../../../contract/live-lines.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { ServerMetricRecorder } from '../../platform/metrics/metrics.ts';
import type { VoiceProvider } from '../../platform/provider/provider.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../platform/run-loop.ts';
import type { ServerBusMessage, ServerBus } from '../../platform/server-bus.ts';
import { createLiveCallConnection, type LiveCallConnection, type ReconnectTiming } from './call-monitor.ts';
import { createLiveTranscriptAccumulator, type LiveTranscriptAccumulator } from './live-transcript.ts';
import {
  liveCallSocketLeaseSeconds,
  releaseLiveCallSocketLeases,
  takeOrRenewLiveCallSocketLeases,
  type WatchedLiveCall,
} from './monitor-lease-store.ts';
import { createCountedProviderSocketOpener } from './socket-metrics.ts';

export interface LiveTranscriptChange {
  readonly state: TranscriptStreamState;
  /** The lines that are new or changed. */
  readonly lines: readonly LiveTranscriptLine[];
}

/** Listener for changes of a live call. It is called on the server whose WebSocket to the provider follows the call. */
export interface LiveTranscriptChangeListener {
  hear(change: LiveTranscriptChange): void;
  end(): void;
}

export interface LiveCallHub {
  /**
   * Follows a live call until the returned function is called, and keeps its provider connection ten seconds longer.
   * The listener first gets all lines so far, and then each change.
   */
  watch(call: WatchedLiveCall, listener: (change: LiveTranscriptChange) => void): () => void;
  start(): void;
  stop(): Promise<void>;
}

export interface LiveCallHubDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly bus: ServerBus;
  readonly serverId: string;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
  /**
   * Called when this server opens a live call's WebSocket to the provider. Returns the listener for the call's changes.
   */
  readonly attend: (call: WatchedLiveCall) => LiveTranscriptChangeListener;
  readonly metrics: ServerMetricRecorder;
  /** Pauses between connections; overridden in tests. */
  readonly pauses?: ReconnectTiming;
  /** Time in ms for which a call's transcript is still followed after its last listener left; by default 10 s. */
  readonly lingerMs?: number;
}

const renewEveryMs = 2_000;

interface Followed extends WatchedLiveCall {
  readonly transcript: LiveTranscriptAccumulator;
  readonly listeners: Set<(change: LiveTranscriptChange) => void>;
  state: TranscriptStreamState;
  /** Monotonic time in ms at which the call was last watched, on this or another server. */
  wantedAtMs: number;
  /** Monotonic time in ms at which another server last asked this server for the call's transcript lines. */
  wantedElsewhereAtMs: number;
  /** WebSocket connection to the provider for this call. Null if this server does not have the call's lease. */
  monitor: LiveCallConnection | null;
  /** Listener that checks the attention rules. Null if another server has the call's WebSocket. */
  attendant: LiveTranscriptChangeListener | null;
  told: number;
  /**
   * Id of the other server that sends this call's transcript lines, and the number of its last message. Null if neither
   * is known.
   */
  heard: { readonly holder: string; readonly told: number } | null;
}

export function createLiveCallHub(deps: LiveCallHubDeps): LiveCallHub {
  const { db, log, clock, bus, serverId, directory, lingerMs = 10_000 } = deps;
  const counted = createCountedProviderSocketOpener(deps.metrics);
  const followed = new Map<string, Followed>();
  const released: WatchedLiveCall[] = [];
  let loop: BackgroundLoop | undefined;

  bus.onMessage((message, isOwn) => {
    if (!isOwn) hear(message);
  });
  bus.onGap(() => followed.values().forEach(loseTrack));

  function follow(call: WatchedLiveCall): Followed {
    const key = keyOf(call);
    const known = followed.get(key);
    if (known) return known;
    const entry: Followed = {
      ...call,
      transcript: createLiveTranscriptAccumulator(),
      listeners: new Set(),
      state: 'connecting',
      wantedAtMs: clock.monotonicMs(),
      wantedElsewhereAtMs: Number.NEGATIVE_INFINITY,
      monitor: null,
      attendant: null,
      told: 0,
      heard: null,
    };
    followed.set(key, entry);
    return entry;
  }

  /** Makes the next round request all lines. */
  function loseTrack(entry: Followed): void {
    entry.heard = null;
    loop?.wake();
  }

  /** Passes new lines to this server's listeners. */
  function show(entry: Followed, lines: readonly LiveTranscriptLine[]): void {
    for (const listener of entry.listeners) listener({ state: entry.state, lines });
  }

  /**
   * Sends new transcript lines of a call to the listeners on this server. They also go to other servers, if one
   * recently asked for the call.
   */
  function sendLines(entry: Followed, lines: readonly LiveTranscriptLine[]): void {
    show(entry, lines);
    entry.attendant?.hear({ state: entry.state, lines });
    if (clock.monotonicMs() - entry.wantedElsewhereAtMs < lingerMs) publish(entry, lines, false);
  }

  function publish(
    { workspaceId, callId, state }: Followed,
    lines: readonly LiveTranscriptLine[],
    isWhole: boolean,
  ): void {
    const entry = followed.get(keyOf({ workspaceId, callId }));
    if (!entry) return;
    entry.told += 1;
    bus.publish({ kind: 'live_lines', workspaceId, callId, holder: serverId, told: entry.told, state, isWhole, lines });
  }

  function open(entry: Followed): void {
    const { workspaceId, callId, transcript } = entry;
    entry.heard = null;
    entry.attendant = deps.attend({ workspaceId, callId });
    entry.attendant.hear({ state: entry.state, lines: transcript.list() });
    entry.monitor = createLiveCallConnection({
      async follow(listener) {
        const provider = await directory.providerOf(workspaceId);
        return counted(listener, (each) => provider.followCall(callId, each));
      },
      onItems(message) {
        const changed = transcript.read(message);
        deps.metrics.count('vocero_live_lines_total', {}, changed.length);
        if (changed.length > 0) sendLines(entry, changed);
      },
      onState(state) {
        entry.state = state;
        sendLines(entry, []);
      },
      ...(deps.pauses && { pauses: deps.pauses }),
    });
  }

  function close(entry: Followed): void {
    entry.monitor?.stop();
    entry.monitor = null;
    entry.attendant?.end();
    entry.attendant = null;
  }

  /**
   * Stops following calls that nobody watches, and renews the leases of the others. If another server has a call's
   * lease, requests the transcript from that server.
   */
  async function look(): Promise<void> {
    const now = clock.monotonicMs();
    for (const [key, entry] of followed) {
      if (entry.listeners.size > 0) entry.wantedAtMs = now;
      if (now - entry.wantedAtMs < lingerMs) continue;
      if (entry.monitor) released.push(entry);
      close(entry);
      followed.delete(key);
    }
    const wanted = [...followed.values()].filter((entry) => entry.monitor !== null || entry.listeners.size > 0);
    const held = new Set(
      (await takeOrRenewLiveCallSocketLeases(db, serverId, wanted, liveCallSocketLeaseSeconds)).map(keyOf),
    );
    for (const entry of wanted) {
      if (followed.get(keyOf(entry)) !== entry) continue;
      if (held.has(keyOf(entry))) {
        if (!entry.monitor) open(entry);
      } else {
        close(entry);
        askHolder(entry);
      }
    }
    if (released.length > 0) await releaseLiveCallSocketLeases(db, serverId, released.splice(0));
  }

  function askHolder({ workspaceId, callId, heard, listeners }: Followed): void {
    if (listeners.size === 0) return;
    bus.publish({ kind: heard ? 'live_interest' : 'live_join', workspaceId, ids: [callId] });
  }

  function nextLook(): number {
    if (followed.size === 0) return Number.POSITIVE_INFINITY;
    const now = clock.monotonicMs();
    const ends = followed.values().map((entry) => (entry.listeners.size > 0 ? Infinity : entry.wantedAtMs + lingerMs));
    return Math.max(
      10,
      ends.reduce((soonest, end) => Math.min(soonest, end - now), renewEveryMs),
    );
  }

  function hear(message: ServerBusMessage): void {
    if (message.kind === 'live_interest' || message.kind === 'live_join') {
      for (const callId of message.ids) {
        const entry = followed.get(keyOf({ workspaceId: message.workspaceId, callId }));
        if (!entry?.monitor) continue;
        entry.wantedAtMs = clock.monotonicMs();
        entry.wantedElsewhereAtMs = entry.wantedAtMs;
        if (message.kind === 'live_interest') continue;
        entry.monitor.retry();
        publish(entry, entry.transcript.list(), true);
      }
    } else if (message.kind === 'live_lines') hearLines(message);
    else if (message.kind === 'refetch') {
      for (const entry of followed.values()) if (entry.workspaceId === message.workspaceId) loseTrack(entry);
    }
  }

  function hearLines(message: Extract<ServerBusMessage, { kind: 'live_lines' }>): void {
    const entry = followed.get(keyOf(message));
    if (!entry || entry.monitor) return;
    const { holder, told, isWhole, state } = message;
    const isNext = isWhole || (entry.heard?.holder === holder && entry.heard.told + 1 === told);
    if (isNext) entry.heard = { holder, told };
    else loseTrack(entry);
    const changed = entry.transcript.merge(message.lines);
    if (changed.length === 0 && state === entry.state) return;
    entry.state = state;
    show(entry, changed);
  }

  return {
    watch(call, listener) {
      const entry = follow(call);
      const isFirst = entry.listeners.size === 0;
      entry.listeners.add(listener);
      listener({ state: entry.state, lines: entry.transcript.list() });
      entry.monitor?.retry();
      if (isFirst && !entry.monitor) loop?.wake();
      return () => {
        if (!entry.listeners.delete(listener)) return;
        entry.wantedAtMs = clock.monotonicMs();
        if (entry.listeners.size === 0) loop?.wake();
      };
    },
    start() {
      loop = startBackgroundLoop({ name: 'live-calls', next: nextLook, work: look, log, clock });
    },
    async stop() {
      await loop?.stop();
      const held = followed
        .values()
        .filter(({ monitor }) => monitor !== null)
        .toArray();
      held.forEach(close);
      followed.clear();
      await releaseLiveCallSocketLeases(db, serverId, held);
    },
  };
}

const keyOf = ({ workspaceId, callId }: WatchedLiveCall): string => `${workspaceId}/${callId}`;
