/** Sockets on two servers that share a database: the messages they get, and what closes them. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { maxSocketsPerSession, type RealtimeMessage } from '../contract/realtime.ts';
import type { ListedUserSession } from '../contract/sessions.ts';
import { systemClock } from './platform/clock.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createWebSocketHub } from './platform/realtime-hub.ts';
import { createServerBus } from './platform/server-bus.ts';
import { createHttpClient, type HttpClient } from './testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { testPassword } from './testing/test-person.ts';
import { waitFor } from './testing/wait-for.ts';

/** Commands of a hub whose browsers send nothing. */
const noCommands = { receive() {}, leave() {} };

let first: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
let other: TestWorkspace;
const open: Listener[] = [];
const lines: Socket[] = [];

beforeAll(async () => {
  first = await startTestApp({
    simulator: { accounts: [1, 2].map((number) => ({ key: `key_realtime_${number}`, orgName: `Cuenta ${number}` })) },
  });
  second = await startTestApp({ database: first });
  workspace = await first.createWorkspace('key_realtime_1');
  other = await first.createWorkspace('key_realtime_2');
});
afterEach(() => {
  open.splice(0).forEach(({ socket }) => socket.terminate());
  lines.splice(0).forEach((line) => line.destroy());
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

interface Listener {
  readonly socket: WebSocket;
  readonly messages: RealtimeMessage[];
  /** The socket's close code, once closed. */
  closed: number | null;
}

/** Opens a socket with a client's session. Resolves at its hello. */
async function listen(
  server: Pick<TestApp, 'url'>,
  client: HttpClient,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: client.cookie, ...headers },
  });
  const listener: Listener = { socket, messages: [], closed: null };
  open.push(listener);
  socket.on('message', (data: Buffer) => listener.messages.push(JSON.parse(data.toString('utf8')) as RealtimeMessage));
  socket.on('close', (code) => (listener.closed = code));
  await new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve());
    socket.once('error', reject);
  });
  return listener;
}

/** Data as it arrives on a socket after the server accepted it. */
async function openBareSocket(server: Pick<TestApp, 'url'>, cookie: string): Promise<readonly string[]> {
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'c29ja2V0IG9mIGEgdGVzdA==',
  };
  const request = get(`${server.url}/ws`, { headers: { cookie, ...handshake } });
  const [, line] = (await once(request, 'upgrade')) as [IncomingMessage, Socket];
  lines.push(line);
  const writes: string[] = [];
  line.on('data', (data) => writes.push(data.toString('latin1')));
  return writes;
}

