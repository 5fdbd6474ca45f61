// Sessions over HTTP: the cookie, what is stored of it, and every way in which one ends.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computeSha256Hex } from '../../../platform/crypto.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const hourMs = 3_600_000;
let server: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
});
afterAll(() => server.stop());

/** Whose session began at the product's own door, and whose browser is known there. */
async function signInByPassword() {
  const person = await server.signIn();
  await person.post('/api/auth/login', { username: person.username, password: testPassword });
  return person;
}

const login = (username: string, headers: Record<string, string> = {}) =>
  server.client().request('POST', '/api/auth/login', { body: { username, password: testPassword }, headers });

async function newUser(username: string): Promise<string> {
  return server.access.createUser({ username, password: testPassword, email: `${username}@ejemplo.com` });
}

const tokenOf = (cookie: string): string => /vocero_session=([^;]*)/.exec(cookie)?.[1] ?? '';

const sessionRow = (cookie: string) =>
  server.database.db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', computeSha256Hex(tokenOf(cookie)))
    .executeTakeFirst();

describe('the cookie', () => {
  test('is HttpOnly and SameSite=Lax for 30 days, and Secure behind https only', async () => {
    const id = await newUser('galleta');
    const plain = await login('galleta');
    expect(await plain.json()).toEqual({
      id,
      username: 'galleta',
      email: 'galleta@ejemplo.com',
      hasHome: false,
      hasPassword: true,
      hasSecondFactor: false,
      secondFactorReset: null,
    });
    const [cookie] = plain.headers.getSetCookie();
    expect(cookie).toMatch(/^vocero_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const [secure] = (await login('galleta', { 'x-forwarded-proto': 'https' })).headers.getSetCookie();
    expect(secure).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('holds the token; the database holds its SHA-256 alone', async () => {
    const person = await server.signIn();
    const token = tokenOf(person.cookie);
    expect(token).toHaveLength(43);
    const row = await sessionRow(person.cookie);
    expect(row).toMatchObject({ user_id: person.userId, current_workspace_id: null });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('of a wrong token opens nothing', async () => {
    const answer = await server
      .client()
      .request('GET', '/api/auth/user', { headers: { cookie: 'vocero_session=abc' } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'not_signed_in' });
  });
});

describe('where requests come from', () => {
  test('a wrong Origin is refused on every write, sign-in too, and changes nothing', async () => {
    const person = await server.signIn();
    const headers = { origin: 'https://otra.example' };
    await expect(person.post('/api/auth/logout', undefined, headers)).rejects.toMatchObject({
      status: 403,
      body: { code: 'forbidden_origin' },
    });
    expect((await login(person.username, headers)).headers.getSetCookie()).toEqual([]);
    expect(await person.get('/api/auth/user')).toMatchObject({ username: person.username });
    await person.post('/api/auth/logout', undefined, { origin: server.url });
  });
});

describe('a session ends', () => {
  const isOpen = async (person: HttpClient) => (await person.request('GET', '/api/auth/user')).status === 200;

  test('by logout, which clears the cookie and tells the sockets', async () => {
    const person = await server.signIn();
    const { cookie } = person;
    const row = await sessionRow(cookie);
    const told: string[] = [];
    const off = server.events.on('sessions.changed', ({ sessionIds }) => told.push(...sessionIds));
    const answer = await person.request('POST', '/api/auth/logout');
    off();
    expect(answer.headers.getSetCookie()[0]).toMatch(/^vocero_session=;.*Expires=Thu, 01 Jan 1970/);
    expect(told).toEqual([row?.id]);
    const again = await server.client().request('GET', '/api/auth/user', { headers: { cookie } });
    expect(again.status).toBe(401);
  });

  test('when its browser signs in again: a fresh token, the old one is worth nothing', async () => {
    const person = await server.signIn();
    const old = person.cookie;
    await person.post('/api/auth/login', { username: person.username, password: testPassword });
    expect(person.cookie).not.toBe(old);
    expect(await sessionRow(old)).toBeUndefined();
    expect(await isOpen(person)).toBe(true);
  });

  test('but not by a failed sign-in', async () => {
    const person = await server.signIn();
    await expect(person.post('/api/auth/login', { username: person.username, password: 'otra' })).rejects.toMatchObject(
      {
        status: 401,
      },
    );
    expect(await isOpen(person)).toBe(true);
  });

  test('after 12 hours unused; use renews it, 30 days at most', async () => {
    const idle = await server.signIn();
    const busy = await server.signIn();
    await server.clock.advance(11.9 * hourMs);
    expect(await isOpen(busy)).toBe(true);
    await server.clock.advance(0.2 * hourMs);
    expect(await isOpen(idle)).toBe(false);
    let hours = 12.1;
    for (; hours < 30 * 24 - 11; hours += 11) {
      expect(await isOpen(busy)).toBe(true);
      await server.clock.advance(11 * hourMs);
    }
    expect(await isOpen(busy)).toBe(true);
    await server.clock.advance((30 * 24 - hours) * hourMs);
    expect(await isOpen(busy)).toBe(false);
  });

  test('when its user is deactivated or deleted', async () => {
    const [inactive, deleted] = [await server.signIn(), await server.signIn()];
    const users = server.database.db.updateTable('users');
    await users.set({ is_active: false }).where('id', '=', inactive.userId).execute();
    await users.set({ deleted_at: new Date() }).where('id', '=', deleted.userId).execute();
    expect(await isOpen(inactive)).toBe(false);
    expect(await isOpen(deleted)).toBe(false);
  });

  test('with all others of its user, but the one that asks', async () => {
    const here = await server.signIn();
    const there = server.client();
    await there.post('/api/auth/login', { username: here.username, password: testPassword });
    const own = await sessionRow(here.cookie);
    await server.access.endUserSessions(here.userId, own?.id);
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false]);
    await server.access.endUserSessions(here.userId);
    expect(await isOpen(here)).toBe(false);
  });

  test('with all others of its user when the person asks, sockets told, and says how many; audited', async () => {
    const here = await server.signIn();
    const others = [server.client(), server.client()];
    for (const other of others)
      await other.post('/api/auth/login', { username: here.username, password: testPassword });
    const stranger = await server.signIn();
    const told: string[] = [];
    const off = server.events.on('sessions.changed', ({ sessionIds }) => told.push(...sessionIds));
    expect(await here.post('/api/auth/sessions/end-others')).toEqual({ ended: 2, revoked: 0 });
    off();
    expect(told).toHaveLength(2);
    expect(await Promise.all([here, stranger, ...others].map(isOpen))).toEqual([true, true, false, false]);
    expect(await here.post('/api/auth/sessions/end-others')).toEqual({ ended: 0, revoked: 0 });
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['user_id', 'details'])
      .where('action', '=', 'session.others_ended')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { user_id: here.userId, details: { sessions: 2 } },
      { user_id: here.userId, details: { sessions: 0 } },
    ]);
  });
});

