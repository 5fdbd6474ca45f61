// Who guesses passwords is stopped, in whatever order and number the guesses come; who knows theirs is not.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpFailure } from '../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../testing/start-test-access.ts';
import { testPassword } from '../../testing/test-person.ts';
import { createAudit } from '../audit/index.ts';
import { forgetAttempt, reserveAttempt } from './login-limit-store.ts';
import { hashPassword, hashToCheck, verifyPassword } from './password.ts';
import { createPasswordAttempts } from './password-attempts.ts';
import { createSignIn } from './sign-in.ts';

let server: TestAccess;
let second: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
  second = await startTestAccess({ database: server });
  await server.access.createUser({ username: 'Jefa', password: testPassword });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});
beforeEach(() => server.database.db.deleteFrom('login_failures').execute());

async function login(username: string, password: string, address: string, at = server): Promise<string> {
  try {
    await at.client(address).post('/api/auth/login', { username, password });
    return 'ok';
  } catch (error) {
    return ((error as HttpFailure).body as { code: string }).code;
  }
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

test('five failures close the door for that user and address, the right password too, for 15 minutes', async () => {
  for (const _ of times(5, String)) expect(await login('jefa', 'otra', '10.0.0.1')).toBe('invalid_credentials');
  expect(await login('JEFA', testPassword, '10.0.0.1')).toBe('too_many_attempts');
  expect(await login('jefa', testPassword, '10.0.0.2')).toBe('ok');
  await server.clock.advance(15 * 60_000 - 1);
  expect(await login('jefa', testPassword, '10.0.0.1')).toBe('too_many_attempts');
  await server.clock.advance(1);
  expect(await login('jefa', testPassword, '10.0.0.1')).toBe('ok');
});

test('successes do not count, nor do they forgive', async () => {
  for (const _ of times(4, String)) expect(await login('jefa', 'otra', '10.0.0.3')).toBe('invalid_credentials');
  for (const _ of times(6, String)) expect(await login('jefa', testPassword, '10.0.0.3')).toBe('ok');
  expect(await login('jefa', 'otra', '10.0.0.3')).toBe('invalid_credentials');
  expect(await login('jefa', testPassword, '10.0.0.3')).toBe('too_many_attempts');
});

test('of forty guesses at once on two servers, five reach the password', async () => {
  second.clock.jumpWall(server.clock.now().getTime() - second.clock.now().getTime());
  const outcomes = await Promise.all(times(40, (index) => login('jefa', 'otra', '10.0.0.4', index % 2 ? server : second)));
  expect(tally(outcomes)).toEqual({ invalid_credentials: 5, too_many_attempts: 35 });
});

test('the limit holds in the database alone, where no gate of one process stands before it', async () => {
  const { db } = server.database;
  const attempt = { address: '10.0.0.8', username: 'Jefa', at: server.clock.now() };
  const reserved = await Promise.all(times(40, () => reserveAttempt(db, attempt)));
  expect(reserved.filter(Boolean)).toHaveLength(5);
  await Promise.all(times(3, () => forgetAttempt(db, attempt)));
  expect((await Promise.all(times(5, () => reserveAttempt(db, attempt)))).filter(Boolean)).toHaveLength(3);
});

test('twelve right passwords at once all come in', async () => {
  const outcomes = await Promise.all(times(12, () => login('jefa', testPassword, '10.0.0.5')));
  expect(tally(outcomes)).toEqual({ ok: 12 });
  const { rows } = await server.database.pool.query('select 1 from login_failures');
  expect(rows).toEqual([]);
});

test('a hundred failures from one address close it for everybody', async () => {
  const failures = times(94, (index) => ({ address: '10.0.0.6', username: `nadie-${index}`, failed_at: server.clock.now() }));
  await server.database.db.insertInto('login_failures').values(failures).execute();
  const outcomes = await Promise.all(times(20, (index) => login(`nadie-${index}`, 'otra', '10.0.0.6')));
  expect(tally(outcomes)).toEqual({ invalid_credentials: 6, too_many_attempts: 14 });
  expect(await login('jefa', testPassword, '10.0.0.6')).toBe('too_many_attempts');
  expect(await login('jefa', testPassword, '10.0.0.7')).toBe('ok');
});

test('the addresses of one IPv6 network count as one; an IPv4 address is the same one mapped into IPv6', async () => {
  const network = '2001:db8:7:7:';
  for (const host of times(5, (index) => `${network}:${index + 1}`)) expect(await login('jefa', 'otra', host)).toBe('invalid_credentials');
  expect(await login('jefa', testPassword, `${network}ab:cd:ef:1`)).toBe('too_many_attempts');
  expect(await login('jefa', testPassword, '2001:db8:7:8::1')).toBe('ok');
  for (const _ of times(5, String)) expect(await login('jefa', 'otra', '::ffff:10.2.2.2')).toBe('invalid_credentials');
  expect(await login('jefa', testPassword, '10.2.2.2')).toBe('too_many_attempts');
});

test('an unknown or inactive user gets the same answer after the same work', async () => {
  const id = await server.access.createUser({ username: 'dormida', password: testPassword });
  const { db } = server.database;
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
  const people = { jefa: 'otra', dormida: testPassword, nadie: 'otra' };

  const answers = new Set<string>();
  for (const [username, password] of Object.entries(people)) {
    const answer = await server.client('10.1.1.1').request('POST', '/api/auth/login', { body: { username, password } });
    const { requestId: _, ...body } = (await answer.json()) as { requestId: string };
    answers.add(`${answer.status} ${JSON.stringify(body)}`);
  }
  expect([...answers]).toEqual([
    '401 {"message":"Credenciales inválidas","error":"Credenciales inválidas","code":"invalid_credentials"}',
  ]);

  const worked: string[] = [];
  const audit = createAudit({ db });
  const attempts = createPasswordAttempts({ db, clock: server.clock });
  const signIn = createSignIn({ db, clock: server.clock, events: server.events, audit, attempts }, (passwordHash, password) => {
    worked.push(costOf(hashToCheck(passwordHash)));
    return verifyPassword(passwordHash, password);
  });
  for (const [username, password] of Object.entries(people)) {
    const attempt = { username, password, address: '10.1.1.2', userAgent: null, previousToken: null };
    await expect(signIn(attempt)).rejects.toMatchObject({ code: 'invalid_credentials' });
  }
  const cost = costOf(await hashPassword('cualquiera'));
  expect(cost).toMatch(/^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+$/);
  expect(worked).toEqual([cost, cost, cost]);
});

/** Algorithm, version and parameters of an encoded hash: what its checking takes. */
function costOf(encoded: string): string {
  return encoded.split('$').slice(0, 4).join('$');
}
