// Changing one's own password: by who knows the current one, and no guessing with a stolen session.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';

let server: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
});
afterAll(() => server.stop());

const path = '/api/auth/password';
const change = (currentPassword: string, newPassword = 'la nueva clave') => ({ currentPassword, newPassword });
const signsIn = async (username: string, password: string) =>
  (await server.client('10.9.9.9').request('POST', '/api/auth/login', { body: { username, password } })).status === 200;
const isOpen = async (person: { get: (path: string) => Promise<unknown> }) =>
  person.get('/api/auth/user').then(
    () => true,
    () => false,
  );

test('the new one signs in, the old one does not, other sessions end, this one stays; audited at home, without either', async () => {
  const person = await server.signIn();
  const { id } = await person.post<{ id: string }>('/api/workspaces', {
    name: 'Casa',
    retellApiKey: 'key_clave_propia_1',
  });
  const elsewhere = server.client();
  await elsewhere.post('/api/auth/login', { username: person.username, password: testPassword });
  const told: string[] = [];
  const off = server.events.on('sessions.changed', ({ sessionIds }) => told.push(...sessionIds));
  expect(await person.put(path, change(testPassword))).toEqual({ ok: true });
  off();
  expect(told).toHaveLength(1);
  expect([await isOpen(person), await isOpen(elsewhere)]).toEqual([true, false]);
  expect(await signsIn(person.username, testPassword)).toBe(false);
  expect(await signsIn(person.username, 'la nueva clave')).toBe(true);
  const rows = await server.database.db
    .selectFrom('audit_log')
    .select(['username', 'target', 'details'])
    .where('workspace_id', '=', id)
    .where('action', '=', 'user.password_changed')
    .execute();
  expect(rows).toEqual([{ username: person.username, target: person.userId, details: { username: person.username } }]);
});

test('a wrong one is told at its field and changes nothing; the fifth failure closes the door, sign-in too', async () => {
  const person = await server.signIn();
  const elsewhere = server.client();
  await elsewhere.post('/api/auth/login', { username: person.username, password: testPassword });
  for (const guess of ['uno', 'dos', 'tres', 'cuatro']) {
    await expect(person.put(path, change(guess))).rejects.toMatchObject({
      status: 422,
      body: {
        code: 'wrong_password',
        message: 'La contraseña actual no es correcta.',
        details: [{ path: 'currentPassword', message: 'La contraseña actual no es correcta.' }],
      },
    });
  }
  expect([await isOpen(person), await isOpen(elsewhere)]).toEqual([true, true]);
  const attempts = ['cinco', 'seis', 'siete'].map((guess) => person.request('PUT', path, { body: change(guess) }));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([422, 429, 429]);
  await expect(person.put(path, change(testPassword))).rejects.toMatchObject({
    status: 429,
    body: { code: 'too_many_attempts' },
  });
  const login = { username: person.username, password: testPassword };
  await expect(person.post('/api/auth/login', login)).rejects.toMatchObject({ status: 429 });
  await server.clock.advance(15 * 60_000);
  expect(await person.put(path, change(testPassword))).toEqual({ ok: true });
});

test('of two changes at once with the same current one, one is done', async () => {
  const person = await server.signIn();
  const both = ['la nueva uno', 'la nueva dos'].map((next) =>
    person.put(path, change(testPassword, next)).then(
      () => next,
      () => null,
    ),
  );
  const done = (await Promise.all(both)).filter((next) => next !== null);
  expect(done).toHaveLength(1);
  expect(await signsIn(person.username, done[0] ?? '')).toBe(true);
});

test('this browser stays known under the new password, no other does; a refused one changes nothing', async () => {
  const person = await server.signIn();
  const elsewhere = server.client();
  await elsewhere.post('/api/auth/login', { username: person.username, password: testPassword });
  await person.put(path, change(testPassword));
  const isKnown = async (browser: HttpClient) => {
    await expect(
      browser.post('/api/auth/login', { username: person.username, password: 'equivocada' }),
    ).rejects.toThrow('401');
    const last = await server.database.db
      .selectFrom('login_failures')
      .select('device_id')
      .where('username', '=', person.username)
      .orderBy('failed_at', 'desc')
      .execute();
    await server.database.db.deleteFrom('login_failures').execute();
    return last.map(({ device_id: id }) => id !== null);
  };
  expect([await isKnown(person), await isKnown(elsewhere)]).toEqual([[true], [false]]);
});

test('a new one may be of any signs and long, and is checked exactly as it was typed', async () => {
  const person = await server.signIn();
  const odd = ` ñandú 日本 ${'x'.repeat(200)} Z `;
  await person.put(path, change(testPassword, odd));
  const others = [odd.trim(), odd.toLowerCase(), odd.slice(0, 72), odd.normalize('NFD')];
  for (const other of others) expect(await signsIn(person.username, other)).toBe(false);
  expect(await signsIn(person.username, odd)).toBe(true);
});

test.each([
  ['the name', (name: string) => ` ${name.toUpperCase()} `, 'La contraseña no puede ser el nombre de usuario'],
  ['a common one', () => 'Qwerty123', 'Esta contraseña es de las más usadas y fáciles de adivinar. Elige otra'],
])('%s is no new password, told at its field', async (_what, next, message) => {
  const person = await server.signIn();
  await expect(person.put(path, change(testPassword, next(person.username)))).rejects.toMatchObject({
    status: 400,
    body: { code: 'invalid_input', message, details: [{ path: 'newPassword', message }] },
  });
  expect(await signsIn(person.username, testPassword)).toBe(true);
});

test('a short new one is refused before the current one is looked at, and nobody changes one without a session', async () => {
  const person = await server.signIn();
  await expect(person.put(path, change('lo que sea', '12345'))).rejects.toMatchObject({
    status: 400,
    body: { details: [{ path: 'newPassword', message: 'La contraseña debe tener al menos 6 caracteres' }] },
  });
  await expect(server.client().put(path, change(testPassword))).rejects.toMatchObject({ status: 401 });
});
