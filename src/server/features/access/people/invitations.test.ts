// Invitations over HTTP: nobody from another home becomes a member without saying yes, or is known before.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspaceInvitation, WorkspaceMember, UserAccount, Workspace } from '../../../../contract/access.ts';
import type { AuditLogEntry } from '../../../../contract/settings.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';

let server: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
});
afterAll(() => server.stop());

type Person = Awaited<ReturnType<TestAccess['signIn']>>;
type Place = Awaited<ReturnType<typeof newWorkspace>>;

let keys = 0;
async function newWorkspace(name = 'Ventas') {
  const admin = await server.signIn();
  const order = { name, retellApiKey: `key_invitar_${String(++keys).padStart(4, '0')}` };
  const { id } = await admin.post<Workspace>('/api/workspaces', order);
  return { id, name, admin, path: `/api/workspaces/${id}/members` };
}

/** Creates a person at home in that workspace, who is an operator there, with another current workspace or none. */
async function newPerson(home: Place): Promise<Person> {
  const person = await server.signIn('operator', home.id);
  await server.database.db
    .updateTable('users')
    .set({ home_workspace_id: home.id, email: `${person.username}@ejemplo.com` })
    .where('id', '=', person.userId)
    .execute();
  return person;
}

const invite = (place: Place, username: string, role = 'editor') =>
  place.admin.post<WorkspaceMember>(place.path, { username, role });
const mine = (person: HttpClient) => person.get<WorkspaceInvitation[]>('/api/invitations');
const answer = (person: HttpClient, id: string, how: 'accept' | 'refuse') =>
  person.request('POST', `/api/invitations/${id}/${how}`);
const statusOf = async (asking: Promise<Response>): Promise<number> => (await asking).status;
const remove = (place: Place, id: string, by: HttpClient = place.admin) => by.request('DELETE', `${place.path}/${id}`);
const pendingOf = async (place: Place) =>
  (await place.admin.get<WorkspaceMember[]>(place.path)).filter(({ state }) => state === 'pending');
const auditOf = async (place: Place) =>
  (await place.admin.get<AuditLogEntry[]>('/api/audit-log?topic=member')).map(
    ({ action, username, userId, details, address }) => ({
      action,
      username,
      userId,
      details,
      address,
    }),
  );
const belongsTo = async (person: HttpClient) =>
  (await person.get<Workspace[]>('/api/workspaces')).map(({ id, role }) => [id, role]);

