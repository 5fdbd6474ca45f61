// A person's own sessions over HTTP: what the list says, and whose session nobody else sees or ends.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedUserSession } from '../../../../contract/sessions.ts';
import type { Workspace } from '../../../../contract/access.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';

const minuteMs = 60_000;
const path = '/api/auth/sessions';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
let server: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
});
afterAll(() => server.stop());

type Person = Awaited<ReturnType<TestAccess['signIn']>>;

async function signInAlso(person: Person, address: string, userAgent = firefox): Promise<HttpClient> {
  const client = server.client(address);
  const credentials = { username: person.username, password: testPassword };
  await client.post('/api/auth/login', credentials, { 'user-agent': userAgent });
  return client;
}

const list = (client: HttpClient) => client.get<ListedUserSession[]>(path);
const end = async (client: HttpClient, id: string) => (await client.request('DELETE', `${path}/${id}`)).status;
const isOpen = async (client: HttpClient) => (await client.request('GET', '/api/auth/user')).status === 200;

async function idOf(client: HttpClient): Promise<string> {
  const own = (await list(client)).find(({ isCurrent }) => isCurrent);
  return own?.id ?? '';
}

describe('the list', () => {
  test('has the session that asks first, then the one seen last, each with where, since when and by which way', async () => {
    const here = await server.signIn();
    const early = await signInAlso(here, '203.0.113.7');
    await server.clock.advance(3 * minuteMs);
    const late = await signInAlso(here, '203.0.113.8', 'curl/8.5.0');
    await server.clock.advance(2 * minuteMs);
    const sessions = await list(here);
    const now = server.clock.now().getTime();
    const ago = (minutes: number) => new Date(now - minutes * minuteMs).toISOString();
    const byPassword = { way: 'password', secondFactor: null };
    const unnamed = { browser: null, system: null };
    expect(sessions).toMatchObject([
      { isCurrent: true, startedAt: ago(5), lastSeenAt: ago(0), ...unnamed, ...byPassword },
      { isCurrent: false, startedAt: ago(2), lastSeenAt: ago(2), address: '203.0.113.8', ...unnamed, ...byPassword },
      {
        isCurrent: false,
        startedAt: ago(5),
        lastSeenAt: ago(5),
        address: '203.0.113.7',
        browser: 'Firefox',
        system: 'Linux',
        ...byPassword,
      },
    ]);
    expect(sessions.map(({ id }) => id)).toEqual([await idOf(here), await idOf(late), await idOf(early)]);
  });

  test('says the second step of a sign-in, and the way that was no password', async () => {
    const here = await server.signIn();
    const [byCode, byPasskey] = [await signInAlso(here, '203.0.113.7'), await signInAlso(here, '203.0.113.8')];
    const sessions = server.database.db.updateTable('sessions');
    const [codeId, passkeyId] = [await idOf(byCode), await idOf(byPasskey)];
    await sessions.set({ second_factor: 'recovery' }).where('id', '=', codeId).execute();
    await sessions.set({ way: 'passkey' }).where('id', '=', passkeyId).execute();
    const shown = new Map((await list(here)).map((session) => [session.id, session]));
    expect(shown.get(codeId)).toMatchObject({ way: 'password', secondFactor: 'recovery' });
    expect(shown.get(passkeyId)).toMatchObject({ way: 'passkey', secondFactor: null });
  });

  test('has nothing of another person, of what is over, nor of a token by which a session could be used', async () => {
    const here = await server.signIn();
    await server.signIn();
    await signInAlso(here, '203.0.113.7');
    await server.clock.advance(13 * 60 * minuteMs);
    expect((await here.request('GET', path)).status).toBe(401);
    await here.post('/api/auth/login', { username: here.username, password: testPassword });
    const sessions = await list(here);
    expect(sessions).toHaveLength(1);
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual([
      'address',
      'browser',
      'id',
      'isCurrent',
      'lastSeenAt',
      'secondFactor',
      'startedAt',
      'system',
      'way',
    ]);
    const cookie = `vocero_session=${sessions[0]?.id}`;
    expect((await server.client().request('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401);
  });

  test('ends at a hundred, with the session that asks among them', async () => {
    const here = await server.signIn();
    const since = server.clock.now().getTime() + minuteMs;
    const rows = Array.from({ length: 120 }, (_, count) => ({
      token_hash: `${here.userId}-${count}`,
      user_id: here.userId,
      created_at: new Date(since + count),
      last_seen_at: new Date(since + count),
      expires_at: new Date(since + 1_000 * minuteMs),
    }));
    await server.database.db.insertInto('sessions').values(rows).execute();
    const sessions = await list(here);
    expect(sessions).toHaveLength(100);
    expect(sessions[0]).toMatchObject({ isCurrent: true });
    expect(sessions[1]?.lastSeenAt).toBe(new Date(since + 119).toISOString());
  });
});

describe('ending one', () => {
  test('ends that one alone, tells its sockets, and is audited', async () => {
    const here = await server.signIn();
    const [there, third] = [await signInAlso(here, '203.0.113.7'), await signInAlso(here, '203.0.113.8')];
    const id = await idOf(there);
    const told: string[] = [];
    const off = server.events.on('sessions.changed', ({ sessionIds }) => told.push(...sessionIds));
    expect(await end(here, id)).toBe(200);
    off();
    expect(told).toEqual([id]);
    expect(await Promise.all([here, there, third].map(isOpen))).toEqual([true, false, true]);
    expect((await list(here)).map((session) => session.id)).toEqual([await idOf(here), await idOf(third)]);
    expect(await end(here, id)).toBe(404);
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['user_id', 'address', 'details'])
      .where('action', '=', 'session.other_ended')
      .execute();
    const details = { from: '203.0.113.7', browser: 'Firefox', system: 'Linux' };
    expect(rows).toEqual([{ user_id: here.userId, address: '127.0.0.1', details }]);
  });

  test('is for its owner alone: an admin of their workspace and a stranger find nothing', async () => {
    const admin = await server.signIn();
    const workspace = await admin.post<Workspace>('/api/workspaces', {
      name: 'Ventas',
      retellApiKey: `key_sesiones_${admin.username}_000`,
    });
    const operator = await server.signIn('operator', workspace.id);
    const stranger = await server.signIn();
    const id = await idOf(operator);
    expect([await end(admin, id), await end(stranger, id), await end(server.client(), id)]).toEqual([404, 404, 401]);
    expect(await isOpen(operator)).toBe(true);
    expect((await list(admin)).map((session) => session.id)).not.toContain(id);
  });

  test('is not for the session that asks', async () => {
    const here = await server.signIn();
    expect(await end(here, await idOf(here))).toBe(409);
    expect(await isOpen(here)).toBe(true);
  });

  test('is not for a page of elsewhere', async () => {
    const here = await server.signIn();
    const there = await signInAlso(here, '203.0.113.7');
    const headers = { origin: 'https://otra.example' };
    const answer = await here.request('DELETE', `${path}/${await idOf(there)}`, { headers });
    expect([answer.status, await isOpen(there)]).toEqual([403, true]);
  });

  test('and the list are not for an API token, its maker’s own sessions included', async () => {
    const admin = await server.signIn();
    await admin.post<Workspace>('/api/workspaces', {
      name: 'Programas',
      retellApiKey: `key_sesiones_${admin.username}_000`,
    });
    const order = { name: 'CRM', role: 'admin', expiresInDays: 1 };
    const { token } = await admin.post<{ token: string }>('/api/tokens', order);
    const there = await signInAlso(admin, '203.0.113.7');
    const program = server.program(token);
    const asked = [
      await program.request('GET', path),
      await program.request('DELETE', `${path}/${await idOf(there)}`),
      await program.request('POST', `${path}/end-others`),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await isOpen(there)).toBe(true);
  });
});
