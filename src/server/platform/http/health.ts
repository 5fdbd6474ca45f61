/** Endpoints for monitoring: /healthz (alive), /readyz (database and its schema version), /metrics (Prometheus). */
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatabaseSchemaState } from '../db/schema-guard.ts';
import { AppError } from '../errors.ts';
import type { MetricsRegistry } from '../metrics/metrics.ts';

export interface HealthEndpointOptions {
  readonly metrics: MetricsRegistry;
  /**
   * Bearer token for /metrics. If it is null, /metrics answers only requests from this machine that no proxy forwarded.
   */
  readonly metricsToken: string | null;
  readonly readSchema: () => Promise<DatabaseSchemaState>;
  /** Rejects likewise. */
  readonly mayWrite: () => Promise<boolean>;
  /**
   * Time limit in ms for the database's answer to /readyz; default 3 s. Without it, /readyz could wait on a dead
   * connection for ever.
   */
  readonly answerMs?: number;
}

export function registerHealthAndMetricsEndpoints(app: FastifyInstance, options: HealthEndpointOptions): void {
  const { metrics, metricsToken, readSchema, mayWrite } = options;
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    metrics.observe('vocero_http_request_seconds', { method: request.method, route, status }, reply.elapsedTime / 1000);
  });
  const config = { rateLimit: false, anyHost: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const look = async () => ({ state: await readSchema(), database: (await mayWrite()) ? 'writable' : 'read_only' });
    const { state, database } = await Promise.race([
      look().catch(() => away),
      delay(options.answerMs ?? 3_000, away, { ref: false }),
    ]);
    if (state === 'current') return reply.send({ status: 'ready', database });
    return reply.code(503).send({ status: 'not_ready', reason: reasons[state] });
  });
  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw new AppError('not_found');
    const { contentType, text } = await metrics.expose();
    return reply.type(contentType).send(text);
  });
}

const away = { state: 'away', database: 'away' } as const;

const reasons: Readonly<Record<Exclude<DatabaseSchemaState, 'current'> | 'away', string>> = {
  away: 'the database does not answer',
  behind: 'migrations of this version are missing',
  outdated: 'a newer version migrated the database: update this server',
};

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
