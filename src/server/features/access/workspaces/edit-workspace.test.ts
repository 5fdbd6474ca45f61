// Editing a workspace over HTTP: fields, provider keys, webhook token, and rights.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workspace } from '../../../../contract/access.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';

const hourMs = 3_600_000;
let server: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
});
afterAll(() => server.stop());

let keys = 0;
const freshKey = () => `key_editada_${String(++keys).padStart(4, '0')}`;

async function newWorkspace(webhookKey?: string) {
  const admin = await server.signIn();
  const key = freshKey();
  const order = { name: 'Ventas', retellApiKey: key, ...(webhookKey && { retellWebhookKey: webhookKey }) };
  const { id } = await admin.post<Workspace>('/api/workspaces', order);
  return { id, key, admin, path: `/api/workspaces/${id}` };
}

async function signingKeys(workspaceId: string): Promise<string[]> {
  const { directory } = server.access;
  const found = await directory.findByWebhookToken(await directory.webhookTokenOf(workspaceId));
  return found?.keys ?? [];
}

const auditOf = (workspaceId: string) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'target', 'details', 'address'])
    .where('workspace_id', '=', workspaceId)
    .where('action', 'in', [
      'workspace.updated',
      'workspace.key_replaced',
      'workspace.key_shown',
      'workspace.webhook_rotated',
    ])
    .orderBy('id')
    .execute();

async function listen(work: () => Promise<unknown>): Promise<string[]> {
  const told: string[] = [];
  const offs = (['workspace.key_added', 'workspace.changed'] as const).map((name) =>
    server.events.on(name, () => told.push(name)),
  );
  try {
    await work();
  } finally {
    for (const off of offs) off();
  }
  return told;
}

describe('fields', () => {
  test('those given change, the others stay; told and audited with before and after; nothing given is nothing done', async () => {
    const { id, key, admin, path } = await newWorkspace();
    let answer: unknown;
    const told = await listen(async () => {
      answer = await admin.put(path, { name: ' Ventas Q2 ', retellWorkspaceId: 'org_9' });
    });
    expect(answer).toMatchObject({
      id,
      name: 'Ventas Q2',
      description: null,
      retellWorkspaceId: 'org_9',
      isCurrent: true,
    });
    expect(told).toEqual(['workspace.changed']);
    await admin.put(path, { description: 'La de siempre' });
    expect(await admin.put(path, { description: '' })).toMatchObject({ name: 'Ventas Q2', description: null });
    expect(await listen(() => admin.put(path, { name: 'Ventas Q2', retellApiKey: key }))).toEqual([]);
    const [first, ...others] = await auditOf(id);
    expect(first).toEqual({
      action: 'workspace.updated',
      user_id: admin.userId,
      target: id,
      details: {
        before: { name: 'Ventas', retellWorkspaceId: null },
        after: { name: 'Ventas Q2', retellWorkspaceId: 'org_9' },
      },
      address: '127.0.0.1',
    });
    expect(others).toHaveLength(2);
    await expect(admin.put(path, { name: ' ' })).rejects.toMatchObject({
      status: 400,
      body: { message: 'El nombre es requerido' },
    });
  });
});

