// The second factor over HTTP: what it opens, what it must not, and who takes it away or requires it.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser, UserAccount, Workspace } from '../../../../contract/access.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { resetSecondFactor } from '../index.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
let server: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
});
afterAll(() => server.stop());
// Each test begins at a step of its own, so that the codes of one are not those of another.
beforeEach(async () => {
  await server.clock.advance(10 * minuteMs);
  await server.database.db.deleteFrom('login_failures').execute();
});

type Person = Awaited<ReturnType<TestAccess['signIn']>>;

/** The code that an app shows so many steps of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  const timestamp = server.clock.now().getTime() + steps * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** Sets one up and lets the step of its first code pass. */
async function setUp(person: HttpClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await person.post<{ secret: string }>('/api/auth/second-factor/begin', {});
  const code = codeOf(secret);
  const answer = await person.post<{ recoveryCodes: string[] }>('/api/auth/second-factor/confirm', { code });
  await server.clock.advance(minuteMs);
  return { secret, ...answer };
}

const password = (username: string, client = server.client()) =>
  client.post<{ challenge: string }>('/api/auth/login', { username, password: testPassword });

const enter = (challenge: string, code: string, client = server.client()) =>
  client.post<CurrentUser>('/api/auth/login/code', { challenge, code });

const codeError = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return (error as { body: { code: string } }).body.code;
  }
};

const auditOf = async (userId: string) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where((is) => is.or([is('target', '=', userId), is('user_id', '=', userId)]))
    .orderBy('id')
    .execute();

async function newWorkspace(): Promise<{ admin: Person; id: string }> {
  const admin = await server.signIn();
  const order = { name: 'Ventas', retellApiKey: `key_segundo_${admin.username}_000` };
  return { admin, id: (await admin.post<Workspace>('/api/workspaces', order)).id };
}

