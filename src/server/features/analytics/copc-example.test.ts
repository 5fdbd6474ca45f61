/** The data set of examples/copc through webhook, job and review gives the 19 values computed there by hand. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copcReportSchema } from '../../../contract/copc.ts';
import { copcMetrics } from '../../../contract/regional.ts';
import { providerWebhookSignatureHeader, signProviderWebhook } from '../../../retell/signature.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { startTestApp, testKey, type TestApp } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';

interface Expected {
  readonly now: string;
  readonly timeZone: string;
  readonly timeRange: string;
  readonly review: { readonly callId: string; readonly answers: Readonly<Record<string, string>> };
  readonly figures: Readonly<Record<string, { readonly value: number; readonly n: number }>>;
  readonly health: number;
}

const read = (file: string): unknown => JSON.parse(readFileSync(`examples/copc/${file}`, 'utf8'));
const expected = read('expected.json') as Expected;
const clock = new ManualClock(expected.now);
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ clock, background: false });
});
afterAll(() => test.stop());

it('comes to the values that stand beside it', async () => {
  const { id, editor, admin } = await test.createWorkspace();
  const { db } = test.database;
  await editor.put('/api/settings', { timeZone: expected.timeZone });
  for (const agent of read('agentes.json') as { agent_id: string }[]) {
    const value = JSON.stringify(agent);
    await db
      .insertInto('provider_cache')
      .values({ workspace_id: id, kind: 'agent', key: agent.agent_id, value, fetched_at: clock.now() })
      .execute();
  }
  const { webhookUrl } = await admin.get<{ webhookUrl: string }>('/api/webhook-url');
  for (const event of read('llamadas.json') as object[]) {
    const body = JSON.stringify(event);
    const headers = {
      'content-type': 'application/json',
      [providerWebhookSignatureHeader]: signProviderWebhook(body, testKey, clock.now().getTime()),
    };
    const answer = await fetch(webhookUrl.replace(/^https?:\/\/[^/]+/, test.url), { method: 'POST', headers, body });
    expect(answer.status).toBe(204);
  }
  await editor.put(`/api/calls/${expected.review.callId}/review`, {
    formVersion: 0,
    answers: expected.review.answers,
    note: null,
  });
  await test.app.features.calls.start?.();
  await waitFor('the calls that were followed up', async () => {
    await clock.advance(1_000);
    return (await db.selectFrom('contact_queue').selectAll().execute()).length === 0;
  });
  clock.jumpWall(Date.parse(expected.now) - clock.now().getTime());
  const report = copcReportSchema.parse(await editor.get(`/api/copc-metrics?timeRange=${expected.timeRange}`));
  expect(
    Object.fromEntries(copcMetrics.map((metric) => [metric, { value: report[metric].value, n: report[metric].n }])),
  ).toEqual(
    Object.fromEntries(
      copcMetrics.map((metric) => [
        metric,
        {
          value: expect.closeTo(expected.figures[metric]?.value ?? Number.NaN, 9) as number,
          n: expected.figures[metric]?.n,
        },
      ]),
    ),
  );
  expect(report.health).toEqual({
    score: expect.closeTo(expected.health, 9) as number,
    metrics: ['qaPassRate', 'csatT', 'aht', 'conversionToCommitment'],
  });
});
