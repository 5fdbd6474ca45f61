// Links by mail over HTTP, against a real mail server on loopback: where they go, what they open, and what they must not.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppInfo, CreatedUser, CurrentUser, UserAccount, Workspace } from '../../../../contract/access.ts';
import type { OwnEmailStatus, PasswordLinkInfo } from '../../../../contract/mail-links.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { emailAccountNoticeWithoutQueue } from '../index.ts';
import { startMailReceiver, type MailReceiver } from '../../../testing/mail-receiver.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const hourMs = 3_600_000;
const publicUrl = 'https://consola.ejemplo.com';
let receiver: MailReceiver;
let server: TestAccess;
beforeAll(async () => {
  receiver = await startMailReceiver();
  server = await startTestAccess({ mail: { smtpUrl: receiver.url, publicUrl } });
});
afterAll(async () => {
  await server.stop();
  await receiver.close();
});
beforeEach(() => server.database.db.deleteFrom('login_failures').execute());

const codeError = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return (error as { body: { code: string } }).body.code;
  }
};

/** Resolves once no job about accounts waits or runs: whatever is to be mailed was mailed. */
const settle = () =>
  waitFor('the jobs to be done', async () => {
    const { rows } = await server.database.pool.query<{ count: number }>(
      "select count(*) from pgboss.job where name like 'account-%' and state in ('created', 'retry', 'active')",
    );
    return rows[0]?.count === 0;
  });

const mailsTo = (address: string) => receiver.mails.filter(({ to }) => to.includes(address));
const tokenIn = (mail: { part(type: string): string } | undefined): string =>
  /#([\w-]{43})\b/.exec(mail?.part('text/plain') ?? '')?.[1] ?? '';

/** The token of the newest mail to that address. */
async function newestToken(address: string): Promise<string> {
  await settle();
  return tokenIn(mailsTo(address).at(-1));
}

const auditOf = async (userId: string) =>
  server.database.db.selectFrom('audit_log').selectAll().where('target', '=', userId).orderBy('id').execute();

let workspaces = 0;
async function newWorkspace() {
  const admin = await server.signIn();
  const order = { name: 'Ventas', retellApiKey: `key_correo_${++workspaces}_0000000` };
  return { admin, id: (await admin.post<Workspace>('/api/workspaces', order)).id };
}

let people = 0;
/** A person of the workspace whose admin typed their address, signed in. */
async function newPerson(admin: HttpClient) {
  const username = `ana-${++people}`;
  const email = `${username}@ejemplo.com`;
  const { id } = await admin.post<UserAccount>('/api/users', { username, password: testPassword, email });
  const client = server.client();
  await client.post('/api/auth/login', { username, password: testPassword });
  return { id, username, email, client };
}

async function confirm({ client, email }: { readonly client: HttpClient; readonly email: string }): Promise<void> {
  await client.post('/api/auth/email/link');
  await client.post('/api/auth/email/confirm', { token: await newestToken(email) });
}

async function newConfirmedPerson() {
  const { admin, id: workspaceId } = await newWorkspace();
  const person = await newPerson(admin);
  await confirm(person);
  return { ...person, admin, workspaceId };
}

const ask = (username: string, client = server.client()) => client.post('/api/auth/recovery', { username });
const setPassword = (token: string, password = 'una clave nueva', client = server.client()) =>
  client.post<{ username: string }>('/api/auth/links/password', { token, password });
const signIn = (username: string, password: string, client = server.client()) =>
  client.post<CurrentUser | { challenge: string }>('/api/auth/login', { username, password });
const edit = (admin: HttpClient, id: string, username: string, change: object) =>
  admin.put<UserAccount>(`/api/users/${id}`, { username, isActive: 'true', ...change });

