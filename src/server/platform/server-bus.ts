/**
 * Short messages between the servers that share a database, by LISTEN/NOTIFY on a separate connection.
 * - Messages are sent after the commit, because NOTIFY inside transactions serialises all commits.
 * - The first message after a pause is sent at once, and later ones in batches every 25 ms.
 * - A payload must fit PostgreSQL's limit of 8,000 bytes. Longer messages are split, or become "refetch" if they can't
 * be split.
 * - A server also receives its own messages.
 * - The connection is probed regularly, because its loss would otherwise go unnoticed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { LiveTranscriptLine, TranscriptStreamState } from '../../contract/live-lines.ts';

export type ServerBusMessage =
  | {
      readonly kind:
        | 'call_started'
        | 'call_ended'
        | 'call_analyzed'
        | 'call_attention'
        | 'call_listeners'
        | 'campaign_update'
        | 'alert_update';
      readonly workspaceId: string;
      readonly ids: readonly string[];
    }
  | { readonly kind: 'refetch' | 'workspace_update'; readonly workspaceId: string }
  | { readonly kind: 'dispatch_due'; readonly workspaceId: string }
  | LiveCallInterestBusMessage
  | LiveTranscriptLinesBusMessage
  | { readonly kind: 'workspace_switched'; readonly sessionId: string; readonly workspaceId: string }
  | { readonly kind: 'sessions_changed'; readonly ids: readonly string[] };

/**
 * Message from a server whose users watch live calls, to the servers that receive the calls' transcripts. `live_join`
 * also asks for the transcript lines so far.
 */
