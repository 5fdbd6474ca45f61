// Who guesses passwords is stopped, in whatever order and number the guesses come; who knows theirs is not.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpClient, HttpFailure } from '../../../testing/http-client.ts';
import { startTestAccess, testSecretKey, type TestAccess } from '../../../testing/start-test-access.ts';
import { insertTestPerson, testPassword } from '../../../testing/test-person.ts';
import { createAuditFeature } from '../../audit/index.ts';
import { createSignInAttemptRunner } from './attempt-sign-in.ts';
import { createKnownDeviceCookieManager } from './known-devices.ts';
import { deleteLoginAttempt, reserveLoginAttempt, computeRemainingSignInPauseMs } from './login-limit-store.ts';
import { createSessionOpener } from './open-session.ts';
import { hashPassword, getPasswordHashOrSubstitute, verifyPassword } from './password.ts';
import { createPasswordAttemptLimiter } from './password-attempts.ts';
import { createSecondFactorVault } from '../second-factor/spend-code.ts';
import { createSignInService } from './sign-in.ts';

let server: TestAccess;
let second: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
  second = await startTestAccess({ database: server });
  await insertTestPerson(server.database.db, 'Jefa');
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

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

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
  const outcomes = await Promise.all(
    times(40, (index) => login('jefa', 'otra', '10.0.0.4', index % 2 ? server : second)),
  );
  expect(tally(outcomes)).toEqual({ invalid_credentials: 5, too_many_attempts: 35 });
});

test('the limit holds in the database alone, where no gate of one process stands before it', async () => {
  const { db } = server.database;
  const attempt = { address: '10.0.0.8', username: 'Jefa', deviceId: null, at: server.clock.now() };
  const reserved = await Promise.all(times(40, () => reserveLoginAttempt(db, attempt)));
  expect(reserved.filter((waitMs) => waitMs === null)).toHaveLength(5);
  await Promise.all(times(3, () => deleteLoginAttempt(db, attempt)));
  expect(
    (await Promise.all(times(5, () => reserveLoginAttempt(db, attempt)))).filter((waitMs) => waitMs === null),
  ).toHaveLength(3);
});

test('twelve right passwords at once all come in', async () => {
  const outcomes = await Promise.all(times(12, () => login('jefa', testPassword, '10.0.0.5')));
  expect(tally(outcomes)).toEqual({ ok: 12 });
  const { rows } = await server.database.pool.query('select 1 from login_failures');
  expect(rows).toEqual([]);
});

test('a hundred failures from one address close it for everybody', async () => {
  const failures = times(94, (index) => ({
    address: '10.0.0.6',
    username: `nadie-${index}`,
    failed_at: server.clock.now(),
  }));
  await server.database.db.insertInto('login_failures').values(failures).execute();
  const outcomes = await Promise.all(times(20, (index) => login(`nadie-${index}`, 'otra', '10.0.0.6')));
  expect(tally(outcomes)).toEqual({ invalid_credentials: 6, too_many_attempts: 14 });
  expect(await login('jefa', testPassword, '10.0.0.6')).toBe('too_many_attempts');
  expect(await login('jefa', testPassword, '10.0.0.7')).toBe('ok');
});

test('the addresses of one IPv6 network count as one; an IPv4 address is the same one mapped into IPv6', async () => {
  const network = '2001:db8:7:7:';
  for (const host of times(5, (index) => `${network}:${index + 1}`))
    expect(await login('jefa', 'otra', host)).toBe('invalid_credentials');
  expect(await login('jefa', testPassword, `${network}ab:cd:ef:1`)).toBe('too_many_attempts');
  expect(await login('jefa', testPassword, '2001:db8:7:8::1')).toBe('ok');
  for (const _ of times(5, String)) expect(await login('jefa', 'otra', '::ffff:10.2.2.2')).toBe('invalid_credentials');
  expect(await login('jefa', testPassword, '10.2.2.2')).toBe('too_many_attempts');
});