describe('an address', () => {
  test('is confirmed by its link, once, in a session of its person', async () => {
    const { admin } = await newWorkspace();
    const person = await newPerson(admin);
    const other = await newPerson(admin);
    const unconfirmed = { email: person.email, confirmedAt: null, canSend: true };
    expect(await person.client.get<OwnEmailStatus>('/api/auth/email')).toEqual(unconfirmed);
    expect(await person.client.post('/api/auth/email/link')).toEqual({ sentTo: person.email });
    const token = await newestToken(person.email);
    const [mail] = mailsTo(person.email);
    expect(mail?.part('text/plain')).toContain(`${publicUrl}/confirmar-email#${token}`);
    expect(mail?.header('subject')).toBe('[Vocero de prueba] Confirma tu email');

    const use = (client: HttpClient) => codeError(client.post('/api/auth/email/confirm', { token }));
    expect(await use(server.client())).toBe('not_signed_in');
    expect(await use(other.client)).toBe('link_over');
    expect(await codeError(setPassword(token))).toBe('link_over');
    expect(await use(person.client)).toBe('ok');
    expect(await use(person.client)).toBe('link_over');
    expect(await person.client.get<OwnEmailStatus>('/api/auth/email')).toMatchObject({
      confirmedAt: expect.any(String),
    });
    expect(await codeError(person.client.post('/api/auth/email/link'))).toBe('conflict');
  });

  test('is asked to be confirmed three times an hour at most, and its link works for a day', async () => {
    const { admin } = await newWorkspace();
    const person = await newPerson(admin);
    const send = () => codeError(person.client.post('/api/auth/email/link'));
    const sent = await Promise.all([send(), send(), send(), send(), send()]);
    expect(sent.toSorted()).toEqual(['ok', 'ok', 'ok', 'too_many_requests', 'too_many_requests']);
    const token = await newestToken(person.email);
    expect(mailsTo(person.email)).toHaveLength(3);
    // The session is used meanwhile.
    for (const hours of [8, 8, 8]) {
      await server.clock.advance(hours * hourMs);
      await server.database.db.updateTable('sessions').set({ last_seen_at: server.clock.now() }).execute();
    }
    expect(await codeError(person.client.post('/api/auth/email/confirm', { token }))).toBe('link_over');
  });

  test('that an admin changed is not confirmed, and links to the earlier one are void', async () => {
    const { admin, id, username, email } = await newConfirmedPerson();
    await ask(username);
    const recovery = await newestToken(email);
    expect(recovery).not.toBe('');
    await edit(admin, id, username, { email: 'admin@ejemplo.com' });
    expect(await codeError(setPassword(recovery))).toBe('link_over');
    await ask(username);
    await settle();
    expect(mailsTo('admin@ejemplo.com')).toEqual([]);
    // Back to the earlier one: it is confirmed anew.
    await edit(admin, id, username, { email });
    const before = mailsTo(email).length;
    await ask(username);
    await settle();
    expect(mailsTo(email)).toHaveLength(before);
    expect(await codeError(setPassword(recovery))).toBe('link_over');
  });

  test('is confirmed only by a link to it, not by one to the address before', async () => {
    const { admin } = await newWorkspace();
    const person = await newPerson(admin);
    await person.client.post('/api/auth/email/link');
    const token = await newestToken(person.email);
    await edit(admin, person.id, person.username, { email: 'otra@ejemplo.com' });
    expect(await codeError(person.client.post('/api/auth/email/confirm', { token }))).toBe('link_over');
    expect(await person.client.get<OwnEmailStatus>('/api/auth/email')).toMatchObject({ confirmedAt: null });
  });

  test('of nobody gets no link', async () => {
    const person = await server.signIn();
    expect(await codeError(person.post('/api/auth/email/link'))).toBe('conflict');
  });
});

