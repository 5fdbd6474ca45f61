// Administration of users over HTTP: visibility, rights, and immediate effect.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspaceMember, UserAccount, Workspace } from '../../../../contract/access.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';

let server: TestAccess;
/** Workspaces reported as left without an admin, and 'committed' for each callback. */
const left: string[] = [];
beforeAll(async () => {
  server = await startTestAccess({
    onLeftWithoutAdmin: async (_tx, workspaceId) => {
      left.push(workspaceId);
      return () => left.push('committed');
    },
  });
});
afterAll(() => server.stop());

type Person = Awaited<ReturnType<TestAccess['signIn']>>;
const usersPath = '/api/users';

let keys = 0;
async function newWorkspace(name = 'Ventas', admin?: Person) {
  const owner = admin ?? (await server.signIn());
  const order = { name, retellApiKey: `key_usuarios_${String(++keys).padStart(4, '0')}` };
  const { id } = await owner.post<Workspace>('/api/workspaces', order);
  return { id, admin: owner };
}

const clients = new Map<string, number>();
/** Creates a user at home in the workspace and signs them in there. */
async function newUser(admin: HttpClient, homeId: string, name: string): Promise<Person> {
  const nth = (clients.get(name) ?? 0) + 1;
  clients.set(name, nth);
  const username = `${name}-${nth}`;
  const { id: userId } = await admin.post<UserAccount>(usersPath, { username, password: testPassword });
  const client = server.client();
  await client.post('/api/auth/login', { username, password: testPassword });
  await client.put(`/api/workspaces/${homeId}/switch`);
  return Object.assign(client, { userId, username });
}

const seen = async (person: HttpClient, userId: string) =>
  (await person.get<UserAccount[]>(usersPath)).find(({ id }) => id === userId);

/** Returns the whole form, as the screen sends it. */
const form = (username: string, change: Record<string, unknown> = {}) => ({
  username,
  isActive: 'true',
  email: null,
  ...change,
});

const update = (by: HttpClient, person: Person, change: Record<string, unknown> = {}) =>
  by.put<UserAccount>(`${usersPath}/${person.userId}`, form(person.username, change));
const remove = async (by: HttpClient, userId: string) => {
  const answer = await by.request('DELETE', `${usersPath}/${userId}`);
  return { status: answer.status, body: await answer.json() };
};
const isOpen = async (person: HttpClient) => (await person.request('GET', '/api/auth/user')).status === 200;
const signsIn = async (username: string, password = testPassword) =>
  (await server.client().request('POST', '/api/auth/login', { body: { username, password } })).status === 200;

const auditOf = (workspaceId: string, target: string) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['action', 'username', 'details'])
    .where('workspace_id', '=', workspaceId)
    .where('target', '=', target)
    .where('action', 'like', 'user.%')
    .orderBy('id')
    .execute();

describe('the list', () => {
  test('holds those who share a workspace with the caller, and what the caller may do to each', async () => {
    const { id, admin } = await newWorkspace();
    const other = await newWorkspace();
    const [own, guest] = [await newUser(admin, id, 'propia'), await newUser(other.admin, other.id, 'visita')];
    await server.access.addMember(id, guest.userId, 'editor');
    const rights = async (person: HttpClient) =>
      Object.fromEntries(
        (await person.get<UserAccount[]>(usersPath)).map(({ username, canManage, canSetPassword }) => [
          username,
          [canManage, canSetPassword],
        ]),
      );
    expect(await rights(admin)).toEqual({
      [admin.username]: [true, false],
      [own.username]: [true, true],
      [guest.username]: [false, false],
    });
    expect(await rights(other.admin)).toEqual({
      [other.admin.username]: [true, false],
      [guest.username]: [true, false],
    });
    // Rights need the home and all of the person's workspaces; either alone is not enough.
    await other.admin.request('DELETE', `/api/workspaces/${other.id}/members/${guest.userId}`);
    expect((await rights(admin))[guest.username]).toEqual([false, false]);
    await server.access.addMember(other.id, guest.userId, 'operator');
    await server.access.addMember(other.id, admin.userId, 'admin');
    expect((await rights(admin))[guest.username]).toEqual([true, true]);
    await guest.put(`/api/workspaces/${id}/switch`);
    expect((await rights(guest))[own.username]).toEqual([false, false]);
    expect(await seen(admin, own.userId)).toEqual({
      id: own.userId,
      username: own.username,
      email: null,
      firstName: null,
      lastName: null,
      isActive: 'true',
      hasSecondFactor: false,
      identity: null,
      cameByProvider: false,
      awaitsPassword: false,
      lastLogin: server.clock.now().toISOString(),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      hasWorkspace: true,
      canManage: true,
      canSetPassword: true,
      tokens: 0,
    });
  });
});

