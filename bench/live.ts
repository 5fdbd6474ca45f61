/**
 * Live: from a webhook to the figure on screen while others listen, and the effect of a flood of webhooks on the page;
 * then live conversations.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { DashboardMetrics } from '../src/contract/analytics.ts';
import { dashboardLabels } from '../src/labels/dashboard-es.ts';
import { measuresOfPage, openBenchPage, sayLongFrames, withinTimeLimit, type BenchPage } from './bench-page.ts';
import { startBenchServer, type BenchServer, type BenchWorkspace } from './bench-server.ts';
import { liveCallsAbout, measureLiveCalls } from './live-calls.ts';
import { openListeners, type Listeners } from './listeners.ts';
import type { BenchPart, Measure } from './measure.ts';
import { percentile } from './percentile.ts';
import { createWebhookLoad, mixedWebhooks, sendAllAtRate, type Sent, type WebhookLoad } from './webhook-load.ts';

const workspaces = 5;
/** Sockets of each workspace; the browser's is one of the first workspace's. */
const socketsEach = 100;
/** Webhooks before measuring, because a server that has just started still compiles. */
const warmUp = 20;
const single = 24;
/** Least pause between two webhooks, in ms. The pauses differ, so that they do not synchronise with any timer. */
const restMs = 500;
const unevenMs = 37;
const floodPerSecond = 200;
const floodCalls = 1_000;
/** Calls that start while one call lasts. */
const floodLag = 60;
const megabyte = 2 ** 20;

export const livePart: BenchPart = {
  name: 'live',
  about: `${workspaces} workspaces of ${socketsEach} sockets each, one of them a Chromium's that shows the dashboard: ${single} webhooks to its workspace one by one, from the sending to the changed figure painted; then ${floodCalls * 3} webhooks to all of them by turns at ${floodPerSecond} a second, and what the page did meanwhile. ${liveCallsAbout}`,
  run: async (say) => [...(await measureWebhooks(say)), ...(await measureLiveCalls(say))],
};

async function measureWebhooks(say: (line: string) => void): Promise<readonly Measure[]> {
  const server = await startBenchServer({
    simulator: { seed: 1 },
    workspaces,
    lines: 20,
    dialing: { callsPerSecond: 1, reservedLines: 0 },
  });
  const loads: WebhookLoad[] = [];
  const listeners: Listeners[] = [];
  let bench: BenchPage | undefined;
  try {
    for (const workspace of server.workspaces) {
      const load = await openLoad(workspace);
      loads.push(load);
      await load.sendAtRate(
        mixedWebhooks(warmUp, 2).map(({ event, callId }) => ({ event, callId: `warm_${callId}` })),
        60,
      );
    }
    say(`opening ${workspaces * socketsEach} sockets`);
    bench = await openBenchPage(server, '/');
    const memory = await measureSockets(server, listeners);
    await whenPainted(bench.page, dashboardLabels.activeNow, 0);
    const measured: Measured = { server, bench, listeners, loads };
    say('one by one');
    const singles = await measureSingles(measured);
    say(`${floodPerSecond} a second`);
    const flood = await measureFlood(measured, say);
    const lost = workspaces * socketsEach - 1 - sum(listeners.map(({ connected }) => connected));
    if (lost > 0) throw new Error(`${lost} sockets were lost`);
    return [...singles, ...memory, ...flood];
  } finally {
    for (const each of [...listeners, ...loads]) each.close();
    await bench?.close();
    await server.close();
  }
}