describe('an invitation', () => {
  test('waits until it is accepted; then the person belongs there at once, with the role that was offered', async () => {
    const [home, place] = [await newWorkspace('Casa'), await newWorkspace('Cobranzas')];
    const person = await newPerson(home);
    const pending = await invite(place, ` ${person.username.toUpperCase()} `);
    const typed = person.username.toUpperCase();
    const blank = { email: null, firstName: null, lastName: null, lastAccessAt: null };
    expect(pending).toEqual({
      id: pending.id,
      state: 'pending',
      username: typed,
      role: 'editor',
      isActive: false,
      ...blank,
    });
    expect(await pendingOf(place)).toEqual([pending]);
    expect(await belongsTo(person)).toEqual([[home.id, 'operator']]);
    const sentAt = server.clock.now();
    expect(await mine(person)).toEqual([
      {
        id: pending.id,
        workspaceName: 'Cobranzas',
        role: 'editor',
        invitedBy: place.admin.username,
        invitedAt: sentAt.toISOString(),
        expiresAt: new Date(sentAt.getTime() + 14 * 86_400_000).toISOString(),
      },
    ]);
    const told: string[] = [];
    const offs = [
      server.events.on('sessions.changed', ({ sessionIds }) => told.push(`sessions ${sessionIds.length}`)),
      server.events.on('workspace.changed', ({ workspaceId }) => told.push(workspaceId)),
      server.events.on('workspace.switched', () => told.push('switched')),
    ];
    const accepted = await answer(person, pending.id, 'accept');
    for (const off of offs) off();
    expect(await accepted.json()).toMatchObject({ id: place.id, role: 'editor', isCurrent: false });
    // The session works in another workspace and stays there.
    expect(told).toEqual(['sessions 1', place.id]);
    expect(await person.get('/api/workspaces/current')).toMatchObject({ id: home.id });
    expect(await belongsTo(person)).toEqual([
      [home.id, 'operator'],
      [place.id, 'editor'],
    ]);
    expect([await mine(person), await pendingOf(place)]).toEqual([[], []]);
    expect(await place.admin.get(place.path)).toMatchObject([
      {},
      { id: person.userId, state: 'active', username: person.username, role: 'editor' },
    ]);
    expect(await statusOf(answer(person, pending.id, 'accept'))).toBe(404);
    expect(await auditOf(place)).toEqual([
      {
        action: 'member.invitation_accepted',
        username: person.username,
        userId: person.userId,
        details: { username: person.username, role: 'editor' },
        address: '127.0.0.1',
      },
      {
        action: 'member.invited',
        username: place.admin.username,
        userId: place.admin.userId,
        details: { username: typed, role: 'editor' },
        address: '127.0.0.1',
      },
    ]);
  });

  test('makes the workspace current for a session that has none', async () => {
    const place = await newWorkspace();
    const person = await server.signIn();
    const { id } = await invite(place, person.username);
    expect(await (await answer(person, id, 'accept')).json()).toMatchObject({ id: place.id, isCurrent: true });
    expect(await person.get('/api/workspaces/current')).toMatchObject({ id: place.id });
    // Membership gives no home there, and the admin no rights over the account.
    expect(await place.admin.get<UserAccount[]>('/api/users')).toMatchObject([
      {},
      { username: person.username, canManage: false, canSetPassword: false },
    ]);
  });

  test('is refused without a word on who refused, withdrawn, or over after 14 days; and can be sent again', async () => {
    const [home, place] = [await newWorkspace(), await newWorkspace()];
    const person = await newPerson(home);
    const typed = person.username.toUpperCase();
    const first = await invite(place, typed);
    await expect(invite(place, person.username)).rejects.toMatchObject({
      status: 409,
      body: { code: 'conflict', message: `${person.username} ya tiene una invitación pendiente.` },
    });
    expect(await statusOf(answer(person, first.id, 'refuse'))).toBe(200);
    expect([await pendingOf(place), await mine(person)]).toEqual([[], []]);
    const second = await invite(place, typed);
    expect(await statusOf(remove(place, second.id))).toBe(200);
    expect(await statusOf(remove(place, second.id))).toBe(404);
    const third = await invite(place, typed);
    await server.clock.advance(14 * 86_400_000 - 1_000);
    await person.post('/api/auth/login', { username: person.username, password: testPassword });
    await place.admin.post('/api/auth/login', { username: place.admin.username, password: testPassword });
    await place.admin.put(`/api/workspaces/${place.id}/switch`);
    expect(await mine(person)).toHaveLength(1);
    await server.clock.advance(1_000);
    expect([await pendingOf(place), await mine(person)]).toEqual([[], []]);
    const fourth = await invite(place, typed);
    for (const { id } of [first, second, third]) {
      for (const how of ['accept', 'refuse'] as const) expect(await statusOf(answer(person, id, how))).toBe(404);
      expect(await statusOf(remove(place, id))).toBe(404);
    }
    expect(
      (await auditOf(place))
        .slice(1)
        .map(({ action, username, userId, address }) => [action, username, userId, address]),
    ).toEqual([
      ['member.invited', place.admin.username, place.admin.userId, '127.0.0.1'],
      ['member.invitation_withdrawn', place.admin.username, place.admin.userId, '127.0.0.1'],
      ['member.invited', place.admin.username, place.admin.userId, '127.0.0.1'],
      ['member.invitation_refused', typed, null, null],
      ['member.invited', place.admin.username, place.admin.userId, '127.0.0.1'],
    ]);
    expect(await statusOf(answer(person, fourth.id, 'accept'))).toBe(200);
  });

  test('falls with whoever sent it: one who is no admin any more, or may not sign in', async () => {
    const place = await newWorkspace();
    const person = await server.signIn();
    const sender = await server.signIn('admin', place.id);
    const { id } = await sender.post<WorkspaceMember>(place.path, { username: person.username });
    await place.admin.put(`${place.path}/${sender.userId}`, { role: 'editor' });
    expect([await mine(person), await pendingOf(place)]).toEqual([[], []]);
    expect(await statusOf(answer(person, id, 'accept'))).toBe(404);
    // Another admin may invite the name again.
    const second = await invite(place, person.username);
    await place.admin.put(`${place.path}/${sender.userId}`, { role: 'admin' });
    await server.database.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', place.admin.userId)
      .execute();
    expect(await statusOf(answer(person, second.id, 'accept'))).toBe(404);
    expect(await belongsTo(person)).toEqual([]);
  });

  test('is for the one who had the name when it was sent, under whatever name they go later', async () => {
    const [home, place] = [await newWorkspace(), await newWorkspace()];
    const person = await newPerson(home);
    const { id } = await invite(place, person.username);
    const nobody = await invite(place, 'vendrá-después');
    await home.admin.put(`/api/users/${person.userId}`, { username: `${person.username}-bis`, isActive: 'true' });
    const later = await home.admin.post<UserAccount>('/api/users', {
      username: 'vendrá-después',
      password: testPassword,
    });
    const heir = await home.admin.post<UserAccount>('/api/users', {
      username: person.username,
      password: testPassword,
    });
    for (const { username } of [later, heir]) {
      const client = server.client();
      await client.post('/api/auth/login', { username, password: testPassword });
      expect(await mine(client)).toEqual([]);
      for (const asked of [id, nobody.id]) expect(await statusOf(answer(client, asked, 'accept'))).toBe(404);
    }
    expect(await mine(person)).toMatchObject([{ id }]);
    expect((await pendingOf(place)).map(({ username }) => username)).toEqual(
      [person.username, 'vendrá-después'].toSorted(),
    );
    expect(await statusOf(answer(person, id, 'accept'))).toBe(200);
  });

  test('is nobody else’s to answer or to withdraw, and gives no role to change', async () => {
    const [place, other] = [await newWorkspace(), await newWorkspace()];
    const [person, stranger] = [await server.signIn(), await server.signIn()];
    const { id } = await invite(place, person.username);
    for (const who of [stranger, place.admin, other.admin]) {
      for (const how of ['accept', 'refuse'] as const) expect(await statusOf(answer(who, id, how))).toBe(404);
    }
    expect(await statusOf(remove(place, id, await server.signIn('editor', place.id)))).toBe(403);
    expect(await statusOf(remove(place, id, other.admin))).toBe(404);
    expect(await statusOf(remove(other, id))).toBe(404);
    expect(await statusOf(place.admin.request('PUT', `${place.path}/${id}`, { body: { role: 'admin' } }))).toBe(404);
    expect(await statusOf(answer(server.client(), id, 'accept'))).toBe(401);
    expect(await statusOf(answer(person, 'no-es-un-id', 'accept'))).toBe(404);
    expect(await mine(person)).toHaveLength(1);
  });

  test('accepted, refused and withdrawn at once, has one end', async () => {
    for (const _ of Array.from({ length: 6 })) {
      const place = await newWorkspace();
      const person = await server.signIn();
      const { id } = await invite(place, person.username);
      const [accepted, ...others] = await Promise.all([
        statusOf(answer(person, id, 'accept')),
        statusOf(answer(person, id, 'refuse')),
        statusOf(remove(place, id)),
      ]);
      expect([accepted, ...others].filter((status) => status === 200)).toHaveLength(1);
      expect(await belongsTo(person)).toEqual(accepted === 200 ? [[place.id, 'editor']] : []);
    }
  });
});

