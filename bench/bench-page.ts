/** A page of the console in a real Chromium, signed in to the bench's first workspace and watched by the probe. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import type { BenchServer } from './bench-server.ts';
import type { Measure } from './measure.ts';
import { installPageProbe, type PageReport } from './page-probe.ts';
import { taskCategories, taskTimes } from './task-trace.ts';

/** Activity of a page while it was watched. */
export interface PageActivity extends PageReport {
  /** Processor time of each task on the page's main thread, ms. */
  readonly taskTimes: readonly number[];
}

export interface BenchPage {
  readonly page: Page;
  /** The page's clock minus this process's, in ms; subtract it from the page's times. */
  readClockOffset(): Promise<number>;
  /** The page's heap after garbage collection, bytes. */
  readHeap(): Promise<number>;
  /** Runs `act` and returns its result with the page's activity meanwhile. */
  watch<T>(act: () => Promise<T>): Promise<{ readonly result: T; readonly activity: PageActivity }>;
  close(): Promise<void>;
}

const chromiumPath = path.resolve(import.meta.dirname, '../node_modules/.cache/chromium-path');
/** Chromium's arguments, as in playwright.config.ts. */
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const waitAtMostMs = 60_000;
/** Length from which a task is long, by the W3C's Long Tasks API. */
const longTaskMs = 50;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(chromiumPath) ? { executablePath: readFileSync(chromiumPath, 'utf8').trim() } : {}),
    args: browserArguments,
  });
}

export async function openBenchPage(server: BenchServer, address: string): Promise<BenchPage> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1366, height: 768 },
      locale: 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
    });
    context.setDefaultTimeout(waitAtMostMs);
    await context.addInitScript(installPageProbe);
    const page = await context.newPage();
    const signedIn = await context.request.post('/api/auth/login', { data: server.person });
    const switched = await context.request.put(`/api/workspaces/${server.workspaceId}/switch`);
    if (!signedIn.ok() || !switched.ok()) throw new Error(`not signed in: ${signedIn.status()}, ${switched.status()}`);
    await page.goto(address);
    const cdp = await context.newCDPSession(page);
    return {
      page,
      readClockOffset: () => readClockOffset(page),
      readHeap: () => readHeap(cdp),
      async watch(act) {
        await browser.startTracing(page, { categories: taskCategories });
        await page.evaluate(() => window.benchProbe.begin());
        const result = await act();
        const report = await page.evaluate(() => window.benchProbe.end());
        const trace = await browser.stopTracing();
        return { result, activity: { ...report, taskTimes: taskTimes(trace.toString()) } };
      },
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Resolves as `promised` does; rejects after a time limit. May be awaited late, or never. */
export function withinTimeLimit<T>(promised: Promise<T>, what: string): Promise<T> {
  const giveUp = new AbortController();
  const late = delay(waitAtMostMs, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error(`waited ${waitAtMostMs / 1_000} s in vain for ${what}`);
  });
  late.catch(() => undefined);
  const first = Promise.race([promised, late]).finally(() => giveUp.abort());
  first.catch(() => undefined);
  return first;
}

/** The table rows that show whether the page froze. */
export function measuresOfPage({ longTasks, longestGapMs, taskTimes: times }: PageActivity): Measure[] {
  return [
    { name: `long tasks on the page (over ${longTaskMs} ms)`, value: longTasks.length, unit: '' },
    { name: 'the longest of them', value: Math.max(0, ...longTasks), unit: 'ms', limit: longTaskMs },
    {
      name: 'most processor time of a task on the page',
      value: times.reduce((most, each) => Math.max(most, each), 0),
      unit: 'ms',
      limit: longTaskMs,
    },
    { name: 'longest gap between two frames', value: longestGapMs, unit: 'ms' },
  ];
}

/** Prints where the longest frames spent their time. */
export function sayLongFrames({ longFrames }: PageActivity, say: (line: string) => void): void {
  for (const { ms, scripts } of longFrames.toSorted((a, b) => b.ms - a.ms).slice(0, 3)) {
    say(`a frame of ${ms.toFixed(0)} ms: ${scripts.length > 0 ? scripts.join(', ') : 'no script of over 5 ms'}`);
  }
}

const now = (): number => performance.timeOrigin + performance.now();

/** Measures the clock offset by the fastest of several requests; its error is at most half that request's time. */
async function readClockOffset(page: Page): Promise<number> {
  let best = { roundTripMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
  for (let asked = 0; asked < 30; asked += 1) {
    const before = now();
    const there = await page.evaluate(() => window.benchProbe.now());
    const after = now();
    if (after - before < best.roundTripMs)
      best = { roundTripMs: after - before, offsetMs: there - (before + after) / 2 };
  }
  return best.offsetMs;
}

async function readHeap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.enable');
  // The second collection frees memory released by the first one's finalizers.
  for (let collected = 0; collected < 2; collected += 1) await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.disable');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}