describe('signing in', () => {
  test('asks for a code after the password, and makes a session only for it', async () => {
    const person = await server.signIn();
    const { secret } = await setUp(person);
    const browser = server.client();
    const asked = await browser.request('POST', '/api/auth/login', {
      body: { username: person.username, password: testPassword },
    });
    const { challenge, ...rest } = (await asked.json()) as { challenge: string };
    expect(rest).toEqual({ kinds: ['totp', 'recovery'] });
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect(await codeError(browser.get('/api/auth/user'))).toBe('not_signed_in');
    expect(await enter(challenge, codeOf(secret), browser)).toMatchObject({
      id: person.userId,
      hasSecondFactor: true,
      secondFactorReset: null,
    });
    expect(await browser.get('/api/auth/user')).toMatchObject({ id: person.userId });
    expect(await auditOf(person.userId)).toMatchObject([
      { action: 'user.second_factor_set' },
      { action: 'session.started', details: { secondFactor: 'totp' } },
    ]);
  });

  test('takes a code of the steps beside this one, and none further away', async () => {
    const person = await server.signIn();
    const { secret } = await setUp(person);
    const { challenge } = await password(person.username);
    expect(await codeError(enter(challenge, codeOf(secret, -2)))).toBe('invalid_credentials');
    expect(await codeError(enter(challenge, codeOf(secret, 2)))).toBe('invalid_credentials');
    expect(await codeError(enter(challenge, codeOf(secret, 1)))).toBe('ok');
  });

  test('takes a code once, an earlier one never again, and of two requests at once one', async () => {
    const person = await server.signIn();
    const { secret } = await setUp(person);
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => password(person.username)));
    const code = codeOf(secret);
    const results = await Promise.all(
      [one, other].map((each) => codeError(enter(each?.challenge ?? '', code, server.client()))),
    );
    expect(results.toSorted()).toEqual(['invalid_credentials', 'ok']);
    for (const used of [code, codeOf(secret, -1)])
      expect(await codeError(enter(third?.challenge ?? '', used))).toBe('invalid_credentials');
    await server.clock.advance(30_000);
    expect(await codeError(enter(third?.challenge ?? '', codeOf(secret)))).toBe('ok');
  });

  test('the code that confirmed the app does not sign in', async () => {
    const person = await server.signIn();
    const { secret } = await person.post<{ secret: string }>('/api/auth/second-factor/begin', {});
    const code = codeOf(secret);
    await person.post('/api/auth/second-factor/confirm', { code });
    const { challenge } = await password(person.username);
    expect(await codeError(enter(challenge, code))).toBe('invalid_credentials');
  });

  test('takes each recovery code once, however it is typed', async () => {
    const person = await server.signIn();
    const { recoveryCodes } = await setUp(person);
    expect(recoveryCodes).toHaveLength(10);
    const [first = ''] = recoveryCodes;
    const { challenge } = await password(person.username);
    expect(await codeError(enter(challenge, first.toUpperCase().replace('-', ' ')))).toBe('ok');
    const again = await password(person.username);
    expect(await codeError(enter(again.challenge, first))).toBe('invalid_credentials');
    expect(await person.get('/api/auth/second-factor')).toMatchObject({ codesLeft: 9 });
    const kept = await server.database.db.selectFrom('recovery_codes').selectAll().execute();
    expect(recoveryCodes.filter((code) => JSON.stringify(kept).includes(code.replace('-', '')))).toEqual([]);
  });

  test('a challenge is of its person alone, good once, for five minutes, and not after a new password', async () => {
    const [ana, bea] = [await server.signIn(), await server.signIn()];
    const [ofAna, ofBea] = [await setUp(ana), await setUp(bea)];
    const { challenge } = await password(ana.username);
    expect(await codeError(enter(challenge, codeOf(ofBea.secret)))).toBe('invalid_credentials');
    expect(await codeError(enter(challenge, codeOf(ofAna.secret)))).toBe('ok');
    await server.clock.advance(minuteMs);
    expect(await codeError(enter(challenge, codeOf(ofAna.secret)))).toBe('challenge_over');
    expect(await codeError(enter('x'.repeat(43), codeOf(ofAna.secret)))).toBe('challenge_over');

    const late = await password(ana.username);
    await server.clock.advance(5 * minuteMs);
    expect(await codeError(enter(late.challenge, codeOf(ofAna.secret)))).toBe('challenge_over');

    const old = await password(bea.username);
    await bea.put('/api/auth/password', { currentPassword: testPassword, newPassword: 'otra clave de prueba' });
    expect(await codeError(enter(old.challenge, codeOf(ofBea.secret)))).toBe('challenge_over');
  });

  test('guessing codes is limited as guessing passwords is, and right passwords between do not help', async () => {
    const person = await server.signIn();
    const { secret } = await setUp(person);
    const { challenge } = await password(person.username);
    const wrong = codeOf(secret, 50);
    const refused = await server.client().request('POST', '/api/auth/login/code', { body: { challenge, code: wrong } });
    const { requestId: _, ...body } = (await refused.json()) as { requestId: string };
    const message = 'El código no es correcto o ya se usó.';
    expect([refused.status, body]).toEqual([401, { message, error: message, code: 'invalid_credentials' }]);
    for (let count = 0; count < 4; count += 1) {
      const again = await password(person.username);
      expect(await codeError(enter(again.challenge, wrong))).toBe('invalid_credentials');
    }
    expect(await codeError(enter(challenge, codeOf(secret)))).toBe('too_many_attempts');
    expect(await codeError(password(person.username))).toBe('too_many_attempts');
    expect((await auditOf(person.userId)).filter(({ action }) => action === 'session.refused')).toHaveLength(5);
  });

  test('a browser that is known does not skip the code', async () => {
    const person = await server.signIn();
    const browser = server.client();
    await password(person.username, browser);
    await browser.post('/api/auth/logout');
    await setUp(person);
    expect(await password(person.username, browser)).toEqual({
      challenge: expect.any(String),
      kinds: ['totp', 'recovery'],
    });
    expect(await codeError(browser.get('/api/auth/user'))).toBe('not_signed_in');
  });
});