test('an unknown or inactive user gets the same answer after the same work', async () => {
  const id = await server.access.createUser({ username: 'dormida', password: testPassword });
  await server.access.createUser({ username: 'despierta', password: testPassword });
  const { db } = server.database;
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
  const people = { despierta: 'otra', dormida: testPassword, nadie: 'otra' };

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
  const audit = createAuditFeature({ db });
  const { clock, events } = server;
  const devices = createKnownDeviceCookieManager(testSecretKey);
  const attempts = createPasswordAttemptLimiter({ db, clock, devices });
  const opener = createSessionOpener({ db, clock, events, audit, devices, config: { oidc: null } });
  const attemptSignIn = createSignInAttemptRunner({ db, audit, attempts });
  const signIn = createSignInService(
    { db, clock, attemptSignIn, vault: createSecondFactorVault(testSecretKey), opener },
    (passwordHash, password) => {
      worked.push(costOf(getPasswordHashOrSubstitute(passwordHash)));
      return verifyPassword(passwordHash, password);
    },
  );
  for (const [username, password] of Object.entries(people)) {
    const attempt = {
      username,
      password,
      address: '10.1.1.2',
      userAgent: null,
      previousToken: null,
      deviceCookie: undefined,
    };
    await expect(signIn.byPassword(attempt)).rejects.toMatchObject({ code: 'invalid_credentials' });
  }
  const cost = costOf(await hashPassword('cualquiera'));
  expect(cost).toMatch(/^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+$/);
  expect(worked).toEqual([cost, cost, cost]);
});

/** A browser of its own at an address, signed in once and out again: known from then on. */
async function knownBrowser(username: string, address: string): Promise<HttpClient> {
  const browser = server.client(address);
  await browser.post('/api/auth/login', { username, password: testPassword });
  await browser.post('/api/auth/logout');
  return browser;
}

const tryFrom = (browser: HttpClient, username: string, password: string): Promise<string> =>
  browser.post('/api/auth/login', { username, password }).then(
    () => 'ok',
    (error: HttpFailure) => (error.body as { code: string }).code,
  );

test('from the tenth failure against an account on, over all addresses, each is followed by a longer pause, up to a minute; the name need not exist', async () => {
  const at = new Date();
  const pauses = times(20, (count) =>
    computeRemainingSignInPauseMs(
      times(count, () => at),
      at,
    ),
  );
  expect(pauses).toEqual([
    ...times(10, () => 0),
    1_000,
    2_000,
    4_000,
    8_000,
    16_000,
    32_000,
    60_000,
    60_000,
    60_000,
    60_000,
  ]);

  for (const username of ['jefa', 'nadie-en-absoluto']) {
    for (const index of times(10, Number))
      expect(await login(username, 'otra', `10.4.0.${index}`)).toBe('invalid_credentials');
    const refused = await server.client('10.4.1.1').request('POST', '/api/auth/login', {
      body: { username, password: testPassword },
      headers: { 'x-forwarded-for': '10.4.1.1' },
    });
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      ((await refused.json()) as { code: string }).code,
    ]).toEqual([429, '1', 'too_many_attempts']);
    await server.clock.advance(1_000);
    expect(await login(username, 'otra', '10.4.1.2')).toBe('invalid_credentials');
    await server.clock.advance(1_999);
    expect(await login(username, 'otra', '10.4.1.3')).toBe('too_many_attempts');
    await server.clock.advance(1);
    expect(await login(username, username === 'jefa' ? testPassword : 'otra', '10.4.1.4')).toBe(
      username === 'jefa' ? 'ok' : 'invalid_credentials',
    );
  }
});

test('of guesses at once from many addresses, ten reach the account', async () => {
  const outcomes = await Promise.all(
    times(40, (index) => login('jefa', 'otra', `10.5.0.${index}`, index % 2 ? server : second)),
  );
  expect(tally(outcomes)).toEqual({ invalid_credentials: 10, too_many_attempts: 30 });
});

