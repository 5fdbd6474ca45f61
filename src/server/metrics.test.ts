// The metrics of a server under load: exactly those of docs/metrics.md, with their types and correct values.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Campaign } from '../contract/campaigns.ts';
import { openAttemptsMetricsSql } from './features/campaigns/reads/campaign-alarms-query.ts';
import { eventOutboxMetricsQuery } from './features/event-webhooks/event-delivery-store.ts';
import { promClientProcessMetrics } from './platform/metrics/metric-table.ts';
import { buildOrder, originNumber, rowsOf, setPace, whenStatus } from './testing/campaign-orders.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { waitFor } from './testing/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhook-receiver.ts';

const recipients = 20;
let test: TestApp;
let workspace: TestWorkspace;
let receiver: WebhookReceiver;
let webhookPath: string;
let text: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  test = await startTestApp({
    config: { reconcileSeconds: 3_600 },
    alertTuning: { everyMs: 3_600_000, allowedOrigins: [receiver.origin] },
    storage: { isFull: () => false },
  });
  workspace = await test.createWorkspace();
  await setPace(workspace, { callsPerSecond: 200, reservedLines: 3 });
  await workspace.admin.post('/api/event-webhooks', { url: `${receiver.origin}/eventos`, events: ['call.ended'] });
  const { webhookUrl } = await workspace.admin.get<{ webhookUrl: string }>('/api/webhook-url');
  webhookPath = new URL(webhookUrl).pathname;
  test.simulator.setFaults({ createPhoneCall: { answerLost: { next: 1 }, tooManyRequests: { next: 1 } } });
  const order = buildOrder(await originNumber(workspace), { recipients: rowsOf(recipients, 700_000) });
  const { id } = await workspace.editor.post<Campaign>('/api/campaigns', order);
  // The status 'sent' is too short to wait for.
  await whenStatus(workspace, id, 'completed');
  await test.simulator.whenIdle();
  await waitFor('all events delivered', async () => {
    const { rows } = await test.database.pool.query<{ n: number }>(
      "select count(*)::int as n from event_deliveries where state = 'delivered'",
    );
    return rows[0]?.n === recipients;
  });
  for (const [token, times] of [
    ['sin-destino', 2],
    [webhookPath.split('/').at(-1) ?? '', 3],
  ] as const)
    for (let sent = 0; sent < times; sent += 1)
      await test.client().request('POST', `/api/webhooks/retell/${token}`, { body: { event: 'call_ended' } });
  await plant(id);
  text = await test.client().get<string>('/metrics');
});
afterAll(async () => {
  await test.stop();
  await receiver.close();
});

/** Rows for gauges: an unconfirmed order, one looked up for an hour, an event due for two hours, a failed job. */
async function plant(campaignId: string): Promise<void> {
  const { pool } = test.database;
  const given = [workspace.id, campaignId];
  for (const state of ['unconfirmed', 'unconfirmed', 'unknown'])
    await pool.query(
      `insert into attempts (workspace_id, campaign_id, id, recipient_id, state, created_at, send_by, server_id, next_lookup_at)
       values ($1, $2, gen_random_uuid(), gen_random_uuid(), $3, now() - interval '1 hour', now(), gen_random_uuid(), 'infinity')`,
      [...given, state],
    );
  await pool.query(
    `insert into event_webhooks (workspace_id, id, url, secret_encrypted, events, failing_since)
     select workspace_id, gen_random_uuid(), url, '', events, now() from event_webhooks`,
  );
  await pool.query(
    `insert into event_deliveries (workspace_id, webhook_id, event_id, kind, subject, call_ids, data, next_try_at, created_at, leased_until)
     select workspace_id, id, 'evt', 'call.ended', 's', '{}', '{}', now() - interval '2 hours', now() - interval '3 hours', 'infinity'
     from event_webhooks`,
  );
  await pool.query(`update pgboss.queue set failed_count = 4 where name = 'partitions'`);
}

function read(name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`${name} is not told:\n${text}`);
  return Number(line.slice(name.length + 1));
}

