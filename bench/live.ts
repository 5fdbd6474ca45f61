/** Live: from a webhook to the figure on the screen while others listen, and what a flood of webhooks does to the page. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Metrics } from '../src/contract/analytics.ts';
import { dashboardLabels } from '../src/labels/dashboard-es.ts';
import { measuresOfPage, openBenchPage, sayLongFrames, shown, type BenchPage } from './bench-page.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { openListeners, signInOften, type Listeners } from './listeners.ts';
import type { BenchPart, Measure } from './measure.ts';
import { percentile } from './percentile.ts';
import { createWebhookLoad, mixedWebhooks, type WebhookLoad } from './webhook-load.ts';

/** The browser's one among them. */
const sockets = 200;
/** Before anything is measured: a server that has just started still compiles. */
const warmUp = 20;
const single = 120;
/** Between two of them at least, and differently much, so that none meets the same turn of some clock each time. */
const restMs = 600;
const unevenMs = 37;
const floodPerSecond = 200;
const floodCalls = 1_334;
/** So many calls begin while one lasts. */
const floodLag = 60;
const megabyte = 2 ** 20;

export const livePart: BenchPart = {
  name: 'live',
  about: `The dashboard in a Chromium beside ${sockets - 1} other sockets: ${single} webhooks one by one, from the sending to the changed figure painted; then ${floodCalls * 3} webhooks at ${floodPerSecond} a second, and what the page did meanwhile.`,
  async run(say) {
    const server = await startBenchServer({ simulator: { seed: 1 }, lines: 20, dialing: { callsPerSecond: 1, reservedLines: 0 } });
    const agents = await server.client.get<{ agent_id: string }[]>('/api/retell/agents');
    const load = createWebhookLoad(server.webhook, agents.map(({ agent_id: id }) => id));
    let listeners: Listeners | undefined;
    let bench: BenchPage | undefined;
    try {
      say(`signing in ${sockets - 1} times`);
      const cookies = await signInOften(server, sockets - 1);
      await load.sendAtRate(mixedWebhooks(warmUp, 2).map(({ event, callId }) => ({ event, callId: `warm_${callId}` })), 20);
      const before = server.readUsage();
      listeners = await openListeners(server, cookies);
      await delay(2_000);
      const after = server.readUsage();
      bench = await openBenchPage(server, '/');
      await whenPainted(bench.page, dashboardLabels.activeNow, 0);
      const measured: Measured = { server, bench, listeners, load };
      say('one by one');
      const singles = await measureSingles(measured);
      say(`${floodPerSecond} a second`);
      const flood = await measureFlood(measured, say);
      if (listeners.connected < sockets - 1) throw new Error(`${sockets - 1 - listeners.connected} sockets were lost`);
      const memory = before && after ? [{ name: "server's memory per socket", value: (after.memoryBytes - before.memoryBytes) / 1_024 / (sockets - 1), unit: 'KB' }] : [];
      return [...singles, ...memory, ...flood];
    } finally {
      listeners?.close();
      load.close();
      await bench?.close();
      await server.close();
    }
  },
};

interface Measured {
  readonly server: BenchServer;
  readonly bench: BenchPage;
  readonly listeners: Listeners;
  readonly load: WebhookLoad;
}