test('a known browser comes in past the failures of others, at its address and against its account; its own count for itself alone', async () => {
  const browser = await knownBrowser('jefa', '10.6.0.1');
  for (const _ of times(6, String)) await login('jefa', 'otra', '10.6.0.1');
  for (const index of times(8, Number)) await login('jefa', 'otra', `10.6.1.${index}`);
  expect(await login('jefa', testPassword, '10.6.2.1')).toBe('too_many_attempts');
  expect(await tryFrom(browser, 'jefa', testPassword)).toBe('ok');
  for (const _ of times(5, String)) expect(await tryFrom(browser, 'jefa', 'otra')).toBe('invalid_credentials');
  expect(await tryFrom(browser, 'jefa', testPassword)).toBe('too_many_attempts');
  await server.database.db.deleteFrom('login_failures').where('device_id', 'is', null).execute();
  expect(await login('jefa', testPassword, '10.6.0.1')).toBe('ok');
});

test('its cookie is out of reach of scripts, of one person, and worthless once the password is another or a letter is changed', async () => {
  const id = await insertTestPerson(server.database.db, 'conocida');
  const browser = server.client('10.7.0.1');
  const answer = await browser.request('POST', '/api/auth/login', {
    body: { username: 'conocida', password: testPassword },
  });
  const [, device = ''] = answer.headers.getSetCookie();
  expect(device).toMatch(
    /^vocero_device=[0-9a-f-]{36}\.[0-9a-f]{32}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const cookie = device.slice('vocero_device='.length).split(';')[0] ?? '';
  const devices = createKnownDeviceCookieManager(testSecretKey);
  const { password_hash: passwordHash } = await server.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const person = { id, passwordHash };
  expect(devices.recognise(cookie, person)).toBe(cookie.slice(0, 36));
  expect(devices.recognise(cookie, { ...person, passwordHash: await hashPassword(testPassword) })).toBeNull();
  expect(devices.recognise(cookie, { ...person, id: server.clock.now().toISOString() })).toBeNull();
  expect(createKnownDeviceCookieManager(`${testSecretKey}.`).recognise(cookie, person)).toBeNull();
  const flipped = cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const forged of [flipped, cookie.slice(0, 36), `${cookie}x`, 'x'.repeat(5_000), '%00'])
    expect(devices.recognise(forged, person)).toBeNull();
  // Two people of one browser are both known in it, until eight others came.
  const shared = devices.remember(cookie, { id: 'otra', passwordHash });
  expect([devices.recognise(shared, person), devices.recognise(shared, { id: 'otra', passwordHash })]).toEqual([
    cookie.slice(0, 36),
    cookie.slice(0, 36),
  ]);
  const crowded = times(8, String).reduce((held, each) => devices.remember(held, { id: each, passwordHash }), shared);
  expect([devices.recognise(crowded, person), devices.recognise(crowded, { id: '0', passwordHash })]).toEqual([
    null,
    cookie.slice(0, 36),
  ]);
});

test('a burst of wrong sign-ins from many addresses is answered at once where it is too long, and lets right ones in', async () => {
  const people = ['conocida-de-antes', 'recien-llegada', 'blanco'];
  for (const username of people) await insertTestPerson(server.database.db, username);
  expect(await login('conocida-de-antes', testPassword, '10.8.0.1')).toBe('ok');
  let answered = 0;
  const first = Promise.withResolvers<void>();
  const burst = times(400, async (index) => {
    const headers = { 'x-forwarded-for': `10.8.1.${index % 100}` };
    const answer = await server
      .client()
      .request('POST', '/api/auth/login', { body: { username: 'blanco', password: 'otra' }, headers });
    if (answer.status === 429 && ((await answer.json()) as { code: string }).code === 'too_many_requests') {
      expect(answer.headers.get('retry-after')).toBe('5');
      first.resolve();
      return 'too_many_requests';
    }
    answered += 1;
    return 'looked at';
  });
  await first.promise;
  const before = answered;
  expect(
    await Promise.all(
      people.slice(0, 2).map((username, index) => login(username, testPassword, `10.8.0.${index + 1}`)),
    ),
  ).toEqual(['ok', 'ok']);
  // At most one turn for each of the hundred addresses, plus answers that were already on their way.
  expect(answered - before).toBeLessThanOrEqual(150);
  expect(tally(await Promise.all(burst))).toMatchObject({
    too_many_requests: expect.any(Number) as number,
    'looked at': expect.any(Number) as number,
  });
});

/** Algorithm, version and parameters of an encoded hash: what its checking takes. */
function costOf(encoded: string): string {
  return encoded.split('$').slice(0, 4).join('$');
}
