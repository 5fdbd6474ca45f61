// Sessions of the identity provider's people: how long they last, and how the provider ends them.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppInfo, CreatedUser } from '../../../../contract/access.ts';
import { startTestIssuer, type TestIssuer } from '../../../testing/oidc-issuer.ts';
import { startTestAccess, testPublicUrl, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { replaceEmergencyAdmin } from '../index.ts';
import type { HttpClient } from '../../../testing/http-client.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let issuer: TestIssuer;
let server: TestAccess;
/** Errors that the server wrote down. */
const logged: string[] = [];
const homes: string[] = [];
let people = 0;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  server = await startTestAccess({ oidc: { issuer: issuer.url, homeWorkspaceIds: homes }, log });
  const admin = await server.signIn();
  const order = { name: 'Casa', retellApiKey: 'key_sesiones_casa' };
  homes.push((await admin.post<{ id: string }>('/api/workspaces', order)).id);
  for (const [value, role] of [
    ['equipo', 'operator'],
    ['jefes', 'admin'],
  ])
    await admin.post('/api/sign-on-rules', { claim: 'groups', value, role });
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
});
beforeEach(() => {
  issuer.issuesRefreshTokens = true;
  issuer.refreshing = 'works';
  issuer.userinfoFails = false;
});

/** Somebody new of the group 'equipo', signed on. */
async function signOn(subject = `sujeto-${++people}`): Promise<{ browser: HttpClient; subject: string }> {
  const browser = server.client();
  const asked = await browser.request('GET', '/api/auth/oidc/start');
  const back = issuer.authorize(asked.headers.get('location') ?? '', subject, { groups: ['equipo'] });
  const answer = await browser.request('GET', back.slice(testPublicUrl.length));
  expect(answer.headers.get('location')).toBe('/');
  return { browser, subject };
}

const isIn = async (browser: HttpClient): Promise<boolean> =>
  (await browser.request('GET', '/api/auth/user')).status === 200;

/** Lets that many minutes pass in steps of five, as the job does, with the person at work. */
async function pass(minutes: number, ...browsers: readonly HttpClient[]): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    await server.clock.advance(5 * minuteMs);
    await server.access.checkProviderSessions();
    for (const browser of browsers) await isIn(browser);
  }
}

describe('without refresh tokens', () => {
  test('a session lasts twelve hours, however busy', async () => {
    issuer.issuesRefreshTokens = false;
    const { browser } = await signOn();
    await pass(11 * 60, browser);
    expect(await isIn(browser)).toBe(true);
    await server.clock.advance(hourMs);
    expect(await isIn(browser)).toBe(false);
  });
});

