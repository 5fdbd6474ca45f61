/**
 * The WebSockets at /ws of this server. Each belongs to a session, shows one workspace, and gets only that workspace's
 * messages.
 * A WebSocket is closed when its session ends or loses its rights, even if that happens on another server. A browser's
 * messages go to `commands` if its user may see the workspace.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import websocket from '@fastify/websocket';
import type { Role } from '../../contract/endpoint.ts';
import type { WebSocket } from '@fastify/websocket';
import type { Logger } from 'pino';
import {
  socketHeartbeatMs,
  socketCloseCodes,
  maxSocketsPerSession,
  type RealtimeMessage,
} from '../../contract/realtime.ts';
import { AppError } from './errors.ts';
import type { RequestIdentity, RequestIdentityPort } from './http/identity.ts';
import { assertAllowedOrigin, type RequestOriginPolicy } from './http/origin.ts';
import { sessionCookieName } from './http/route.ts';
import type { Clock } from './clock.ts';
import type {
  ServerBusMessage,
  LiveCallInterestBusMessage,
  LiveTranscriptLinesBusMessage,
  ServerBus,
} from './server-bus.ts';

interface Connection {
  readonly socket: WebSocket;
  /** The network socket below the WebSocket. */
  readonly line: Socket;
  readonly token: string;
  readonly sessionId: string;
  readonly userId: string;
  workspaceId: string | null;
  /**
   * The person who sends commands through this WebSocket. The object is replaced when the workspace or the person's
   * role changes.
   */
  viewer: WebSocketViewer | null;
  /** The browser's latest message that is not processed yet; otherwise null. A newer message replaces it. */
  command: string | null;
  isAlive: boolean;
  /**
   * Promise of the latest check of the WebSocket's session. Each check waits for the one before, so that the newest
   * result takes effect last.
   */
  checked: Promise<void>;
}

/** A person who views a workspace in one browser tab. */
export interface WebSocketViewer {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: Role;
  send(message: RealtimeMessage & { readonly workspaceId: string }): void;
}

/** Handles messages from browsers. */
export interface WebSocketCommandHandler {
  /**
   * Handles a message of at most 16 KiB from a browser. Of messages that arrive while the hub still checks the sender's
   * session, only the newest is passed on.
   */
  receive(viewer: WebSocketViewer, text: string): void;
  /** Called when a viewer is gone: the tab was closed, or its user switched the workspace or got another role. */
  leave(viewer: WebSocketViewer): void;
}

export interface WebSocketHub {
  /** Adds GET /ws to the app. */
  register(app: FastifyInstance): Promise<void>;
  /** Number of open WebSockets on this server. */
  readonly size: number;
  /** True if any WebSocket of this server shows the workspace. */
  hasSockets(workspaceId: string): boolean;
  /** Sends a message to all WebSockets of this server that show the message's workspace. */
  broadcast(message: RealtimeMessage & { readonly workspaceId: string }): void;
  stop(): void;
}

export interface WebSocketHubDeps {
  readonly bus: ServerBus;
  readonly identities: RequestIdentityPort;
  readonly origins: RequestOriginPolicy;
  readonly log: Logger;
  readonly clock: Clock;
  readonly commands: WebSocketCommandHandler;
  /** Interval in ms at which every WebSocket's session and connection are checked; default `socketHeartbeatMs`. */
  readonly recheckMs?: number;
}

const slowConsumerBytes = 1024 * 1024;

