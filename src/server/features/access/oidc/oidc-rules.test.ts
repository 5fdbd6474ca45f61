// The rules by which workspaces let people of the identity provider in, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser, WorkspaceInvitation, WorkspaceMember, UserAccount } from '../../../../contract/access.ts';
import type { SignOnRule } from '../../../../contract/single-sign-on.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestIssuer, type TestIssuer } from '../../../testing/oidc-issuer.ts';
import { startTestAccess, testPublicUrl, type TestAccess } from '../../../testing/start-test-access.ts';

type Person = Awaited<ReturnType<TestAccess['signIn']>>;
interface Place {
  readonly admin: Person;
  readonly id: string;
}

let issuer: TestIssuer;
let server: TestAccess;
/** OIDC_HOME_WORKSPACES. */
const homes: string[] = [];
let home: Place;
let secondHome: Place;
let elsewhere: Place;
let people = 0;

async function newPlace(name: string): Promise<Place> {
  const admin = await server.signIn();
  const order = { name, retellApiKey: `key_reglas_${admin.username}` };
  return { admin, id: (await admin.post<{ id: string }>('/api/workspaces', order)).id };
}

beforeAll(async () => {
  issuer = await startTestIssuer();
  server = await startTestAccess({ oidc: { issuer: issuer.url, homeWorkspaceIds: homes } });
  home = await newPlace('Casa');
  secondHome = await newPlace('Segunda casa');
  elsewhere = await newPlace('Otra empresa');
  homes.push(home.id, secondHome.id);
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
});

const addRule = async ({ admin }: Place, value: string, role: string, claim = 'groups'): Promise<string> =>
  (await admin.post<{ id: string }>('/api/sign-on-rules', { claim, value, role })).id;

const newSubject = (): string => `persona-${++people}`;

/** @returns where the browser is sent. */
async function signOn(
  browser: HttpClient,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const asked = await browser.request('GET', '/api/auth/oidc/start');
  const back = issuer.authorize(asked.headers.get('location') ?? '', subject, claims);
  const answer = await browser.request('GET', back.slice(testPublicUrl.length));
  return answer.headers.get('location') ?? '';
}

/** Signs somebody on who is let in. */
async function enter(
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<HttpClient & { readonly user: CurrentUser }> {
  const browser = server.client();
  expect(await signOn(browser, subject, claims)).toBe('/');
  const user = await browser.get<CurrentUser>('/api/auth/user');
  return Object.assign(Object.create(browser) as HttpClient, { user });
}

const placesOf = async (userId: string): Promise<Record<string, string>> => {
  const rows = await server.database.db
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select(['w.name', 'm.role'])
    .where('m.user_id', '=', userId)
    .orderBy('w.name')
    .execute();
  return Object.fromEntries(rows.map(({ name, role }) => [name, role]));
};

const actionsAbout = async (workspaceId: string, target: string) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['action', 'username', 'details'])
    .where('workspace_id', '=', workspaceId)
    .where('target', '=', target)
    .orderBy('id')
    .execute();

