/**
 * Reads of the screens at 10,000, 1,000,000 and 10,000,000 calls, one HTTP request at a time. Plain SQL over `calls`
 * gives each answer too, which must be equal to the last call.
 */
import { connectDatabase, type DatabaseHandle } from '../src/server/platform/db/database.ts';
import { openBigWorkspace, type BigWorkspace } from './big-workspace.ts';
import type { BenchPart, Measure } from './measure.ts';
import { percentile } from './percentile.ts';
import type { PlainAsker } from './plain-range.ts';
import { readCases, type Answer, type ReadCase } from './read-cases.ts';
import { differenceOf } from './same-answer.ts';

const sizes = [10_000, 1_000_000, 10_000_000] as const;
const largest = Math.max(...sizes);
const smallest = Math.min(...sizes);
/** Runs of each case and size, after two uncounted ones, of which the first may read from the disk. */
const times = 14;
const unmeasured = 2;
/** Rounds of all requests before measuring, because first requests would measure the compiler. */
const roundsBefore = 3;
const minuteMs = 60_000;
const rollupLimitMs = 15;
const mostGrowth = 1.5;
const leastSpeedUp = 50;

const told = (calls: number): string => calls.toLocaleString('en');

export const readsPart: BenchPart = {
  name: 'reads',
  about: `Every endpoint of dashboard, performance, analytics, quality metrics and history with ${sizes.map(told).join(', ')} calls, over HTTP, one request at a time, each range and filter ${times} times, the sizes in turn; ideal is the same at ${told(smallest)} calls, so that ratio is the growth. Every answer was compared with that of plain SQL over the calls (beyond ${told(smallest)} calls for each endpoint the range by which the speed-up is told: 7 days; 30 of agents' parts and moods, 90 of their performance; at a million days too).`,
  async run(say) {
    const opened: Opened[] = [];
    try {
      for (const calls of sizes) opened.push(await open(calls, say));
      return tableOf(await readAll(opened, say));
    } finally {
      for (const { database, workspace } of opened) {
        await database.close();
        await workspace.close();
      }
    }
  },
};

async function readAll(opened: readonly Opened[], say: (line: string) => void): Promise<Result[]> {
  const cases = readCases();
  say(`${cases.length} reads at each size`);
  for (let round = 0; round < roundsBefore; round += 1)
    for (const each of opened) for (const read of cases) await ask(each, read);
  const results: Result[] = [];
  for (const read of cases) {
    for (const each of opened) results.push({ read, calls: each.workspace.calls, ms: await measure(each, read) });
  }
  for (const each of opened) {
    const { calls } = each.workspace;
    say(`plain SQL at ${told(calls)} calls`);
    for (const read of cases) {
      if (calls === smallest || read.isCompared || (read.isShort && calls < largest))
        results.push({ read, calls, plainMs: await prove(each, read) });
    }
  }
  return results;
}

interface Opened {
  readonly workspace: BigWorkspace;
  /** A plain connection beside the server's. */
  readonly database: DatabaseHandle;
  readonly zone: string;
}

async function open(calls: number, say: (line: string) => void): Promise<Opened> {
  const workspace = await openBigWorkspace(calls, say);
  const database = connectDatabase({
    connectionString: workspace.databaseUrl,
    applicationName: 'vocero-bench',
    max: 1,
    statementTimeoutMs: 0,
  });
  const { timeZone } = await workspace.client.get<{ timeZone: string }>('/api/settings');
  return { workspace, database, zone: timeZone };
}

async function ask({ workspace }: Opened, read: ReadCase): Promise<Answer & { readonly ms: number }> {
  const path = read.path(workspace.calls);
  const began = performance.now();
  const response = await workspace.client.request('GET', path);
  const body: unknown = await response.json();
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  const total = response.headers.get('x-total-count');
  return { body, total: total === null ? null : Number(total), ms };
}

async function measure(opened: Opened, read: ReadCase): Promise<number[]> {
  const ms: number[] = [];
  for (let time = -unmeasured; time < times; time += 1) {
    const answer = await ask(opened, read);
    if (time >= 0) ms.push(answer.ms);
  }
  return ms;
}

/** Returns the milliseconds of plain SQL for the same answer. @throws if the two answers differ. */
async function prove(opened: Opened, read: ReadCase): Promise<number> {
  const { workspace, database, zone } = opened;
  // Ranges end at the running minute, so both answers must be of the same minute.
  let answer: Answer;
  let now: Date;
  do {
    now = new Date(Math.floor(Date.now() / minuteMs) * minuteMs);
    answer = await ask(opened, read);
  } while (Date.now() - now.getTime() >= minuteMs);
  const asker: PlainAsker = { pool: database.pool, workspaceId: workspace.workspaceId, zone, now };
  const began = performance.now();
  const plain = await read.plain(asker, workspace.calls);
  const ms = performance.now() - began;
  const difference = differenceOf(read.pick(answer), plain);
  if (difference !== null)
    throw new Error(
      `${read.path(workspace.calls)} at ${told(workspace.calls)} calls is not what plain SQL says: ${difference}`,
    );
  return ms;
}

type Result = { readonly read: ReadCase; readonly calls: number } & (
  | { readonly ms: readonly number[]; readonly plainMs?: never }
  | { readonly plainMs: number; readonly ms?: never }
);

function tableOf(results: readonly Result[]): Measure[] {
  return [...Map.groupBy(results, ({ read }) => read.endpoint)].flatMap(([endpoint, ofEndpoint]) =>
    measuresOf(endpoint, ofEndpoint),
  );
}

function measuresOf(endpoint: string, results: readonly Result[]): Measure[] {
  const isRollup = results.some(({ read }) => read.isRollup);
  const msAt = (calls: number, only: (read: ReadCase) => boolean = () => true): number[] =>
    results.flatMap((result) => (result.calls === calls && only(result.read) ? (result.ms ?? []) : []));
  const ideal = percentile(msAt(sizes[0]), 0.95);
  const plainMs = results.find(
    ({ read, calls, plainMs: ms }) => calls === largest && read.isCompared && ms !== undefined,
  )?.plainMs;
  return [
    ...sizes.flatMap((calls): Measure[] => [
      { name: `${endpoint}, ${told(calls)} calls, p50`, value: percentile(msAt(calls), 0.5), unit: 'ms' },
      {
        name: `${endpoint}, ${told(calls)} calls, p95`,
        value: percentile(msAt(calls), 0.95),
        unit: 'ms',
        ...(isRollup ? { limit: rollupLimitMs } : {}),
        ...(calls === sizes[0] ? {} : { ideal }),
        ...(calls === largest ? { maxRatio: mostGrowth } : {}),
      },
    ]),
    ...(plainMs === undefined
      ? []
      : [
          { name: `${endpoint}, plain SQL at ${told(largest)}`, value: plainMs, unit: 'ms' },
          {
            name: `${endpoint}, its speed-up`,
            value:
              plainMs /
              percentile(
                msAt(largest, ({ isCompared }) => isCompared),
                0.5,
              ),
            unit: '×',
            floor: leastSpeedUp,
          },
        ]),
  ];
}