describe('a new user', () => {
  test('is at home in the current workspace, an operator at once; audited without the password', async () => {
    const { id, admin } = await newWorkspace();
    const body = {
      username: ' Ana Nueva ',
      password: 'secreta-de-ana',
      email: 'ana@ejemplo.com',
      firstName: ' Ana ',
      lastName: '',
    };
    const answer = await admin.request('POST', usersPath, { body });
    expect(answer.status).toBe(201);
    const created = (await answer.json()) as UserAccount;
    expect(created).toMatchObject({
      username: 'Ana Nueva',
      email: 'ana@ejemplo.com',
      firstName: 'Ana',
      lastName: null,
      isActive: 'true',
      lastLogin: null,
      canManage: true,
      canSetPassword: true,
      tokens: 0,
    });
    const ana = server.client();
    await ana.post('/api/auth/login', { username: 'ana nueva', password: 'secreta-de-ana' });
    expect(await ana.post('/api/auth/auto-assign-workspace')).toMatchObject({ id, role: 'operator' });
    expect(await auditOf(id, created.id)).toEqual([
      { action: 'user.created', username: admin.username, details: { username: 'Ana Nueva', role: 'operator' } },
    ]);
  });

  test.each(['operator', 'editor', 'admin'])('may be %s from the start', async (role) => {
    const { id, admin } = await newWorkspace();
    const { username } = await admin.post<UserAccount>(usersPath, {
      username: `de-${role}`,
      password: testPassword,
      role,
    });
    const client = server.client();
    await client.post('/api/auth/login', { username, password: testPassword });
    expect(await client.post('/api/auth/auto-assign-workspace')).toMatchObject({ id, role });
  });

  test.each([
    [{ password: '12345' }, 400, 'La contraseña debe tener al menos 6 caracteres'],
    [{ password: 'ALGUIEN' }, 400, 'La contraseña no puede ser el nombre de usuario'],
    [{ password: 'password1' }, 400, 'Esta contraseña es de las más usadas y fáciles de adivinar. Elige otra'],
    [{ email: 'no es' }, 400, 'Email inválido'],
    [{ username: ' ' }, 400, 'El nombre de usuario es requerido'],
    [{ username: 'TOMADA-1' }, 409, 'Ya existe un usuario con ese nombre.'],
  ])('with %j is refused', async (change, status, message) => {
    const { id, admin } = await newWorkspace();
    if (!clients.has('tomada')) await newUser(admin, id, 'tomada');
    const body = { username: 'alguien', password: 'una clave', ...change };
    await expect(admin.post(usersPath, body)).rejects.toMatchObject({ status, body: { message } });
  });
});