export interface LiveCallInterestBusMessage {
  readonly kind: 'live_interest' | 'live_join';
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

/**
 * Transcript lines of a live call, sent to other servers by the server (`holder`) that receives them from the provider.
 * `told`: sequence number of this message.
 */
export interface LiveTranscriptLinesBusMessage {
  readonly kind: 'live_lines';
  readonly workspaceId: string;
  readonly callId: string;
  readonly holder: string;
  readonly told: number;
  readonly state: TranscriptStreamState;
  /** True if `lines` contains all lines of the live call so far, and not only new ones. */
  readonly isWhole: boolean;
  readonly lines: readonly LiveTranscriptLine[];
}

/** Part of a bus message that is too long for one NOTIFY payload. The parts arrive in order. */
interface Piece {
  readonly kind: 'piece';
  readonly at: number;
  readonly isLast: boolean;
  readonly text: string;
}

export interface ServerBus {
  /**
   * Publishes a message to all servers, within 25 ms while the database is reachable. If messages are lost, a "refetch"
   * message follows for their workspaces after the reconnect, and the callbacks of `onGap` are called.
   */
  publish(message: ServerBusMessage): void;
  /** Adds a listener for bus messages. `isOwn` is true for messages that this server published. */
  onMessage(listener: (message: ServerBusMessage, isOwn: boolean) => void): void;
  /** Adds a callback that is called when bus messages may have been missed, so that all data must be read again. */
  onGap(listener: () => void): void;
  /** True while the LISTEN connection is open. While it is false, messages of other servers are missed. */
  readonly isListening: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const busBatchIntervalMs = 25;
export const busPayloadMaxBytes = 7_900;
const channel = 'vocero';
const connectMs = 10_000;

export interface ServerBusOptions {
  readonly connectionString: string;
  readonly log: Logger;
  /**
   * Interval at which the bus connection is probed, and time limit for the response, both in ms. Defaults: 15 s and 10
   * s.
   */
  readonly probe?: { readonly everyMs: number; readonly answerMs: number };
}

export function createServerBus(options: ServerBusOptions): ServerBus {
  const { connectionString, log, probe = { everyMs: 15_000, answerMs: 10_000 } } = options;
  const listeners: ((message: ServerBusMessage, isOwn: boolean) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  let gathered: ServerBusMessage[] = [];
  /** Workspaces whose messages were lost. */
  const unannounced = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Time of the last flush, by `performance.now()`. */
  let flushedAt = Number.NEGATIVE_INFINITY;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let probeTimer: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  let stopped = false;
  let attempts = 0;
  /** Incomplete messages by the sender's connection. */
  const pieces = new Map<number, string>();

  /** Opens the bus connection, or rejects. If the connection is lost later, it is reopened automatically. */
  async function connect(): Promise<void> {
    const next = new Client({
      connectionString,
      application_name: 'vocero-realtime',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    });
    let isLost = false;
    const onLost = (): void => {
      isLost = true;
      if (client !== next) return;
      client = undefined;
      discard(next);
      if (!stopped) scheduleReconnect();
    };
    next.on('error', (error) => {
      log.warn({ err: error }, 'realtime connection lost');
      onLost();
    });
    next.on('end', onLost);
    let backend = 0;
    next.on('notification', ({ payload, processId }) => receive(payload ?? '[]', processId, processId === backend));
    try {
      await next.connect();
      const { rows } = await next.query<{ pid: number }>('select pg_backend_pid() as pid');
      backend = rows[0]?.pid ?? 0;
      await next.query(`listen ${channel}`);
      if (isLost) throw new Error('the connection was lost at once');
    } catch (error) {
      discard(next);
      throw error;
    }
    if (stopped) {
      discard(next);
      return;
    }
    client = next;
    attempts = 0;
    pieces.clear();
    watch(next);
    if (unannounced.size > 0) scheduleFlush();
  }

  function watch(watched: Client): void {
    probeTimer = setTimeout(() => void ask(watched), probe.everyMs);
  }

  async function ask(watched: Client): Promise<void> {
    try {
      const silence = delay(probe.answerMs, null, { ref: false }).then(() => {
        throw new Error('the connection answers nothing');
      });
      await Promise.race([watched.query('select'), silence]);
    } catch (error) {
      // The same handling as a connection error.
      if (client === watched && !stopped) watched.emit('error', error);
    }
    if (client === watched && !stopped) watch(watched);
  }

  function scheduleReconnect(): void {
    const delayMs = Math.min(30_000, 250 * 2 ** attempts++);
    reconnectTimer = setTimeout(() => {
      connect().then(
        () => gapListeners.forEach((listener) => listener()),
        (error: unknown) => {
          log.warn({ err: error }, 'realtime connection failed');
          if (!stopped) scheduleReconnect();
        },
      );
    }, delayMs);
  }

  function receive(payload: string, sender: number, isOwn: boolean): void {
    try {
      for (const part of JSON.parse(payload) as (ServerBusMessage | Piece)[]) {
        const message = part.kind === 'piece' ? join(sender, part) : part;
        if (message) for (const listener of listeners) listener(message, isOwn);
      }
    } catch (error) {
      log.error({ err: error }, 'unreadable message between servers');
    }
  }

  /** Joins the parts of a long bus message. Returns the message with its last part, otherwise undefined. */
  function join(sender: number, { at, text, isLast }: Piece): ServerBusMessage | undefined {
    const whole = at === 0 ? text : (pieces.get(sender) ?? '') + text;
    if (!isLast) {
      pieces.set(sender, whole);
      return undefined;
    }
    pieces.delete(sender);
    return JSON.parse(whole) as ServerBusMessage;
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(
      () => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'realtime message not sent'));
      },
      Math.max(0, flushedAt + busBatchIntervalMs - performance.now()),
    );
  }

  async function flush(): Promise<void> {
    timer = undefined;
    flushedAt = performance.now();
    const messages = [
      ...gathered,
      ...Array.from(unannounced, (workspaceId): ServerBusMessage => ({ kind: 'refetch', workspaceId })),
    ];
    gathered = [];
    unannounced.clear();
    const sender = client;
    try {
      for (const payload of packBusMessagesIntoPayloads(messages)) {
        if (!sender) return noteLost(messages);
        await sender.query('select pg_notify($1, $2)', [channel, payload]);
      }
    } catch (error) {
      noteLost(messages);
      if (client && client !== sender) scheduleFlush();
      throw error;
    }
  }

