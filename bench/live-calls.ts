/** Live conversations: from a spoken line to its painted words, a room of many calls, and the cost of following. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CallSummary } from '../src/contract/calls.ts';
import { maxWatchedListedLiveCalls } from '../src/contract/realtime.ts';
import { liveCallsPageLabels } from '../src/labels/live-room-es.ts';
import type { SimulatorStatistics } from '../src/simulator/index.ts';
import { waitFor } from '../src/server/testing/wait-for.ts';
import { measuresOfPage, openBenchPage, sayLongFrames, withinTimeLimit, type BenchPage } from './bench-page.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { inspectorArguments, openHeapProbe } from './heap-probe.ts';
import { openWatchers, type LiveWatchers } from './live-watchers.ts';
import type { Measure } from './measure.ts';
import { percentile } from './percentile.ts';
import { createWebhookLoad, mixedWebhooks, type WebhookLoad } from './webhook-load.ts';

/** Calls under way, and people who each have one of them open. */
const callsUnderWay = 100;
const watchers = 50;
const spokenLines = 60;
/** Least pause between two lines, in ms. The pauses differ, so that lines do not synchronise with any timer. */
const restMs = 250;
const unevenMs = 37;

/** Number of calls whose agents and callers say 400 words a second, a little under two each. */
const followedCalls = 250;
const wantedLines = 400;
const webhooksPerSecond = 100;
const webhookCalls = 250;
const lag = 60;
/** Rounds. The quietest counts for each figure, because one pause of machine or disk makes a p99 of few webhooks. */
const rounds = 4;
/**
 * Lines and webhooks share the server's single thread, and on two cores the simulator takes processor time too. Twice
 * the time allows for that and for noise. More would mean that webhooks queue behind lines.
 */
const mostRatio = 2;

const roomCalls = 300;
const roomMs = 15_000;
/** Time before measuring, because a page that has just been drawn still compiles. */
const roomWarmUpMs = 6_000;
/** Webhooks a second of calls that start and end meanwhile, so that rows come and go. */
const roomWebhooksPerSecond = 6;

/** Length of a call, so that its words do not run out while a part measures. */
const callMs = 120_000;
const warmUp = 60;
const settleMs = 2_000;
/** Length in ms of a call's conversation when memory is read. */
const heardMs = 20_000;

export const liveCallsAbout = `Then live calls, spoken at the pace of speech by the simulator, a process of its own: ${spokenLines} lines, one by one, of a call whose page a Chromium shows, while ${watchers - 1} sockets have a call open each, of ${callsUnderWay}, from the order to speak to the painted words; ${webhookCalls * 3} webhooks at ${webhooksPerSecond} a second while ${followedCalls} calls are under way that nobody reads (ideal), then again while all are followed by ${watchers} sockets, the quietest of ${rounds} rounds; the room in a Chromium with ${roomCalls} calls for ${roomMs / 1_000} s, while others begin and end; and the server's heap before and after ${roomCalls} calls are followed for ${heardMs / 1_000} s.`;

export async function measureLiveCalls(say: (line: string) => void): Promise<Measure[]> {
  const server = await startBenchServer({
    simulator: { seed: 1, ringMs: 300, callDurationMs: callMs, analysisMs: 500 },
    lines: 1_000,
    dialing: { callsPerSecond: 1, reservedLines: 0 },
    env: { NODE_OPTIONS: inspectorArguments },
  });
  let load: WebhookLoad | undefined;
  try {
    load = await openLoad(server);
    await load.sendAtRate(mixedWebhooks(warmUp, 2), 60);
    say(`${spokenLines} spoken lines`);
    const words = await measureWords(server);
    await endCalls(server);
    say(`${followedCalls} calls beside webhooks`);
    const beside = await measureBeside(server, load);
    say(`the room of ${roomCalls} calls`);
    const room = await measureRoom(server, load, say);
    await endCalls(server);
    say('memory');
    return [...words, ...beside, ...room, ...(await measureMemory(server))];
  } finally {
    load?.close();
    await server.close();
  }
}