describe('changing a user', () => {
  test('by an admin of the home: fields that differ, audited with before and after', async () => {
    const { id, admin } = await newWorkspace();
    const person = await newUser(admin, id, 'cambia');
    const change = { username: `${person.username}-bis`, email: 'b@ejemplo.com', firstName: 'Be' };
    expect(await update(admin, person, change)).toMatchObject({ ...change, lastName: null, isActive: 'true' });
    expect(await person.get('/api/auth/user')).toMatchObject({ username: change.username });
    expect(await signsIn(change.username)).toBe(true);
    expect(await signsIn(person.username)).toBe(false);
    await update(admin, { ...person, username: change.username }, change);
    expect((await auditOf(id, person.userId)).slice(1)).toEqual([
      {
        action: 'user.updated',
        username: admin.username,
        details: { before: { username: person.username, email: null, firstName: null }, after: change },
      },
    ]);
  });

  test('to a name that is taken is refused, in any case of letters, also for two at once', async () => {
    const { id, admin } = await newWorkspace();
    const [one, two] = [await newUser(admin, id, 'uno'), await newUser(admin, id, 'dos')];
    await expect(update(admin, one, { username: two.username.toUpperCase() })).rejects.toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Ya existe un usuario con ese nombre.' },
    });
    const rename = (person: Person) =>
      admin.request('PUT', `${usersPath}/${person.userId}`, { body: form('la-misma') });
    const both = [one, two].map(async (person) => (await rename(person)).status);
    expect((await Promise.all(both)).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('deactivation ends the sessions at once, here and for sign-in; activation lets in again', async () => {
    const { id, admin } = await newWorkspace();
    const person = await newUser(admin, id, 'pausa');
    const told: string[] = [];
    const off = server.events.on('sessions.changed', ({ sessionIds }) => told.push(...sessionIds));
    expect(await update(admin, person, { isActive: 'false' })).toMatchObject({ isActive: 'false' });
    off();
    expect(told).toHaveLength(1);
    expect([await isOpen(person), await signsIn(person.username)]).toEqual([false, false]);
    expect(await update(admin, person, { isActive: 'true' })).toMatchObject({ isActive: 'true' });
    expect([await isOpen(person), await signsIn(person.username)]).toEqual([false, true]);
  });

  test('by others: 403 where a workspace is shared, 404 where none is', async () => {
    const [{ id, admin }, home] = [await newWorkspace(), await newWorkspace()];
    const guest = await newUser(home.admin, home.id, 'huésped');
    const target = `${usersPath}/${guest.userId}`;
    await expect(update(admin, guest)).rejects.toMatchObject({ status: 404 });
    expect(await remove(admin, guest.userId)).toMatchObject({ status: 404 });
    await server.access.addMember(id, guest.userId, 'operator');
    for (const change of [{ email: 'x@ejemplo.com' }, { password: 'otra-clave' }, { isActive: 'false' }, {}]) {
      await expect(update(admin, guest, change)).rejects.toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect(await remove(admin, guest.userId)).toMatchObject({ status: 403 });
    const editor = await server.signIn('editor', home.id);
    await expect(editor.put(target, form(guest.username))).rejects.toMatchObject({ status: 403 });
    await expect(editor.post(usersPath, { username: 'a', password: '123456' })).rejects.toMatchObject({ status: 403 });
    expect(await remove(editor, guest.userId)).toMatchObject({ status: 403 });
    await expect((await server.signIn('operator', home.id)).get(usersPath)).rejects.toMatchObject({ status: 403 });
    await expect((await server.signIn()).get(usersPath)).rejects.toMatchObject({
      status: 404,
      body: { code: 'no_workspace' },
    });
    await expect(server.client().get(usersPath)).rejects.toMatchObject({ status: 401 });
    expect(await seen(home.admin, guest.userId)).toMatchObject({ email: null, isActive: 'true' });
  });
});

describe("another's password", () => {
  test('is set by who administers the home and all workspaces of the user; all sessions of theirs end', async () => {
    const [{ id, admin }, other] = [await newWorkspace(), await newWorkspace()];
    const person = await newUser(admin, id, 'clave');
    await server.access.addMember(other.id, person.userId, 'operator');
    await expect(update(admin, person, { password: 'clave-nueva-1' })).rejects.toMatchObject({
      status: 403,
      body: {
        message:
          'Solo puede cambiar la contraseña quien administra el workspace donde se creó esta persona y todos aquellos a los que pertenece.',
      },
    });
    await server.access.addMember(other.id, admin.userId, 'admin');
    await expect(update(admin, person, { password: 'iloveyou' })).rejects.toMatchObject({
      status: 400,
      body: { details: [{ path: 'password' }] },
    });
    await update(admin, person, { password: 'clave-nueva-1' });
    expect([
      await isOpen(person),
      await signsIn(person.username),
      await signsIn(person.username, 'clave-nueva-1'),
    ]).toEqual([false, false, true]);
    const rows = await auditOf(id, person.userId);
    expect(rows.slice(1)).toEqual([
      { action: 'user.password_changed', username: admin.username, details: { username: person.username } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('clave-nueva-1');
  });

  test('is never set by who does not administer the home; an empty one keeps the current', async () => {
    const [{ id, admin }, home] = [await newWorkspace(), await newWorkspace()];
    const person = await newUser(home.admin, home.id, 'mudada');
    await server.access.addMember(id, person.userId, 'operator');
    await home.admin.request('DELETE', `/api/workspaces/${home.id}/members/${person.userId}`);
    expect(await seen(admin, person.userId)).toMatchObject({ canManage: false, canSetPassword: false });
    for (const change of [
      { password: 'clave-nueva-2' },
      { password: '' },
      { password: 'clave-nueva-3', firstName: 'X' },
    ]) {
      await expect(update(admin, person, change)).rejects.toMatchObject({ status: 403 });
    }
    await server.access.addMember(home.id, admin.userId, 'admin');
    await update(admin, person, { password: 'clave-nueva-2' });
    await update(admin, person, { password: '' });
    expect(await signsIn(person.username, 'clave-nueva-2')).toBe(true);
  });

  test("one's own is not set here, where nobody asks for the current one", async () => {
    const { admin } = await newWorkspace();
    expect(await seen(admin, admin.userId)).toMatchObject({ canManage: true, canSetPassword: false });
    await expect(update(admin, admin, { password: 'clave-nueva-4' })).rejects.toMatchObject({
      status: 403,
      body: { message: 'Cambia tu propia contraseña desde el menú de usuario.' },
    });
    expect(await signsIn(admin.username)).toBe(true);
    await update(admin, admin, { password: '', firstName: 'Ada' });
  });
});

describe('deleting', () => {
  test('is for the admins of the home also once the user belongs to no workspace of theirs', async () => {
    const { id, admin } = await newWorkspace();
    const person = await newUser(admin, id, 'suelta');
    await admin.request('DELETE', `/api/workspaces/${id}/members/${person.userId}`);
    expect(await seen(admin, person.userId)).toMatchObject({
      hasWorkspace: false,
      canManage: true,
      canSetPassword: false,
    });
    expect(await update(admin, person, { firstName: 'Sol' })).toMatchObject({ canManage: true, canSetPassword: false });
    await expect(update(admin, person, { firstName: 'Sol', password: 'clave-nueva-5' })).rejects.toMatchObject({
      status: 403,
    });
    expect(await remove((await newWorkspace()).admin, person.userId)).toMatchObject({ status: 404 });
    expect(await remove(admin, person.userId)).toMatchObject({ status: 200 });
  });

  test('ends sessions and memberships under the caller, frees the name, keeps what the user did; elsewhere they are inactive until removed', async () => {
    const [{ id, admin }, other] = [await newWorkspace(), await newWorkspace()];
    const person = await newUser(admin, id, 'adiós');
    await server.access.addMember(other.id, person.userId, 'editor');
    const told: string[] = [];
    const off = server.events.on('workspace.changed', ({ workspaceId }) => told.push(workspaceId));
    expect(await remove(admin, person.userId)).toEqual({ status: 200, body: { ok: true } });
    off();
    expect(told.sort()).toEqual([id, other.id].sort());
    expect([await isOpen(person), await signsIn(person.username)]).toEqual([false, false]);
    expect(await admin.get(`/api/workspaces/${id}/members`)).toHaveLength(1);
    const theirs = `/api/workspaces/${other.id}/members`;
    const listed = (await other.admin.get<WorkspaceMember[]>(theirs)).find((member) => member.id === person.userId);
    expect(listed).toMatchObject({ state: 'active', isActive: false, role: 'editor' });
    expect((await other.admin.request('DELETE', `${theirs}/${person.userId}`)).status).toBe(200);
    expect(await other.admin.get(theirs)).toHaveLength(1);
    expect(await seen(admin, person.userId)).toBeUndefined();
    const { rows } = await server.database.pool.query('select username, deleted_at from users where id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([{ username: person.username, deleted_at: server.clock.now() }]);
    expect((await auditOf(id, person.userId)).map(({ action, details }) => [action, details])).toEqual([
      ['user.created', { username: person.username, role: 'operator' }],
      ['user.deleted', { username: person.username }],
    ]);
    expect(await remove(admin, person.userId)).toMatchObject({ status: 404 });
    await admin.post(usersPath, { username: person.username, password: testPassword });
  });

  test('oneself is refused, by deactivation too', async () => {
    const { admin } = await newWorkspace();
    const refused = { code: 'own_account', message: 'No puedes eliminar ni desactivar tu propia cuenta.' };
    expect(await remove(admin, admin.userId)).toMatchObject({ status: 409, body: refused });
    await expect(update(admin, admin, { isActive: 'false' })).rejects.toMatchObject({ status: 409, body: refused });
    expect(await isOpen(admin)).toBe(true);
  });

  test.each(['delete', 'deactivate'] as const)(
    '%s: being the only admin of a workspace keeps nobody; the makers own are told, others go on',
    async (deed) => {
      const { id, admin } = await newWorkspace();
      const person = await newUser(admin, id, 'dueña');
      const shared = await newWorkspace('Cobranzas', await server.signIn());
      await server.access.addMember(shared.id, person.userId, 'admin');
      await shared.admin.request('DELETE', `/api/workspaces/${shared.id}/members/${shared.admin.userId}`);
      await server.access.addMember(id, person.userId, 'editor');
      const [own, withHeir] = [await newWorkspace('Propio', person), await newWorkspace('Con relevo', person)];
      const heir = await server.signIn('admin', withHeir.id);
      left.length = 0;
      if (deed === 'delete') expect(await remove(admin, person.userId)).toMatchObject({ status: 200 });
      else expect(await update(admin, person, { isActive: 'false' })).toMatchObject({ isActive: 'false' });
      expect(left).toEqual([own.id, 'committed']);
      expect([await isOpen(person), await isOpen(heir)]).toEqual([false, true]);
      // Deletion after deactivation reports nothing, because the workspace had no admin before.
      if (deed === 'deactivate') expect(await remove(admin, person.userId)).toMatchObject({ status: 200 });
      expect(left).toEqual([own.id, 'committed']);
      const path = `/api/workspaces/${withHeir.id}/members`;
      expect(await heir.get<WorkspaceMember[]>(path)).toMatchObject([
        { username: person.username, isActive: false },
        { id: heir.userId },
      ]);
      expect((await heir.request('DELETE', `${path}/${person.userId}`)).status).toBe(200);
      const places = await server.database.db
        .selectFrom('workspace_members')
        .select('workspace_id')
        .where('user_id', '=', person.userId)
        .execute();
      expect(places.map((row) => row.workspace_id).toSorted()).toEqual([own.id, shared.id].toSorted());
    },
  );
});

describe('a name that is taken', () => {
  test('is said twenty times in a quarter of an hour to one person, on whichever server; nobody else waits', async () => {
    const { id, admin } = await newWorkspace();
    const [taken, other] = [await newUser(admin, id, 'limite'), await newUser(admin, id, 'limite')];
    const colleague = await server.signIn('admin', id);
    const create = (by: HttpClient) =>
      by.request('POST', usersPath, { body: { username: taken.username, password: testPassword } });
    const rename = (by: HttpClient) =>
      by.request('PUT', `${usersPath}/${other.userId}`, { body: form(taken.username) });
    const answers = await Promise.all(Array.from({ length: 24 }, (_, nth) => (nth % 2 ? create : rename)(admin)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(20).fill(409),
      ...Array<number>(4).fill(429),
    ]);
    await server.clock.advance(60_000);
    const late = await create(admin);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '840']);
    expect(await late.json()).toMatchObject({
      code: 'too_many_requests',
      message: 'Demasiados nombres que ya existen. Intenta de nuevo en unos minutos.',
    });
    // A free name is refused too, because it would tell as much. Other changes still work.
    await expect(admin.post(usersPath, { username: 'libre-del-todo', password: testPassword })).rejects.toMatchObject({
      status: 429,
    });
    expect(await update(admin, other, { email: 'otra@ejemplo.com' })).toMatchObject({ email: 'otra@ejemplo.com' });
    expect((await create(colleague)).status).toBe(409);
    await server.clock.advance(14 * 60_000);
    expect((await create(admin)).status).toBe(409);
    await admin.post(usersPath, { username: 'libre-del-todo', password: testPassword });
  });
});
