// Members over HTTP: membership, roles, and that an admin always remains.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspaceMember, Workspace } from '../../../../contract/access.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';

let server: TestAccess;
let second: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
  second = await startTestAccess({ database: server });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

let keys = 0;
async function newWorkspace() {
  const admin = await server.signIn();
  const order = { name: 'Ventas', retellApiKey: `key_miembros_${String(++keys).padStart(4, '0')}` };
  const { id } = await admin.post<Workspace>('/api/workspaces', order);
  return { id, admin, path: `/api/workspaces/${id}/members` };
}

const remove = async (person: HttpClient, path: string) => {
  const answer = await person.request('DELETE', path);
  return { status: answer.status, body: (await answer.json()) as { code?: string; message?: string } };
};
const codeOf = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => 'ok',
    (error: { body: { code: string } }) => error.body.code,
  );
const admins = async (path: string, person: HttpClient) =>
  (await person.get<WorkspaceMember[]>(path)).filter(({ role }) => role === 'admin').map(({ id }) => id);

async function listen(work: () => Promise<unknown>): Promise<{ sessions: string[]; workspaces: string[] }> {
  const [sessions, workspaces]: [string[], string[]] = [[], []];
  const offs = [
    server.events.on('sessions.changed', ({ sessionIds }) => sessions.push(...sessionIds)),
    server.events.on('workspace.changed', ({ workspaceId }) => workspaces.push(workspaceId)),
  ];
  try {
    await work();
  } finally {
    for (const off of offs) off();
  }
  return { sessions, workspaces };
}

const sessionIdsOf = async (userId: string) => {
  const rows = await server.database.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
};

const auditOf = (workspaceId: string) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'target', 'details'])
    .where('workspace_id', '=', workspaceId)
    .where('action', 'like', 'member.%')
    .orderBy('id')
    .execute();

describe('the list', () => {
  test('shows each with status and last access, sign-in or session, whichever is later', async () => {
    const { id, admin, path } = await newWorkspace();
    const userId = await server.access.createUser({
      username: 'zz-nunca',
      password: testPassword,
      email: 'z@ejemplo.com',
      firstName: 'Zoe',
    });
    await server.access.addMember(id, userId, 'editor');
    const [me, other] = await admin.get<WorkspaceMember[]>(path);
    const signedInAt = server.clock.now().toISOString();
    expect(me).toEqual({
      id: admin.userId,
      state: 'active',
      username: admin.username,
      email: null,
      firstName: null,
      lastName: null,
      role: 'admin',
      isActive: true,
      lastAccessAt: signedInAt,
    });
    expect(other).toMatchObject({
      username: 'zz-nunca',
      email: 'z@ejemplo.com',
      firstName: 'Zoe',
      role: 'editor',
      lastAccessAt: null,
    });
    await server.clock.advance(120_000);
    await admin.get('/api/auth/user');
    expect((await admin.get<WorkspaceMember[]>(path))[0]?.lastAccessAt).toBe(server.clock.now().toISOString());
    await server.database.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
    expect((await admin.get<WorkspaceMember[]>(path))[1]).toMatchObject({ isActive: false });
  });
});

/** Creates a person at home in that workspace who is a member of none. */
async function newcomer(homeWorkspaceId: string) {
  const person = await server.signIn();
  await server.database.db
    .updateTable('users')
    .set({ home_workspace_id: homeWorkspaceId })
    .where('id', '=', person.userId)
    .execute();
  return person;
}