describe('a socket', () => {
  it('hears the calls of its workspace, from whichever server stored them, and of no other', async () => {
    const here = await listen(first, await first.signIn('operator', workspace.id));
    const there = await listen(second, await second.signIn('operator', workspace.id));
    const elsewhere = await listen(second, await second.signIn('operator', other.id));
    const callId = first.simulator.arrive('key_realtime_1', 'inbound');
    for (const listener of [here, there]) {
      await waitFor('the analysed call', () =>
        listener.messages.some((message) => message.type === 'call_analyzed' && message.callIds.includes(callId)),
      );
    }
    first.simulator.arrive('key_realtime_2', 'inbound');
    await waitFor('its own call', () => elsewhere.messages.some(({ type }) => type === 'call_analyzed'));
    expect(JSON.stringify(elsewhere.messages)).not.toContain(callId);
    expect(JSON.stringify(elsewhere.messages)).not.toContain(workspace.id);
  });

  it('is refused without a session and from a foreign page', async () => {
    await expect(listen(first, first.client())).rejects.toThrow('401');
    const client = await first.signIn('operator', workspace.id);
    await expect(listen(first, client, { origin: 'https://ajena.example' })).rejects.toThrow('403');
    expect((await listen(first, client, { origin: first.url })).closed).toBeNull();
  });

  it('hears that the settings of its workspace were saved, by whomever and on whichever server, and of no other’s', async () => {
    const saving = await first.signIn('editor', workspace.id);
    const own = await listen(first, saving);
    const here = await listen(first, await first.signIn('operator', workspace.id));
    const reader = await second.signIn('operator', workspace.id);
    const there = await listen(second, reader);
    const elsewhere = await listen(second, await second.signIn('editor', other.id));
    await saving.put('/api/settings', { dateLocale: 'pt-BR' });
    for (const { messages } of [own, here, there]) {
      await waitFor('the new settings', () =>
        messages.some((message) => message.type === 'workspace_update' && message.workspaceId === workspace.id),
      );
    }
    expect(await reader.get('/api/settings')).toMatchObject({ dateLocale: 'pt-BR' });
    // The next message on the same channel came after it.
    first.app.events.emit('settings.changed', { workspaceId: other.id });
    await waitFor('its own', () => elsewhere.messages.some(({ type }) => type === 'workspace_update'));
    expect(JSON.stringify(elsewhere.messages)).not.toContain(workspace.id);
  });

  it('is told in one write what happens in one moment', async () => {
    const { cookie } = await first.signIn('operator', workspace.id);
    const writes = await openBareSocket(first, cookie);
    const { id: workspaceId } = workspace;
    first.app.events.emit('workspace.changed', { workspaceId });
    first.app.events.emit('campaigns.changed', { workspaceId, campaignIds: ['c'] });
    first.app.events.emit('alerts.changed', { workspaceId, alertIds: ['a'] });
    await waitFor('all of it', () => writes.some((each) => each.includes('alert_update')));
    const told = writes.filter((each) => /workspace_update|campaign_update|alert_update/.test(each));
    expect(told.map((each) => each.match(/\w+_update/g))).toEqual([
      ['workspace_update', 'campaign_update', 'alert_update'],
    ]);
  });

  it('is told again and again that its line carries; one that answers no probe is ended', async () => {
    const log = pino({ level: 'silent' });
    const origins = { publicOrigin: null, allowedHosts: [] };
    const { identities } = first.app.features.access;
    const bus = createServerBus({ connectionString: first.database.connectionString, log });
    const hub = createWebSocketHub({
      bus,
      identities,
      origins,
      log,
      clock: systemClock,
      commands: noCommands,
      recheckMs: 1_000,
    });
    const http = await createHttpServer({ log, origins, trustProxy: false, requestsPerMinute: 6_000 });
    await hub.register(http);
    await http.listen({ host: '127.0.0.1', port: 0 });
    try {
      const server = { url: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}` };
      const { cookie } = await first.signIn('operator', workspace.id);
      const writes = await openBareSocket(server, cookie);
      const [line] = lines;
      const answering = await listen(server, await first.signIn('operator', workspace.id));
      await waitFor('the end of the line that answers nothing', () => line?.closed);
      expect(writes.some((each) => each.includes('"alive"'))).toBe(true);
      const isTold = ({ type }: RealtimeMessage): boolean => type === 'alive';
      await waitFor('more than one', () => answering.messages.filter(isTold).length > 1);
      expect(answering.closed).toBeNull();
    } finally {
      hub.stop();
      await http.close();
    }
  });

  it('closes with one warning, without a stack, when it sends more than it may', async () => {
    const written: { level: number; err?: unknown }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void written.push(JSON.parse(line)) });
    const origins = { publicOrigin: null, allowedHosts: [] };
    const { identities } = first.app.features.access;
    const bus = createServerBus({ connectionString: first.database.connectionString, log });
    const hub = createWebSocketHub({ bus, identities, origins, log, clock: systemClock, commands: noCommands });
    const http = await createHttpServer({ log, origins, trustProxy: false, requestsPerMinute: 6_000 });
    await hub.register(http);
    await http.listen({ host: '127.0.0.1', port: 0 });
    try {
      const server = { url: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}` };
      const listener = await listen(server, await first.signIn('operator', workspace.id));
      listener.socket.send('x'.repeat(20_000));
      await waitFor('the close', () => listener.closed === 1_009);
      expect(written.map(({ level, err }) => [level, err])).toEqual([[40, undefined]]);
    } finally {
      hub.stop();
      await http.close();
    }
  });

  it('closes on every server when its session logs out', async () => {
    const client = await first.signIn('operator', workspace.id);
    const listeners = [await listen(first, client), await listen(second, client)];
    const bystander = await listen(second, await first.signIn('operator', workspace.id));
    await client.post('/api/auth/logout');
    for (const listener of listeners) {
      await waitFor('the close', () => listener.closed);
      expect(listener.closed).toBe(4401);
      expect(listener.messages.at(-1)).toEqual({ type: 'session_ended' });
    }
    expect(bystander.closed).toBeNull();
  });

  it('closes on every server when its person ends that session from another', async () => {
    const client = await first.signIn('operator', workspace.id);
    const there = createHttpClient(first.url);
    const { username } = await client.get<{ username: string }>('/api/auth/user');
    await there.post('/api/auth/login', { username, password: testPassword });
    const listeners = [await listen(first, there), await listen(second, there)];
    const own = await listen(second, client);
    const sessions = await client.get<ListedUserSession[]>('/api/auth/sessions');
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    expect((await client.request('DELETE', `/api/auth/sessions/${other?.id}`)).status).toBe(200);
    for (const listener of listeners) {
      await waitFor('the close', () => listener.closed);
      expect(listener.closed).toBe(4401);
    }
    expect(own.closed).toBeNull();
  });

  it('closes when its user is deactivated', async () => {
    const client = await first.signIn('operator', workspace.id);
    const { id } = await client.get<{ id: string }>('/api/auth/user');
    const listener = await listen(second, client);
    await first.database.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    await first.app.features.access.endUserSessions(id);
    await waitFor('the close', () => listener.closed === 4401);
  });

  it('closes when its user no longer belongs to the workspace', async () => {
    const client = await first.signIn('operator', workspace.id);
    const user = await client.get<{ id: string }>('/api/auth/user');
    const listener = await listen(second, client);
    await first.database.db
      .deleteFrom('workspace_members')
      .where('workspace_id', '=', workspace.id)
      .where('user_id', '=', user.id)
      .execute();
    // A change of role elsewhere makes every server check again.
    await first.app.features.access.addMember(other.id, user.id, 'operator');
    await waitFor('the close', () => listener.closed === 4403);
  });

  it('follows its session to another workspace and says so', async () => {
    const client = await first.signIn('operator', workspace.id);
    const user = await client.get<{ id: string }>('/api/auth/user');
    await first.app.features.access.addMember(other.id, user.id, 'operator');
    const listener = await listen(second, client);
    await client.put(`/api/workspaces/${other.id}/switch`);
    await waitFor('the switch', () => listener.messages.some(({ type }) => type === 'workspace_switched'));
    const callId = first.simulator.arrive('key_realtime_2', 'web');
    await waitFor('a call of the new workspace', () => JSON.stringify(listener.messages).includes(callId));
  });

  it('is not shown a workspace that its session switched to while the person was removed from it', async () => {
    const client = await first.signIn('operator', workspace.id);
    const listener = await listen(first, client);
    const { rows } = await first.database.pool.query<{ id: string }>(
      `update sessions set current_workspace_id = $1 where user_id = (select id from users where username = $2) returning id`,
      [other.id, (await client.get<{ username: string }>('/api/auth/user')).username],
    );
    const sessionId = rows[0]?.id ?? '';
    first.app.events.emit('workspace.switched', { sessionId, workspaceId: other.id });
    first.app.events.emit('sessions.changed', { sessionIds: [sessionId] });
    await waitFor('what came after it', () => listener.messages.some(({ type }) => type === 'session_update'));
    first.app.events.emit('settings.changed', { workspaceId: other.id });
    first.app.events.emit('settings.changed', { workspaceId: workspace.id });
    await waitFor('its own', () => listener.messages.some(({ type }) => type === 'workspace_update'));
    expect(JSON.stringify(listener.messages)).not.toContain(other.id);
  });

  it('follows a switch of which no server heard, at the next look at its session', async () => {
    const client = await first.signIn('operator', workspace.id);
    const user = await client.get<{ id: string }>('/api/auth/user');
    const listener = await listen(second, client);
    await first.app.features.access.addMember(other.id, user.id, 'operator');
    // Simulates that the message is lost with the connection.
    const session = await first.database.db
      .updateTable('sessions')
      .set({ current_workspace_id: other.id })
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    first.app.events.emit('sessions.changed', { sessionIds: [session.id] });
    await waitFor('the switch', () =>
      listener.messages.some((message) => message.type === 'workspace_switched' && message.workspaceId === other.id),
    );
  });

  it('is refused beyond twenty of its session, until one of them closes; other sessions are not', async () => {
    const client = await first.signIn('operator', workspace.id);
    const listeners = await Promise.all(Array.from({ length: maxSocketsPerSession }, () => listen(first, client)));
    const refused = new WebSocket(`${first.url.replace('http', 'ws')}/ws`, { headers: { cookie: client.cookie } });
    const [code] = (await once(refused, 'close')) as [number];
    expect(code).toBe(4429);
    await listen(first, await first.signIn('operator', workspace.id));
    listeners[0]?.socket.close();
    await waitFor('the close', () => listeners[0]?.closed !== null);
    await listen(first, client);
  });
});