describe('a new person', () => {
  test('is made by a rule of a home workspace, is at home there, and has no password', async () => {
    await addRule(home, 'nuevos', 'editor');
    const subject = newSubject();
    const claims = {
      groups: ['nuevos'],
      preferred_username: 'nadia',
      email: 'nadia@ejemplo.com',
      email_verified: true,
    };
    const nadia = await enter(subject, claims);
    expect(nadia.user).toMatchObject({
      username: 'nadia',
      email: 'nadia@ejemplo.com',
      hasHome: true,
      hasPassword: false,
    });
    expect(await placesOf(nadia.user.id)).toEqual({ Casa: 'editor' });
    expect(await actionsAbout(home.id, nadia.user.id)).toEqual([
      { action: 'user.created', username: null, details: { username: 'nadia', role: 'editor', way: 'oidc' } },
    ]);
    const login = { username: 'nadia', password: '' };
    expect((await server.client().request('POST', '/api/auth/login', { body: login })).status).toBe(400);
    // The second time they are the same person.
    expect((await enter(subject, claims)).user.id).toBe(nadia.user.id);
  });

  test('never gets the account of somebody whose name they have', async () => {
    await addRule(home, 'tocayos', 'operator');
    const person = await server.signIn();
    const { user } = await enter(newSubject(), { groups: ['tocayos'], preferred_username: person.username });
    expect(user.id).not.toBe(person.userId);
    expect(user.username).toBe(`${person.username}-2`);
  });

  test('is made once, though they come twice at once', async () => {
    await addRule(home, 'apurados', 'operator');
    const subject = newSubject();
    const browsers = [server.client(), server.client(), server.client()];
    const ends = await Promise.all(browsers.map((browser) => signOn(browser, subject, { groups: ['apurados'] })));
    expect(ends).toEqual(['/', '/', '/']);
    const users = await Promise.all(browsers.map((browser) => browser.get<CurrentUser>('/api/auth/user')));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
  });

  test('is not made by a rule of any other workspace, nor without a rule', async () => {
    await addRule(elsewhere, 'todos', 'admin');
    expect(await signOn(server.client(), newSubject(), { groups: ['todos'] })).toBe('/#ingreso=unknown');
    expect(await signOn(server.client(), newSubject(), {})).toBe('/#ingreso=unknown');
  });

  test('is at home in the first that lets them in, and invited to the others', async () => {
    await addRule(home, 'ambos', 'operator');
    await addRule(secondHome, 'ambos', 'admin');
    const person = await enter(newSubject(), { groups: ['ambos'] });
    expect(await placesOf(person.user.id)).toEqual({ Casa: 'operator' });
    const [invitation] = await person.get<WorkspaceInvitation[]>('/api/invitations');
    expect(invitation).toMatchObject({ workspaceName: 'Segunda casa', role: 'admin' });
  });

  test('cannot be given a password or another identity by an admin, and sets a password themself', async () => {
    await addRule(home, 'propios', 'operator');
    const person = await enter(newSubject(), { groups: ['propios'] });
    const { id, username } = person.user;
    const seen = (await home.admin.get<UserAccount[]>('/api/users')).find((user) => user.id === id);
    expect(seen).toMatchObject({ canManage: true, canSetPassword: false, cameByProvider: true });
    const change = { username, password: 'una clave nueva', isActive: 'true' };
    expect((await home.admin.request('PUT', `/api/users/${id}`, { body: change })).status).toBe(403);
    const identity = { body: { subject: 'otra' } };
    expect((await home.admin.request('PUT', `/api/users/${id}/identity`, identity)).status).toBe(403);
    expect((await home.admin.request('DELETE', `/api/users/${id}/second-factor`)).status).toBe(403);

    const newPassword = 'la clave que elijo';
    await server.clock.advance(11 * 60_000);
    expect((await person.request('PUT', '/api/auth/password', { body: { newPassword } })).status).toBe(403);
    const fresh = await enter(seen?.identity ?? '', { groups: ['propios'] });
    await fresh.put('/api/auth/password', { newPassword });
    await server.client().post('/api/auth/login', { username, password: newPassword });
    // The password is asked for from then on.
    expect((await fresh.request('PUT', '/api/auth/password', { body: { newPassword: 'y otra más' } })).status).toBe(
      422,
    );
  });
});