describe('a forgotten password', () => {
  test('answers alike for every name, and mails only to an active account with a confirmed address', async () => {
    const confirmed = await newConfirmedPerson();
    const unconfirmed = await newPerson(confirmed.admin);
    const inactive = await newConfirmedPerson();
    await edit(inactive.admin, inactive.id, inactive.username, { email: inactive.email, isActive: 'false' });
    const before = receiver.mails.length;
    const answers = await Promise.all(
      [confirmed.username, unconfirmed.username, inactive.username, 'nadie-asi'].map(async (username) => {
        const answer = await server.client().request('POST', '/api/auth/recovery', { body: { username } });
        const headers = [...answer.headers.keys()].filter((name) => !name.startsWith('x-')).toSorted();
        return [answer.status, await answer.text(), headers];
      }),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.slice(0, 2)).toEqual([200, '{"ok":true}']);
    await settle();
    expect(receiver.mails.slice(before).flatMap(({ to }) => to)).toEqual([confirmed.email]);
  });

  test('is set anew by the link, once: sessions end, none begins, and it is audited without secrets', async () => {
    const { id, username, email, client } = await newConfirmedPerson();
    await ask(username.toUpperCase());
    const token = await newestToken(email);
    const read = () => server.client().post<PasswordLinkInfo>('/api/auth/links/read', { token });
    expect(await read()).toEqual({ purpose: 'recover', username });
    expect(await codeError(setPassword(token, username))).toBe('invalid_input');
    expect(await codeError(setPassword(token, '123456'))).toBe('invalid_input');
    const browser = server.client();
    const both = await Promise.all([
      codeError(setPassword(token, 'una clave nueva', browser)),
      codeError(setPassword(token, 'otra clave nueva')),
    ]);
    expect(both.toSorted()).toEqual(['link_over', 'ok']);
    const chosen = both[0] === 'ok' ? 'una clave nueva' : 'otra clave nueva';
    expect(await codeError(read())).toBe('link_over');
    for (const each of [client, browser]) expect(await codeError(each.get('/api/auth/user'))).toBe('not_signed_in');
    expect(await codeError(signIn(username, testPassword))).toBe('invalid_credentials');
    expect(await codeError(signIn(username, chosen))).toBe('ok');

    await settle();
    expect(mailsTo(email).at(-1)?.header('subject')).toBe('[Vocero de prueba] Tu contraseña cambió');
    const entries = await auditOf(id);
    expect(entries.map(({ action }) => action).slice(-2)).toEqual(['user.recovery_sent', 'user.password_recovered']);
    const { rows: jobs } = await server.database.pool.query("select * from pgboss.job where name like 'account-%'");
    const { rows: links } = await server.database.pool.query('select * from mail_links');
    const kept = JSON.stringify([entries, jobs, links]);
    for (const secret of [token, chosen]) expect(kept).not.toContain(secret);
    expect(JSON.stringify(jobs)).not.toContain(email);
  });

  test('is not set by a late link, nor by one from before another change of the password', async () => {
    const { admin, id, username, email, client } = await newConfirmedPerson();
    await ask(username);
    const late = await newestToken(email);
    await server.clock.advance(hourMs);
    expect(await codeError(setPassword(late))).toBe('link_over');

    await ask(username);
    const beforeOwn = await newestToken(email);
    const own = { currentPassword: testPassword, newPassword: 'la propia de ana' };
    await client.put('/api/auth/password', own);
    expect(await codeError(setPassword(beforeOwn))).toBe('link_over');

    await ask(username);
    const beforeAdmin = await newestToken(email);
    await edit(admin, id, username, { email, password: 'la del admin 1' });
    expect(await codeError(setPassword(beforeAdmin))).toBe('link_over');

    await server.clock.advance(hourMs);
    await ask(username);
    const first = await newestToken(email);
    await ask(username);
    const second = await newestToken(email);
    expect(second).not.toBe(first);
    expect(await codeError(setPassword(second))).toBe('ok');
    expect(await codeError(setPassword(first))).toBe('link_over');
  });

  test('of an account that was deactivated or deleted meanwhile is not set', async () => {
    for (const end of ['deactivated', 'deleted']) {
      const { admin, id, username, email } = await newConfirmedPerson();
      await ask(username);
      const token = await newestToken(email);
      if (end === 'deleted') await admin.request('DELETE', `/api/users/${id}`);
      else await edit(admin, id, username, { email, isActive: 'false' });
      expect(await codeError(server.client().post('/api/auth/links/read', { token }))).toBe('link_over');
      expect(await codeError(setPassword(token))).toBe('link_over');
    }
  });

  test('leaves the second factor asked for, and ends a sign-in that waited for its code', async () => {
    const { username, email, client } = await newConfirmedPerson();
    const { secret } = await client.post<{ secret: string }>('/api/auth/second-factor/begin', {});
    const codeNow = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: server.clock.now().getTime() });
    await client.post('/api/auth/second-factor/confirm', { code: codeNow() });
    await server.clock.advance(60_000);
    const begun = (await signIn(username, testPassword)) as { challenge: string };
    await ask(username);
    const browser = server.client();
    await setPassword(await newestToken(email), 'una clave nueva', browser);
    const code = codeNow();
    const enter = (challenge: string) => codeError(browser.post('/api/auth/login/code', { challenge, code }));
    expect(await enter(begun.challenge)).toBe('challenge_over');
    expect(await codeError(browser.get('/api/auth/user'))).toBe('not_signed_in');
    const asked = (await signIn(username, 'una clave nueva', browser)) as { challenge: string };
    expect(asked).toEqual({ challenge: expect.any(String), kinds: ['totp', 'recovery'] });
    expect(await codeError(browser.get('/api/auth/user'))).toBe('not_signed_in');
    expect(await enter(asked.challenge)).toBe('ok');
  });

  test('is asked for within limits: five times a name and address, and three mails an hour', async () => {
    const { username, email } = await newConfirmedPerson();
    const before = mailsTo(email).length;
    const from = (address: string, name: string) => codeError(ask(name, server.client(address)));
    const tries = async (address: string, name: string) => {
      const answers: string[] = [];
      for (let count = 0; count < 6; count += 1) answers.push(await from(address, name));
      return answers;
    };
    const limited = [...Array<string>(5).fill('ok'), 'too_many_attempts'];
    expect(await tries('203.0.113.1', username)).toEqual(limited);
    expect(await tries('203.0.113.1', 'nadie-asi')).toEqual(limited);
    expect(await from('203.0.113.2', username)).toBe('ok');
    await settle();
    expect(mailsTo(email)).toHaveLength(before + 3);
    // They are no failed sign-ins.
    const there = server.client('203.0.113.1');
    expect(await codeError(signIn(username, testPassword, there))).toBe('ok');
    // A used link makes no room for more mails than the other two.
    await server.clock.advance(16 * 60_000);
    await from('203.0.113.3', username);
    await settle();
    expect(mailsTo(email)).toHaveLength(before + 3);
  });

  test('is mailed with the address of PUBLIC_URL, whatever a request says of its host', async () => {
    const { username, email } = await newConfirmedPerson();
    const headers = {
      host: 'malo.ejemplo.org',
      'x-forwarded-host': 'malo.ejemplo.org',
      forwarded: 'host=malo.ejemplo.org',
    };
    await server.client().request('POST', '/api/auth/recovery', { body: { username }, headers });
    if (!tokenIn(mailsTo(email).at(-1))) await ask(username);
    await settle();
    const mail = mailsTo(email).at(-1);
    expect(mail?.part('text/plain')).toContain(`${publicUrl}/clave#`);
    expect(mail?.raw).not.toContain('malo');
    expect(mail?.part('text/html')).not.toContain('malo');
  });

  test('is mailed by a job that is tried again', async () => {
    const { username, email } = await newConfirmedPerson();
    const before = mailsTo(email).length;
    receiver.refuseNext(1);
    await ask(username);
    await waitFor('the second try', () => mailsTo(email).length > before);
    expect(await codeError(setPassword(await newestToken(email)))).toBe('ok');
  });
});