describe('what a workspace learns of a name', () => {
  test('is the same whether it is nobody’s, another home’s, a deactivated or a deleted person’s, or was asked before', async () => {
    const [home, place] = [await newWorkspace(), await newWorkspace()];
    const [known, inactive, deleted] = [await newPerson(home), await newPerson(home), await newPerson(home)];
    await home.admin.put(`/api/users/${inactive.userId}`, { username: inactive.username, isActive: 'false' });
    await home.admin.request('DELETE', `/api/users/${deleted.userId}`);
    const names = [
      'nadie-con-este-nombre',
      known.username,
      inactive.username,
      deleted.username,
      (await server.signIn()).username,
    ];
    /** The answers without names, ids and times. */
    const asked = async (username: string) => {
      const said: unknown[] = [];
      for (const _ of [1, 2]) {
        const response = await place.admin.request('POST', place.path, { body: { username, role: 'editor' } });
        const headers = [...response.headers.keys()].filter((name) => !name.startsWith('x-ratelimit')).toSorted();
        said.push([
          response.status,
          headers,
          (await response.text())
            .replaceAll(username, '·')
            .replaceAll(/[0-9a-f]{8}-[\w-]{27}|"requestId":"[^"]*"/gu, 'id'),
        ]);
      }
      return JSON.stringify(said);
    };
    const answers = new Set(await Promise.all(names.map(asked)));
    expect([...answers]).toHaveLength(1);
    const rows = (await pendingOf(place)).map((row) => JSON.stringify({ ...row, id: '', username: '' }));
    expect([rows.length, new Set(rows).size]).toEqual([names.length, 1]);
    expect(await place.admin.get<UserAccount[]>('/api/users')).toHaveLength(1);
    const log = await place.admin.get<AuditLogEntry[]>('/api/audit-log');
    for (const secret of [known.userId, inactive.userId, deleted.userId, '@ejemplo.com'])
      expect(JSON.stringify(log)).not.toContain(secret);
    const entries = log.filter(({ action }) => action === 'member.invited');
    expect(new Set(entries.map(({ details }) => Object.keys(details).join())).size).toBe(1);
  });

  test('of whoever joined is what they did since: no sign-in of before stands in its log', async () => {
    const place = await newWorkspace();
    const person = await server.signIn();
    const { id } = await invite(place, person.username);
    await answer(person, id, 'accept');
    const sessionsOf = async () =>
      (await place.admin.get<AuditLogEntry[]>('/api/audit-log?topic=session'))
        .filter(({ userId }) => userId === person.userId)
        .map(({ action }) => action);
    expect(await sessionsOf()).toEqual([]);
    await person.post('/api/auth/login', { username: person.username, password: testPassword });
    expect(await sessionsOf()).toEqual(['session.started']);
    await remove(place, person.userId);
    expect(await sessionsOf()).toEqual([]);
  });

  test('stays within bounds: 200 names may wait', async () => {
    const place = await newWorkspace();
    const waiting = Array.from({ length: 200 }, (_, nth) => ({
      workspace_id: place.id,
      username: `espera-${nth}`,
      role: 'operator' as const,
      invited_by: place.admin.userId,
      invited_at: server.clock.now(),
      expires_at: new Date(server.clock.now().getTime() + 60_000),
    }));
    await server.database.db.insertInto('workspace_invitations').values(waiting).execute();
    await expect(invite(place, 'una-más')).rejects.toMatchObject({
      status: 409,
      body: { message: 'Hay demasiadas invitaciones pendientes. Retira algunas antes.' },
    });
    await server.clock.advance(60_000);
    expect(await invite(place, 'una-más')).toMatchObject({ state: 'pending' });
  });
});

