// Workspaces over HTTP: who may create one, who sees it, and how keys are stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestAccess, testSecretKey, type TestAccess } from '../../../testing/start-test-access.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { setUserWorkspaceLimit } from '../stores/user-store.ts';
import { createProviderKeyVault } from './key-vault.ts';

let server: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
});
afterAll(() => server.stop());

interface Shown {
  readonly id: string;
  readonly isCurrent: boolean;
}

let keys = 0;
const freshKey = () => `key_secreta_${String(++keys).padStart(4, '0')}`;
const order = (retellApiKey = freshKey()) => ({ name: 'Ventas Q1', retellApiKey });

async function newWorkspace() {
  const owner = await server.signIn();
  const { id } = await owner.post<Shown>('/api/workspaces', order());
  return { id, owner };
}

describe('making one', () => {
  test('by the first user: its admin, current at once, settings with their defaults, told and audited', async () => {
    const owner = await server.signIn();
    expect(await owner.get('/api/auth/user')).toMatchObject({ hasHome: false });
    const told: string[] = [];
    const offs = [
      server.events.on('workspace.key_added', ({ workspaceId }) => told.push(`key_added ${workspaceId}`)),
      server.events.on('workspace.switched', ({ workspaceId }) => told.push(`switched ${workspaceId}`)),
    ];
    const answer = await owner.request('POST', '/api/workspaces', {
      body: {
        name: '  Ventas Q1 ',
        description: '',
        retellApiKey: 'key_de_la_primera_WXYZ',
        retellWorkspaceId: 'org_1',
      },
    });
    for (const off of offs) off();
    expect(answer.status).toBe(201);
    const created = (await answer.json()) as Shown;
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'Ventas Q1',
      description: null,
      role: 'admin',
      retellWorkspaceId: 'org_1',
      apiKeyLast4: 'WXYZ',
      timeZone: 'America/Argentina/Buenos_Aires',
      dateLocale: 'es-AR',
      currency: 'ARS',
      usdRate: null,
      secondFactorDueAt: null,
      isCurrent: true,
    });
    expect(await owner.get('/api/auth/user')).toMatchObject({ hasHome: true });
    expect(told).toEqual([`key_added ${created.id}`, `switched ${created.id}`]);
    expect(await owner.get('/api/workspaces')).toEqual([created]);
    expect(await owner.get('/api/workspaces/current')).toEqual(created);
    expect(await owner.get('/api/settings')).toMatchObject({
      version: 1,
      dialing: { callsPerSecond: 1, reservedLines: 2 },
    });
    const audited = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('workspace_id', '=', created.id)
      .execute();
    expect(audited).toEqual([{ action: 'workspace.created', details: { name: 'Ventas Q1', apiKeyLast4: 'WXYZ' } }]);
  });

  test('whoever works in another workspace stays there', async () => {
    const { id, owner } = await newWorkspace();
    const second = await owner.post<Shown>('/api/workspaces', order());
    expect(second.isCurrent).toBe(false);
    expect(await owner.get('/api/workspaces/current')).toMatchObject({ id });
  });

  test('is for editors and admins of the current workspace, not for operators', async () => {
    const { id } = await newWorkspace();
    const editor = await server.signIn('editor', id);
    expect(await editor.post('/api/workspaces', order())).toMatchObject({ role: 'admin', isCurrent: false });
    const operator = await server.signIn('operator', id);
    await expect(operator.post('/api/workspaces', order())).rejects.toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    // The person is an admin elsewhere, but the current workspace counts.
    const { id: elsewhere } = await newWorkspace();
    await server.access.addMember(elsewhere, operator.userId, 'admin');
    await expect(operator.post('/api/workspaces', order())).rejects.toMatchObject({ status: 403 });
  });

  test.each([
    ['key_mala_000000', 422, 'key_rejected'],
    ['key_caido_00000', 502, 'provider_unavailable'],
  ])('with %s fails with nothing kept', async (key, status, code) => {
    const owner = await server.signIn();
    await expect(owner.post('/api/workspaces', order(key))).rejects.toMatchObject({ status, body: { code } });
    expect(await owner.get('/api/workspaces')).toEqual([]);
  });

  test('with a key that another holds answers 409, also when both come at once', async () => {
    const people = [await server.signIn(), await server.signIn(), await server.signIn()];
    const key = freshKey();
    const answers = await Promise.all(
      people.map((person) => person.request('POST', '/api/workspaces', { body: order(key) })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ code: 'key_in_use' });
  });

  test('is possible twenty times for one person, unless a command says otherwise', async () => {
    const { owner } = await newWorkspace();
    for (let count = 1; count < 19; count += 1) await owner.post('/api/workspaces', order());
    const both = await Promise.all([1, 2].map(() => owner.request('POST', '/api/workspaces', { body: order() })));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(await both.find(({ status }) => status === 409)?.json()).toMatchObject({
      message: expect.stringContaining('máximo de workspaces') as string,
    });
    const { username } = await owner.get<{ username: string }>('/api/auth/user');
    expect(await setUserWorkspaceLimit(server.database.db, username, 21)).toBe(true);
    await owner.post('/api/workspaces', order());
    expect((await owner.request('POST', '/api/workspaces', { body: order() })).status).toBe(409);
  });

  test('without name or key says which is missing', async () => {
    const owner = await server.signIn();
    await expect(owner.post('/api/workspaces', { name: ' ', retellApiKey: '' })).rejects.toMatchObject({
      status: 400,
      body: { message: 'El nombre es requerido' },
    });
    await expect(owner.post('/api/workspaces', { ...order(), name: 'A\u0000' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('keys at rest', () => {
  test('stand nowhere in the database in the clear', async () => {
    const owner = await server.signIn();
    const secrets = ['key_inconfundible_ñ_7f3a', 'whk_inconfundible_9c1e'];
    await owner.post('/api/workspaces', { ...order(secrets[0]), retellWebhookKey: secrets[1] });
    const columns = await server.database.pool.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'json', 'bytea', 'ARRAY')`,
    );
    expect(columns.rows.length).toBeGreaterThan(50);
    for (const { table, column } of columns.rows) {
      const found = await server.database.pool.query(`select 1 from "${table}" where "${column}"::text like any ($1)`, [
        secrets.map((secret) => `%${secret.slice(0, -4)}%`),
      ]);
      expect(found.rowCount, `${table}.${column}`).toBe(0);
    }
  });

  test('open for their own workspace and column only', () => {
    const vault = createProviderKeyVault(testSecretKey);
    const sealed = vault.seal('w1', 'api-key', 'key_1');
    expect(vault.open('w1', 'api-key', sealed)).toBe('key_1');
    expect(() => vault.open('w2', 'api-key', sealed)).toThrow();
    expect(() => vault.open('w1', 'webhook-key', sealed)).toThrow();
    expect(() => createProviderKeyVault('otra clave secreta, igual de larga').open('w1', 'api-key', sealed)).toThrow();
    expect(vault.fingerprint('key_1')).not.toContain('key_1');
  });
});

describe('whose they are', () => {
  test('a stranger sees none and gets 404 for every id', async () => {
    const { id } = await newWorkspace();
    const stranger = await server.signIn();
    expect(await stranger.get('/api/workspaces')).toEqual([]);
    for (const target of [id, '00000000-0000-4000-8000-000000000000']) {
      await expect(stranger.put(`/api/workspaces/${target}/switch`)).rejects.toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    const message = 'Sin acceso a ningún workspace';
    for (const ask of [
      () => stranger.get('/api/workspaces/current'),
      () => stranger.post('/api/auth/auto-assign-workspace'),
    ]) {
      await expect(ask()).rejects.toMatchObject({
        status: 404,
        body: { code: 'no_workspace', message, error: message },
      });
    }
    await expect(stranger.get('/api/settings')).rejects.toMatchObject({ status: 404, body: { code: 'no_workspace' } });
  });

  test('auto-assign takes the oldest membership, leaves a current one, and grants none', async () => {
    const [first, second] = [await newWorkspace(), await newWorkspace()];
    const person = await server.signIn();
    await server.access.addMember(second.id, person.userId, 'operator');
    await server.access.addMember(first.id, person.userId, 'editor');
    expect(await person.post('/api/auth/auto-assign-workspace')).toMatchObject({
      id: second.id,
      role: 'operator',
      isCurrent: true,
    });
    await person.put(`/api/workspaces/${first.id}/switch`);
    expect(await person.post('/api/auth/auto-assign-workspace')).toMatchObject({ id: first.id, role: 'editor' });
  });

  test('the workspace used last comes back at the next sign-in, in any browser, unless it was left', async () => {
    const [first, second] = [await newWorkspace(), await newWorkspace()];
    const person = await server.signIn();
    await server.access.addMember(first.id, person.userId, 'operator');
    await server.access.addMember(second.id, person.userId, 'operator');
    await person.put(`/api/workspaces/${second.id}/switch`);
    await person.post('/api/auth/logout');
    const next = server.client();
    await next.post('/api/auth/login', { username: person.username, password: testPassword });
    expect(await next.get('/api/workspaces/current')).toMatchObject({ id: second.id });
    expect(await next.post('/api/auth/auto-assign-workspace')).toMatchObject({ id: second.id });
    await server.database.db
      .deleteFrom('workspace_members')
      .where('user_id', '=', person.userId)
      .where('workspace_id', '=', second.id)
      .execute();
    expect(await next.post('/api/auth/auto-assign-workspace')).toMatchObject({ id: first.id });
  });

  test('a request that says it is JSON and brings none is as one without a body', async () => {
    const { id } = await newWorkspace();
    const person = await server.signIn('operator', id);
    const headers = { 'content-type': 'application/json' };
    expect(await person.post('/api/auth/auto-assign-workspace', undefined, headers)).toMatchObject({ id });
    expect(await person.put(`/api/workspaces/${id}/switch`, undefined, headers)).toMatchObject({ id });
    await expect(person.post('/api/workspaces', undefined, headers)).rejects.toMatchObject({ status: 400 });
    await person.post('/api/auth/logout', undefined, headers);
    expect(await person.request('GET', '/api/auth/user')).toMatchObject({ status: 401 });
  });

  test('switching is kept for the session alone, told and audited', async () => {
    const [first, second] = [await newWorkspace(), await newWorkspace()];
    const person = await server.signIn('operator', first.id);
    const other = await server.signIn('operator', first.id);
    await server.access.addMember(second.id, person.userId, 'operator');
    const told: string[] = [];
    const off = server.events.on('workspace.switched', ({ workspaceId }) => told.push(workspaceId));
    expect(await person.put(`/api/workspaces/${second.id}/switch`)).toMatchObject({ id: second.id, isCurrent: true });
    off();
    expect(told).toEqual([second.id]);
    expect(await person.get('/api/workspaces/current')).toMatchObject({ id: second.id });
    expect(await other.get('/api/workspaces/current')).toMatchObject({ id: first.id });
    const audited = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'username', 'details'])
      .where('workspace_id', '=', second.id)
      .where('user_id', '=', person.userId)
      .execute();
    expect(audited).toEqual([{ action: 'workspace.switched', username: person.username, details: {} }]);
  });

  test('whoever is removed while they switch stays where they are', async () => {
    const [first, second] = [await newWorkspace(), await newWorkspace()];
    const person = await server.signIn('operator', first.id);
    await server.access.addMember(second.id, person.userId, 'operator');
    const holder = await server.database.pool.connect();
    await holder.query('begin');
    // The audit entry is written between the check of the membership and the switch.
    await holder.query('lock table audit_log in share mode');
    const switching = person.request('PUT', `/api/workspaces/${second.id}/switch`);
    try {
      await waitFor('the switch to wait', async () => {
        const { rows } = await server.database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%audit_log%'`,
        );
        return rows.length > 0;
      });
      await server.database.pool.query('delete from workspace_members where workspace_id = $1 and user_id = $2', [
        second.id,
        person.userId,
      ]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await switching).status).toBe(404);
    expect(await person.get('/api/workspaces/current')).toMatchObject({ id: first.id });
  });

  test('a membership that ends takes the workspace out of every session at once', async () => {
    const { id } = await newWorkspace();
    const person = await server.signIn('editor', id);
    await server.database.db.deleteFrom('workspace_members').where('user_id', '=', person.userId).execute();
    for (const path of ['/api/workspaces/current', '/api/settings']) {
      await expect(person.get(path)).rejects.toMatchObject({ status: 404, body: { code: 'no_workspace' } });
    }
  });
});
