// Encryption may end at a balancer whose headers are not trusted: the page's own Origin still tells of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts';

const publicUrl = 'https://consola.ejemplo.com';
const password = 'una clave de prueba';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ background: false, config: { publicUrl } });
  await app.app.features.access.createUser({ username: 'lejana', password });
});
afterAll(() => app.stop());

test.each([
  ['over https, Secure', { origin: publicUrl }, true],
  ['on the machine itself, plain', {}, false],
])('the cookie of a page %s', async (_, headers, isSecure) => {
  const answer = await app
    .client()
    .request('POST', '/api/auth/login', { body: { username: 'lejana', password }, headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()[0]?.includes('; Secure')).toBe(isSecure);
});
