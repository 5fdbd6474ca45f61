// The audit log over HTTP: readers, visible entries, and search.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AuditLogEntry } from '../../../contract/settings.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../testing/start-test-access.ts';
import { testPassword } from '../../testing/test-person.ts';
import type { AuditAction } from './index.ts';

/** When all members joined. */
const joinedAt = new Date('2019-06-01T00:00:00Z');
const nobody = '00000000-0000-0000-0000-000000000000';
let server: TestAccess;
let keys = 0;
let workspaceId: string;
type Person = Awaited<ReturnType<TestAccess['signIn']>>;
let admin: Person;
let editor: Person;
let operator: Person;

beforeAll(async () => {
  server = await startTestAccess();
  [admin, editor, operator] = await Promise.all([server.signIn(), server.signIn(), server.signIn()]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  workspaceId = await createWorkspace(admin);
  await server.access.addMember(workspaceId, editor.userId, 'editor');
  await server.access.addMember(workspaceId, operator.userId, 'operator');
  for (const person of [admin, editor, operator]) await person.put(`/api/workspaces/${workspaceId}/switch`);
  await server.database.db.updateTable('workspace_members').set({ created_at: joinedAt }).execute();
  await server.database.db.deleteFrom('audit_log').execute();
});

async function createWorkspace(by: HttpClient): Promise<string> {
  const order = { name: 'Registro', retellApiKey: `key_registro_${String(++keys).padStart(4, '0')}` };
  return (await by.post<{ id: string }>('/api/workspaces', order)).id;
}

interface Row {
  readonly workspaceId: string;
  readonly action: AuditAction;
  readonly at: string;
  readonly userId?: string;
  readonly username?: string;
  readonly target?: string;
}

async function insert(rows: readonly Row[]): Promise<void> {
  const values = rows.map(({ workspaceId: id, action, at, userId = null, username = null, target = null }) => ({
    workspace_id: id,
    user_id: userId,
    username,
    action,
    at: new Date(at),
    target,
    details: '{}',
    address: null,
  }));
  await server.database.db.insertInto('audit_log').values(values).execute();
}

async function list(query = '', by: HttpClient = admin) {
  const answer = await by.request('GET', `/api/audit-log${query}`);
  expect(answer.status).toBe(200);
  return { total: Number(answer.headers.get('x-total-count')), entries: (await answer.json()) as AuditLogEntry[] };
}

const actionsOf = ({ entries }: { entries: AuditLogEntry[] }): string[] => entries.map(({ action }) => action);

it('is for admins', async () => {
  for (const person of [operator, editor]) {
    await expect(person.get('/api/audit-log')).rejects.toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
  await expect(server.client().get('/api/audit-log')).rejects.toMatchObject({ status: 401 });
});

it('tells who did what, when and from where', async () => {
  await editor.put('/api/settings', { dailyAttempts: 2 });
  const { total, entries } = await list();
  expect(total).toBe(1);
  expect(entries).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      userId: editor.userId,
      username: editor.username,
      action: 'settings.saved',
      target: null,
      details: { before: { version: 1, dailyAttempts: 3 }, after: { version: 2, dailyAttempts: 2 } },
      shownNumbers: {},
      address: '127.0.0.1',
    },
  ]);
  expect(Math.abs(Date.parse(entries[0]?.at ?? '') - Date.now())).toBeLessThan(60_000);
});