/** A call begins and ends, and the next one: each webhook changes 'Activas ahora'. */
async function measureSingles({ bench, listeners, load }: Measured): Promise<Measure[]> {
  const { page } = bench;
  const offsetMs = await bench.readClockOffset();
  const toPixel: number[] = [];
  const toSocket: number[] = [];
  const toFigures: number[] = [];
  const toAnswer: number[] = [];
  for (let index = 0; index < single; index += 1) {
    const begins = index % 2 === 0;
    const callId = `call_single_${String(index - (index % 2)).padStart(4, '0')}`;
    const painted = whenPainted(page, dashboardLabels.activeNow, begins ? 1 : 0);
    const heard = shown(listeners.whenHeard(callId), `call ${index} at every socket`);
    const counted = shown(listeners.whenHeard('"metrics_update"'), `the figures of call ${index} at every socket`);
    // The page has begun to watch when it answers another question.
    await page.evaluate(() => window.benchProbe.now());
    const { sentAt, acknowledged } = load.send({ event: begins ? 'call_started' : 'call_ended', callId });
    await acknowledged;
    toAnswer.push(performance.timeOrigin + performance.now() - sentAt);
    toPixel.push((await painted) - offsetMs - sentAt);
    toSocket.push(...(await heard).map((heardAt) => heardAt - sentAt));
    toFigures.push(...(await counted).map((heardAt) => heardAt - sentAt));
    await delay(restMs + (index % 8) * unevenMs);
  }
  return [
    { name: 'webhook to pixel, p50', value: percentile(toPixel, 0.5), unit: 'ms' },
    { name: 'webhook to pixel, p95', value: percentile(toPixel, 0.95), unit: 'ms', limit: 250 },
    { name: 'webhook to pixel, the slowest', value: percentile(toPixel, 1), unit: 'ms' },
    { name: `webhook to the ${sockets - 1} other sockets, p50`, value: percentile(toSocket, 0.5), unit: 'ms' },
    { name: `webhook to the ${sockets - 1} other sockets, p95`, value: percentile(toSocket, 0.95), unit: 'ms' },
    { name: `its figures to the ${sockets - 1} other sockets, p50`, value: percentile(toFigures, 0.5), unit: 'ms' },
    { name: `its figures to the ${sockets - 1} other sockets, p95`, value: percentile(toFigures, 0.95), unit: 'ms' },
    { name: 'webhook to its answer, p50', value: percentile(toAnswer, 0.5), unit: 'ms' },
    { name: 'webhook to its answer, p95', value: percentile(toAnswer, 0.95), unit: 'ms' },
  ];
}

async function measureFlood({ server, bench, listeners, load }: Measured, say: (line: string) => void): Promise<Measure[]> {
  const { page } = bench;
  const before = await readMetrics(server);
  const heapBefore = await bench.readHeap();
  const heardBefore = listeners.received;
  const usedBefore = server.readUsage();
  let requests = 0;
  const count = (): void => void (requests += 1);
  const { result, activity } = await bench.watch(async () => {
    page.on('request', count);
    const began = performance.now();
    const answers = await load.sendAtRate(mixedWebhooks(floodCalls, floodLag), floodPerSecond);
    const seconds = (performance.now() - began) / 1_000;
    const made = requests;
    const used = server.readUsage();
    const serverMs = used && usedBefore ? (used.cpuMs - usedBefore.cpuMs) / answers.length : null;
    const settledMs = await whenSettled(server, page, { ...before, totalCalls: before.totalCalls + floodCalls });
    return { answers, seconds, made, serverMs, settledMs };
  });
  page.off('request', count);
  const heapAfter = await bench.readHeap();
  sayLongFrames(activity, say);
  return [
    { name: 'flood: webhooks a second', value: (floodCalls * 3) / result.seconds, unit: '' },
    { name: 'webhook to its answer in the flood, p95', value: percentile(result.answers, 0.95), unit: 'ms' },
    ...(result.serverMs === null ? [] : [{ name: "server's processor time per webhook, sockets and page included", value: result.serverMs, unit: 'ms' }]),
    ...measuresOfPage(activity),
    { name: 'requests of the page a second', value: result.made / result.seconds, unit: '' },
    { name: 'messages to each other socket a second', value: (listeners.received - heardBefore) / (sockets - 1) / result.seconds, unit: '' },
    { name: 'last webhook answered to figures exact on the page', value: result.settledMs, unit: 'ms', limit: 2_000 },
    { name: "page's heap before", value: heapBefore / megabyte, unit: 'MB' },
    { name: "page's heap after", value: heapAfter / megabyte, unit: 'MB' },
  ];
}

const readMetrics = ({ client }: BenchServer): Promise<Metrics> => client.get<Metrics>('/api/metrics?period=today');

/** Throws where a call was lost: the figures of the server, and of the page, are those expected. */
async function whenSettled(server: BenchServer, page: Page, expected: Metrics): Promise<number> {
  const began = performance.now();
  const { totalCalls, activeCalls } = await readMetrics(server);
  if (totalCalls !== expected.totalCalls || activeCalls !== expected.activeCalls) {
    throw new Error(`${expected.totalCalls} calls and ${expected.activeCalls} of them going on, but the server counts ${totalCalls} and ${activeCalls}`);
  }
  await whenPainted(page, dashboardLabels.totalCalls, totalCalls);
  await whenPainted(page, dashboardLabels.activeNow, activeCalls);
  return performance.now() - began;
}

/** When the tile of that label shows that figure; by the page's clock. */
function whenPainted(page: Page, label: string, value: number): Promise<number> {
  const watching = page.evaluate(([tile, figure]) => window.benchProbe.whenFigure(tile, figure), [label, value] as const);
  return shown(watching, `${value} as '${label}' on the page`);
}