async function openLoad({ client, webhook }: BenchServer): Promise<WebhookLoad> {
  const agents = await client.get<{ agent_id: string }[]>('/api/retell/agents');
  return createWebhookLoad(
    webhook,
    agents.map(({ agent_id: id }) => id),
  );
}

/** Starts calls; resolves when the console shows all of them as under way. */
async function startCalls(
  { simulator, client, webhook: { key } }: BenchServer,
  count: number,
): Promise<readonly string[]> {
  let talking: readonly string[] = [];
  await waitFor('all calls under way', async () => {
    // Calls that fail at their start are replaced.
    const { live } = await simulator.get<SimulatorStatistics>(`/__sim/statistics?key=${key}`);
    for (let missing = count - live; missing > 0; missing -= 1)
      await simulator.post('/__sim/arrive', { key, kind: 'inbound' });
    const active = await client.get<CallSummary[]>('/api/calls/active');
    talking = active.filter(({ startTimestamp }) => startTimestamp !== null).map(({ id }) => id);
    return talking.length === count;
  });
  return talking;
}

/** Speeds up the simulator until all calls are over. */
async function endCalls({ simulator, client }: BenchServer): Promise<void> {
  await simulator.post('/__sim/speed', { speed: 100 });
  await waitFor('all calls over', async () => (await client.get<CallSummary[]>('/api/calls/active')).length === 0);
  await simulator.post('/__sim/idle', {});
  await simulator.post('/__sim/speed', { speed: 1 });
}

async function readLines({ client }: BenchServer): Promise<number> {
  const text = await client.get<string>('/metrics');
  const count = /^vocero_live_lines_total (\d+)/m.exec(text)?.[1];
  if (count === undefined) throw new Error('the server does not count lines');
  return Number(count);
}

/** Runs `act`, and counts the lines that the server read a second meanwhile. */
async function countingLines<T>(
  server: BenchServer,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly perSecond: number }> {
  const before = await readLines(server);
  const began = performance.now();
  const result = await act();
  const seconds = (performance.now() - began) / 1_000;
  return { result, perSecond: ((await readLines(server)) - before) / seconds };
}

/** Orders a spoken line. `sentAt`, in epoch ms, is before the order, so that its way to the simulator counts. */
function speak({ simulator, webhook }: BenchServer, callId: string, content: string) {
  const sentAt = performance.timeOrigin + performance.now();
  const body = { key: webhook.key, callId, role: 'agent', content };
  return { sentAt, spoken: simulator.post('/__sim/speak', body) };
}

async function measureWords(server: BenchServer): Promise<Measure[]> {
  const [shownCall = '', ...others] = await startCalls(server, callsUnderWay);
  const readers = await openWatchers(server, watchers - 1);
  let bench: BenchPage | undefined;
  try {
    const open = others.slice(0, watchers - 1);
    await readers.watch(open.map((openCallId) => ({ openCallId, listedCallIds: [] })));
    bench = await openBenchPage(server, `/call/${shownCall}`);
    await bench.page.locator('[data-live] li').first().waitFor();
    await delay(settleMs);
    const { page } = bench;
    const offsetMs = await bench.readClockOffset();
    const { result, perSecond } = await countingLines(server, () =>
      speakOneByOne({ server, page, readers, shownCall, open }),
    );
    assertConnected(readers, watchers - 1);
    const toPixel = result.paintedAfter.map((ms) => ms - offsetMs);
    return [
      { name: 'spoken line to pixel, p50', value: percentile(toPixel, 0.5), unit: 'ms' },
      { name: 'spoken line to pixel, p95', value: percentile(toPixel, 0.95), unit: 'ms', limit: 250 },
      { name: 'spoken line to pixel, the slowest', value: percentile(toPixel, 1), unit: 'ms' },
      {
        name: 'spoken line to the socket that has its call open, p50',
        value: percentile(result.heardAfter, 0.5),
        unit: 'ms',
      },
      {
        name: 'spoken line to the socket that has its call open, p95',
        value: percentile(result.heardAfter, 0.95),
        unit: 'ms',
      },
      { name: `lines of the ${watchers} open calls a second meanwhile`, value: perSecond, unit: '' },
    ];
  } finally {
    readers.close();
    await bench?.close();
  }
}

