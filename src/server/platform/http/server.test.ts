import { pino } from 'pino';
import { expect, it } from 'vitest';
import { campaignsEndpoints } from '../../../contract/campaigns.ts';
import { doNotCallEndpoints } from '../../../contract/do-not-call.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { AppError } from '../errors.ts';
import { registerHealthAndMetricsEndpoints } from './health.ts';
import { createMetricsRegistry } from '../metrics/metrics.ts';
import { createHttpServer } from './server.ts';

const log = pino({ level: 'silent' });

async function seen(trustProxy: boolean | string, headers: Record<string, string>, publicOrigin: string | null = null) {
  const app = await createHttpServer({
    log,
    origins: { publicOrigin, allowedHosts: [] },
    trustProxy,
    requestsPerMinute: 100,
  });
  app.get('/', async ({ ip, protocol, host }) => ({ ip, protocol, host }));
  const answer = await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers: { host: 'here', ...headers } });
  await app.close();
  return answer.json<{ ip: string; protocol: string; host: string }>();
}

const forwarded = {
  'x-forwarded-for': '1.1.1.1, 203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'consola.ejemplo.com',
};
const outside = { ip: '203.0.113.7', protocol: 'https', host: 'consola.ejemplo.com' };

it.each([
  ['nobody: headers are not believed', false, { ip: '10.0.0.1', protocol: 'http', host: 'here' }],
  ['whoever connects: what it added, never what the asker wrote before', true, outside],
  ['the balancer by its address', '10.0.0.0/8', outside],
  ['another balancer: headers are not believed', '192.168.0.0/16', { ip: '10.0.0.1', protocol: 'http', host: 'here' }],
])('trusts %s', async (_, trustProxy, expected) => {
  expect(await seen(trustProxy, forwarded)).toEqual(expected);
});

it('believes no host that a proxy passes on where the public address is known', async () => {
  expect((await seen(true, forwarded, 'https://consola.ejemplo.com')).host).toBe('here');
});

it('gives the largest upload the time that a slow line needs, and a head that does not come to its end a minute', async () => {
  const { server } = await createHttpServer({
    log,
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
  });
  const largest = Math.max(
    ...[campaignsEndpoints.createCampaign, doNotCallEndpoints.uploadDoNotCallList].map(
      ({ bodyLimit }) => bodyLimit ?? 0,
    ),
  );
  const bytesPerMs = 1_000_000 / 8 / 1_000;
  expect(largest).toBeGreaterThan(50 * 2 ** 20);
  expect(server.requestTimeout).toBeGreaterThan(largest / bytesPerMs);
  expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
});

it.each([
  ['consola.ejemplo.com', 200, 200],
  ['Consola.Ejemplo.com:8443', 200, 200],
  ['127.0.0.1:3000', 200, 200],
  ['localhost', 200, 200],
  ['rebound.example', 403, 200],
])('where hosts are listed, %s is answered %i, and what machines ask %i', async (host, page, health) => {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: 'https://consola.ejemplo.com', allowedHosts: ['consola.ejemplo.com'] },
    trustProxy: false,
    requestsPerMinute: 100,
  });
  app.get('/', async () => 'page');
  registerHealthAndMetricsEndpoints(app, {
    metrics: createMetricsRegistry({ connectionString: 'postgres://127.0.0.1:1/none', monotonicMs: () => 0 }),
    metricsToken: null,
    readSchema: async () => 'current',
    mayWrite: async () => true,
  });
  const ask = async (url: string) => (await app.inject({ url, headers: { host } })).statusCode;
  expect([await ask('/'), await ask('/healthz'), await ask('/readyz'), await ask('/metrics')]).toEqual([
    page,
    health,
    health,
    health,
  ]);
  await app.close();
});

it('a database that answers nothing at all is told as away', async () => {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
  });
  registerHealthAndMetricsEndpoints(app, {
    metrics: createMetricsRegistry({ connectionString: 'postgres://127.0.0.1:1/none', monotonicMs: () => 0 }),
    metricsToken: null,
    readSchema: () => new Promise(() => undefined),
    mayWrite: async () => true,
    answerMs: 50,
  });
  const answer = await app.inject({ url: '/readyz' });
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { status: 'not_ready', reason: 'the database does not answer' },
  ]);
  await app.close();
});

it('names the request in an unexpected error, and the seconds to wait where they are known', async () => {
  const app = await createHttpServer({
    log,
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
  });
  const thrown: Record<string, Error> = {
    '/internal': new Error('secret'),
    '/busy': new AppError('too_many_requests', { retryAfterSeconds: 12 }),
    '/unknown': new AppError('too_many_requests'),
    '/own': new AppError('too_many_requests', { message: 'Espera a la otra.', retryAfterSeconds: 12 }),
  };
  for (const [url, error] of Object.entries(thrown))
    app.get(url, async () => {
      throw error;
    });
  const answerOf = async (url: string) => (await app.inject({ url })).json<ErrorBody>();
  const internal = await answerOf('/internal');
  expect(internal.message).toBe(
    `Ocurrió un error inesperado. Si se repite, avisa con el código de la solicitud: ${internal.requestId}.`,
  );
  expect(internal.error).toBe(internal.message);
  expect((await answerOf('/busy')).message).toBe('Demasiadas solicitudes. Espera 12 segundos.');
  expect((await answerOf('/unknown')).message).toBe('Demasiadas solicitudes. Espera unos segundos.');
  expect((await answerOf('/own')).message).toBe('Espera a la otra.');
  await app.close();
});
