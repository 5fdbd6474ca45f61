import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../../../contract/routes.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts';
import { resetPasswordToGenerated } from '../index.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ background: false });
});

afterAll(() => app.stop());

async function statusOf(client: HttpClient, method: string, path: string, body?: unknown): Promise<number> {
  return (await client.request(method, path, { body })).status;
}

test('the new password signs in, the old one and the open sessions end', async () => {
  const username = 'olvidadiza';
  const old = 'la clave de antes';
  const { path: login } = apiRoutes.login;
  await app.app.features.access.createUser({ username, password: old });
  const session = app.client();
  expect(await statusOf(session, 'POST', login, { username, password: old })).toBe(200);
  expect(await statusOf(session, 'GET', apiRoutes.currentUser.path)).toBe(200);

  const { password = '' } = (await resetPasswordToGenerated(app.database.db, 'Olvidadiza', false)) ?? {};
  expect(password).toMatch(/^[\w-]{16}$/u);
  expect(await statusOf(session, 'GET', apiRoutes.currentUser.path)).toBe(401);
  expect(await statusOf(app.client(), 'POST', login, { username, password: old })).toBe(401);
  expect(await statusOf(app.client(), 'POST', login, { username, password })).toBe(200);
  expect(await resetPasswordToGenerated(app.database.db, 'nadie', false)).toBeNull();
});

test('API tokens live on after a reset, which says how many, unless they are revoked with it', async () => {
  const { admin } = await app.createWorkspace();
  const make = () => admin.post<{ token: string }>('/api/tokens', { name: 'CRM', role: 'operator' });
  const [one, other] = [await make(), await make()];
  const { username } = await admin.get<{ username: string }>('/api/auth/user');
  expect(await resetPasswordToGenerated(app.database.db, username, false)).toMatchObject({ tokens: 2 });
  const enter = (token: string) =>
    app.client().request('GET', '/api/settings', { headers: { authorization: `Bearer ${token}` } });
  expect((await enter(one.token)).status).toBe(200);
  expect(await resetPasswordToGenerated(app.database.db, username, true)).toMatchObject({ tokens: 0 });
  expect([(await enter(one.token)).status, (await enter(other.token)).status]).toEqual([401, 401]);
});