describe('adding', () => {
  test('who is at home where the caller is an admin: by username in any case, operator unless told; told and audited', async () => {
    const [{ id, admin, path }, home] = [await newWorkspace(), await newWorkspace()];
    await server.access.addMember(home.id, admin.userId, 'admin');
    const person = await newcomer(home.id);
    const { workspaces } = await listen(async () => {
      const answer = await admin.request('POST', path, { body: { username: ` ${person.username.toUpperCase()} ` } });
      expect(answer.status).toBe(201);
      expect(await answer.json()).toMatchObject({ id: person.userId, username: person.username, role: 'operator' });
    });
    expect(workspaces).toEqual([id]);
    expect(await person.get('/api/workspaces')).toMatchObject([{ id, role: 'operator' }]);
    expect(await auditOf(id)).toEqual([
      {
        action: 'member.added',
        user_id: admin.userId,
        target: person.userId,
        details: { username: person.username, role: 'operator' },
      },
    ]);
  });

  test('says why not: one who belongs there already, twice at once too; a blank name', async () => {
    const { id, admin, path } = await newWorkspace();
    const person = await newcomer(id);
    const invite = () => admin.post(path, { username: person.username, role: 'editor' });
    expect((await Promise.all([codeOf(invite()), codeOf(invite())])).sort()).toEqual(['conflict', 'ok']);
    await expect(invite()).rejects.toMatchObject({
      status: 409,
      body: { message: `${person.username} ya pertenece a este workspace.` },
    });
    await expect(admin.post(path, { username: ' ' })).rejects.toMatchObject({
      status: 400,
      body: { message: 'Por favor ingresa un nombre de usuario' },
    });
  });
});

describe('a role', () => {
  test('changes at once, on every server; the person keeps the session, whose sockets recheck', async () => {
    const { id, admin, path } = await newWorkspace();
    const person = await server.signIn('admin', id);
    expect(await person.get(path)).toHaveLength(2);
    const { sessions, workspaces } = await listen(async () => {
      expect(await admin.put(`${path}/${person.userId}`, { role: 'editor' })).toMatchObject({
        id: person.userId,
        role: 'editor',
      });
    });
    expect([sessions, workspaces]).toEqual([await sessionIdsOf(person.userId), [id]]);
    await expect(person.get(path)).rejects.toMatchObject({ status: 403 });
    const there = second.client();
    await expect(there.get(path, { cookie: person.cookie })).rejects.toMatchObject({ status: 403 });
    expect(await person.get('/api/workspaces/current')).toMatchObject({ id, role: 'editor' });
    // Setting the same role is no change.
    const quiet = await listen(() => admin.put(`${path}/${person.userId}`, { role: 'editor' }));
    expect(quiet).toEqual({ sessions: [], workspaces: [] });
    expect((await auditOf(id)).map(({ action, details }) => [action, details])).toEqual([
      ['member.role_changed', { username: person.username, before: 'admin', after: 'editor' }],
    ]);
  });
});

describe('removal', () => {
  test('takes the workspace away at once, from every session; the person stays signed in', async () => {
    const [{ id, admin, path }, other] = [await newWorkspace(), await newWorkspace()];
    const person = await server.signIn('editor', id);
    await server.access.addMember(other.id, person.userId, 'operator');
    const elsewhere = server.client();
    await elsewhere.post('/api/auth/login', { username: person.username, password: testPassword });
    await elsewhere.put(`/api/workspaces/${other.id}/switch`);
    const { sessions, workspaces } = await listen(async () => {
      expect(await remove(admin, `${path}/${person.userId}`)).toEqual({ status: 200, body: { ok: true } });
    });
    expect(sessions.sort()).toEqual((await sessionIdsOf(person.userId)).sort());
    expect(workspaces).toEqual([id]);
    await expect(person.get('/api/settings')).rejects.toMatchObject({ status: 404, body: { code: 'no_workspace' } });
    const currents = await server.database.db
      .selectFrom('sessions')
      .select('current_workspace_id')
      .where('user_id', '=', person.userId)
      .execute();
    expect(new Set(currents.map((row) => row.current_workspace_id))).toEqual(new Set([other.id, null]));
    expect(await person.get('/api/workspaces')).toMatchObject([{ id: other.id }]);
    expect(await auditOf(id)).toMatchObject([
      { action: 'member.removed', target: person.userId, details: { username: person.username, role: 'editor' } },
    ]);
    expect((await remove(admin, `${path}/${person.userId}`)).status).toBe(404);
  });

  test('of oneself is possible while another admin stays', async () => {
    const { id, admin, path } = await newWorkspace();
    const heir = await server.signIn('admin', id);
    expect((await remove(admin, `${path}/${admin.userId}`)).status).toBe(200);
    expect(await admins(path, heir)).toEqual([heir.userId]);
    expect((await remove(admin, `${path}/${heir.userId}`)).status).toBe(404);
  });
});