interface Speaking {
  readonly server: BenchServer;
  readonly page: BenchPage['page'];
  readonly readers: LiveWatchers;
  /** The page's call, and the calls that the sockets have open. */
  readonly shownCall: string;
  readonly open: readonly string[];
}

/** Speaks lines in the page's call and in others, one by one. Returns ms from each order, on the page by its clock. */
async function speakOneByOne({ server, page, readers, shownCall, open }: Speaking) {
  const paintedAfter: number[] = [];
  const heardAfter: number[] = [];
  for (let index = 0; index < spokenLines; index += 1) {
    const text = `Esta es la línea ${index} de la medición.`;
    const painting = page.evaluate(([selector, line]) => window.benchProbe.whenShown(selector, line), [
      '[data-live] li',
      text,
    ] as const);
    const painted = withinTimeLimit(painting, `line ${index} on the page`);
    // The page has begun to watch once it answers another question.
    await page.evaluate(() => window.benchProbe.now());
    const { sentAt, spoken } = speak(server, shownCall, text);
    paintedAfter.push((await painted) - sentAt);
    await spoken;
    const otherCall = open[index % open.length] ?? '';
    const hearing = withinTimeLimit(readers.whenHeard(otherCall, text), `line ${index} at its socket`);
    const other = speak(server, otherCall, text);
    heardAfter.push((await hearing) - other.sentAt);
    await other.spoken;
    await delay(restMs + (index % 8) * unevenMs);
  }
  return { paintedAfter, heardAfter };
}

/** Sends the same webhooks twice a round: while nobody follows the running calls, and while all are followed. */
async function measureBeside(server: BenchServer, load: WebhookLoad): Promise<Measure[]> {
  const all: Round[] = [];
  for (let nth = 0; nth < rounds; nth += 1) {
    all.push(await runRound(server, load, nth));
    await endCalls(server);
  }
  const least = (read: (round: Round) => number): number => Math.min(...all.map(read));
  const p99 = least(({ alone }) => percentile(alone.answers, 0.99));
  return [
    {
      name: `lines of the ${followedCalls} followed calls a second`,
      value: least(({ perSecond }) => perSecond),
      unit: '',
      floor: wantedLines,
    },
    {
      name: 'webhook to its answer beside them, p50',
      value: least(({ beside }) => percentile(beside.answers, 0.5)),
      unit: 'ms',
      ideal: least(({ alone }) => percentile(alone.answers, 0.5)),
    },
    {
      name: 'webhook to its answer beside them, p99',
      value: least(({ beside }) => percentile(beside.answers, 0.99)),
      unit: 'ms',
      ideal: p99,
      maxRatio: mostRatio,
    },
    ...(all.some(({ cpuMsPerLine }) => cpuMsPerLine === null)
      ? []
      : [
          {
            name: "server's processor time per line",
            value: percentile(
              all.map(({ cpuMsPerLine }) => cpuMsPerLine ?? Number.NaN),
              0.5,
            ),
            unit: 'ms',
          },
        ]),
  ];
}

interface SentWebhooks {
  /** Delays in ms until each answer. */
  readonly answers: readonly number[];
  readonly seconds: number;
  readonly cpuMs: number | null;
}

interface Round {
  readonly alone: SentWebhooks;
  readonly beside: SentWebhooks;
  /** Lines a second. */
  readonly perSecond: number;
  readonly cpuMsPerLine: number | null;
}

