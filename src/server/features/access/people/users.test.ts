// Users created without a screen: the first one, and those of the demo and tests.
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { startTestAccess, type TestAccess, type TestAccessOptions } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';

const running: TestAccess[] = [];
async function start(options: TestAccessOptions = {}): Promise<TestAccess> {
  const server = await startTestAccess(options);
  running.push(server);
  return server;
}
afterEach(async () => {
  for (let server = running.pop(); server; server = running.pop()) await server.stop();
});

test('the first user is made once, however many servers start, with a password shown once', async () => {
  const first = await start();
  const second = await start({ database: first });
  const made = await Promise.all([first, second, first, second].map((server) => server.access.ensureFirstUser()));
  const shown = made.filter((user) => user !== null);
  expect(shown).toEqual([{ username: 'admin', generatedPassword: expect.stringMatching(/^[\w-]{16}$/) as string }]);
  const password = shown[0]?.generatedPassword;
  expect(await first.client().post('/api/auth/login', { username: 'admin', password })).toMatchObject({
    username: 'admin',
  });
  expect(await second.access.ensureFirstUser()).toBeNull();
  const users = await first.database.db.selectFrom('users').select(['username', 'password_hash']).execute();
  expect(users).toEqual([
    { username: 'admin', password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) as string },
  ]);
});

test('a password that was given is taken and not shown', async () => {
  const server = await start({ adminPassword: 'la que me dieron' });
  expect(await server.access.ensureFirstUser()).toEqual({ username: 'admin', generatedPassword: null });
  await server.client().post('/api/auth/login', { username: 'ADMIN', password: 'la que me dieron' });
});

test('a password that everybody tries first starts too: it is warned of', async () => {
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const server = await start({ adminPassword: '123456', log });
  expect(await server.access.ensureFirstUser()).toEqual({ username: 'admin', generatedPassword: null });
  expect(warnings).toEqual([expect.stringContaining('ADMIN_PASSWORD')]);
  expect(warnings.join()).not.toContain('123456');
});

test('a user is an operator at home at once; a name is taken in any case; a new role reaches the sockets', async () => {
  const server = await start();
  const owner = await server.signIn();
  const { id } = await owner.post<{ id: string }>('/api/workspaces', {
    name: 'Casa',
    retellApiKey: 'key_casa_0123456',
  });
  const userId = await server.access.createUser({ username: 'Ñandú', password: testPassword, homeWorkspaceId: id });
  expect(await server.access.identities.findRole(userId, id)).toBe('operator');
  await expect(server.access.createUser({ username: 'ñANDÚ', password: testPassword })).rejects.toMatchObject({
    code: 'conflict',
  });
  await server.client().post('/api/auth/login', { username: 'ñandú', password: testPassword });
  const told: (readonly string[])[] = [];
  server.events.on('sessions.changed', ({ sessionIds }) => told.push(sessionIds));
  await server.access.addMember(id, userId, 'editor');
  expect(await server.access.identities.findRole(userId, id)).toBe('editor');
  expect(told).toEqual([[expect.any(String)]]);
  const homes = await server.database.db.selectFrom('users').select('home_workspace_id').execute();
  expect(homes).toEqual([{ home_workspace_id: id }, { home_workspace_id: id }]);
});

test('the installation tells its name, version and when its pages were built', async () => {
  const clientRoot = await mkdtemp(path.join(os.tmpdir(), 'vocero-client-'));
  try {
    const server = await start({ clientRoot });
    const version = expect.stringMatching(/^\d+\.\d+\.\d+/) as string;
    expect(await server.client().get('/api/app/info')).toEqual({
      appName: 'Vocero de prueba',
      signIn: { password: true, passkey: false, oidc: null, recovery: false, canMailLinks: false },
      version,
      buildDate: 'N/A',
    });
    const page = path.join(clientRoot, 'index.html');
    await writeFile(page, '');
    await utimes(page, new Date(), new Date('2026-11-20T10:00:00Z'));
    expect(await server.client().get('/api/app/info')).toMatchObject({ buildDate: '2026-11-20T10:00:00.000Z' });
  } finally {
    await rm(clientRoot, { recursive: true });
  }
});