export function createWebSocketHub(options: WebSocketHubDeps): WebSocketHub {
  const { bus, identities, origins, log, commands } = options;
  const connections = new Set<Connection>();
  /** Network sockets whose writes are buffered (corked) until the end of the current turn of the event loop. */
  const held = new Set<Socket>();
  bus.onMessage(deliver);
  bus.onGap(() => {
    for (const connection of connections) {
      if (connection.workspaceId) send(connection, { type: 'refetch', workspaceId: connection.workspaceId });
      recheck(connection);
    }
  });
  const timer = setInterval(probe, options.recheckMs ?? socketHeartbeatMs);
  timer.unref();

  function deliver(message: ServerBusMessage): void {
    switch (message.kind) {
      case 'sessions_changed': {
        const ids = new Set(message.ids);
        for (const connection of connections) if (ids.has(connection.sessionId)) recheck(connection, { tells: true });
        return;
      }
      case 'workspace_switched':
        // Check the user's rights again, because the user may have no access to the workspace to which the session
        // switched.
        for (const connection of connections) if (connection.sessionId === message.sessionId) recheck(connection);
        return;
      case 'dispatch_due':
      case 'live_interest':
      case 'live_join':
      case 'live_lines':
        return;
      default:
        broadcast(toRealtimeMessage(message));
    }
  }

  function broadcast(message: RealtimeMessage & { readonly workspaceId: string }): void {
    // Encoded once for all sockets.
    const text = Buffer.from(JSON.stringify(message));
    for (const connection of connections)
      if (connection.workspaceId === message.workspaceId) sendText(connection, text);
  }

  function show(connection: Connection, workspaceId: string): void {
    dismissViewer(connection);
    connection.workspaceId = workspaceId;
    send(connection, { type: 'workspace_switched', workspaceId });
  }

  function dismissViewer(connection: Connection): void {
    if (connection.viewer) commands.leave(connection.viewer);
    connection.viewer = null;
  }

  /** Queues a browser's message behind pending session checks, so that a removed role can't send commands. */
  function command(connection: Connection, newest: string): void {
    const isQueued = connection.command !== null;
    connection.command = newest;
    if (isQueued) return;
    connection.checked = connection.checked.then(() => takeCommand(connection));
  }

  async function takeCommand(connection: Connection): Promise<void> {
    const { workspaceId, userId, socket, command: text } = connection;
    connection.command = null;
    if (workspaceId === null || text === null) return;
    try {
      const role = await identities.findRole(userId, workspaceId);
      if (role === null || connection.workspaceId !== workspaceId || socket.readyState !== socket.OPEN) return;
      if (connection.viewer?.role !== role) dismissViewer(connection);
      connection.viewer ??= { workspaceId, userId, role, send: (message) => send(connection, message) };
      commands.receive(connection.viewer, text);
    } catch (error) {
      log.warn({ err: error }, 'a command of a socket was not taken');
    }
  }

  function send(connection: Connection, message: RealtimeMessage): void {
    sendText(connection, Buffer.from(JSON.stringify(message)));
  }

  function sendText({ socket, line }: Connection, text: Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    // Close a WebSocket whose browser reads too slowly. The browser then reconnects and loads all data again.
    if (socket.bufferedAmount > slowConsumerBytes) {
      socket.close(socketCloseCodes.slow);
      return;
    }
    hold(line);
    socket.send(text, { binary: false });
  }

  /**
   * Collects all writes to a network socket until the next tick and sends them together, because each write is costly.
   */
  function hold(line: Socket): void {
    if (held.has(line)) return;
    if (held.size === 0) process.nextTick(releaseAll);
    held.add(line);
    line.cork();
  }

  function releaseAll(): void {
    for (const line of held) line.uncork();
    held.clear();
  }

  /**
   * Checks the session of a WebSocket. The WebSocket is closed if its session has ended or its user may not see the
   * workspace. If the session switched to another workspace, the WebSocket switches too.
   * If `tells` is true, a WebSocket that stays open gets a `session_update` message.
   */
  function recheck(connection: Connection, options: { readonly tells?: boolean } = {}): void {
    connection.checked = connection.checked.then(() => look(connection, options));
  }

  async function look(connection: Connection, { tells = false }: { readonly tells?: boolean }): Promise<void> {
    const shown = connection.workspaceId;
    try {
      const identity = await identities.findIdentity(connection.token);
      if (!identity) {
        send(connection, { type: 'session_ended' });
        connection.socket.close(socketCloseCodes.sessionEnded);
        return;
      }
      const { userId, currentWorkspaceId: current } = identity;
      const hasMoved = current !== null && current !== shown && (await identities.findRole(userId, current)) !== null;
      // If the WebSocket's workspace changed during the database reads, keep the change, because it is newer than the
      // data read.
      if (hasMoved && connection.workspaceId === shown) show(connection, current);
      const { workspaceId } = connection;
      const role = workspaceId && (await identities.findRole(userId, workspaceId));
      if (workspaceId && !role) {
        connection.socket.close(socketCloseCodes.forbidden);
        return;
      }
      if (connection.viewer?.role !== role) dismissViewer(connection);
      if (tells) send(connection, { type: 'session_update' });
    } catch (error) {
      // Close a WebSocket whose rights can't be checked.
      log.warn({ err: error }, 'socket not rechecked, closing it');
      connection.socket.close(socketCloseCodes.forbidden);
    }
  }

  function probe(): void {
    for (const connection of connections) {
      if (!connection.isAlive) {
        connection.socket.terminate();
        continue;
      }
      connection.isAlive = false;
      connection.socket.ping();
      send(connection, { type: 'alive' });
      recheck(connection);
    }
  }

  function accept(socket: WebSocket, line: Socket, token: string, identity: RequestIdentity): void {
    const isOfSession = ({ sessionId }: Connection): boolean => sessionId === identity.sessionId;
    // Refuse the WebSocket by a close code and not by an HTTP status, because a page can read only close codes.
    if (connections.values().filter(isOfSession).toArray().length >= maxSocketsPerSession) {
      socket.close(socketCloseCodes.tooMany);
      return;
    }
    const connection: Connection = {
      socket,
      line,
      token,
      sessionId: identity.sessionId,
      userId: identity.userId,
      workspaceId: identity.currentWorkspaceId,
      viewer: null,
      command: null,
      isAlive: true,
      checked: Promise.resolve(),
    };
    connections.add(connection);
    socket.on('pong', () => (connection.isAlive = true));
    socket.on('message', (data) => command(connection, (data as Buffer).toString('utf8')));
    socket.on('close', () => {
      connections.delete(connection);
      dismissViewer(connection);
    });
    send(connection, { type: 'hello', workspaceId: connection.workspaceId, at: options.clock.now().toISOString() });
    // Check the session again after adding the WebSocket to `connections`, because the session may have ended just
    // before.
    recheck(connection);
  }

  return {
    async register(app) {
      await app.register(websocket, {
        options: { maxPayload: 16 * 1024 },
        // Log a failed WebSocket without a stack trace, because the cause, such as a message that is too long, is on
        // the browser's side.
        errorHandler({ message }, socket) {
          log.warn({ reason: message }, 'a socket failed');
          socket.close();
        },
      });
      app.route({
        method: 'GET',
        url: '/ws',
        websocket: true,
        preValidation: async (request) => {
          assertAllowedOrigin(request, origins);
          const token = request.cookies[sessionCookieName];
          const identity = token ? await identities.findIdentity(token) : null;
          if (!identity) throw new AppError('not_signed_in');
          const { currentWorkspaceId } = identity;
          const mayShow = currentWorkspaceId ? await identities.findRole(identity.userId, currentWorkspaceId) : null;
          request.authorised = { identity: mayShow ? identity : { ...identity, currentWorkspaceId: null } };
        },
        handler: (socket: WebSocket, request: FastifyRequest) => {
          const identity = request.authorised?.identity;
          const token = request.cookies[sessionCookieName];
          if (identity && token) accept(socket, request.raw.socket, token, identity);
          else socket.close(socketCloseCodes.sessionEnded);
        },
      });
    },
    get size() {
      return connections.size;
    },
    hasSockets: (workspaceId) => connections.values().some((connection) => connection.workspaceId === workspaceId),
    broadcast,
    stop() {
      clearInterval(timer);
      for (const { socket } of connections) socket.close(1001);
    },
  };
}

/** Between servers alone. */
type ServerKind = 'dispatch_due' | (LiveCallInterestBusMessage | LiveTranscriptLinesBusMessage)['kind'];

function toRealtimeMessage(
  message: Exclude<ServerBusMessage, { kind: ServerKind | 'sessions_changed' | 'workspace_switched' }>,
): RealtimeMessage & { readonly workspaceId: string } {
  const { workspaceId } = message;
  if (!('ids' in message)) return { type: message.kind, workspaceId };
  if (message.kind === 'alert_update') return { type: 'alert_update', workspaceId, alertIds: message.ids };
  if (message.kind === 'campaign_update') return { type: 'campaign_update', workspaceId, campaignIds: message.ids };
  return { type: message.kind, workspaceId, callIds: message.ids };
}