describe('the last admin', () => {
  test('is neither removed nor demoted; one who may not sign in does not count', async () => {
    const { id, admin, path } = await newWorkspace();
    const inactive = await server.signIn('admin', id);
    await server.database.db.updateTable('users').set({ is_active: false }).where('id', '=', inactive.userId).execute();
    const own = `${path}/${admin.userId}`;
    const refused = {
      code: 'last_admin',
      message: 'Es la última persona con rol Administrador de «Ventas». Nombra a otra antes.',
    };
    expect(await remove(admin, own)).toMatchObject({ status: 409, body: refused });
    await expect(admin.put(own, { role: 'operator' })).rejects.toMatchObject({ status: 409, body: refused });
    expect(await admin.put(own, { role: 'admin' })).toMatchObject({ role: 'admin' });
    expect((await remove(admin, `${path}/${inactive.userId}`)).status).toBe(200);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['member.removed']);
  });

  test.each(['demote', 'remove'])('two who %s each other at once, on two servers, leave one', async (deed) => {
    for (const _ of Array.from({ length: 4 })) {
      const { id, admin, path } = await newWorkspace();
      const rival = await second.signIn('admin', id);
      const act = async (person: HttpClient, target: string) => {
        if (deed === 'remove') return (await remove(person, `${path}/${target}`)).status;
        return (await person.request('PUT', `${path}/${target}`, { body: { role: 'operator' } })).status;
      };
      const outcomes = await Promise.all([act(admin, rival.userId), act(rival, admin.userId)]);
      expect(outcomes.filter((status) => status === 200)).toHaveLength(1);
      const winner = outcomes[0] === 200 ? admin : rival;
      expect(await admins(path, winner)).toEqual([winner.userId]);
    }
  });
});

describe('who may', () => {
  const asks: readonly (readonly [string, (person: HttpClient, path: string, userId: string) => Promise<Response>])[] =
    [
      ['list', (person, path) => person.request('GET', path)],
      ['invite', (person, path) => person.request('POST', path, { body: { username: 'quien sea' } })],
      [
        'change a role',
        (person, path, userId) => person.request('PUT', `${path}/${userId}`, { body: { role: 'admin' } }),
      ],
      ['remove', (person, path, userId) => person.request('DELETE', `${path}/${userId}`)],
    ];
  test.each(asks)('%s: admins of that workspace alone', async (_, ask) => {
    const [{ id, admin, path }, other] = [await newWorkspace(), await newWorkspace()];
    for (const role of ['operator', 'editor'] as const) {
      expect((await ask(await server.signIn(role, id), path, admin.userId)).status).toBe(403);
    }
    expect((await ask(other.admin, path, admin.userId)).status).toBe(404);
    expect((await ask(server.client(), path, admin.userId)).status).toBe(401);
    expect(await admins(path, admin)).toEqual([admin.userId]);
  });

  test('a person of another workspace is nobody here', async () => {
    const [{ admin, path }, other] = [await newWorkspace(), await newWorkspace()];
    for (const target of [other.admin.userId, '00000000-0000-4000-8000-000000000000']) {
      await expect(admin.put(`${path}/${target}`, { role: 'admin' })).rejects.toMatchObject({ status: 404 });
      expect((await remove(admin, `${path}/${target}`)).status).toBe(404);
    }
  });
});
