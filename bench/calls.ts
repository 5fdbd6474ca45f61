/** The call history of a workspace with a million calls: pages by any filter, search, export. One request at a time. */
import { benchWords } from './call-data.ts';
import { openBigWorkspace, type BigWorkspace } from './big-workspace.ts';
import type { BenchPart, Measure } from './measure.ts';
import { percentile } from './percentile.ts';

const calls = 1_000_000;
const pageSize = 20;
/** Requests of each page; the first one may read from the disk. */
const times = 2;
const exportRowsPerSecond = 30_000;
/** Days of the export, the newest ones: nearly a third of the data. */
const exportedDays = 54;
const megabyte = 2 ** 20;

const dayMs = 86_400_000;
const daysAgo = (days: number): string =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs + 3 * 3_600_000 - days * dayMs).toISOString();

/** Filters as people set them; '' is none. */
const filters: readonly string[] = [
  '',
  'status=ended',
  'status=not_connected',
  'status=failed',
  'status=in_progress',
  'sentiment=Negative',
  'status=ended&sentiment=Positive',
  'channelType=web_call',
  'origin=inbound',
  'agentId=agent_bench_7',
  'agentId=agent_bench_7&origin=outbound&sentiment=Neutral',
  'goal=reached',
  'reason=dial_busy',
  'goal=reached&status=ended',
  'origin=outbound&weekday=2&hour=14',
  `fromDate=${daysAgo(30)}`,
  `fromDate=${daysAgo(90)}&toDate=${daysAgo(60)}&status=not_connected`,
  `fromDate=${new Date(Date.now() - 45 * dayMs - 1_234_567).toISOString()}&toDate=${daysAgo(20)}&agentId=agent_bench_3`,
];
const sorts = ['-date', 'date'] as const;

const searches: readonly string[] = [
  benchWords.common,
  benchWords.middle,
  benchWords.rare,
  'paralele',
  'Nunez',
  'Marta Luisez',
  '+54 9 11 5555',
  '7731',
  `${benchWords.common} ${benchWords.middle}`,
  'no hay tal palabra',
];

export const callsPart: BenchPart = {
  name: 'calls',
  about: `The call history of a workspace with ${calls} calls, over HTTP, one request at a time: ${filters.length} filters, newest and oldest first, their first, middle and last pages of ${pageSize}, each ${times} times; ${searches.length} searches the same way, alone and with a filter; those of ${exportedDays} days as CSV. What fits into 3 GB was read into memory before.`,
  async run(say) {
    const workspace = await openBigWorkspace(calls, say, { isWarm: true });
    try {
      say('pages');
      const pages = await measurePages(
        workspace,
        filters.flatMap((filter) => sorts.map((sort) => `${filter}&sort=${sort}`)),
      );
      say('sorted by duration');
      const byDuration = await measurePages(workspace, [
        'sort=-duration',
        'status=ended&sort=-duration',
        'agentId=agent_bench_7&sort=duration',
      ]);
      say('searches');
      const found = await measurePages(
        workspace,
        searches.flatMap((q) => [
          `q=${encodeURIComponent(q)}`,
          `q=${encodeURIComponent(q)}&status=ended&agentId=agent_bench_7`,
        ]),
      );
      say('export');
      const exported = await measureExport(workspace);
      const { indexedPerSecond } = workspace;
      return [
        { name: 'a page and its count, p50', value: percentile(pages.ms, 0.5), unit: 'ms', limit: 100 },
        { name: 'a page and its count, p95', value: percentile(pages.ms, 0.95), unit: 'ms' },
        { name: `the slowest: ${pages.slowest}`, value: Math.max(...pages.ms), unit: 'ms' },
        { name: 'first pages, p50', value: percentile(pages.first, 0.5), unit: 'ms' },
        { name: 'last pages, p50', value: percentile(pages.last, 0.5), unit: 'ms' },
        { name: 'a page sorted by duration, p50', value: percentile(byDuration.ms, 0.5), unit: 'ms' },
        { name: `the slowest: ${byDuration.slowest}`, value: Math.max(...byDuration.ms), unit: 'ms' },
        { name: 'a search, p50', value: percentile(found.ms, 0.5), unit: 'ms', limit: 300 },
        { name: 'a search, p95', value: percentile(found.ms, 0.95), unit: 'ms' },
        { name: `the slowest: ${found.slowest}`, value: Math.max(...found.ms), unit: 'ms' },
        ...(indexedPerSecond === null
          ? []
          : [{ name: 'calls put into search a second', value: indexedPerSecond, unit: '' }]),
        ...exported,
      ];
    } finally {
      await workspace.close();
    }
  },
};

interface Times {
  readonly ms: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** The request that took longest. */
  readonly slowest: string;
}

async function measurePages(workspace: BigWorkspace, queries: readonly string[]): Promise<Times> {
  const ms: number[] = [];
  const first: number[] = [];
  const last: number[] = [];
  let slowest = { query: '', ms: 0 };
  for (const query of queries) {
    const { total } = await readPage(workspace, query, 1);
    const pages = Math.max(1, Math.ceil(total / pageSize));
    for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
      for (let time = 0; time < times; time += 1) {
        const answer = await readPage(workspace, query, page);
        const expected = Math.min(pageSize, total - (page - 1) * pageSize);
        if (answer.total !== total || answer.rows !== expected)
          throw new Error(
            `${query}, page ${page}: ${answer.rows} of ${answer.total} calls instead of ${expected} of ${total}`,
          );
        ms.push(answer.ms);
        if (page === 1) first.push(answer.ms);
        if (page === pages) last.push(answer.ms);
        if (answer.ms > slowest.ms) slowest = { query: `${decodeURIComponent(query)}, page ${page}`, ms: answer.ms };
      }
    }
  }
  return { ms, first, last, slowest: slowest.query };
}

async function readPage(
  { client }: BigWorkspace,
  query: string,
  page: number,
): Promise<{ ms: number; total: number; rows: number }> {
  const began = performance.now();
  const response = await client.request('GET', `/api/calls/all?${query}&page=${page}&pageSize=${pageSize}`);
  const rows = (await response.json()) as unknown[];
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`${query}: ${response.status} ${JSON.stringify(rows)}`);
  return { ms, total: Number(response.headers.get('x-total-count')), rows: rows.length };
}

async function measureExport(workspace: BigWorkspace): Promise<Measure[]> {
  const before = workspace.readUsage()?.memoryBytes ?? null;
  let most = before ?? 0;
  const sampling = setInterval(() => {
    most = Math.max(most, workspace.readUsage()?.memoryBytes ?? 0);
  }, 50);
  const range = `fromDate=${daysAgo(exportedDays)}`;
  const { total } = await readPage(workspace, range, 1);
  const began = performance.now();
  const response = await workspace.client.request('GET', `/api/calls/export.csv?${range}`);
  let lines = 0;
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(sampling);
  if (!response.ok || lines - 1 !== total) throw new Error(`${total} calls, but ${lines - 1} lines below the heading`);
  return [
    { name: `export of ${total} calls`, value: seconds, unit: 's', limit: total / exportRowsPerSecond },
    { name: 'rows a second', value: total / seconds, unit: '' },
    { name: 'its size', value: bytes / megabyte, unit: 'MB' },
    ...(before === null
      ? []
      : [
          { name: "server's memory before", value: before / megabyte, unit: 'MB' },
          { name: 'at most meanwhile', value: most / megabyte, unit: 'MB' },
        ]),
  ];
}