describe('an invitation', () => {
  async function invite(order: object = {}) {
    const { admin, id: workspaceId } = await newWorkspace();
    const username = `leo-${++people}`;
    const email = `${username}@ejemplo.com`;
    const user = await admin.post<CreatedUser>('/api/users', { username, email, ...order });
    return { admin, workspaceId, user, username, email };
  }
  const listed = async (admin: HttpClient, id: string) =>
    (await admin.get<UserAccount[]>('/api/users')).find((user) => user.id === id);

  test('sets the first password, once, and confirms the address that it was mailed to', async () => {
    const { admin, user, username, email } = await invite();
    expect(user).toMatchObject({ awaitsPassword: true, invitation: { sentTo: email, token: null } });
    expect(await codeError(signIn(username, ''))).toBe('invalid_input');
    expect(await codeError(signIn(username, testPassword))).toBe('invalid_credentials');
    const token = await newestToken(email);
    expect(mailsTo(email)[0]?.part('text/plain')).toContain(`${publicUrl}/clave#${token}`);
    // Nobody has a password to recover yet.
    await ask(username);
    await settle();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await server.client().post('/api/auth/links/read', { token })).toEqual({ purpose: 'invite', username });
    const browser = server.client();
    expect(await setPassword(token, 'mi primera clave', browser)).toEqual({ username });
    expect(await codeError(browser.get('/api/auth/user'))).toBe('not_signed_in');
    expect(await codeError(setPassword(token))).toBe('link_over');
    await signIn(username, 'mi primera clave', browser);
    expect(await browser.get('/api/auth/email')).toMatchObject({ email, confirmedAt: expect.any(String) });
    expect(await listed(admin, user.id)).toMatchObject({ awaitsPassword: false });
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'user.invited',
      'user.invitation_used',
    ]);
  });

  test('without an address is passed on by the admin, and confirms none', async () => {
    const { user, username, admin } = await invite({ email: '' });
    const { sentTo, token } = user.invitation ?? {};
    expect([sentTo, token]).toEqual([null, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(JSON.stringify(await admin.get('/api/users'))).not.toContain(token);
    await setPassword(token ?? '', 'mi primera clave');
    const browser = server.client();
    await signIn(username, 'mi primera clave', browser);
    expect(await browser.get('/api/auth/email')).toMatchObject({ email: null, confirmedAt: null });
  });

  test('is void after a day, after another, after a change of the address, a password by an admin, and a sign-in', async () => {
    const late = await invite();
    const lateToken = await newestToken(late.email);
    await server.clock.advance(24 * hourMs);
    expect(await codeError(setPassword(lateToken))).toBe('link_over');

    const twice = await invite();
    const first = await newestToken(twice.email);
    await twice.admin.post(`/api/users/${twice.user.id}/invitation`);
    expect(await codeError(setPassword(first))).toBe('link_over');

    const moved = await invite();
    const toOld = await newestToken(moved.email);
    await edit(moved.admin, moved.user.id, moved.username, { email: 'nueva@ejemplo.com' });
    expect(await codeError(setPassword(toOld))).toBe('link_over');

    const given = await invite();
    const beforePassword = await newestToken(given.email);
    await edit(given.admin, given.user.id, given.username, { email: given.email, password: 'la del admin 1' });
    expect(await codeError(setPassword(beforePassword))).toBe('link_over');
    expect(await codeError(given.admin.post(`/api/users/${given.user.id}/invitation`))).toBe('conflict');

    // By another way of signing in than the password.
    const entered = await invite();
    const beforeSignIn = await newestToken(entered.email);
    await server.database.db
      .updateTable('users')
      .set({ last_login_at: server.clock.now() })
      .where('id', '=', entered.user.id)
      .execute();
    expect(await codeError(setPassword(beforeSignIn))).toBe('link_over');
    expect(await codeError(entered.admin.post(`/api/users/${entered.user.id}/invitation`))).toBe('conflict');
  });

  test('is made anew by whoever may set the password, three mails an hour at most', async () => {
    const { admin, workspaceId, user, email, username } = await invite();
    const first = await newestToken(email);
    const path = `/api/users/${user.id}/invitation`;
    const colleague = await server.signIn('admin', workspaceId);
    const editor = await server.signIn('editor', workspaceId);
    const elsewhere = await newWorkspace();
    expect(await codeError(editor.post(path))).toBe('forbidden');
    expect(await codeError(elsewhere.admin.post(path))).toBe('not_found');
    expect(await colleague.post(path)).toEqual({ sentTo: email, token: null });
    expect(await codeError(setPassword(first))).toBe('link_over');
    expect(await codeError(admin.post(path))).toBe('ok');
    expect(await codeError(admin.post(path))).toBe('too_many_requests');
    // A member elsewhere too: the admin of their home alone may not take their account over.
    await server.access.addMember(elsewhere.id, user.id, 'operator');
    expect(await codeError(colleague.post(path))).toBe('forbidden');
    expect(await codeError(setPassword(await newestToken(email), 'mi primera clave'))).toBe('ok');
    expect(await codeError(signIn(username, 'mi primera clave'))).toBe('ok');
  });

  test('is not made for an account that was deactivated', async () => {
    const { admin, user, username, email } = await invite();
    await edit(admin, user.id, username, { email, isActive: 'false' });
    const path = `/api/users/${user.id}/invitation`;
    const answer = await admin.request('POST', path);
    expect(await answer.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('inactiva') });
    await edit(admin, user.id, username, { email, isActive: 'true' });
    expect(await codeError(admin.post(path))).toBe('ok');
  });

  test('a password typed by the admin makes none', async () => {
    const { user, email } = await invite({ password: testPassword });
    expect(user).toMatchObject({ awaitsPassword: false, invitation: null });
    await settle();
    expect(mailsTo(email)).toEqual([]);
    const { admin } = await newWorkspace();
    expect(await codeError(admin.post('/api/users', { username: 'corta', password: '' }))).toBe('invalid_input');
  });
});