describe('a membership', () => {
  test('that a rule gave follows the claims, at the next sign-in', async () => {
    await addRule(home, 'suben', 'operator');
    await addRule(home, 'jefas', 'admin');
    const subject = newSubject();
    const { user } = await enter(subject, { groups: ['suben'] });
    await enter(subject, { groups: ['suben', 'jefas'] });
    expect(await placesOf(user.id)).toEqual({ Casa: 'admin' });
    await enter(subject, { groups: ['otra cosa'] });
    expect(await placesOf(user.id)).toEqual({});
    await enter(subject, { groups: ['suben'] });
    expect(await placesOf(user.id)).toEqual({ Casa: 'operator' });
    expect((await actionsAbout(home.id, user.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'member.role_changed',
      'member.removed',
      'member.added',
    ]);
  });

  test('that an admin gave or changed is none of a rule', async () => {
    await addRule(home, 'mixtos', 'operator');
    const subject = newSubject();
    const { user } = await enter(subject, { groups: ['mixtos'] });
    await home.admin.put(`/api/workspaces/${home.id}/members/${user.id}`, { role: 'editor' });
    await server.access.addMember(elsewhere.id, user.id, 'operator');
    await enter(subject, { groups: [] });
    expect(await placesOf(user.id)).toEqual({ Casa: 'editor', 'Otra empresa': 'operator' });
  });

  test('of the last admin stays', async () => {
    const place = await newPlace('Sin relevo');
    homes.unshift(place.id);
    await addRule(place, 'dueñas', 'admin');
    const subject = newSubject();
    const { user } = await enter(subject, { groups: ['dueñas'] });
    homes.shift();
    const { id } = await place.admin.get<CurrentUser>('/api/auth/user');
    await server.database.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    await enter(subject, { groups: [] });
    expect(await placesOf(user.id)).toEqual({ 'Sin relevo': 'admin' });
    await server.database.db.updateTable('users').set({ is_active: true }).where('id', '=', id).execute();
    await enter(subject, { groups: [] });
    expect(await placesOf(user.id)).toEqual({});
  });
});

describe('a workspace that is nobody’s home', () => {
  test('only invites, does not learn whom, and is asked once', async () => {
    await addRule(home, 'base', 'operator');
    await addRule(elsewhere, 'base', 'editor');
    const subject = newSubject();
    const person = await enter(subject, { groups: ['base'], preferred_username: 'reservada' });
    expect(await placesOf(person.user.id)).toEqual({ Casa: 'operator' });
    const pending = async () =>
      (await elsewhere.admin.get<WorkspaceMember[]>(`/api/workspaces/${elsewhere.id}/members`)).filter(
        ({ state, username }) => state === 'pending' && username.startsWith('regla-'),
      );
    const before = await pending();
    expect(before.some(({ username }) => /^regla-[0-9a-f]{8}$/.test(username))).toBe(true);
    expect(JSON.stringify(before)).not.toContain('reservada');
    const [invitation] = await person.get<WorkspaceInvitation[]>('/api/invitations');
    expect(invitation).toMatchObject({
      workspaceName: 'Otra empresa',
      role: 'editor',
      invitedBy: elsewhere.admin.username,
    });

    await enter(subject, { groups: ['base'] });
    expect(await pending()).toHaveLength(before.length);
    await person.post(`/api/invitations/${invitation?.id}/refuse`);
    const again = await enter(subject, { groups: ['base'] });
    expect(await again.get<WorkspaceInvitation[]>('/api/invitations')).toEqual([]);
  });

  test('takes an invitation back that no rule gives any more', async () => {
    await addRule(home, 'idas', 'operator');
    const rule = await addRule(elsewhere, 'idas', 'admin');
    const subject = newSubject();
    const received = async (claims: object) =>
      (await enter(subject, { ...claims })).get<WorkspaceInvitation[]>('/api/invitations');
    expect(await received({ groups: ['idas'] })).toMatchObject([{ role: 'admin' }]);
    expect(await received({ groups: [] })).toEqual([]);
    const [invitation] = await received({ groups: ['idas'] });
    expect(invitation).toMatchObject({ role: 'admin' });
    expect((await elsewhere.admin.request('DELETE', `/api/sign-on-rules/${rule}`)).status).toBe(200);
    const person = await enter(subject, { groups: ['idas'] });
    expect((await person.request('POST', `/api/invitations/${invitation?.id}/accept`)).status).toBe(404);
  });

  test('takes the place back that its invitation gave, and no other', async () => {
    await addRule(home, 'puente', 'operator');
    await addRule(elsewhere, 'puente', 'operator');
    const subject = newSubject();
    const person = await enter(subject, { groups: ['puente'] });
    const [invitation] = await person.get<WorkspaceInvitation[]>('/api/invitations');
    await person.post(`/api/invitations/${invitation?.id}/accept`);
    expect(await placesOf(person.user.id)).toEqual({ Casa: 'operator', 'Otra empresa': 'operator' });
    await enter(subject, { groups: [] });
    expect(await placesOf(person.user.id)).toEqual({});
  });

  test('neither makes a local person of another home a member, by whichever rule', async () => {
    const local = await newPlace('Local');
    await addRule(home, 'de todos', 'admin');
    const subject = newSubject();
    await server.database.db
      .insertInto('oidc_identities')
      .values({ issuer: issuer.url, subject, user_id: local.admin.userId, linked_at: new Date() })
      .execute();
    await enter(subject, { groups: ['de todos'] });
    expect(await placesOf(local.admin.userId)).toEqual({ Local: 'admin' });
  });
});

describe('the rules of a workspace', () => {
  test('are its own admins’ to read, write and delete', async () => {
    const [one, two] = [await newPlace('Uno'), await newPlace('Dos')];
    const id = await addRule(one, 'x', 'operator');
    expect(await one.admin.get<SignOnRule[]>('/api/sign-on-rules')).toEqual([
      { id, claim: 'groups', value: 'x', role: 'operator' },
    ]);
    expect(await two.admin.get('/api/sign-on-rules')).toEqual([]);
    expect((await two.admin.request('DELETE', `/api/sign-on-rules/${id}`)).status).toBe(404);
    const editor = await server.signIn('editor', one.id);
    expect((await editor.request('GET', '/api/sign-on-rules')).status).toBe(403);
    const same = { claim: 'groups', value: 'x', role: 'admin' };
    expect((await one.admin.request('POST', '/api/sign-on-rules', { body: same })).status).toBe(409);
    expect((await one.admin.request('DELETE', `/api/sign-on-rules/${id}`)).status).toBe(200);
    expect((await actionsAbout(one.id, id)).map(({ action }) => action)).toEqual([
      'settings.sign_on_rule_created',
      'settings.sign_on_rule_deleted',
    ]);
  });

  test('are fifty at most', async () => {
    const place = await newPlace('Muchas');
    for (let count = 0; count < 50; count += 1) await addRule(place, `g${count}`, 'operator');
    const body = { claim: 'groups', value: 'una más', role: 'operator' };
    expect((await place.admin.request('POST', '/api/sign-on-rules', { body })).status).toBe(409);
  });
});