describe('keys', () => {
  test('a new one is in force at once; each replaced one verifies webhooks for 24 h of its own', async () => {
    const { id, key: first, admin, path } = await newWorkspace();
    expect(await signingKeys(id)).toEqual([first]);
    const [second, third] = [freshKey(), freshKey()];
    let shown: unknown;
    const told = await listen(async () => {
      shown = await admin.put(path, { retellApiKey: second });
    });
    expect(shown).toMatchObject({ name: 'Ventas', apiKeyLast4: second.slice(-4) });
    expect(told).toEqual(['workspace.key_added', 'workspace.changed']);
    expect(await (await server.access.directory.providerOf(id)).checkKey()).toEqual({ organisation: second });
    expect(await signingKeys(id)).toEqual([second, first]);
    await server.clock.advance(10 * hourMs);
    await admin.put(path, { retellApiKey: third });
    expect(await signingKeys(id)).toEqual([third, first, second]);
    await server.clock.advance(14 * hourMs);
    expect(await signingKeys(id)).toEqual([third, second]);
    await server.clock.advance(10 * hourMs);
    expect(await signingKeys(id)).toEqual([third]);
  });

  test('one that comes back is in force, and replaced no more', async () => {
    const { id, key: first, admin, path } = await newWorkspace();
    const second = freshKey();
    await admin.put(path, { retellApiKey: second });
    await admin.put(path, { retellApiKey: first });
    expect(await signingKeys(id)).toEqual([first, second]);
  });

  test('the webhook key is replaced likewise, and null signs with the API key again; the provider is not asked', async () => {
    const { id, key, admin, path } = await newWorkspace('whk_de_antes_0001');
    const told = await listen(() => admin.put(path, { retellWebhookKey: 'whk_nueva_mala_02' }));
    expect(told).toEqual(['workspace.changed']);
    expect(await signingKeys(id)).toEqual([key, 'whk_nueva_mala_02', 'whk_de_antes_0001']);
    await admin.put(path, { retellWebhookKey: null });
    expect(await signingKeys(id)).toEqual([key, 'whk_de_antes_0001', 'whk_nueva_mala_02']);
    expect((await auditOf(id)).map(({ details }) => details)).toEqual([
      { key: 'webhook', last4: 'a_02', previousLast4: '0001' },
      { key: 'webhook', last4: null, previousLast4: 'a_02' },
    ]);
  });

  test.each([
    ['key_mala_000000', 422, 'key_rejected'],
    ['key_caido_00000', 502, 'provider_unavailable'],
  ])('%s is refused with nothing changed, the name too', async (retellApiKey, status, code) => {
    const { id, key, admin, path } = await newWorkspace();
    await expect(admin.put(path, { name: 'Otra', retellApiKey })).rejects.toMatchObject({ status, body: { code } });
    expect(await admin.get('/api/workspaces/current')).toMatchObject({ name: 'Ventas', apiKeyLast4: key.slice(-4) });
    expect(await signingKeys(id)).toEqual([key]);
    expect(await auditOf(id)).toEqual([]);
  });

  test('one that another workspace holds is refused, also when two take a free one at once', async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    await expect(one.admin.put(one.path, { retellApiKey: other.key })).rejects.toMatchObject({
      status: 409,
      body: { code: 'key_in_use' },
    });
    expect(await signingKeys(one.id)).toEqual([one.key]);
    const body = { retellApiKey: freshKey() };
    const answers = await Promise.all([one, other].map(({ admin, path }) => admin.request('PUT', path, { body })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('two admins replace it at once: both replaced ones still verify', async () => {
    const { id, key, admin, path } = await newWorkspace();
    const second = await server.signIn('admin', id);
    const [a, b] = [freshKey(), freshKey()];
    await Promise.all([admin.put(path, { retellApiKey: a }), second.put(path, { retellApiKey: b })]);
    const [current, ...previous] = await signingKeys(id);
    expect([a, b]).toContain(current);
    expect(previous).toEqual([key, current === a ? b : a]);
  });

  test('is shown to admins, never cached, audited each time; no key is in the audit log or in any list', async () => {
    const { id, key, admin, path } = await newWorkspace();
    const next = freshKey();
    await admin.put(path, { retellApiKey: next });
    for (const _ of [1, 2]) {
      const answer = await admin.request('GET', `${path}/api-key`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual({ apiKey: next });
    }
    const rows = await auditOf(id);
    expect(rows.map(({ action, details }) => [action, details])).toEqual([
      ['workspace.key_replaced', { key: 'api', last4: next.slice(-4), previousLast4: key.slice(-4) }],
      ['workspace.key_shown', { apiKeyLast4: next.slice(-4) }],
      ['workspace.key_shown', { apiKeyLast4: next.slice(-4) }],
    ]);
    const everything = JSON.stringify([rows, await admin.get('/api/workspaces')]);
    for (const secret of [key, next]) expect(everything).not.toContain(secret);
    const { rows: stored } = await server.database.pool.query('select * from workspaces where id = $1', [id]);
    for (const secret of [key, next]) expect(JSON.stringify(stored)).not.toContain(secret);
  });
});

describe('the webhook token', () => {
  test('a new one takes the place of the old one at once, told and audited', async () => {
    const { id, admin } = await newWorkspace();
    const { directory } = server.access;
    const old = await directory.webhookTokenOf(id);
    expect(await directory.findByWebhookToken(old)).not.toBeNull();
    const by = { userId: admin.userId, username: admin.username, address: '203.0.113.9' };
    let token = '';
    const told = await listen(async () => {
      token = await directory.rotateWebhookToken(id, by);
    });
    expect(told).toEqual(['workspace.changed']);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await directory.findByWebhookToken(old)).toBeNull();
    expect(await directory.findByWebhookToken(token)).toMatchObject({ workspaceId: id });
    expect(await directory.webhookTokenOf(id)).toBe(token);
    const rows = await auditOf(id);
    expect(rows).toEqual([
      { action: 'workspace.webhook_rotated', user_id: admin.userId, target: id, details: {}, address: '203.0.113.9' },
    ]);
    await expect(directory.rotateWebhookToken('00000000-0000-4000-8000-000000000000', by)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('who may', () => {
  const asks: readonly (readonly [string, (person: HttpClient, path: string) => Promise<unknown>])[] = [
    ['change it', (person, path) => person.put(path, { name: 'Robada' })],
    ['see its key', (person, path) => person.get(`${path}/api-key`)],
  ];
  test.each(asks)('%s: admins of that workspace, wherever they work; not others', async (_, ask) => {
    const { id, admin, path } = await newWorkspace();
    const elsewhere = await newWorkspace();
    await server.access.addMember(elsewhere.id, admin.userId, 'operator');
    await admin.put(`${elsewhere.path}/switch`);
    await ask(admin, path);
    await expect(ask(admin, elsewhere.path)).rejects.toMatchObject({ status: 403, body: { code: 'forbidden' } });
    for (const role of ['operator', 'editor'] as const) {
      await expect(ask(await server.signIn(role, id), path)).rejects.toMatchObject({ status: 403 });
    }
    await expect(ask(elsewhere.admin, path)).rejects.toMatchObject({ status: 404, body: { code: 'not_found' } });
    await expect(ask(server.client(), path)).rejects.toMatchObject({ status: 401 });
  });
});