describe('everything about links', () => {
  test('is closed to API tokens', async () => {
    const { admin } = await newWorkspace();
    const { token } = await admin.post<{ token: string }>('/api/tokens', { name: 'programa', role: 'admin' });
    const program = server.program(token);
    const { id } = await admin.post<UserAccount>('/api/users', { username: `leo-${++people}` });
    const answers = await Promise.all([
      codeError(program.get('/api/auth/email')),
      codeError(program.post('/api/auth/email/link')),
      codeError(program.post('/api/auth/email/confirm', { token: 'x'.repeat(43) })),
      codeError(program.post(`/api/users/${id}/invitation`)),
    ]);
    expect(new Set(answers)).toEqual(new Set(['forbidden']));
  });

  test('a second factor that an admin took away sends a mail, to a confirmed address alone', async () => {
    const { admin, id, email, client } = await newConfirmedPerson();
    const unconfirmed = await newPerson(admin);
    for (const { client: browser, id: userId } of [{ client, id }, unconfirmed]) {
      const { secret } = await browser.post<{ secret: string }>('/api/auth/second-factor/begin', {});
      const timestamp = server.clock.now().getTime();
      const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
      await browser.post('/api/auth/second-factor/confirm', { code });
      expect((await admin.request('DELETE', `/api/users/${userId}/second-factor`)).status).toBe(200);
    }
    await settle();
    expect(mailsTo(email).at(-1)?.header('subject')).toBe('[Vocero de prueba] Te quitaron el segundo factor');
    expect(mailsTo(unconfirmed.email)).toEqual([]);
  });

  test('a second factor that the operator took away sends a mail at once, to a confirmed address alone', async () => {
    const { id, email } = await newConfirmedPerson();
    const nameOf = (userId: string) =>
      server.database.db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow();
    const { username } = await nameOf(id);
    const config = { appName: 'Vocero de prueba', smtpUrl: receiver.url, publicUrl };
    const notify = (name: string, smtpUrl: string | null = receiver.url) =>
      emailAccountNoticeWithoutQueue(server.database.db, { ...config, smtpUrl }, name, 'secondFactorTaken');
    expect(await notify(username, null)).toBeNull();
    expect(await notify('nadie')).toBeNull();
    const before = mailsTo(email).length;
    expect(await notify(username)).toBe(email);
    expect(mailsTo(email)).toHaveLength(before + 1);
    await server.database.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', id).execute();
    expect(await notify(username)).toBeNull();
  });

  test('without a mail server or an address of its own, nothing is offered and invitations are passed on', async () => {
    for (const mail of [undefined, { smtpUrl: receiver.url, publicUrl: null }]) {
      const other = await startTestAccess(mail ? { mail } : {});
      try {
        expect((await other.client().get<AppInfo>('/api/app/info')).signIn.recovery).toBe(false);
        expect(await codeError(other.client().post('/api/auth/recovery', { username: 'nadie' }))).toBe('conflict');
        const admin = await other.signIn();
        await admin.post('/api/workspaces', { name: 'Ventas', retellApiKey: 'key_sin_correo_000000' });
        const order = { username: 'leo', email: 'leo@ejemplo.com' };
        const { invitation } = await admin.post<CreatedUser>('/api/users', order);
        expect(invitation).toEqual({ sentTo: null, token: expect.any(String) });
        expect(await codeError(admin.post('/api/auth/email/link'))).toBe('conflict');
      } finally {
        await other.stop();
      }
    }
    expect((await server.client().get<AppInfo>('/api/app/info')).signIn.recovery).toBe(true);
  });
});