it('names and types are those of docs/metrics.md', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../docs/metrics.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, name = '', type]) => [name, type]);
  const told = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]);
  const isOurs = ([name = '']: (string | undefined)[]): boolean => !(name in promClientProcessMetrics);
  expect(Object.fromEntries(told.filter(isOurs))).toEqual(Object.fromEntries(listed.filter(isOurs)));
  // Some systems lack some metrics of the process.
  expect(listed).toEqual(expect.arrayContaining(told));
  expect(told.map(([name]) => name)).toEqual(
    expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds']),
  );
});

it('every metric of ours has a value once there was something to tell', () => {
  const names = [...text.matchAll(/^# TYPE (vocero_\w+) /gm)].map(([, name = '']) => name);
  const silent = names.filter((name) => !new RegExp(String.raw`^${name}(?:_count)?(?:\{.*\})? [\d.]`, 'm').test(text));
  // This counts job runs, of which none was due.
  expect(silent.filter((name) => name !== 'vocero_job_runs_total')).toEqual([]);
});

it('counts webhooks, orders, events and requests as they were', async () => {
  for (const event of ['call_started', 'call_ended', 'call_analyzed'])
    expect.soft(read(`vocero_webhooks_received_total{event="${event}"}`), event).toBeGreaterThanOrEqual(1);
  expect(read('vocero_webhooks_received_total{event="call_ended"}')).toBe(recipients);
  expect(read('vocero_webhooks_refused_total{reason="unknown_token"}')).toBe(2);
  expect(read('vocero_webhooks_refused_total{reason="signature"}')).toBe(3);
  expect(read('vocero_webhook_lag_seconds_bucket{le="+Inf"}')).toBe(
    ['call_started', 'call_ended', 'call_analyzed', 'other']
      .map((event) => read(`vocero_webhooks_received_total{event="${event}"}`))
      .reduce((sum, each) => sum + each, 0),
  );
  expect(read('vocero_dials_total{outcome="unknown"}')).toBe(1);
  expect(read('vocero_dials_total{outcome="rate_limited"}')).toBe(1);
  expect(read('vocero_dials_total{outcome="accepted"}')).toBe(recipients - 1);
  expect(read('vocero_outbox_deliveries_total{outcome="delivered"}')).toBe(recipients);
  expect(read('vocero_ingest_batch_seconds_count')).toBeGreaterThan(1);
  expect(read('vocero_ingest_batch_reports_sum')).toBeGreaterThanOrEqual(3 * recipients);
  expect(
    read('vocero_http_request_seconds_count{method="POST",route="/api/webhooks/retell/:token",status="4xx"}'),
  ).toBe(5);
});

it('reads what stands in the database', () => {
  expect(read('vocero_database_up')).toBe(1);
  expect(read('vocero_attempts_open{state="unconfirmed"}')).toBe(2);
  expect(read('vocero_attempts_open{state="unknown"}')).toBe(1);
  expect(read('vocero_attempts_open{state="claimed"}')).toBe(0);
  expect(read('vocero_attempts_oldest_unknown_seconds')).toBeCloseTo(3_600, -2);
  expect(read('vocero_outbox_pending_events')).toBe(2);
  expect(read('vocero_outbox_oldest_seconds')).toBeCloseTo(10_800, -2);
  // The failing receiver's event is late by the receiver's fault.
  expect(read('vocero_outbox_overdue_seconds')).toBeCloseTo(7_200, -2);
  expect(read('vocero_jobs_failed{job_name="partitions"}')).toBe(4);
  expect(read('vocero_jobs_waiting{job_name="event-deliveries-sweep"}')).toBe(0);
});

it('has no label that grows with use: no id, number, address or workspace', () => {
  const labels = [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value = '']) => ({ name, value }));
  expect(labels.filter(({ value }) => /[0-9a-f]{8}-|\+?\d{6,}|@|key_/.test(value))).toEqual([]);
  // A limit for the number of series, which an additional label would exceed but not a route.
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length).toBeLessThan(1_500);
});

it('asks the database by indexes alone', async () => {
  const client = new Client({ connectionString: test.database.connectionString });
  await client.connect();
  await client.query('set enable_seqscan = off');
  for (const query of [openAttemptsMetricsSql, eventOutboxMetricsQuery]) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/attempts_unresolved|event_deliveries_due/);
    expect(plan).not.toMatch(/Seq Scan on (?:attempts|event_deliveries)/);
  }
  await client.end();
});
