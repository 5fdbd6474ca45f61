/** The whole server as seen by strangers, members of each role, and machines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiEndpoints } from '../contract/api.ts';
import { memberRoles, type EndpointAccess, type Role } from '../contract/endpoint.ts';
import { errorBodySchema } from '../contract/errors.ts';
import { apiRoutes, type ApiRouteName } from '../contract/routes.ts';
import type { HttpClient } from './testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';

let test: TestApp;
let workspace: TestWorkspace;
beforeAll(async () => {
  test = await startTestApp({
    simulator: { accounts: [1, 2].map((number) => ({ key: `key_matrix_000${number}`, orgName: `Cuenta ${number}` })) },
  });
  workspace = await test.createWorkspace('key_matrix_0001');
});
afterAll(() => test.stop());

const names = Object.keys(apiRoutes) as ApiRouteName[];
const unknownId = '00000000-0000-4000-8000-000000000000';

/** The endpoint's address with unknown ids, except the workspace's own id if the path contains it. */
function pathOf(name: ApiRouteName): string {
  const { access } = apiEndpoints[name] as { access: EndpointAccess };
  const id = typeof access === 'object' && access.workspace === 'path' ? workspace.id : unknownId;
  return apiRoutes[name].path.replace(':id', id).replace(':token', 'x'.repeat(43));
}

async function statusOf(name: ApiRouteName, who: HttpClient): Promise<number> {
  const { method } = apiRoutes[name];
  const response = await who.request(method, pathOf(name), method === 'GET' ? {} : { body: {} });
  await response.body?.cancel();
  return response.status;
}

/** The expected result of authorisation alone: a status, or 'passes'. */
function expected(access: EndpointAccess, who: 'nobody' | 'stranger' | Role): number | 'passes' {
  if (access === 'public') return 'passes';
  if (who === 'nobody') return 401;
  if (access === 'signedIn') return 'passes';
  if (who === 'stranger') return 404;
  return memberRoles.indexOf(who) >= memberRoles.indexOf(access.role) ? 'passes' : 403;
}

describe('every endpoint', () => {
  it.each(['nobody', 'stranger', ...memberRoles] as const)('lets %s do what its declared access says', async (who) => {
    const client = {
      nobody: test.client(),
      stranger: await test.signIn(),
      operator: workspace.operator,
      editor: workspace.editor,
      admin: workspace.admin,
    }[who];
    const wrong: string[] = [];
    // Logout comes last, because it ends the session that the others use.
    for (const name of [...names.filter((each) => each !== 'logout'), 'logout' as const]) {
      const { access } = apiEndpoints[name] as { access: EndpointAccess };
      const wanted = expected(access, who);
      const status = await statusOf(name, client);
      const isRight =
        wanted === 'passes'
          ? name === 'receiveWebhook' || name === 'login' || ![401, 403].includes(status)
          : status === wanted;
      if (!isRight) wrong.push(`${name}: ${status} instead of ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });

  it('answers a failure in one shape, in Spanish, without internals', async () => {
    const response = await test.client().request('GET', '/api/metrics');
    const body = errorBodySchema.parse(await response.json());
    expect(body).toMatchObject({ code: 'not_signed_in', message: 'Tu sesión terminó. Inicia sesión de nuevo.' });
    expect(body.error).toBe(body.message);
    expect(response.headers.get('x-request-id')).toBe(body.requestId);
  });

  it('tells a mistaken field by name', async () => {
    const response = await test.client().request('POST', '/api/auth/login', { body: { username: '' } });
    const body = errorBodySchema.parse(await response.json());
    expect(response.status).toBe(400);
    expect(body.details?.map(({ path }) => path).toSorted()).toEqual(['password', 'username']);
  });

  it('tells what is wrong with a query in Spanish', async () => {
    const response = await (await test.signIn('operator', workspace.id)).request('GET', '/api/calls/all?pageSize=101');
    const body = errorBodySchema.parse(await response.json());
    expect(body.details).toEqual([{ path: 'pageSize', message: 'Como máximo 100' }]);
    expect(body.message).toBe('Filas por página: como máximo 100.');
  });

  it('answers unknown addresses under /api as JSON', async () => {
    const response = await test.client().request('GET', '/api/no-existe');
    expect(response.status).toBe(404);
    expect(errorBodySchema.parse(await response.json()).code).toBe('not_found');
  });
});

describe('another workspace', () => {
  it('is out of reach by any id of it', async () => {
    const other = await test.createWorkspace('key_matrix_0002');
    const insider = await test.signIn('admin', workspace.id);
    const [number] = await insider.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
    const campaign = await insider.post<{ id: string }>('/api/campaigns', {
      name: 'Ajena',
      successDefinition: 'Acepta',
      phoneNumber: number?.phone_number,
      recipients: [{ phone_number: '+5491145550001', customer_name: 'Ana' }],
      sendOption: 'now',
    });
    const call = await waitFor('the call', async () => (await insider.get<{ id: string }[]>('/api/calls/all'))[0]);
    const stranger = other.admin;
    const answers = await Promise.all([
      stranger.request('GET', `/api/calls/${call.id}`),
      stranger.request('GET', `/api/calls/${call.id}/recording`),
      stranger.request('GET', `/api/calls/${call.id}/recording/audio`),
      stranger.request('PATCH', `/api/campaigns/${campaign.id}`, { body: { status: 'completed' } }),
      stranger.request('GET', `/api/calls/all?campaignId=${campaign.id}`),
      stranger.request('PUT', `/api/workspaces/${workspace.id}/switch`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(await stranger.get('/api/campaigns')).toEqual([]);
    const mismatch = await stranger.request('GET', '/api/campaigns', { headers: { 'x-workspace-id': workspace.id } });
    expect(mismatch.status).toBe(409);
  });
});

describe('machines', () => {
  it('learn that the server is alive and ready', async () => {
    expect(await test.client().get('/healthz')).toEqual({ status: 'ok' });
    expect(await test.client().get('/readyz')).toEqual({ status: 'ready', database: 'writable' });
  });

  it('read metrics from loopback, and never through a proxy', async () => {
    expect(await test.client().get<string>('/metrics')).toContain('vocero_http_request_seconds');
    const forwarded = await test.client().request('GET', '/metrics', { headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect(forwarded.status).toBe(404);
  });
});