interface Measured {
  readonly server: BenchServer;
  readonly bench: BenchPage;
  /** Listeners and loads, by workspace. */
  readonly listeners: readonly Listeners[];
  readonly loads: readonly WebhookLoad[];
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

async function openLoad({ client, webhook }: BenchWorkspace): Promise<WebhookLoad> {
  const agents = await client.get<{ agent_id: string }[]>('/api/retell/agents');
  return createWebhookLoad(
    webhook,
    agents.map(({ agent_id: id }) => id),
  );
}

/** Opens the sockets and adds them to `listeners`. */
async function measureSockets(server: BenchServer, listeners: Listeners[]): Promise<Measure[]> {
  const before = server.readUsage();
  for (const [index, { openSessions }] of server.workspaces.entries()) {
    const count = index === 0 ? socketsEach - 1 : socketsEach;
    listeners.push(await openListeners(server.url, await openSessions(count), count));
  }
  // Memory used only for opening may be freed by then.
  await delay(2_000);
  const after = server.readUsage();
  if (!before || !after) return [];
  return [
    {
      name: "server's memory per socket",
      value: (after.memoryBytes - before.memoryBytes) / 1_024 / (workspaces * socketsEach - 1),
      unit: 'KB',
    },
  ];
}

/** Starts and ends calls one after the other; each webhook changes 'Activas ahora'. */
async function measureSingles({ bench, listeners: [listeners], loads: [load] }: Measured): Promise<Measure[]> {
  const { page } = bench;
  if (!listeners || !load) throw new Error('nobody listens');
  const offsetMs = await bench.readClockOffset();
  const toPixel: number[] = [];
  const toSocket: number[] = [];
  const toFigures: number[] = [];
  const toAnswer: number[] = [];
  for (let index = 0; index < single; index += 1) {
    const begins = index % 2 === 0;
    const callId = `call_single_${String(index - (index % 2)).padStart(4, '0')}`;
    const painted = whenPainted(page, dashboardLabels.activeNow, begins ? 1 : 0);
    const heard = withinTimeLimit(listeners.whenHeard(callId), `call ${index} at every socket`);
    const counted = withinTimeLimit(
      listeners.whenHeard('"metrics_update"'),
      `the figures of call ${index} at every socket`,
    );
    // The page has begun to watch once it answers another question.
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
    {
      name: `webhook to the ${socketsEach - 1} others of its workspace, p50`,
      value: percentile(toSocket, 0.5),
      unit: 'ms',
    },
    {
      name: `webhook to the ${socketsEach - 1} others of its workspace, p95`,
      value: percentile(toSocket, 0.95),
      unit: 'ms',
    },
    {
      name: `its figures to the ${socketsEach - 1} others of its workspace, p50`,
      value: percentile(toFigures, 0.5),
      unit: 'ms',
    },
    {
      name: `its figures to the ${socketsEach - 1} others of its workspace, p95`,
      value: percentile(toFigures, 0.95),
      unit: 'ms',
    },
    { name: 'webhook to its answer, p50', value: percentile(toAnswer, 0.5), unit: 'ms' },
    { name: 'webhook to its answer, p95', value: percentile(toAnswer, 0.95), unit: 'ms' },
  ];
}

async function measureFlood(measured: Measured, say: (line: string) => void): Promise<Measure[]> {
  const { server, bench, listeners } = measured;
  const { page } = bench;
  const sendings = floodOf(measured);
  const before = await readAllMetrics(server);
  const heapBefore = await bench.readHeap();
  const readReceived = (): number => sum(listeners.map(({ received }) => received));
  const heardBefore = readReceived();
  const usedBefore = server.readUsage();
  let requests = 0;
  const count = (): void => void (requests += 1);
  const { result, activity } = await bench.watch(async () => {
    page.on('request', count);
    const began = performance.now();
    const answers = await sendAllAtRate(sendings, floodPerSecond);
    const seconds = (performance.now() - began) / 1_000;
    const made = requests;
    const used = server.readUsage();
    const serverMs = used && usedBefore ? (used.cpuMs - usedBefore.cpuMs) / answers.length : null;
    const heard = readReceived() - heardBefore;
    const settledMs = await whenSettled(server, page, before);
    return { answers, seconds, made, serverMs, settledMs, heard, memoryBytes: used?.memoryBytes ?? null };
  });
  page.off('request', count);
  const heapAfter = await bench.readHeap();
  const toMessage = listeners.flatMap((each) => each.readDelays());
  sayLongFrames(activity, say);
  return [
    { name: 'flood: webhooks a second', value: (floodCalls * 3) / result.seconds, unit: '' },
    ...percentilesOf('webhook to its answer in the flood', result.answers),
    ...percentilesOf('webhook to message at every socket of its workspace', toMessage),
    { name: 'the slowest of them', value: toMessage.reduce((most, each) => Math.max(most, each), 0), unit: 'ms' },
    {
      name: 'messages to each socket a second',
      value: result.heard / (workspaces * socketsEach - 1) / result.seconds,
      unit: '',
    },
    ...(result.serverMs === null
      ? []
      : [
          {
            name: "server's processor time per webhook, sockets and page included",
            value: result.serverMs,
            unit: 'ms',
          },
        ]),
    ...(result.memoryBytes === null
      ? []
      : [{ name: "server's memory at its end", value: result.memoryBytes / megabyte, unit: 'MB' }]),
    ...measuresOfPage(activity),
    { name: 'requests of the page a second', value: result.made / result.seconds, unit: '' },
    { name: 'last webhook answered to figures exact on the page', value: result.settledMs, unit: 'ms', limit: 2_000 },
    { name: "page's heap before", value: heapBefore / megabyte, unit: 'MB' },
    { name: "page's heap after", value: heapAfter / megabyte, unit: 'MB' },
  ];
}

function percentilesOf(name: string, values: readonly number[]): Measure[] {
  return [50, 95, 99].map((share) => ({
    name: `${name}, p${share}`,
    value: percentile(values, share / 100),
    unit: 'ms',
  }));
}

/** Webhooks of each call go to one workspace; the calls are spread over the workspaces in turn. */
function floodOf({ listeners, loads }: Measured): (() => Sent)[] {
  return mixedWebhooks(floodCalls, floodLag).map((webhook) => {
    const index = Number(webhook.callId.slice(-8)) % workspaces;
    const load = loads[index];
    if (!load) throw new Error('a workspace without its load');
    return () => {
      const sent = load.send(webhook);
      listeners[index]?.expect(webhook, sent.sentAt);
      return sent;
    };
  });
}

const readAllMetrics = ({ workspaces: all }: BenchServer): Promise<readonly DashboardMetrics[]> =>
  Promise.all(all.map(({ client }) => client.get<DashboardMetrics>('/api/metrics?period=today')));

/** Waits until server and page show the expected figures. Throws if a call was lost. */
async function whenSettled(server: BenchServer, page: Page, before: readonly DashboardMetrics[]): Promise<number> {
  const began = performance.now();
  const figures = await readAllMetrics(server);
  figures.forEach(({ totalCalls, activeCalls }, index) => {
    const expected = (before[index]?.totalCalls ?? 0) + floodCalls / workspaces;
    if (totalCalls !== expected || activeCalls !== 0) {
      throw new Error(
        `workspace ${index + 1}: ${expected} calls and none going on, but the server counts ${totalCalls} and ${activeCalls}`,
      );
    }
  });
  await whenPainted(page, dashboardLabels.totalCalls, figures[0]?.totalCalls ?? 0);
  await whenPainted(page, dashboardLabels.activeNow, 0);
  return performance.now() - began;
}

/** Time by the page's clock at which a tile shows a figure. */
function whenPainted(page: Page, label: string, value: number): Promise<number> {
  const watching = page.evaluate(([tile, figure]) => window.benchProbe.whenFigure(tile, figure), [
    label,
    value,
  ] as const);
  return withinTimeLimit(watching, `${value} as '${label}' on the page`);
}