test('the last use is written once a minute at most', async () => {
  const person = await server.signIn();
  const seen = async () => (await sessionRow(person.cookie))?.last_seen_at.getTime() ?? 0;
  const start = await seen();
  await server.clock.advance(59_000);
  await person.get('/api/auth/user');
  expect(await seen()).toBe(start);
  await server.clock.advance(1_000);
  await Promise.all([person.get('/api/auth/user'), person.get('/api/auth/user')]);
  expect(await seen()).toBe(start + 60_000);
});

test('sessions and failures that are over are swept away', async () => {
  const person = await server.signIn();
  await expect(server.client().post('/api/auth/login', { username: 'nadie', password: 'x' })).rejects.toThrow('401');
  await server.clock.advance(13 * hourMs);
  await server.access.start?.();
  await waitFor('the sweep', async () => {
    const failures = await server.database.db.selectFrom('login_failures').select('address').execute();
    return failures.length === 0 && !(await sessionRow(person.cookie));
  });
  await server.access.stop?.();
});

test('sign-ins, refusals and logouts are in the audit log, with their address and no password', async () => {
  const person = await signInByPassword();
  await expect(
    server.client('203.0.113.9').post('/api/auth/login', { username: person.username, password: 'equivocada-99' }),
  ).rejects.toThrow('401');
  await person.post('/api/auth/logout');
  const rows = await server.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('user_id', '=', person.userId)
    .orderBy('id')
    .execute();
  expect(rows.map((row) => [row.action, row.address, row.username])).toEqual([
    ['session.started', '127.0.0.1', person.username],
    ['session.refused', '203.0.113.9', person.username],
    ['session.ended', '127.0.0.1', person.username],
  ]);
  expect(JSON.stringify(rows)).not.toContain('equivocada-99');
});

test('a person is told of five and more failures against their account, their own alone, until they say that they have seen them', async () => {
  const person = await signInByPassword();
  const other = await server.signIn();
  const path = '/api/auth/sign-in-failures';
  const guess = (address: string) =>
    expect(
      server.client(address).post('/api/auth/login', { username: person.username, password: 'otra' }),
    ).rejects.toThrow('401');
  for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.1', '198.51.100.2']) await guess(address);
  // The person's own slip, in a browser that is known.
  await expect(person.post('/api/auth/login', { username: person.username, password: 'casi' })).rejects.toThrow('401');
  expect(await person.get(path)).toEqual({ failures: null });
  await guess('198.51.100.1');
  const { failures } = await person.get<{ failures: { lastAt: string } }>(path);
  expect(failures).toEqual({
    count: 5,
    addressCount: 2,
    addresses: ['198.51.100.1', '198.51.100.2'],
    lastAt: expect.any(String) as string,
  });
  expect(await other.get(path)).toEqual({ failures: null });
  expect(await other.post(`${path}/read`, { until: failures.lastAt })).toEqual({ failures: null });
  expect(await person.get(path)).toEqual({ failures });
  expect(await person.post(`${path}/read`, { until: failures.lastAt })).toEqual({ failures: null });
  expect(await person.get(path)).toEqual({ failures: null });
});
