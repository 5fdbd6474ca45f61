/** ETags of revisioned endpoints: who may be told 304, and that nothing is read for it. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analyticsEndpoints, type Metrics } from '../../../contract/analytics.ts';
import { settingsEndpoints } from '../../../contract/settings.ts';
import { AppError } from '../errors.ts';
import type { Identity } from './identity.ts';
import { createEndpointBinder, sessionCookie } from './route.ts';
import { createHttpServer } from './server.ts';

const ours = randomUUID();
const theirs = randomUUID();
const metrics: Metrics = { totalCalls: 3, activeCalls: 1, finishedCalls: 2, successRate: 50, avgDuration: 12.5 };

/** What the handlers were asked for. */
let reads: string[];
let etag: string | null;
let onRead: () => void;
let app: Awaited<ReturnType<typeof createHttpServer>>;

const identityOf = (name: string, currentWorkspaceId: string | null): Identity => ({
  sessionId: name,
  userId: name,
  username: name,
  email: null,
  currentWorkspaceId,
  currentRole: name === 'member' && currentWorkspaceId === ours ? 'operator' : null,
});
const people: Readonly<Record<string, Identity>> = {
  member: identityOf('member', ours),
  stranger: identityOf('stranger', ours),
  homeless: identityOf('homeless', null),
};

beforeAll(async () => {
  app = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 1_000,
  });
  const identities = {
    findIdentity: async (token: string) => people[token] ?? null,
    findRole: async (userId: string, workspaceId: string) =>
      userId === 'member' && workspaceId === ours ? ('operator' as const) : null,
  };
  const binder = createEndpointBinder(app, identities, { etagOf: (id) => (id === ours ? etag : 'W/"another"') });
  binder.bind(analyticsEndpoints.getMetrics, async ({ query }) => {
    reads.push(query.agentFilter ?? 'all');
    onRead();
    return metrics;
  });
  binder.bind(settingsEndpoints.getSettings, async () => {
    reads.push('settings');
    throw new AppError('unavailable');
  });
});
afterAll(() => app.close());
beforeEach(() => {
  reads = [];
  etag = 'W/"one"';
  onRead = () => undefined;
});

function ask(
  named: string | null,
  {
    who = 'member',
    url = '/api/metrics',
    headers = {},
  }: { who?: string; url?: string; headers?: Record<string, string> } = {},
) {
  return app.inject({
    url,
    cookies: { [sessionCookie]: who },
    headers: { ...headers, ...(named !== null && { 'if-none-match': named }) },
  });
}

it('answers the state of the data with it, and 304 without reading to whoever names that state', async () => {
  const first = await ask(null);
  expect([first.statusCode, first.headers.etag, first.json(), first.headers['cache-control']]).toEqual([
    200,
    'W/"one"',
    metrics,
    'no-store',
  ]);
  for (const named of ['W/"one"', 'W/"zero", W/"one"', 'W/"one",W/"two"']) {
    const known = await ask(named);
    expect([known.statusCode, known.headers.etag, known.body, known.headers['cache-control']]).toEqual([
      304,
      'W/"one"',
      '',
      'no-store',
    ]);
  }
  expect(reads).toEqual(['all']);
  etag = 'W/"two"';
  const changed = await ask('W/"one"');
  expect([changed.statusCode, changed.headers.etag, changed.json()]).toEqual([200, 'W/"two"', metrics]);
});

it('labels an answer by the state before it was read', async () => {
  onRead = () => (etag = 'W/"meanwhile"');
  expect((await ask(null)).headers.etag).toBe('W/"one"');
  expect((await ask('W/"one"')).statusCode).toBe(200);
});

it('tells a stranger the same with the right state as without', async () => {
  const mismatch = { headers: { 'x-workspace-id': theirs } };
  for (const [options, status, code] of [
    [{ who: 'nobody' }, 401, 'not_signed_in'],
    [{ who: 'stranger' }, 404, 'no_workspace'],
    [{ who: 'homeless' }, 404, 'no_workspace'],
    [mismatch, 409, 'workspace_mismatch'],
    [{ url: '/api/metrics?period=siempre' }, 400, 'invalid_input'],
  ] as const) {
    const answer = await ask('W/"one"', options);
    expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers.etag]).toEqual([
      status,
      code,
      undefined,
    ]);
  }
  expect(reads).toEqual([]);
});

it('labels neither failures nor other endpoints, nor anything while the state can’t be told', async () => {
  onRead = () => {
    throw new AppError('unavailable');
  };
  const failed = await ask('W/"zero"');
  expect([failed.statusCode, failed.headers.etag]).toEqual([503, undefined]);
  const settings = await ask('W/"one"', { url: '/api/settings' });
  expect([settings.statusCode, settings.headers.etag]).toEqual([503, undefined]);
  etag = null;
  onRead = () => undefined;
  const unlabelled = await ask('W/"one"');
  expect([unlabelled.statusCode, unlabelled.headers.etag, unlabelled.json()]).toEqual([200, undefined, metrics]);
  expect(reads).toEqual(['all', 'settings', 'all']);
});
