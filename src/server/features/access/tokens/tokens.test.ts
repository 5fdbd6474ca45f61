// API tokens over HTTP: creation, display, storage, rights and end.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApiToken } from '../../../../contract/tokens.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';

const dayMs = 86_400_000;
const perMinute = 5;
let server: TestAccess;
let admin: Awaited<ReturnType<TestAccess['signIn']>>;
let workspaceId: string;
let made = 0;

beforeAll(async () => {
  server = await startTestAccess({ tokenRequestsPerMinute: perMinute });
});
afterAll(() => server.stop());
beforeEach(async () => {
  admin = await server.signIn();
  const order = { name: 'Con tokens', retellApiKey: `key_tokens_${String(++made).padStart(4, '0')}` };
  workspaceId = (await admin.post<{ id: string }>('/api/workspaces', order)).id;
});

interface Made {
  readonly id: string;
  readonly token: string;
}

const make = (order: object = {}, by: HttpClient = admin): Promise<Made> =>
  by.post<Made>('/api/tokens', { name: 'CRM', role: 'admin', ...order });
const list = (): Promise<ApiToken[]> => admin.get<ApiToken[]>('/api/tokens');
const enters = async (token: string, address?: string): Promise<number> =>
  (await server.program(token, address).request('GET', '/api/settings')).status;

it('is shown once, stored as a hash, and lives 90 days unless told', async () => {
  const { id, token } = await make();
  expect(token).toMatch(/^vcr_[\w-]{43}$/);
  const [listed] = await list();
  expect(listed).toEqual({
    id,
    name: 'CRM',
    role: 'admin',
    addresses: [],
    createdBy: admin.username,
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
    lastUsedAt: null,
  });
  expect(Date.parse(listed?.expiresAt ?? '') - Date.parse(listed?.createdAt ?? '')).toBe(90 * dayMs);
  const { rows } = await server.database.pool.query('select t::text as row from api_tokens t where id = $1', [id]);
  expect(rows[0]?.row).not.toContain(token.slice(4));
  const audited = JSON.stringify(await admin.get('/api/audit-log?topic=token'));
  expect(audited).toContain('token.created');
  expect(audited).not.toContain(token.slice(4));
});

it('lets a program in without cookie or Origin', async () => {
  const { token } = await make({ name: 'n8n' });
  const program = server.program(token);
  expect(await program.get('/api/audit-log')).toBeInstanceOf(Array);
  expect(program.cookie).toBe('');
  const [used] = await list();
  expect(Math.abs(Date.parse(used?.lastUsedAt ?? '') - server.clock.now().getTime())).toBeLessThan(60_000);
});

it('neither makes nor revokes tokens', async () => {
  const { id, token } = await make();
  const closed = {
    status: 403,
    body: { code: 'forbidden', message: 'Esto no se hace con un token: inicia sesión en la consola.' },
  };
  await expect(make({}, server.program(token))).rejects.toMatchObject(closed);
  expect((await server.program(token).request('DELETE', `/api/tokens/${id}`)).status).toBe(403);
  expect(await list()).toHaveLength(1);
});

it('ends when it expires, is revoked, or whoever made it may not sign in or leaves', async () => {
  const first = await make({ expiresInDays: 1 });
  const second = await make();
  expect([await enters(first.token), await enters(second.token)]).toEqual([200, 200]);
  await server.clock.advance(dayMs);
  const back = await server.signIn('admin', workspaceId);
  expect([await enters(first.token), await enters(second.token)]).toEqual([401, 200]);
  expect((await back.request('DELETE', `/api/tokens/${second.id}`)).status).toBe(200);
  expect(await enters(second.token)).toBe(401);
  expect((await back.request('DELETE', `/api/tokens/${second.id}`)).status).toBe(404);

  const maker = await server.signIn('admin', workspaceId);
  const { token } = await make({}, maker);
  const { db } = server.database;
  const setActive = (is: boolean) =>
    db.updateTable('users').set({ is_active: is }).where('id', '=', maker.userId).execute();
  await setActive(false);
  expect(await enters(token)).toBe(401);
  await setActive(true);
  expect(await enters(token)).toBe(200);
  expect((await back.request('DELETE', `/api/workspaces/${workspaceId}/members/${maker.userId}`)).status).toBe(200);
  expect(await enters(token)).toBe(401);
  // The token does not return with the membership.
  await server.access.addMember(workspaceId, maker.userId, 'admin');
  expect(await enters(token)).toBe(401);
});

it('may never more than whoever made it may now', async () => {
  const maker = await server.signIn('admin', workspaceId);
  const { token } = await make({}, maker);
  const reads = async () => (await server.program(token).request('GET', '/api/audit-log')).status;
  expect(await reads()).toBe(200);
  await admin.put(`/api/workspaces/${workspaceId}/members/${maker.userId}`, { role: 'operator' });
  expect(await reads()).toBe(403);
  expect((await list()).map(({ role }) => role)).toEqual(['operator']);
  expect(await enters(token)).toBe(200);
});

