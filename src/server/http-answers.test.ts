// Answers for a program that knows only HTTP: methods, types, challenges, broken bodies and days.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspaceTimeZones } from '../contract/regional.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';

let app: TestApp;
let workspace: TestWorkspace;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ background: false });
  workspace = await app.createWorkspace();
  ({ token } = await workspace.admin.post<{ token: string }>('/api/tokens', { name: 'CRM', role: 'admin' }));
});
afterAll(() => app.stop());

async function ask(method: string, path: string, { headers = {}, body }: { headers?: object; body?: string } = {}) {
  const response = await fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const { message = '', code = '' } = response.ok ? {} : (JSON.parse(text) as { message: string; code: string });
  return { status: response.status, headers: response.headers, message, code, text };
}

const versionOf = async (): Promise<number> =>
  (await workspace.admin.get<{ version: number }>('/api/settings')).version;
const webhookUrl = async (): Promise<string> =>
  (await workspace.admin.get<{ webhookUrl: string }>('/api/webhook-url')).webhookUrl;

test('a method that an address does not have gets 405 with those that it has', async () => {
  const refused = await ask('DELETE', '/api/campaigns');
  expect([refused.status, refused.code]).toEqual([405, 'method_not_allowed']);
  expect(refused.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'POST']);
  expect((await ask('GET', '/api/no-existe')).status).toBe(404);
});

test('a body of another type gets 415', async () => {
  for (const path of ['/api/campaigns', '/api/do-not-call']) {
    const refused = await ask('POST', path, { headers: { 'content-type': 'application/xml' }, body: '<a/>' });
    expect([path, refused.status, refused.code]).toEqual([path, 415, 'unsupported_media_type']);
  }
});

test('a 401 says how to sign a request, and speaks of the token that was sent', async () => {
  const wrong = await ask('GET', '/api/campaigns', { headers: { authorization: 'Bearer vcr_no_existe' } });
  expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  expect(wrong.message).toContain('token');
  const bare = await ask('GET', '/api/campaigns', { headers: { authorization: token } });
  expect([bare.status, bare.message]).toEqual([401, 'Envía el token así: Authorization: Bearer vcr_…']);
  const nobody = await fetch(`${app.url}/api/campaigns`);
  expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  // A proxy's password is not a token.
  const proxied = await ask('GET', '/api/campaigns', { headers: { authorization: 'Basic dmlzaXRhOg==' } });
  expect([proxied.status, proxied.code]).toEqual([401, 'not_signed_in']);
  const forged = await ask('POST', new URL(await webhookUrl()).pathname, {
    headers: { 'content-type': 'application/json' },
    body: '{"event":"call_started","call":{"call_id":"x"}}',
  });
  expect([forged.status, forged.headers.get('www-authenticate')]).toEqual([401, null]);
});

test('broken JSON says in which line and column, in small bodies and in those that are read apart', async () => {
  const body = '{\n  "name": "A",\n  "recipients": [1, ]\n}';
  for (const path of ['/api/do-not-call', '/api/campaigns']) {
    const refused = await ask('POST', path, { headers: { 'content-type': 'application/json' }, body });
    expect([path, refused.status, refused.message]).toEqual([
      path,
      400,
      'El cuerpo no es JSON válido. Revisa la línea 3, columna 21.',
    ]);
  }
  const cut = await ask('POST', '/api/do-not-call', { headers: { 'content-type': 'application/json' }, body: '{"a":' });
  expect(cut.message).toBe('El cuerpo no es JSON válido. Revisa la línea 1, columna 6.');
  const long = await ask('POST', '/api/campaigns', {
    headers: { 'content-type': 'application/json' },
    body: `${'\n'.repeat(10 * 2 ** 20)}{"name" 1}`,
  });
  expect([long.status, long.message]).toEqual([
    400,
    `El cuerpo no es JSON válido. Revisa la línea ${10 * 2 ** 20 + 1}, columna 9.`,
  ]);
});

test('what creates says whether it was replayed', async () => {
  const [number] = await workspace.admin.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const order = { headers: { 'content-type': 'application/json', 'idempotency-key': 'una' } };
  const bodies = {
    '/api/do-not-call': { phoneNumber: '+5493514000077' },
    '/api/campaigns': {
      name: 'Cobranza',
      successDefinition: 'Acepta',
      phoneNumber: number?.phone_number,
      sendOption: 'now',
      recipients: [{ phone_number: '+5493514000078', customer_name: 'Ana' }],
    },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const told = [];
    for (let count = 0; count < 2; count += 1)
      told.push(
        (await ask('POST', path, { ...order, body: JSON.stringify(body) })).headers.get('idempotency-replayed'),
      );
    expect([path, ...told]).toEqual([path, 'false', 'true']);
  }
});

test('a day in fromDate and toDate is a whole day of the workspace’s zone', async () => {
  await workspace.admin.put('/api/settings', {
    version: await versionOf(),
    timeZone: 'America/Argentina/Buenos_Aires',
  });
  const moments = ['2026-11-20T02:59:59Z', '2026-11-20T03:00:00Z', '2026-11-21T02:59:59Z', '2026-11-21T03:00:00Z'];
  for (const [index, moment] of moments.entries())
    await app.database.pool.query(
      `insert into audit_log (workspace_id, at, action, username, details) values ($1, $2, 'session.started', $3, '{}')`,
      [workspace.id, moment, `dia${index}`],
    );
  const listed = async (days: string) =>
    (JSON.parse((await ask('GET', `/api/audit-log?${days}`)).text) as { username: string }[])
      .map(({ username }) => username)
      .filter((name) => name.startsWith('dia'));
  expect(await listed('fromDate=2026-11-20&toDate=2026-11-20')).toEqual(['dia2', 'dia1']);
  expect(await listed('fromDate=2026-11-20T03:00:00Z&toDate=2026-11-21')).toEqual(['dia3', 'dia2', 'dia1']);
  expect((await ask('GET', '/api/calls/all?fromDate=2026-11-20&toDate=2026-11-20')).status).toBe(200);
  for (const path of ['/api/calls/all', '/api/audit-log'])
    for (const ends of ['fromDate=0001-01-01&toDate=0001-01-01', 'fromDate=9999-12-31&toDate=9999-12-31'])
      for (const timeZone of workspaceTimeZones) {
        await workspace.admin.put('/api/settings', { version: await versionOf(), timeZone });
        expect([path, ends, timeZone, (await ask('GET', `${path}?${ends}`)).status]).toEqual([
          path,
          ends,
          timeZone,
          200,
        ]);
      }
  expect((await ask('GET', '/api/calls/all?fromDate=ayer')).message).toBe('Desde: fecha inválida.');
});