async function runRound(server: BenchServer, load: WebhookLoad, nth: number): Promise<Round> {
  const callIds = await startCalls(server, followedCalls);
  const readers = await openWatchers(server, watchers);
  try {
    await delay(settleMs);
    const alone = await sendWebhooks(server, load, `alone${nth}`);
    const each = followedCalls / watchers;
    await readers.watch(
      Array.from({ length: watchers }, (_, index) => {
        const [openCallId = null, ...listedCallIds] = callIds.slice(index * each, (index + 1) * each);
        return { openCallId, listedCallIds };
      }),
    );
    await delay(settleMs);
    const { result: beside, perSecond } = await countingLines(server, () => sendWebhooks(server, load, `beside${nth}`));
    assertConnected(readers, watchers);
    const moreMs = alone.cpuMs === null || beside.cpuMs === null ? null : beside.cpuMs - alone.cpuMs;
    return { alone, beside, perSecond, cpuMsPerLine: moreMs && moreMs / (perSecond * beside.seconds) };
  } finally {
    readers.close();
  }
}

async function sendWebhooks(server: BenchServer, load: WebhookLoad, prefix: string): Promise<SentWebhooks> {
  const before = server.readUsage();
  const began = performance.now();
  const webhooks = mixedWebhooks(webhookCalls, lag).map(({ event, callId }) => ({
    event,
    callId: `${prefix}_${callId}`,
  }));
  const answers = await load.sendAtRate(webhooks, webhooksPerSecond);
  const after = server.readUsage();
  return {
    answers,
    seconds: (performance.now() - began) / 1_000,
    cpuMs: before && after ? after.cpuMs - before.cpuMs : null,
  };
}

async function measureRoom(server: BenchServer, load: WebhookLoad, say: (line: string) => void): Promise<Measure[]> {
  await startCalls(server, roomCalls);
  const bench = await openBenchPage(server, '/en-vivo');
  const comeAndGo = (ms: number, prefix: string): Promise<unknown> => {
    const webhooks = mixedWebhooks((ms / 1_000) * (roomWebhooksPerSecond / 3), 4);
    return load.sendAtRate(
      webhooks.map(({ event, callId }) => ({ event, callId: `${prefix}_${callId}` })),
      roomWebhooksPerSecond,
    );
  };
  try {
    const { page } = bench;
    await page.getByText(liveCallsPageLabels.count(String(roomCalls)), { exact: true }).waitFor();
    await page.locator('[data-room-row] [dir=rtl]').first().waitFor();
    await comeAndGo(roomWarmUpMs, 'room_warm');
    const { result, activity } = await bench.watch(() => countingLines(server, () => comeAndGo(roomMs, 'room')));
    sayLongFrames(activity, say);
    return [
      { name: `the room of ${roomCalls} calls: lines of those in sight a second`, value: result.perSecond, unit: '' },
      // No limits here: reordering the list draws 300 rows in one task, of 36 to 62 ms on a shared machine.
      ...measuresOfPage(activity).map(({ name, value, unit }) => ({ name: `the room: ${name}`, value, unit })),
      { name: "the room: page's heap", value: (await bench.readHeap()) / 2 ** 20, unit: 'MB' },
    ];
  } finally {
    await bench.close();
  }
}

async function measureMemory(server: BenchServer): Promise<Measure[]> {
  const [process] = server.servers;
  const pid = process?.readPid();
  if (!process || pid === undefined) throw new Error('no server runs');
  const probe = await openHeapProbe(pid, () => process.readOutput());
  const readers = await openWatchers(server, roomCalls / maxWatchedListedLiveCalls);
  try {
    const callIds = await startCalls(server, roomCalls);
    await delay(settleMs);
    const before = await probe.readLiveBytes();
    await readers.watch(
      Array.from({ length: roomCalls / maxWatchedListedLiveCalls }, (_, index) => ({
        openCallId: null,
        listedCallIds: callIds.slice(index * maxWatchedListedLiveCalls, (index + 1) * maxWatchedListedLiveCalls),
      })),
    );
    await delay(heardMs);
    const after = await probe.readLiveBytes();
    return [
      {
        name: `server's heap per followed call, after ${heardMs / 1_000} s of it`,
        value: (after - before) / 1_024 / roomCalls,
        unit: 'KB',
      },
    ];
  } finally {
    readers.close();
    probe.close();
  }
}

function assertConnected({ connected }: LiveWatchers, wanted: number): void {
  if (connected < wanted) throw new Error(`${wanted - connected} watchers lost their socket`);
}