describe('a takeover', () => {
  /** Deeds of the home's admins, admins elsewhere and the person, in any order. */
  const deeds = [
    'invite',
    'accept',
    'refuse',
    'withdraw',
    'leaveHome',
    'returnHome',
    'leavePlace',
    'homeless',
    'secondAdmin',
  ] as const;
  type Deed = (typeof deeds)[number];

  async function perform(
    deed: Deed,
    { home, place, person }: { home: Place; place: Place; person: Person },
  ): Promise<void> {
    const [invitation] = await mine(person);
    switch (deed) {
      case 'invite':
        await place.admin.request('POST', place.path, { body: { username: person.username, role: 'admin' } });
        return;
      case 'accept':
      case 'refuse':
        if (invitation) await answer(person, invitation.id, deed);
        return;
      case 'withdraw':
        if (invitation) await remove(place, invitation.id);
        return;
      case 'leaveHome':
        await remove(home, person.userId);
        return;
      case 'returnHome':
        await home.admin.request('POST', home.path, { body: { username: person.username } });
        return;
      case 'leavePlace':
        await remove(place, person.userId);
        return;
      case 'homeless':
        await server.database.db
          .updateTable('users')
          .set({ home_workspace_id: null })
          .where('id', '=', person.userId)
          .execute();
        return;
      case 'secondAdmin':
        await server.access.addMember(place.id, (await server.signIn()).userId, 'admin');
    }
  }

  /** Tries all ways by which an admin elsewhere might sign in as the person. */
  async function expectSafe({ place, person }: { place: Place; person: Person }, told: string): Promise<void> {
    const form = { username: person.username, isActive: 'true', password: 'clave-de-b' };
    expect([403, 404], told).toContain(
      await statusOf(place.admin.request('PUT', `/api/users/${person.userId}`, { body: form })),
    );
    expect([403, 404], told).toContain(await statusOf(place.admin.request('DELETE', `/api/users/${person.userId}`)));
    const shown = (await place.admin.get<UserAccount[]>('/api/users')).find(({ id }) => id === person.userId);
    if (shown) expect([shown.canManage, shown.canSetPassword], told).toEqual([false, false]);
  }

  test('has no way in: whoever administers another workspace never sets the password, whatever comes in whatever order', async () => {
    const [home, place] = [await newWorkspace('Casa'), await newWorkspace('Ajeno')];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...deeds), { minLength: 2, maxLength: 8 }), async (order) => {
        const person = await newPerson(home);
        const world = { home, place, person };
        for (const deed of order) {
          await perform(deed, world);
          await expectSafe(world, `${order.join(' ')}, after ${deed}`);
        }
        const signsIn = await server
          .client()
          .request('POST', '/api/auth/login', { body: { username: person.username, password: testPassword } });
        expect(signsIn.status).toBe(200);
      }),
      // The known attack: away from home, a member only elsewhere, and back.
      {
        numRuns: 15,
        examples: [
          [['invite', 'accept', 'leaveHome', 'returnHome']],
          [['leaveHome', 'invite', 'accept', 'secondAdmin', 'returnHome']],
          [['invite', 'leaveHome', 'returnHome', 'accept']],
          [['homeless', 'leaveHome', 'invite', 'accept', 'leavePlace', 'invite', 'accept']],
        ],
      },
    );
  });
});