  function noteLost(messages: readonly ServerBusMessage[]): void {
    for (const message of messages) if ('workspaceId' in message) unannounced.add(message.workspaceId);
  }

  return {
    publish(message) {
      if (stopped) return;
      gathered.push(message);
      scheduleFlush();
    },
    onMessage: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    get isListening() {
      return client !== undefined;
    },
    start: connect,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(reconnectTimer);
      clearTimeout(probeTimer);
      if (client) await flush().catch((error: unknown) => log.warn({ err: error }, 'realtime message not sent'));
      await client?.end();
    },
  };
}

function discard(client: Client): void {
  client.end().catch(() => undefined);
}

/** Merges bus messages of the same kind and workspace, and packs them into payloads below the size limit. */
export function packBusMessagesIntoPayloads(messages: readonly ServerBusMessage[]): string[] {
  const merged = new Map<string, { message: ServerBusMessage; ids: Set<string> | null }>();
  for (const message of messages) {
    const key = JSON.stringify({ ...message, ids: undefined });
    const known = merged.get(key);
    if (!known) merged.set(key, { message, ids: 'ids' in message ? new Set(message.ids) : null });
    else if ('ids' in message) message.ids.forEach((id) => known.ids?.add(id));
  }
  const parts = [...merged.values()].flatMap(({ message, ids }) =>
    fit(ids ? ({ ...message, ids: [...ids] } as ServerBusMessage) : message),
  );
  const payloads: string[] = [];
  let current: string[] = [];
  let size = 2;
  // Drop duplicate messages. Keep equal pieces, because two different long messages may contain the same piece.
  const once = parts.filter((part, index) => part.startsWith(pieceStart) || parts.indexOf(part) === index);
  for (const part of once) {
    const bytes = Buffer.byteLength(part) + 1;
    if (current.length > 0 && size + bytes > busPayloadMaxBytes) {
      payloads.push(`[${current.join(',')}]`);
      current = [];
      size = 2;
    }
    current.push(part);
    size += bytes;
  }
  if (current.length > 0) payloads.push(`[${current.join(',')}]`);
  return payloads;
}

const isHalvable = (message: ServerBusMessage): message is Extract<ServerBusMessage, { ids: readonly string[] }> =>
  message.kind === 'sessions_changed' || message.kind === 'live_interest' || message.kind === 'live_join';

/** Length of one piece of a long bus message, in UTF-16 units. Each unit takes three bytes at most. */
const pieceLength = 2_500;
const pieceStart = '{"kind":"piece"';

function cutIntoPieces(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) => {
    const end = (index + 1) * pieceLength;
    const piece: Piece = {
      kind: 'piece',
      at: index,
      isLast: end >= text.length,
      text: text.slice(end - pieceLength, end),
    };
    return JSON.stringify(piece);
  });
}

/**
 * Splits a bus message into JSON texts that each fit into one payload. A message that can't be split is replaced by
 * "refetch".
 */
function fit(message: ServerBusMessage): string[] {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) + 2 <= busPayloadMaxBytes) return [text];
  if (message.kind === 'live_lines') return cutIntoPieces(text);
  if (isHalvable(message) && message.ids.length > 1) {
    const middle = Math.ceil(message.ids.length / 2);
    return [
      ...fit({ ...message, ids: message.ids.slice(0, middle) }),
      ...fit({ ...message, ids: message.ids.slice(middle) }),
    ];
  }
  if ('workspaceId' in message)
    return [JSON.stringify({ kind: 'refetch', workspaceId: message.workspaceId } satisfies ServerBusMessage)];
  return [];
}
