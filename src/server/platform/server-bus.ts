/**
 * Short messages between the servers on one database, by LISTEN/NOTIFY on a connection of their own and after the
 * commit (inside transactions NOTIFY serialises all commits). After a silence a message is sent at once, then
 * every 25 ms what has gathered. They carry ids, but for the lines of live calls, and stay under PostgreSQL's 8,000 bytes: longer
 * lines travel in pieces, other messages that do not fit become "refetch". A server hears its own messages too. A way to the database that dies without a close would leave it deaf, and
 * every page with old figures, until the kernel gives up: the connection is probed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { LiveLine, LiveState } from '../../contract/live-lines.ts';

export type BusMessage =
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
  | LiveInterestMessage
  | LiveLinesMessage
  | { readonly kind: 'workspace_switched'; readonly sessionId: string; readonly workspaceId: string }
  | { readonly kind: 'sessions_changed'; readonly ids: readonly string[] };

/** Another server than the one that keeps their sockets shows these live calls; `live_join`: it needs all lines so far. */
export interface LiveInterestMessage {
  readonly kind: 'live_interest' | 'live_join';
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

/** Lines of a live call, from the server that keeps its socket. `told` counts that server's messages of the call. */
export interface LiveLinesMessage {
  readonly kind: 'live_lines';
  readonly workspaceId: string;
  readonly callId: string;
  readonly holder: string;
  readonly told: number;
  readonly state: LiveState;
  /** True: `lines` are all so far. */
  readonly isWhole: boolean;
  readonly lines: readonly LiveLine[];
}

/** A piece of a message that is too long for one; they arrive in order. */
interface Piece {
  readonly kind: 'piece';
  readonly at: number;
  readonly isLast: boolean;
  readonly text: string;
}

export interface ServerBus {
  /**
   * Sent within 25 ms while the database is there. What is lost with the connection is told as "refetch" of its workspace once
   * there is one again; our own listeners hear a gap.
   */
  publish(message: BusMessage): void;
  /** `isOwn`: this server published it. */
  onMessage(listener: (message: BusMessage, isOwn: boolean) => void): void;
  /** Messages may have been missed: read everything again. */
  onGap(listener: () => void): void;
  /** False before the start and while the connection is lost: others may speak unheard. */
  readonly isListening: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const gatherMs = 25;
export const payloadLimitBytes = 7_900;
const channel = 'vocero';
const connectMs = 10_000;

export interface ServerBusOptions {
  readonly connectionString: string;
  readonly log: Logger;
  /** How often the connection is asked whether it stands, and how long it has to answer; 15 and 10 s unless told. */
  readonly probe?: { readonly everyMs: number; readonly answerMs: number };
}

export function createServerBus(options: ServerBusOptions): ServerBus {
  const { connectionString, log, probe = { everyMs: 15_000, answerMs: 10_000 } } = options;
  const listeners: ((message: BusMessage, isOwn: boolean) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  let gathered: BusMessage[] = [];
  /** Workspaces of which messages were lost. */
  const untold = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Of `performance.now()`. */
  let flushedAt = Number.NEGATIVE_INFINITY;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let probeTimer: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  let stopped = false;
  let attempts = 0;
  /** Begun messages by the sender's connection: their pieces so far. */
  const pieces = new Map<number, string>();

  /** A connection that never stood rejects; one that is lost later is replaced. Never both, or retries would multiply. */
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
    if (untold.size > 0) scheduleFlush();
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
      // As if the line had said so.
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
      for (const part of JSON.parse(payload) as (BusMessage | Piece)[]) {
        const message = part.kind === 'piece' ? join(sender, part) : part;
        if (message) for (const listener of listeners) listener(message, isOwn);
      }
    } catch (error) {
      log.error({ err: error }, 'unreadable message between servers');
    }
  }

  /** The message that ends with this piece. */
  function join(sender: number, { at, text, isLast }: Piece): BusMessage | undefined {
    const whole = at === 0 ? text : (pieces.get(sender) ?? '') + text;
    if (!isLast) {
      pieces.set(sender, whole);
      return undefined;
    }
    pieces.delete(sender);
    return JSON.parse(whole) as BusMessage;
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(
      () => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'realtime message not sent'));
      },
      Math.max(0, flushedAt + gatherMs - performance.now()),
    );
  }

  async function flush(): Promise<void> {
    timer = undefined;
    flushedAt = performance.now();
    const messages = [
      ...gathered,
      ...Array.from(untold, (workspaceId): BusMessage => ({ kind: 'refetch', workspaceId })),
    ];
    gathered = [];
    untold.clear();
    const sender = client;
    try {
      for (const payload of packMessages(messages)) {
        if (!sender) return noteLost(messages);
        await sender.query('select pg_notify($1, $2)', [channel, payload]);
      }
    } catch (error) {
      noteLost(messages);
      if (client && client !== sender) scheduleFlush();
      throw error;
    }
  }

  function noteLost(messages: readonly BusMessage[]): void {
    for (const message of messages) if ('workspaceId' in message) untold.add(message.workspaceId);
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

/** An ended client may still hold its socket. */
function discard(client: Client): void {
  client.end().catch(() => undefined);
}

/** Merges messages of the same kind and workspace and packs them into payloads under the limit. */
export function packMessages(messages: readonly BusMessage[]): string[] {
  const merged = new Map<string, { message: BusMessage; ids: Set<string> | null }>();
  for (const message of messages) {
    const key = JSON.stringify({ ...message, ids: undefined });
    const known = merged.get(key);
    if (!known) merged.set(key, { message, ids: 'ids' in message ? new Set(message.ids) : null });
    else if ('ids' in message) message.ids.forEach((id) => known.ids?.add(id));
  }
  const parts = [...merged.values()].flatMap(({ message, ids }) =>
    fit(ids ? ({ ...message, ids: [...ids] } as BusMessage) : message),
  );
  const payloads: string[] = [];
  let current: string[] = [];
  let size = 2;
  // Several messages may come to the same "refetch"; equal pieces belong to different messages.
  const once = parts.filter((part, index) => part.startsWith(pieceStart) || parts.indexOf(part) === index);
  for (const part of once) {
    const bytes = Buffer.byteLength(part) + 1;
    if (current.length > 0 && size + bytes > payloadLimitBytes) {
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

/** Halves of these say together what the whole says. */
const isHalvable = (message: BusMessage): message is Extract<BusMessage, { ids: readonly string[] }> =>
  message.kind === 'sessions_changed' || message.kind === 'live_interest' || message.kind === 'live_join';

/** UTF-16 units of a piece: each takes at most three bytes, as the text is JSON already. */
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

/** One message as JSON texts that each fit: halved where halves keep their meaning, else "refetch". */
function fit(message: BusMessage): string[] {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) + 2 <= payloadLimitBytes) return [text];
  if (message.kind === 'live_lines') return cutIntoPieces(text);
  if (isHalvable(message) && message.ids.length > 1) {
    const middle = Math.ceil(message.ids.length / 2);
    return [
      ...fit({ ...message, ids: message.ids.slice(0, middle) }),
      ...fit({ ...message, ids: message.ids.slice(middle) }),
    ];
  }
  if ('workspaceId' in message)
    return [JSON.stringify({ kind: 'refetch', workspaceId: message.workspaceId } satisfies BusMessage)];
  return [];
}