describe("one's own", () => {
  test('is in force once a code proves it; its secret is told once, and other sessions end', async () => {
    const person = await server.signIn();
    const other = server.client();
    await password(person.username, other);
    const begun = await person.post<{ secret: string; uri: string }>('/api/auth/second-factor/begin', {});
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect(await person.get('/api/auth/second-factor')).toEqual({
      confirmedAt: null,
      hasPasskeys: false,
      codesLeft: 0,
      requiredBy: [],
    });
    expect(await codeError(password(person.username))).toBe('ok');
    const wrong = person.post('/api/auth/second-factor/confirm', { code: '12345x' });
    expect(await codeError(wrong)).toBe('wrong_code');
    await person.post('/api/auth/second-factor/confirm', { code: codeOf(begun.secret) });
    expect(await codeError(other.get('/api/auth/user'))).toBe('not_signed_in');

    const shown = JSON.stringify([
      await person.get('/api/auth/second-factor'),
      await person.get('/api/auth/user'),
      await auditOf(person.userId),
      await server.database.db.selectFrom('second_factors').selectAll().execute(),
    ]);
    expect(shown).not.toContain(begun.secret);
    expect(await codeError(person.post('/api/auth/second-factor/confirm', { code: codeOf(begun.secret, 1) }))).toBe(
      'conflict',
    );
    expect(await codeError(person.post('/api/auth/second-factor/begin', {}))).toBe('wrong_code');
  });

  test('moves to another app by a code of the first, which works until the other is proven', async () => {
    const person = await server.signIn();
    const { secret, recoveryCodes } = await setUp(person);
    const next = await person.post<{ secret: string }>('/api/auth/second-factor/begin', { code: codeOf(secret) });
    await server.clock.advance(minuteMs);
    const { challenge } = await password(person.username);
    expect(await codeError(enter(challenge, codeOf(next.secret)))).toBe('invalid_credentials');
    expect(await codeError(enter(challenge, codeOf(secret)))).toBe('ok');
    await server.clock.advance(minuteMs);
    await person.post('/api/auth/second-factor/confirm', { code: codeOf(next.secret) });
    await server.clock.advance(minuteMs);
    const again = await password(person.username);
    for (const dead of [codeOf(secret), recoveryCodes[0] ?? ''])
      expect(await codeError(enter(again.challenge, dead))).toBe('invalid_credentials');
    expect(await codeError(enter(again.challenge, codeOf(next.secret)))).toBe('ok');
  });

  test('new recovery codes and switching off ask for a code; guessing there is limited too', async () => {
    const person = await server.signIn();
    const { secret, recoveryCodes } = await setUp(person);
    const renew = (code: string) =>
      person.post<{ recoveryCodes: string[] }>('/api/auth/second-factor/recovery-codes', { code });
    const renewed = await renew(codeOf(secret));
    expect(renewed.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    const end = (code: string) => person.post('/api/auth/second-factor/end', { code });
    expect(await codeError(end(codeOf(secret)))).toBe('wrong_code');
    expect(await codeError(end(recoveryCodes[1] ?? ''))).toBe('wrong_code');
    await end(renewed.recoveryCodes[0] ?? '');
    expect(await person.get('/api/auth/user')).toMatchObject({ hasSecondFactor: false });
    expect(await codeError(password(person.username))).toBe('ok');
    expect(await codeError(renew('000000'))).toBe('conflict');

    await setUp(person);
    await server.database.db.deleteFrom('login_failures').execute();
    const guesses = Array.from({ length: 7 }, () => codeError(renew('00000x')));
    expect((await Promise.all(guesses)).toSorted()).toEqual([
      'too_many_attempts',
      'too_many_attempts',
      ...Array<string>(5).fill('wrong_code'),
    ]);
  });
});

describe('taking it away', () => {
  test('is for whoever may set the password: sessions end, and the person sees who did it until they say so', async () => {
    const { admin, id } = await newWorkspace();
    const order = { username: 'perdio-telefono', password: testPassword, role: 'operator' };
    const { id: userId } = await admin.post<UserAccount>('/api/users', order);
    const person = server.client();
    await password('perdio-telefono', person);
    await setUp(person);
    const seen = (users: readonly UserAccount[]) => users.find((user) => user.id === userId)?.hasSecondFactor;
    expect(seen(await admin.get<UserAccount[]>('/api/users'))).toBe(true);
    const editor = await server.signIn('editor', id);
    expect(seen(await editor.get<UserAccount[]>('/api/users'))).toBeNull();

    const path = `/api/users/${userId}/second-factor`;
    const colleague = await server.signIn('admin', id);
    const elsewhere = await newWorkspace();
    const refused = await Promise.all(
      [editor, elsewhere.admin, person].map(async (who) => (await who.request('DELETE', path)).status),
    );
    expect(refused).toEqual([403, 404, 404]);
    // A member elsewhere too: who does not administer that place sets no password, and takes no factor.
    await server.access.addMember(elsewhere.id, userId, 'operator');
    expect((await colleague.request('DELETE', path)).status).toBe(403);
    await server.database.db.deleteFrom('workspace_members').where('workspace_id', '=', elsewhere.id).execute();
    expect(seen(await admin.get<UserAccount[]>('/api/users'))).toBe(true);

    expect((await colleague.request('DELETE', path)).status).toBe(200);
    expect(await codeError(person.get('/api/auth/user'))).toBe('not_signed_in');
    await password('perdio-telefono', person);
    const told = { at: expect.any(String), by: colleague.username };
    expect(await person.get('/api/auth/user')).toMatchObject({ hasSecondFactor: false, secondFactorReset: told });
    await person.post('/api/auth/second-factor/reset-seen');
    expect(await person.get('/api/auth/user')).toMatchObject({ secondFactorReset: null });
    expect((await auditOf(userId)).map(({ action }) => action)).toContain('user.second_factor_reset');
  });

  test("nobody takes their own away by the administration's door", async () => {
    const { admin } = await newWorkspace();
    await setUp(admin);
    expect((await admin.request('DELETE', `/api/users/${admin.userId}/second-factor`)).status).toBe(403);
    expect(await admin.get('/api/auth/user')).toMatchObject({ hasSecondFactor: true });
  });

  test('the operator of the machine takes it away too, and is told where there was none', async () => {
    const person = await server.signIn();
    const take = (name: string) => resetSecondFactor(server.database.db, server.clock, name);
    expect(await take(person.username)).toBe('had_none');
    const { secret } = await setUp(person);
    const { challenge } = await password(person.username);
    expect(await take(person.username.toUpperCase())).toBe('reset');
    expect(await codeError(person.get('/api/auth/user'))).toBe('not_signed_in');
    expect(await codeError(enter(challenge, codeOf(secret)))).toBe('challenge_over');
    await password(person.username, person);
    expect(await person.get('/api/auth/user')).toMatchObject({ secondFactorReset: { by: null } });
    expect(await take('nadie')).toBe('no_user');
  });
});

describe('a workspace that requires it', () => {
  const require = (who: HttpClient, secondFactor: string) => who.put('/api/settings', { secondFactor });
  const dueAt = async (who: HttpClient) => (await who.get<Workspace>('/api/workspaces/current')).secondFactorDueAt;

  /** Members join by the database's clock: the test's goes on from there. */
  async function withMembers() {
    const behind = Date.now() - server.clock.now().getTime();
    if (behind > 0) await server.clock.advance(behind + minuteMs);
    const { admin, id } = await newWorkspace();
    const [operator, other] = [await server.signIn('operator', id), await server.signIn('admin', id)];
    return { id, admin, operator, other };
  }

  /** Sessions stay in use meanwhile. */
  async function pass(ms: number): Promise<void> {
    await server.clock.advance(ms);
    await server.database.db.updateTable('sessions').set({ last_seen_at: server.clock.now() }).execute();
  }

  test('is asked for by an admin who has one, and counts seven days for those who have none', async () => {
    const { admin, operator, other } = await withMembers();
    expect(await codeError(require(admin, 'all'))).toBe('invalid_input');
    await setUp(admin);
    expect(await codeError(require(operator, 'all'))).toBe('forbidden');
    await require(admin, 'admins');
    const due = new Date(server.clock.now().getTime() + 7 * dayMs).toISOString();
    expect([await dueAt(admin), await dueAt(operator), await dueAt(other)]).toEqual([null, null, due]);
    await pass(dayMs);
    await require(admin, 'all');
    const later = new Date(Date.parse(due) + dayMs).toISOString();
    expect(await dueAt(operator)).toBe(later);
    // A save of something else moves nothing on.
    await pass(dayMs);
    await admin.put('/api/settings', { dailyAttempts: 4 });
    expect(await dueAt(operator)).toBe(later);
  });

  test('closes after seven days to those without, who can still set one up; none who has it switches it off', async () => {
    const { id, admin, operator } = await withMembers();
    const { secret } = await setUp(admin);
    await require(admin, 'all');
    await pass(7 * dayMs - 1_000);
    expect(await codeError(operator.get('/api/settings'))).toBe('ok');
    await pass(1_000);
    expect(await codeError(operator.get('/api/settings'))).toBe('second_factor_required');
    expect(await codeError(operator.put(`/api/workspaces/${id}/switch`))).toBe('second_factor_required');
    expect(await server.access.identities.findRole(operator.userId, id)).toBeNull();
    expect(await dueAt(operator)).not.toBeNull();
    await setUp(operator);
    expect(await codeError(operator.get('/api/settings'))).toBe('ok');
    expect(await dueAt(operator)).toBeNull();

    expect(await admin.get('/api/auth/second-factor')).toMatchObject({ requiredBy: ['Ventas'] });
    const end = () => admin.post('/api/auth/second-factor/end', { code: codeOf(secret) });
    expect(await codeError(end())).toBe('conflict');
    // The code was not spent: what is refused costs nothing.
    await require(admin, 'none');
    expect(await codeError(end())).toBe('ok');
  });

  test('gives a promoted admin days of their own where admins alone need one, and none where everybody does', async () => {
    const { id, admin, operator } = await withMembers();
    await setUp(admin);
    const longAgo = new Date(Date.now() - 8 * dayMs);
    const { db } = server.database;
    const begin = async (secondFactor: string) => {
      await require(admin, secondFactor);
      const ofWorkspace = { second_factor_since: longAgo };
      await db.updateTable('workspace_settings').set(ofWorkspace).where('workspace_id', '=', id).execute();
      await db.updateTable('workspace_members').set({ created_at: longAgo }).where('workspace_id', '=', id).execute();
    };
    const setRole = (role: string) => admin.put(`/api/workspaces/${id}/members/${operator.userId}`, { role });
    await begin('admins');
    expect(await dueAt(operator)).toBeNull();
    await setRole('admin');
    const due = Date.parse((await dueAt(operator)) ?? '');
    expect(Math.abs(due - Date.now() - 7 * dayMs)).toBeLessThan(minuteMs);
    // The same role again moves nothing on.
    const earlier = new Date(server.clock.now().getTime() - 2 * dayMs);
    await db.updateTable('workspace_members').set({ role_since: earlier }).where('workspace_id', '=', id).execute();
    await setRole('admin');
    expect(await dueAt(operator)).toBe(new Date(earlier.getTime() + 7 * dayMs).toISOString());
    expect(await codeError(operator.get('/api/audit-log'))).toBe('ok');

    await begin('all');
    await setRole('operator');
    expect(await codeError(operator.get('/api/settings'))).toBe('second_factor_required');
    await setRole('admin');
    expect(await codeError(operator.get('/api/settings'))).toBe('second_factor_required');
  });

  test('gives no new days to admins when only they go on needing one', async () => {
    const { id, admin, other } = await withMembers();
    await setUp(admin);
    await require(admin, 'all');
    const longAgo = new Date(Date.now() - 8 * dayMs);
    const { db } = server.database;
    const ofWorkspace = { second_factor_since: longAgo };
    const ofMembers = { created_at: longAgo, role_since: longAgo };
    await db.updateTable('workspace_settings').set(ofWorkspace).where('workspace_id', '=', id).execute();
    await db.updateTable('workspace_members').set(ofMembers).where('workspace_id', '=', id).execute();
    await require(admin, 'admins');
    expect(await codeError(other.get('/api/settings'))).toBe('second_factor_required');
    await require(admin, 'all');
    expect(await codeError(other.get('/api/settings'))).toBe('ok');
  });

  test('takes the rights over its people from an admin without one, wherever they ask', async () => {
    const { id, admin, other } = await withMembers();
    const { id: userId } = await admin.post<UserAccount>('/api/users', {
      username: 'de-ventas',
      password: testPassword,
    });
    await setUp(admin);
    await require(admin, 'admins');
    const mine = await other.post<Workspace>('/api/workspaces', {
      name: 'Otro',
      retellApiKey: `key_segundo_${other.username}_000`,
    });
    await other.put(`/api/workspaces/${mine.id}/switch`);
    const rights = async () =>
      (await other.get<UserAccount[]>('/api/users')).find((user) => user.id === userId)?.canSetPassword ?? null;
    expect(await rights()).toBe(true);
    const longAgo = new Date(Date.now() - 8 * dayMs);
    await server.database.db
      .updateTable('workspace_settings')
      .set({ second_factor_since: longAgo })
      .where('workspace_id', '=', id)
      .execute();
    await server.database.db
      .updateTable('workspace_members')
      .set({ created_at: longAgo })
      .where('workspace_id', '=', id)
      .execute();
    expect(await rights()).toBeNull();
    expect((await other.request('DELETE', `/api/users/${userId}`)).status).toBe(404);
  });
});