it('holds the workspace’s own entries and its members’ sign-ins, and nothing of any other', async () => {
  const stranger = await server.signIn();
  const theirs = await createWorkspace(stranger);
  await stranger.put(`/api/workspaces/${theirs}/switch`);
  // The operator belongs to both workspaces. Their actions in the other one are not shown here.
  await server.access.addMember(theirs, operator.userId, 'admin');
  await server.database.db.updateTable('workspace_members').set({ created_at: joinedAt }).execute();
  await server.database.db.deleteFrom('audit_log').execute();
  await operator.put(`/api/workspaces/${theirs}/switch`);
  await operator.put('/api/settings', { dailyAttempts: 2 });
  await operator.put(`/api/workspaces/${workspaceId}/switch`);
  const signingIn = { username: operator.username, password: testPassword };
  const fresh = server.client();
  await fresh.post('/api/auth/login', signingIn);
  await fresh.post('/api/auth/logout');
  await expect(fresh.post('/api/auth/login', { ...signingIn, password: 'no es' })).rejects.toMatchObject({
    status: 401,
  });
  await expect(fresh.post('/api/auth/login', { ...signingIn, username: 'nadie' })).rejects.toMatchObject({
    status: 401,
  });
  await fresh.post('/api/auth/login', { ...signingIn, username: stranger.username });
  await insert([
    { workspaceId: nobody, action: 'user.password_reset', target: operator.userId, at: '2020-01-02T00:00:00Z' },
    // From before the person joined.
    { workspaceId: nobody, action: 'user.password_reset', target: operator.userId, at: '2019-05-31T00:00:00Z' },
    { workspaceId: nobody, action: 'session.started', userId: operator.userId, at: '2019-05-31T00:00:00Z' },
    { workspaceId: nobody, action: 'user.password_reset', target: stranger.userId, at: '2020-01-01T00:00:00Z' },
    {
      workspaceId: nobody,
      action: 'user.created',
      userId: operator.userId,
      target: stranger.userId,
      at: '2020-01-01T00:00:00Z',
    },
  ]);
  const here = await list();
  expect(actionsOf(here)).toEqual([
    'session.refused',
    'session.ended',
    'session.started',
    'workspace.switched',
    'user.password_reset',
  ]);
  expect(here.total).toBe(5);
  // Nobody sees entries about a person who is nobody's user.
  expect(JSON.stringify(here)).not.toContain('nadie');
  expect(JSON.stringify(here)).not.toContain(stranger.username);
  expect(here.entries.find(({ action }) => action === 'workspace.switched')?.target).toBe(workspaceId);
  const there = await list('', stranger);
  expect(actionsOf(there)).toEqual([
    'session.started',
    'session.refused',
    'session.ended',
    'session.started',
    'settings.saved',
    'workspace.switched',
    'user.password_reset',
    'user.created',
    'user.password_reset',
  ]);
});

it('pages over both, newest first, and counts them all', async () => {
  const minuteOf = (index: number): string => new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString();
  await insert(
    Array.from({ length: 130 }, (_, index) =>
      index % 3 === 0
        ? {
            workspaceId: nobody,
            action: 'session.started',
            userId: editor.userId,
            username: editor.username,
            at: minuteOf(index),
          }
        : {
            workspaceId,
            action: 'settings.saved',
            userId: admin.userId,
            username: admin.username,
            at: minuteOf(index),
          },
    ),
  );
  const pages = [
    await list('?pageSize=60'),
    await list('?pageSize=60&page=2'),
    await list('?pageSize=60&page=3'),
    await list('?pageSize=60&page=4'),
  ];
  expect(pages.map(({ total }) => total)).toEqual([130, 130, 130, 130]);
  expect(pages.flatMap(({ entries }) => entries.map(({ at }) => at))).toEqual(
    Array.from({ length: 130 }, (_, index) => minuteOf(129 - index)),
  );
  expect((await list()).entries).toHaveLength(50);
  for (const query of ['?page=0', '?pageSize=101', '?fromDate=ayer']) {
    await expect(admin.get(`/api/audit-log${query}`)).rejects.toMatchObject({ status: 400 });
  }
});

it('is filtered by topic, by part of a name and by moments', async () => {
  const at = (day: number): string => `2026-11-0${day}T12:00:00.000Z`;
  await insert([
    { workspaceId, action: 'settings.saved', username: 'María Gómez', at: at(1) },
    { workspaceId, action: 'campaign.created', username: 'maria.gomez', at: at(2) },
    { workspaceId, action: 'campaign.deleted', username: 'jefe_100%', at: at(3) },
    { workspaceId: nobody, action: 'session.started', userId: editor.userId, username: editor.username, at: at(4) },
  ]);
  expect(actionsOf(await list('?topic=campaign'))).toEqual(['campaign.deleted', 'campaign.created']);
  expect((await list('?topic=campaign')).total).toBe(2);
  expect(actionsOf(await list('?topic=session'))).toEqual(['session.started']);
  expect(actionsOf(await list('?topic=camp'))).toEqual([]);
  expect(actionsOf(await list(`?username=${encodeURIComponent('MARÍA')}`))).toEqual(['settings.saved']);
  expect(actionsOf(await list(`?username=${encodeURIComponent('_100%')}`))).toEqual(['campaign.deleted']);
  expect(actionsOf(await list(`?fromDate=${at(2)}&toDate=${at(3)}`))).toEqual(['campaign.deleted', 'campaign.created']);
  expect(actionsOf(await list(`?fromDate=${encodeURIComponent('2026-11-04T09:00:00-03:00')}`))).toEqual([
    'session.started',
  ]);
  expect(actionsOf(await list(`?toDate=${at(2)}&topic=settings&username=mar`))).toEqual(['settings.saved']);
});
