// Signing in by the identity provider, over HTTP, against a provider that also answers what no provider should.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppInfo, CurrentUser, UserAccount } from '../../../../contract/access.ts';
import type { LinkedIdentityStatus } from '../../../../contract/single-sign-on.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestIssuer, type TestIssuer } from '../../../testing/oidc-issuer.ts';
import { startTestAccess, testPublicUrl, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';

let issuer: TestIssuer;
let other: TestIssuer;
let server: TestAccess;
let people = 0;
beforeAll(async () => {
  issuer = await startTestIssuer();
  other = await startTestIssuer();
  server = await startTestAccess({ oidc: { issuer: issuer.url } });
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
  await other.stop();
});
beforeEach(() => server.database.db.deleteFrom('login_failures').execute());
afterEach(() => {
  issuer.forge({});
  vi.useRealTimers();
});

const newSubject = (): string => `sujeto-${++people}`;

/** Begins a sign-in. @returns the provider's address. */
async function begin(browser: HttpClient, next = '/'): Promise<string> {
  const answer = await browser.request('GET', `/api/auth/oidc/start?next=${encodeURIComponent(next)}`);
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}

/** Follows the provider's way back. @returns where the browser is sent then. */
async function comeBack(browser: HttpClient, back: string): Promise<string> {
  const answer = await browser.request('GET', back.slice(testPublicUrl.length));
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}

async function signOn(browser: HttpClient, subject: string, claims = {}, next = '/'): Promise<string> {
  return comeBack(browser, issuer.authorize(await begin(browser, next), subject, claims));
}

const nameOf = async (browser: HttpClient): Promise<string | null> => {
  const answer = await browser.request('GET', '/api/auth/user');
  return answer.status === 200 ? ((await answer.json()) as CurrentUser).username : null;
};

/** A local person whose identity at the provider is linked as they do it themselves. */
async function linked(): Promise<{ person: Awaited<ReturnType<TestAccess['signIn']>>; subject: string }> {
  const person = await server.signIn();
  const subject = newSubject();
  const { url } = await person.post<{ url: string }>('/api/auth/oidc/identity/link', { currentPassword: testPassword });
  expect(await comeBack(person, issuer.authorize(url, subject))).toBe('/#vinculada');
  return { person, subject };
}

describe('a sign-in', () => {
  test('asks by code, with PKCE, state and nonce, for the address that was registered', async () => {
    const url = new URL(await begin(server.client()));
    expect(url.origin + url.pathname).toBe(`${issuer.url}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'vocero',
      response_type: 'code',
      redirect_uri: `${testPublicUrl}/api/auth/oidc/callback`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    });
    const { signIn } = await server.client().get<AppInfo>('/api/app/info');
    expect(signIn).toEqual({
      password: true,
      passkey: false,
      oidc: 'Identidad de prueba',
      recovery: false,
      canMailLinks: false,
    });
  });

  test('opens a session of the linked person, where they were going, and is written down', async () => {
    const { person, subject } = await linked();
    const browser = server.client();
    expect(await signOn(browser, subject, {}, '/historial-llamadas?q=1')).toBe('/historial-llamadas?q=1');
    expect(await nameOf(browser)).toBe(person.username);
    const [session] = await server.database.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', person.userId)
      .where('way', '=', 'oidc')
      .execute();
    expect(session?.oidc).toMatchObject({ issuer: issuer.url, subject, sid: `sid-${subject}`, refreshToken: null });
    const entries = await server.database.db
      .selectFrom('audit_log')
      .select('details')
      .where('user_id', '=', person.userId)
      .where('action', '=', 'session.started')
      .execute();
    expect(entries).toEqual([{ details: { way: 'oidc' } }]);
  });

  test('sets its cookies for https alone, where the console is public', async () => {
    const { subject } = await linked();
    const browser = server.client();
    const back = issuer.authorize(await begin(browser), subject);
    const answer = await browser.request('GET', back.slice(testPublicUrl.length));
    const cookies = answer.headers.getSetCookie().filter((cookie) => !/=;/.test(cookie));
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
  });

  test('is begun by no other site', async () => {
    const path = '/api/auth/oidc/start';
    const answer = await server.client().request('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([302, '/', []]);
  });

  test('leads to no other site', async () => {
    const { subject } = await linked();
    for (const next of ['https://malo.example/', '//malo.example/', '/\\malo.example/', 'javascript:alert(1)'])
      expect(await signOn(server.client(), subject, {}, next)).toBe('/');
  });

  test('asks the second factor of whoever has one', async () => {
    const { person, subject } = await linked();
    await server.database.db
      .insertInto('second_factors')
      .values({ user_id: person.userId, secret_encrypted: 'x', confirmed_at: new Date() })
      .execute();
    const browser = server.client();
    expect(await signOn(browser, subject, {}, '/agentes')).toMatch(/^\/agentes#codigo=[\w-]{43}\.totp$/);
    expect(await nameOf(browser)).toBeNull();
    const [challenge] = await server.database.db
      .selectFrom('sign_in_challenges')
      .select(['way', 'oidc'])
      .where('user_id', '=', person.userId)
      .execute();
    expect(challenge).toMatchObject({ way: 'oidc', oidc: { subject } });
  });

  test('of somebody deactivated or deleted makes no session', async () => {
    const { person, subject } = await linked();
    await server.database.db.updateTable('users').set({ is_active: false }).where('id', '=', person.userId).execute();
    expect(await signOn(server.client(), subject)).toBe('/#ingreso=closed');
    const refused = await server.database.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'session.refused')
      .where('user_id', '=', person.userId)
      .execute();
    expect(refused).toEqual([{ details: { way: 'oidc', subject } }]);
    await server.database.db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', person.userId)
      .execute();
    expect(await signOn(server.client(), subject)).toBe('/#ingreso=unknown');
  });

  test('that the person or the provider refused says so', async () => {
    const browser = server.client();
    const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: issuer.url });
    expect(await comeBack(browser, `${testPublicUrl}/api/auth/oidc/callback?${query.toString()}`)).toBe(
      '/#ingreso=denied',
    );
  });

  test('of a provider that is away says so, and the next one asks it again', async () => {
    const away = await startTestIssuer();
    const { url } = away;
    await away.stop();
    const apart = await startTestAccess({ oidc: { issuer: url } });
    const answer = await apart.client().request('GET', '/api/auth/oidc/start');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/#ingreso=unreachable']);
    await apart.stop();
  });

  test('of a provider that names itself otherwise, by a slash alone, does not begin', async () => {
    const apart = await startTestAccess({ oidc: { issuer: `${issuer.url}/` } });
    const answer = await apart.client().request('GET', '/api/auth/oidc/start');
    expect(answer.headers.get('location')).toBe('/#ingreso=unreachable');
    await apart.stop();
  });

  test('without an identity provider there is nothing of it', async () => {
    const apart = await startTestAccess();
    for (const path of ['start', 'callback', 'identity'])
      expect((await (await apart.signIn()).request('GET', `/api/auth/oidc/${path}`)).status).toBe(404);
    await apart.stop();
  });
});

describe('an answer', () => {
  const stolen = async (): Promise<{ browser: HttpClient; back: string; subject: string }> => {
    const { subject } = await linked();
    const browser = server.client();
    return { browser, back: issuer.authorize(await begin(browser), subject), subject };
  };

  test('to another browser opens nothing', async () => {
    const { back } = await stolen();
    const thief = server.client();
    expect(await comeBack(thief, back)).toBe('/#ingreso=expired');
    await begin(thief);
    expect(await comeBack(thief, back)).toBe('/#ingreso=rejected');
    expect(await nameOf(thief)).toBeNull();
  });

  test('is good once, though somebody keeps cookie and address', async () => {
    const { subject } = await linked();
    const browser = server.client();
    const asked = await begin(browser);
    const { cookie } = browser;
    expect(await comeBack(browser, issuer.authorize(asked, subject))).toBe('/');
    // A new code for the same sign-in: all of it is right but for its state, which is spent.
    const replayed = issuer.authorize(asked, subject).slice(testPublicUrl.length);
    const answer = await server.client().request('GET', replayed, { headers: { cookie } });
    expect(answer.headers.get('location')).toBe('/#ingreso=rejected');
  });

  test('with a code that was used is refused', async () => {
    const { browser, back } = await stolen();
    const { cookie } = browser;
    expect(await comeBack(browser, back)).toBe('/');
    const again = await server.client().request('GET', back.slice(testPublicUrl.length), { headers: { cookie } });
    expect(again.headers.get('location')).toBe('/#ingreso=rejected');
  });

  test('after ten minutes is too late', async () => {
    const { browser, back } = await stolen();
    await server.clock.advance(10 * 60_000);
    expect(await comeBack(browser, back)).toBe('/#ingreso=expired');
  });

  test('of another issuer is refused, whether it says so or not', async () => {
    const { browser, back } = await stolen();
    const mixed = new URL(back);
    mixed.searchParams.set('iss', other.url);
    expect(await comeBack(browser, mixed.href)).toBe('/#ingreso=rejected');
    const next = await stolen();
    const silent = new URL(next.back);
    silent.searchParams.delete('iss');
    expect(await comeBack(next.browser, silent.href)).toBe('/#ingreso=rejected');
    const elsewhere = await stolen();
    const code = other.authorize(await begin(elsewhere.browser), elsewhere.subject);
    const own = new URL(code);
    own.searchParams.set('iss', issuer.url);
    expect(await comeBack(elsewhere.browser, own.href)).toBe('/#ingreso=rejected');
  });

  test.each([
    ['of another client', { aud: 'otra-consola' }],
    ['for several clients, of which another asked', { aud: ['vocero', 'otra'], azp: 'otra' }],
    ['of another issuer', { iss: 'https://otra.example' }],
    ['with the nonce of another sign-in', { nonce: 'de-otro-ingreso' }],
    ['that has expired, beyond a minute of clocks', { exp: Math.floor(Date.now() / 1_000) - 120 }],
    ['of nobody', { sub: '' }],
  ])('with an ID token %s is refused', async (_, claims) => {
    const { browser, back } = await stolen();
    issuer.forge(claims);
    expect(await comeBack(browser, back)).toBe('/#ingreso=rejected');
    expect(await nameOf(browser)).toBeNull();
  });

  test('with an ID token that expired within a minute of clocks is taken', async () => {
    const { browser, back } = await stolen();
    issuer.forge({ exp: Math.floor(Date.now() / 1_000) - 30 });
    expect(await comeBack(browser, back)).toBe('/');
  });

  test('of another person than the userinfo names is refused', async () => {
    const { browser, back } = await stolen();
    issuer.forge({ sub: 'otra-persona' });
    expect(await comeBack(browser, back)).toBe('/#ingreso=rejected');
  });

  test('signed by a key that is new to us is taken once the provider publishes it, and refused before', async () => {
    const first = await stolen();
    expect(await comeBack(first.browser, first.back)).toBe('/');
    const forged = await stolen();
    await issuer.rotateKeys(false);
    // The library asks for keys once a minute at most.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect(await comeBack(forged.browser, forged.back)).toBe('/#ingreso=rejected');
    await issuer.rotateKeys(true);
    vi.setSystemTime(Date.now() + 61_000);
    const rotated = await stolen();
    expect(await comeBack(rotated.browser, rotated.back)).toBe('/');
  });
});

describe('an identity', () => {
  test('is nobody by e-mail or name, verified or not', async () => {
    const person = await server.signIn();
    await server.database.db
      .updateTable('users')
      .set({ email: 'ana@ejemplo.com' })
      .where('id', '=', person.userId)
      .execute();
    for (const email_verified of [true, false])
      expect(
        await signOn(server.client(), newSubject(), {
          email: 'ana@ejemplo.com',
          email_verified,
          preferred_username: person.username,
        }),
      ).toBe('/#ingreso=unknown');
  });

  test('is linked by its person alone: with their password, in the session that asked', async () => {
    const person = await server.signIn();
    const refused = await person.request('POST', '/api/auth/oidc/identity/link', {
      body: { currentPassword: 'equivocada' },
    });
    expect(refused.status).toBe(422);
    const body = { currentPassword: testPassword };
    const { url } = await person.post<{ url: string }>('/api/auth/oidc/identity/link', body);
    const subject = newSubject();
    // A stranger who is signed in brings the cookie of the journey, and the person's own session is another by then.
    const stranger = await server.signIn();
    const journey = /vocero_oidc=[^;]+/.exec(person.cookie)?.[0] ?? '';
    const back = issuer.authorize(url, subject).slice(testPublicUrl.length);
    const headers = { cookie: `${stranger.cookie}; ${journey}` };
    const answer = await server.client().request('GET', back, { headers });
    expect(answer.headers.get('location')).toBe('/#ingreso=rejected');
    expect(await person.get<LinkedIdentityStatus>('/api/auth/oidc/identity')).toMatchObject({
      linkedAt: null,
      canUnlink: false,
    });
    expect(await signOn(server.client(), subject)).toBe('/#ingreso=unknown');
  });

  test('of one person is not another one', async () => {
    const { subject } = await linked();
    const second = await server.signIn();
    const body = { currentPassword: testPassword };
    const { url } = await second.post<{ url: string }>('/api/auth/oidc/identity/link', body);
    expect(await comeBack(second, issuer.authorize(url, subject))).toBe('/#ingreso=taken');
  });

  test('is unlinked by its person with their password, and lets nobody in then', async () => {
    const { person, subject } = await linked();
    expect(await person.get<LinkedIdentityStatus>('/api/auth/oidc/identity')).toMatchObject({
      subject,
      canUnlink: true,
    });
    const path = '/api/auth/oidc/identity/unlink';
    expect((await person.request('POST', path, { body: { currentPassword: 'equivocada' } })).status).toBe(422);
    await person.post(path, { currentPassword: testPassword });
    expect(await signOn(server.client(), subject)).toBe('/#ingreso=unknown');
    expect((await person.request('POST', path, { body: { currentPassword: testPassword } })).status).toBe(409);
  });

  test('that an admin takes away or changes leaves no session behind that began by it', async () => {
    const { person, subject } = await linked();
    const admin = await server.signIn();
    const order = { name: 'Casa', retellApiKey: `key_cambio_${admin.username}` };
    const { id } = await admin.post<{ id: string }>('/api/workspaces', order);
    await server.access.addMember(id, person.userId, 'operator');
    await server.database.db
      .updateTable('users')
      .set({ home_workspace_id: id })
      .where('id', '=', person.userId)
      .execute();
    const browser = server.client();
    expect(await signOn(browser, subject)).toBe('/');
    await admin.put(`/api/users/${person.userId}/identity`, { subject: newSubject() });
    expect([await nameOf(browser), await nameOf(person)]).toEqual([null, person.username]);
  });

  test('is linked by whoever may set the password, and by no other admin', async () => {
    const home = await server.signIn();
    const order = { name: 'Casa', retellApiKey: `key_identidad_${home.username}` };
    const { id } = await home.post<{ id: string }>('/api/workspaces', order);
    const made = await home.post<UserAccount>('/api/users', {
      username: `vinculada-${++people}`,
      password: 'una clave',
    });
    const editor = await server.signIn('editor', id);
    const stranger = await server.signIn();
    await stranger.post('/api/workspaces', { name: 'Otra', retellApiKey: `key_identidad_${stranger.username}` });
    const subject = newSubject();
    const path = `/api/users/${made.id}/identity`;
    expect((await editor.request('PUT', path, { body: { subject } })).status).toBe(403);
    expect((await stranger.request('PUT', path, { body: { subject } })).status).toBe(404);
    expect(await home.put<UserAccount>(path, { subject })).toMatchObject({ identity: subject, canSetPassword: true });
    const early = server.client();
    await early.post('/api/auth/login', { username: made.username, password: 'una clave' });
    const browser = server.client();
    expect(await signOn(browser, subject)).toBe('/');
    expect(await nameOf(browser)).toBe(made.username);
    // From the first sign-in on, the account is the person's alone: the admin knows its password no more.
    expect((await home.request('PUT', path, { body: { subject: null } })).status).toBe(403);
    const login = { username: made.username, password: 'una clave' };
    expect((await server.client().request('POST', '/api/auth/login', { body: login })).status).toBe(401);
    expect((await early.request('GET', '/api/auth/user')).status).toBe(401);
    // A person who belongs elsewhere too is out of this admin's hands.
    const place = await stranger.get<{ id: string }>('/api/workspaces/current');
    await server.access.addMember(place.id, made.id, 'operator');
    expect((await home.request('PUT', path, { body: { subject } })).status).toBe(403);
  });
});
