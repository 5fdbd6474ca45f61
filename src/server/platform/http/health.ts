/** What machines ask: /healthz (alive), /readyz (database and migrations), /metrics (Prometheus). */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { AppError } from '../errors.ts';

export interface HealthOptions {
  readonly registry: Registry;
  /** Bearer token of /metrics; null: loopback only, and no request that a proxy forwarded. */
  readonly metricsToken: string | null;
  /** Resolves true when the database answers and has every migration. */
  readonly isReady: () => Promise<boolean>;
}

export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { registry, metricsToken, isReady } = options;
  const durations = new Histogram({
    name: 'vocero_http_request_seconds',
    help: 'Time from request to answer, by route and status class',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.015, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
  });
  const config = { rateLimit: false };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready' });
  });
  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw new AppError('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
  const address = request.socket.remoteAddress ?? '';
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(address);
}