it('ends with a new password or the end of other sessions, where that is asked', async () => {
  const owner = await server.signIn();
  const { id } = await owner.post<{ id: string }>('/api/workspaces', {
    name: 'Propio',
    retellApiKey: 'key_de_los_tokens',
  });
  const create = () => owner.post<{ token: string }>('/api/tokens', { name: 'CRM', role: 'operator' });
  const count = async () => (await owner.get<{ count: number }>('/api/tokens/own')).count;
  const { token } = await create();
  await create();
  expect(await owner.post('/api/auth/sessions/end-others')).toEqual({ ended: 0, revoked: 0 });
  expect([await count(), await enters(token)]).toEqual([2, 200]);
  expect(await owner.post('/api/auth/sessions/end-others', { revokeTokens: true })).toEqual({ ended: 0, revoked: 2 });
  expect([await count(), await enters(token)]).toEqual([0, 401]);
  const log = await owner.get<{ action: string; target: string }[]>('/api/audit-log');
  expect(log.filter(({ action }) => action === 'token.revoked').map(({ target }) => target)).toEqual(['CRM', 'CRM']);

  const again = await create();
  const change = { currentPassword: testPassword, newPassword: 'otra clave bastante larga' };
  await owner.put('/api/auth/password', { ...change, revokeTokens: true });
  expect([await count(), await enters(again.token)]).toEqual([0, 401]);

  // An admin of all the person's workspaces sees the number of their tokens.
  const maker = await server.signIn('admin', id);
  await server.database.pool.query('update users set home_workspace_id = $1 where id = $2', [id, maker.userId]);
  const theirs = await maker.post<{ token: string }>('/api/tokens', { name: 'Suyo', role: 'operator' });
  const listed = async () =>
    (await owner.get<{ id: string; tokens: number; username: string; canSetPassword: boolean }[]>('/api/users')).find(
      (each) => each.id === maker.userId,
    );
  const seen = await listed();
  expect(seen).toMatchObject({ canSetPassword: true, tokens: 1 });
  const body = { username: seen?.username, isActive: 'true', password: 'una clave nueva y larga', revokeTokens: true };
  await owner.put(`/api/users/${maker.userId}`, body);
  expect(await enters(theirs.token)).toBe(401);
});

it('may be bound to addresses and networks of both kinds', async () => {
  const { token } = await make({ addresses: ['203.0.113.7', '10.1.0.0/16', '2001:db8::/32'] });
  const from = [
    '203.0.113.7',
    '203.0.113.8',
    '10.1.255.1',
    '10.2.0.1',
    '2001:db8:1::9',
    '2001:db9::1',
    '::ffff:10.1.0.1',
  ];
  const answers = await Promise.all(from.map((address) => enters(token, address)));
  expect(answers).toEqual([200, 401, 200, 401, 200, 401, 200]);
  const mapped = await make({ addresses: ['::ffff:203.0.113.7', '::ffff:a01:0/112', '::ffff:198.51.100.0/120'] });
  const others = ['203.0.113.7', '10.1.255.1', '10.2.0.1', '198.51.100.9', '198.51.101.9', '::ffff:cb00:7107'];
  expect(await Promise.all(others.map((address) => enters(mapped.token, address)))).toEqual([
    200, 200, 401, 200, 401, 200,
  ]);
});

it('says what is wrong with an order, and how many there may be', async () => {
  const refusal = async (order: object): Promise<unknown> =>
    make(order).then(
      () => 'made',
      (error: { body: { message: string } }) => error.body.message,
    );
  expect(await refusal({ name: ' ' })).toBe('El nombre es requerido');
  expect(await refusal({ addresses: ['10.0.0.0/99'] })).toContain('usa una dirección, como 203.0.113.7');
  for (const expiresInDays of [0, 401, 1.5]) expect(await refusal({ expiresInDays })).not.toBe('made');
  for (let count = 0; count < 50; count += 1) await make();
  expect(await refusal({})).toBe('Hay un máximo de 50 tokens. Revoca los que no se usan.');
});

it('goes before a cookie, and a Bearer that is no token of ours leaves the session alone', async () => {
  const operator = await server.signIn('operator', workspaceId);
  const { token } = await make();
  const asks = async (authorization: string) =>
    (await operator.request('GET', '/api/audit-log', { headers: { authorization } })).status;
  expect(await asks(`Bearer ${token}`)).toBe(200);
  expect(await asks('Bearer eyJhbGciOi.of.a-proxy')).toBe(403);
  expect(await asks(`Bearer ${token.slice(0, -1)}`)).toBe(401);
  await expect(server.program('eyJhbGciOi').get('/api/settings')).rejects.toMatchObject({
    status: 401,
    body: { code: 'invalid_token' },
  });
});

it('has a limit of requests of its own, told in the usual headers', async () => {
  const [{ token }, { token: other }] = [await make(), await make()];
  const ask = () => server.program(token).request('GET', '/api/settings');
  const left: (string | null)[] = [];
  for (let asked = 0; asked < perMinute; asked += 1) left.push((await ask()).headers.get('x-ratelimit-remaining'));
  expect(left).toEqual(['4', '3', '2', '1', '0']);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-ratelimit-limit')).toBe(String(perMinute));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await enters(other)).toBe(200);
  expect(await admin.get('/api/settings')).toBeTruthy();
});

it('is not to be guessed: from an address with many wrong ones nobody is looked up any more', async () => {
  const { token } = await make();
  const strict = await startTestAccess({ database: server, requestsPerMinute: 20 });
  const enter = async (given: string, address: string) =>
    (await strict.program(given, address).request('GET', '/api/settings')).status;
  const wrong = Array.from({ length: 20 }, () => enter(`vcr_${'x'.repeat(43)}`, '203.0.113.9'));
  expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]));
  const refused = await strict.program(token, '203.0.113.9').request('GET', '/api/settings');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await enter(token, '203.0.113.10')).toBe(200);
  await strict.stop();
});
