// 'Comprobar la conexión' over HTTP, with the simulated provider.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerAssumptionCheckIds, type ConnectionCheckResult } from '../../../contract/connection-check.ts';
import { providerAccountCheckReportSchema } from '../../../retell/account-shape.ts';
import { HttpFailure } from '../../testing/http-client.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';

const keys = ['key_checked_one_0000', 'key_checked_two_0000'] as const;
let test: TestApp;
let one: TestWorkspace;
let two: TestWorkspace;
const clock = new ManualClock(new Date().toISOString());

interface Checked {
  readonly rows: ConnectionCheckResult[];
  readonly report: unknown;
}

beforeAll(async () => {
  test = await startTestApp({
    simulator: { accounts: keys.map((key) => ({ key, orgName: `Cuenta de ${key}` })) },
    background: false,
    clock,
  });
  [one, two] = [await test.createWorkspace(keys[0]), await test.createWorkspace(keys[1])];
});
afterAll(() => test.stop());

const pathOf = ({ id }: TestWorkspace): string => `/api/workspaces/${id}/check-connection`;
const checkConnection = (workspace: TestWorkspace) => workspace.admin.post<Checked>(pathOf(workspace));
const rest = () => clock.advance(15_000);

it('answers every row and the report, and is audited', async () => {
  const { rows, report } = await checkConnection(one);
  expect(rows.map(({ check }) => check)).toEqual(providerAssumptionCheckIds);
  expect(rows.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  expect(providerAccountCheckReportSchema.parse(report).checks).toHaveLength(rows.length);
  expect(JSON.stringify({ rows, report })).not.toContain('Cuenta de');
  const log = await one.admin.get<{ action: string }[]>('/api/audit-log');
  expect(log.map(({ action }) => action)).toContain('workspace.connection_checked');
  await rest();
});

it("knows this console's own webhook address from another's", async () => {
  const [agent] = await one.admin.get<{ agent_id: string }[]>('/api/agents');
  const { webhookUrl } = await one.admin.get<{ webhookUrl: string }>('/api/webhook-url');
  const judged = async (url: string) => {
    test.simulator.setAgentWebhookUrl(one.key, agent?.agent_id ?? '', url);
    const { rows } = await checkConnection(one);
    await rest();
    return rows.find(({ check }) => check === 'webhook_addresses')?.verdict;
  };
  expect(await judged(webhookUrl)).toBe('holds');
  expect(await judged('https://otra.ejemplo/recibe')).toBe('differs');
  test.simulator.setAgentWebhookUrl(one.key, agent?.agent_id ?? '', undefined);
});

it('runs one at a time for a workspace, and then rests', async () => {
  test.simulator.setFaults({ others: { slow: { delayMs: 20, probability: 1 } } });
  const answers = await Promise.all([1, 2, 3].map(() => one.admin.request('POST', pathOf(one))));
  test.simulator.setFaults({});
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  const again = await one.admin.request('POST', pathOf(one));
  expect(again.status).toBe(429);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
  // Another workspace may still be checked.
  expect((await two.admin.request('POST', pathOf(two))).status).toBe(200);
  await rest();
  expect((await one.admin.request('POST', pathOf(one))).status).toBe(200);
  await rest();
});

it('a refused key is a row that differs; a provider that is away is no verdict', async () => {
  test.simulator.setKeyRefused(one.key, true);
  const { rows } = await checkConnection(one);
  test.simulator.setKeyRefused(one.key, false);
  expect(rows[0]).toMatchObject({ check: 'key', verdict: 'differs', reason: 'El proveedor rechaza la API Key.' });
  expect(rows.slice(1).every(({ verdict }) => verdict === 'unclear')).toBe(true);
  await rest();
  test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
  await expect(checkConnection(one)).rejects.toMatchObject({ status: 502 } satisfies Partial<HttpFailure>);
  test.simulator.setFaults({});
  await rest();
});