describe('with refresh tokens', () => {
  test('a session outlives twelve hours while the provider confirms its person, each token used once', async () => {
    const { browser } = await signOn();
    const before = issuer.refreshes.length;
    await pass(13 * 60, browser);
    expect(await isIn(browser)).toBe(true);
    const used = issuer.refreshes.slice(before);
    expect(used.length).toBe(13 * 12);
    expect(new Set(used).size).toBe(used.length);
    const { rows } = await server.database.pool.query<{ oidc: string }>('select oidc::text from sessions');
    // Nobody who reads the database can ask the provider for anything.
    const tokens = issuer.listRefreshTokens();
    expect(tokens.length).toBeGreaterThan(0);
    expect(rows.filter(({ oidc }) => tokens.some((token) => oidc?.includes(token)))).toEqual([]);
  });

  test('somebody deactivated there is out within fifteen minutes, and it is written down', async () => {
    const [one, two] = [await signOn(), await signOn()];
    await pass(5, one.browser, two.browser);
    issuer.refreshing = { refusal: 'invalid_grant' };
    await pass(5);
    expect([await isIn(one.browser), await isIn(two.browser)]).toEqual([false, false]);
    const { rows } = await server.database.pool.query<{ count: number }>(
      `select count(*)::int from audit_log where action = 'session.ended' and details ->> 'by' = 'provider'
         and user_id in (select user_id from oidc_identities where subject = any($1))`,
      [[one.subject, two.subject]],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  test.each(['fails', 'away'] as const)('a provider that %s throws nobody out for an hour', async (how) => {
    const { browser } = await signOn();
    issuer.refreshing = how;
    await pass(65, browser);
    expect(await isIn(browser)).toBe(true);
    issuer.refreshing = 'works';
    await pass(5, browser);
    issuer.refreshing = how;
    await pass(60, browser);
    expect(await isIn(browser)).toBe(true);
    await pass(10, browser);
    expect(await isIn(browser)).toBe(false);
  });

  test.each(['access_denied', 'login_required', 'interaction_required', 'consent_required'])(
    'a person whom the provider refuses by %s is out at the next check',
    async (refusal) => {
      const { browser } = await signOn();
      issuer.refreshing = { refusal };
      await pass(5, browser);
      expect(await isIn(browser)).toBe(false);
    },
  );

  test.each(['invalid_client', 'unauthorized_client', 'invalid_scope', 'challenge'])(
    'a client that the provider refuses by %s throws nobody out for an hour, and the operator reads of it',
    async (refusal) => {
      logged.length = 0;
      const { browser } = await signOn();
      issuer.refreshing = { refusal };
      await pass(65, browser);
      expect(await isIn(browser)).toBe(true);
      // The RFC names the code of a challenge.
      expect(logged[0]).toContain(refusal === 'challenge' ? 'invalid_client' : refusal);
      await pass(10, browser);
      expect(await isIn(browser)).toBe(false);
    },
  );

  test('a check that finds every role as the rules have it locks no workspace', async () => {
    const { browser } = await signOn();
    await server.clock.advance(5 * minuteMs);
    const before = issuer.refreshes.length;
    await server.database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('workspaces').select('id').forUpdate().execute();
      await server.access.checkProviderSessions();
    });
    expect(issuer.refreshes.length).toBeGreaterThan(before);
    expect(await isIn(browser)).toBe(true);
  });

  test('a check that is aborted asks for no other session', async () => {
    const { browser } = await signOn();
    await server.clock.advance(5 * minuteMs);
    const before = issuer.refreshes.length;
    await server.access.checkProviderSessions(AbortSignal.abort());
    expect(issuer.refreshes.length).toBe(before);
    expect(await isIn(browser)).toBe(true);
  });

  test('a provider that refreshes, and fails to describe the person, throws nobody out, takes no role and is logged', async () => {
    const { browser } = await signOn();
    await browser.post('/api/auth/auto-assign-workspace');
    issuer.userinfoFails = true;
    logged.length = 0;
    await pass(90, browser);
    expect(logged.join('')).toContain('userinfo endpoint failed');
    expect(await browser.get('/api/workspaces/current')).toMatchObject({ role: 'operator' });
  });

  test('a role follows the claims while somebody is signed in', async () => {
    const { browser, subject } = await signOn();
    await browser.post('/api/auth/auto-assign-workspace');
    expect(await browser.get('/api/workspaces/current')).toMatchObject({ role: 'operator' });
    issuer.setClaims(subject, { groups: ['jefes'] });
    await pass(5, browser);
    expect(await browser.get('/api/workspaces/current')).toMatchObject({ role: 'admin' });
    issuer.setClaims(subject, { groups: [] });
    await pass(5, browser);
    expect((await browser.request('GET', '/api/workspaces/current')).status).toBe(404);
  });
});

describe('a logout that the provider sends', () => {
  const send = async (token: string): Promise<number> =>
    (
      await fetch(`${server.url}/api/auth/oidc/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status;

  test('ends the sessions that it names, at once, and no others', async () => {
    const [one, two] = [await signOn(), await signOn()];
    const local = await server.signIn();
    expect(await send(await issuer.signLogout({ sid: `sid-${one.subject}`, sub: one.subject }))).toBe(200);
    expect([await isIn(one.browser), await isIn(two.browser), await isIn(local)]).toEqual([false, true, true]);
    expect(await send(await issuer.signLogout({ sub: two.subject }))).toBe(200);
    expect(await isIn(two.browser)).toBe(false);
  });

  test('is refused where it is not the provider’s, not for us, too old, or no logout', async () => {
    const { browser, subject } = await signOn();
    const other = await startTestIssuer();
    const now = Math.floor(Date.now() / 1_000);
    const tokens = [
      await other.signLogout({ sub: subject, iss: issuer.url }),
      await issuer.signLogout({ sub: subject, aud: 'otra' }),
      await issuer.signLogout({ sub: subject, iss: other.url }),
      await issuer.signLogout({ sub: subject, iat: now - 900, exp: now - 600 }),
      await issuer.signLogout({ sub: subject, events: {} }),
      await issuer.signLogout({ sub: subject, nonce: 'x' }),
      await issuer.signLogout({}),
      'x',
      '',
    ];
    for (const token of tokens) expect(await send(token)).toBe(400);
    expect(await isIn(browser)).toBe(true);
    await other.stop();
  });

  test('is good once: somebody who replays it ends no later session', async () => {
    const { browser, subject } = await signOn();
    const token = await issuer.signLogout({ sub: subject });
    expect(await send(token)).toBe(200);
    expect(await isIn(browser)).toBe(false);
    const again = await signOn(subject);
    expect(await send(token)).toBe(400);
    expect(await isIn(again.browser)).toBe(true);
  });
});

describe('API tokens of a person who came by the provider', () => {
  test('end thirty days after their last sign-in, those of local people do not', async () => {
    const [home = ''] = homes;
    const { browser, subject } = await signOn();
    const { id } = await browser.get<{ id: string }>('/api/auth/user');
    await server.access.addMember(home, id, 'admin');
    await browser.post('/api/auth/auto-assign-workspace');
    const order = { name: 'Programa', role: 'operator', expiresInDays: 90 };
    const { token } = await browser.post<{ token: string }>('/api/tokens', order);
    const local = await server.signIn('admin', home);
    const ofLocal = await local.post<{ token: string }>('/api/tokens', { ...order, name: 'Otro' });
    const asks = async (given: string): Promise<number> =>
      (await server.program(given).request('GET', '/api/settings')).status;
    await server.clock.advance(29 * 24 * hourMs);
    expect(await asks(token)).toBe(200);
    await server.clock.advance(2 * 24 * hourMs);
    expect([await asks(token), await asks(ofLocal.token)]).toEqual([401, 200]);
    await signOn(subject);
    expect(await asks(token)).toBe(200);
  });
});

describe('OIDC_ONLY', () => {
  /** Somebody's identity, linked, by which they sign on. */
  async function enterByLink(only: TestAccess, userId: string, subject: string): Promise<HttpClient> {
    await only.database.db
      .insertInto('oidc_identities')
      .values({ issuer: issuer.url, subject, user_id: userId, linked_at: new Date() })
      .execute();
    const browser = only.client();
    const asked = await browser.request('GET', '/api/auth/oidc/start');
    const back = issuer.authorize(asked.headers.get('location') ?? '', subject);
    await browser.request('GET', back.slice(testPublicUrl.length));
    return browser;
  }

  test('works once an admin has signed in by the provider, and leaves the emergency admin in', async () => {
    const only = await startTestAccess({ oidc: { issuer: issuer.url, only: true, homeWorkspaceIds: [] } });
    const admin = await only.signIn();
    await admin.post('/api/workspaces', { name: 'Casa', retellApiKey: 'key_solo_proveedor' });
    const worker = await only.signIn();
    const login = async (username: string, password = testPassword): Promise<number> =>
      (await only.client().request('POST', '/api/auth/login', { body: { username, password } })).status;
    const offered = async () => (await only.client().get<{ signIn: unknown }>('/api/app/info')).signIn;
    // Nobody is locked out by a variable alone, nor by somebody who is no admin.
    await enterByLink(only, worker.userId, 'quien-opera');
    expect([await login(admin.username), await login(worker.username)]).toEqual([200, 200]);
    expect(await offered()).toMatchObject({ password: true });
    await enterByLink(only, admin.userId, 'quien-administra');
    expect([await login(admin.username), await login(worker.username)]).toEqual([401, 401]);
    expect(await offered()).toMatchObject({ password: false, oidc: 'Identidad de prueba' });

    const second = await only.signIn();
    await replaceEmergencyAdmin(only.database.db, second.username);
    const password = (await replaceEmergencyAdmin(only.database.db, worker.username)) ?? '';
    await only.database.db.deleteFrom('login_failures').execute();
    expect([await login(worker.username, password), await login(admin.username)]).toEqual([200, 401]);
    // There is one, and no more.
    expect(await login(second.username)).toBe(401);
    await only.stop();
  });

  test('ends sessions that began by a password, but for the emergency admin’s, and makes no link that sets one', async () => {
    const mail = { smtpUrl: 'smtp://127.0.0.1:9', publicUrl: testPublicUrl };
    const only = await startTestAccess({ oidc: { issuer: issuer.url, only: true }, mail });
    const [admin, worker, spare] = [await only.signIn(), await only.signIn(), await only.signIn()];
    await admin.post('/api/workspaces', { name: 'Casa', retellApiKey: 'key_sin_claves_00000' });
    const { id, invitation } = await admin.post<CreatedUser>('/api/users', { username: 'leo' });
    const emergency = only.client();
    const password = await replaceEmergencyAdmin(only.database.db, spare.username);
    await emergency.post('/api/auth/login', { username: spare.username, password });
    expect([await isIn(admin), await isIn(worker), await isIn(emergency)]).toEqual([true, true, true]);

    const byProvider = await enterByLink(only, admin.userId, 'quien-manda');
    const everybody = [admin, worker, emergency, byProvider];
    expect(await Promise.all(everybody.map(isIn))).toEqual([false, false, true, true]);
    expect(await byProvider.get('/api/auth/sessions')).toMatchObject([{ way: 'oidc' }]);
    expect(await emergency.get('/api/auth/sessions')).toMatchObject([{ way: 'password' }]);
    await byProvider.post('/api/auth/auto-assign-workspace');

    const { signIn } = await only.client().get<AppInfo>('/api/app/info');
    expect(signIn).toMatchObject({ password: false, recovery: false, canMailLinks: true });
    const refusals = [
      await only.client().request('POST', '/api/auth/recovery', { body: { username: spare.username } }),
      await only.client().request('POST', '/api/auth/links/read', { body: { token: invitation?.token } }),
      await byProvider.request('POST', `/api/users/${id}/invitation`),
      await byProvider.request('POST', '/api/users', { body: { username: 'eva' } }),
    ];
    const message = 'Aquí se entra con la cuenta de Identidad de prueba, no con una contraseña.';
    for (const refusal of refusals) expect(await refusal.json()).toMatchObject({ code: 'conflict', message });
    await only.stop();
  });
});
