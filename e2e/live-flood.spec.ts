/**
 * The dashboard under some 200 provider events a second: it reads and renders at its own pace, keeps no memory of them,
 * and ends with the server's exact figures. No test here measures time: the limits follow from the paces, so that a
 * slow machine stays further below them.
 */
import type { CDPSession, Page } from '@playwright/test';
import type { DashboardMetrics } from '../src/contract/analytics.ts';
import type { RealtimeMessage } from '../src/contract/realtime.ts';
import { expect, openDashboard, test, type Console } from './console-fixture.ts';

/** Each call makes two or three events: some 2,400 in 12 s. */
const floodCalls = 1_128;
const callsPerSecond = 94;
const warmCalls = 200;

/** Least ms between two reads of an address that messages cause, by its path; today's metrics come in messages. */
const paces: Readonly<Record<string, number>> = {
  '/api/calls/active': 1_000,
  '/api/calls/filtered': 1_000,
  '/api/calls/volume': 5_000,
  '/api/agent-usage': 5_000,
  '/api/agent-sentiment': 5_000,
  '/api/agent-performance': 5_000,
  '/api/metrics': Number.POSITIVE_INFINITY,
};
/** Interval in ms at which every read is also repeated. */
const refreshMs = 30_000;
/** Fewest ms between two of the server's live messages of a kind; timers may be a little early. */
const tellMs = 240;
/** A copy of each call's summary would be some 1.2 MB, and its objects in the page more. */
const heapSlackBytes = 800_000;

interface Overheard {
  /** Number of the page's reads, by address. */
  readonly requests: Map<string, number>;
  /** The last complete body of each address in `paces`. */
  readonly answers: Map<string, string>;
  readonly messages: Map<RealtimeMessage['type'], number>;
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const pathOf = (address: string): string => new URL(address).pathname;

/** Records all traffic between the page and its server from now on. */
function overhear(page: Page): Overheard {
  const overheard: Overheard = { requests: new Map(), answers: new Map(), messages: new Map() };
  page.on('request', (request) => {
    if (pathOf(request.url()) in paces) count(overheard.requests, request.url());
  });
  page.on('response', (response) => {
    if (!(pathOf(response.url()) in paces) || response.status() !== 200) return;
    // A read that the page itself cancelled has no body.
    const keep = (body: string) => void overheard.answers.set(response.url(), body);
    response.text().then(keep, () => undefined);
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) =>
      count(overheard.messages, (JSON.parse(String(payload)) as RealtimeMessage).type),
    );
  });
  return overheard;
}

/** Makes calls arrive evenly; resolves after the last one. */
async function flood(vocero: Console, key: string): Promise<void> {
  const startedAt = performance.now();
  let arrived = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(floodCalls, ((performance.now() - startedAt) * callsPerSecond) / 1_000);
      for (; arrived < due; arrived += 1) vocero.simulator.arrive(key, arrived % 3 === 0 ? 'web' : 'inbound');
      if (arrived < floodCalls) return;
      clearInterval(timer);
      resolve();
    }, 50);
  });
}

/** Bytes of the page's objects after garbage collection. */
async function heldBytes(session: CDPSession): Promise<number> {
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Counts changes of the page's content from now on. */
const countRenders = `window.renders = 0;
new MutationObserver(() => { window.renders += 1; }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });`;

test('a flood of calls costs the page few reads and no memory, and its figures end exact', async ({
  page,
  context,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  const startedAt = performance.now();
  const { requests, answers, messages } = overhear(page);
  await openDashboard(page, vocero, who);
  await expect(page.getByText('En vivo').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ampliar gráfico' })).toBeVisible();
  await page.evaluate(countRenders);
  const session = await context.newCDPSession(page);

  const flooded = flood(vocero, who.key);
  await expect.poll(() => vocero.simulator.statistics(who.key).total).toBeGreaterThan(warmCalls);
  const heldBefore = await heldBytes(session);
  await flooded;

  // Other workspaces of this server may still have calls, so wait for this one's alone.
  const elsewhere = await vocero.signInElsewhere(who);
  const readMetrics = () => elsewhere.get<DashboardMetrics>('/api/metrics?period=today');
  await expect.poll(readMetrics).toMatchObject({ totalCalls: floodCalls, activeCalls: 0 });
  const written = new Intl.NumberFormat('es-AR');
  const percent = new Intl.NumberFormat('es-AR', {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const figures = page.getByLabel('Resumen');
  await expect(figures.getByText('Total de llamadas').locator('xpath=ancestor::div[1]')).toContainText(
    written.format(floodCalls),
  );
  // Analyses still arrive and change the rate.
  await expect
    .poll(async () => (await figures.textContent())?.includes(percent.format((await readMetrics()).successRate / 100)))
    .toBe(true);
  await expect(page.getByText('Sin llamadas activas')).toBeVisible();
  await expect(page.getByText(`${written.format(floodCalls)} llamadas hoy`)).toBeVisible();
  await expect(page.getByText(`${written.format(floodCalls)} llamadas · Hoy`)).toBeVisible();
  for (const address of answers.keys()) {
    const { pathname, search } = new URL(address);
    if (pathname === '/api/metrics') continue;
    const isCurrent = async () => answers.get(address) === JSON.stringify(await elsewhere.get(pathname + search));
    await expect.poll(isCurrent, { message: `the page's last answer of ${pathname}` }).toBe(true);
  }

  const elapsedMs = performance.now() - startedAt;
  // If the connection broke on a busy machine, everything was read once more.
  const again = (messages.get('hello') ?? 0) + (messages.get('refetch') ?? 0);
  expect(new Set([...requests.keys()].map(pathOf))).toEqual(new Set(Object.keys(paces)));
  for (const [address, times] of requests) {
    const paceMs = paces[pathOf(address)] ?? 0;
    expect(times, address).toBeLessThanOrEqual(elapsedMs / paceMs + elapsedMs / refreshMs + 2 + again);
  }
  for (const type of ['metrics_update', 'active_calls_update', 'recent_calls_update'] as const) {
    expect(messages.get(type), type).toBeLessThanOrEqual(elapsedMs / tellMs + 1);
  }
  // A message that changes nothing visible renders nothing. Renders come from figures, reads and clocks.
  const reads = [...requests.values()].reduce((sum, each) => sum + each, 0);
  const causes = (messages.get('metrics_update') ?? 0) + reads + elapsedMs / 1_000;
  expect(Number(await page.evaluate('window.renders'))).toBeLessThanOrEqual(2 * causes + 50);
  expect((await heldBytes(session)) - heldBefore).toBeLessThan(heapSlackBytes);
});
