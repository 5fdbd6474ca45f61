/**
 * The page: five routes of a workspace of 10,000 calls, each loaded cold three times, at full and at quarter speed.
 * Lighthouse scores the two routes that are opened first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { readFirstLoadSizes } from '../scripts/first-load-size.ts';
import { openBigWorkspace, type BigWorkspace } from './big-workspace.ts';
import { ensureLighthouse, findPort, runLighthouse } from './lighthouse-run.ts';
import type { BenchPart, Measure } from './measure.ts';
import { loadPage, type PageLoad, type PageVisit } from './page-load.ts';

const calls = 10_000;
const runs = 3;
const slowdowns = [1, 4] as const;
const goals = { lcpMs: 800, cls: 0.1, performance: 95, accessibility: 100 } as const;
const chromiumPath = path.resolve(import.meta.dirname, '../node_modules/.cache/chromium-path');
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface BenchRoute {
  readonly name: string;
  /** Name of the screen, as in src/client/screens.ts. */
  readonly route: string;
  readonly address: string;
  readonly isSignedIn: boolean;
  /** Resolves when the page's main content is visible. */
  readonly stands: (page: Page) => Promise<unknown>;
}

function routesOf(callId: string): readonly BenchRoute[] {
  return [
    {
      name: 'login',
      route: '/login',
      address: '/login',
      isSignedIn: false,
      stands: (page) => page.getByLabel('Usuario').waitFor(),
    },
    {
      name: 'dashboard',
      route: '/',
      address: '/',
      isSignedIn: true,
      stands: (page) => page.locator('main dd span.tabular-nums').first().waitFor(),
    },
    {
      name: 'history',
      route: '/historial-llamadas',
      address: '/historial-llamadas',
      isSignedIn: true,
      stands: (page) => page.locator('main tbody a').first().waitFor(),
    },
    {
      name: 'analytics',
      route: '/analytics',
      address: '/analytics',
      isSignedIn: true,
      stands: (page) => page.locator('main dl:not([aria-busy]) dd').first().waitFor(),
    },
    {
      name: 'a call',
      route: '/call/:id',
      address: `/call/${callId}`,
      isSignedIn: true,
      stands: (page) => page.locator('main section h2').first().waitFor(),
    },
  ];
}

export const pagePart: BenchPart = {
  name: 'page',
  about: `First load of five routes in Chromium, cold, median of ${runs}, of a workspace of ${calls} calls: up to quiet, unthrottled and at 4x CPU. Requests and bytes: those sent before the page stood. Lighthouse: its phone (4x CPU, slow 4G).`,
  async run(say) {
    await ensureLighthouse(say);
    const server = await openBigWorkspace(calls, say);
    try {
      return [...(await measureLoads(server, say)), ...(await measureScores(server, say))];
    } finally {
      await server.close();
    }
  },
};

async function measureLoads(server: BigWorkspace, say: (line: string) => void): Promise<Measure[]> {
  const browser = await chromium.launch(launchOptions());
  try {
    const context = await browser.newContext();
    await signIn(context, server);
    const session = await context.storageState();
    await context.close();
    const measures: Measure[] = [];
    for (const route of routesOf(await findCall(server))) {
      say(`loading ${route.name}`);
      const visit = {
        url: `${server.url}${route.address}`,
        session: route.isSignedIn ? session : null,
        stands: route.stands,
      };
      // An uncounted load first, which warms the server and the browser's own code.
      await loadPage(browser, { ...visit, slowdown: 1 });
      measures.push(...weightOf(route));
      for (const slowdown of slowdowns) {
        const loads = await repeat(browser, { ...visit, slowdown });
        measures.push(...measuresOf(route.name, slowdown, loads));
      }
    }
    return measures;
  } finally {
    await browser.close();
  }
}

async function repeat(browser: Browser, visit: PageVisit): Promise<PageLoad[]> {
  const loads: PageLoad[] = [];
  for (let run = 0; run < runs; run += 1) loads.push(await loadPage(browser, visit));
  return loads;
}

function weightOf({ name, route }: BenchRoute): Measure[] {
  const size = readFirstLoadSizes().find((each) => each.route === route);
  if (!size) throw new Error(`${route} has no limit in src/client/screens.ts`);
  return [{ name: `${name}: JavaScript, gzipped`, value: size.kiB, unit: 'KiB', limit: size.limitKiB }];
}

function measuresOf(name: string, slowdown: number, loads: readonly PageLoad[]): Measure[] {
  const of = (pick: (load: PageLoad) => number): number => median(loads.map((load) => pick(load)));
  const isFull = slowdown === 1;
  const at = isFull ? name : `${name} at ${slowdown}x`;
  return [
    ...(isFull
      ? [
          { name: `${name}: requests`, value: of((load) => load.requests), unit: '' },
          { name: `${name}: transferred`, value: of((load) => load.bytes) / 1_024, unit: 'KiB' },
        ]
      : []),
    { name: `${at}: first contentful paint`, value: of((load) => load.fcpMs), unit: 'ms' },
    {
      name: `${at}: largest contentful paint`,
      value: of((load) => load.lcpMs),
      unit: 'ms',
      ...(isFull ? { limit: goals.lcpMs } : {}),
    },
    { name: `${at}: total blocking time`, value: of((load) => load.tbtMs), unit: 'ms' },
    { name: `${at}: layout shift`, value: of((load) => load.cls), unit: '', limit: goals.cls },
  ];
}

/** Runs in a browser of its own, because Lighthouse uses the cookies of its browser. */
async function measureScores(server: BigWorkspace, say: (line: string) => void): Promise<Measure[]> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'vocero-lighthouse-'));
  const port = await findPort();
  const options = launchOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  try {
    const measures: Measure[] = [];
    for (const { name, address, isSignedIn } of routesOf('').slice(0, 2)) {
      say(`asking Lighthouse about ${name}`);
      if (isSignedIn) await signIn(context, server);
      const { performance, accessibility, barriers } = await runLighthouse(`${server.url}${address}`, port);
      for (const barrier of barriers) say(`${name}: ${barrier}`);
      measures.push(
        { name: `${name}: Lighthouse performance, mobile`, value: performance, unit: '', floor: goals.performance },
        {
          name: `${name}: Lighthouse accessibility, mobile`,
          value: accessibility,
          unit: '',
          floor: goals.accessibility,
        },
      );
    }
    return measures;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Signs the context in as the bench's person, in its workspace. */
async function signIn(context: BrowserContext, server: BigWorkspace): Promise<void> {
  const signedIn = await context.request.post(`${server.url}/api/auth/login`, { data: server.person });
  const assigned = await context.request.post(`${server.url}/api/auth/auto-assign-workspace`);
  if (!signedIn.ok() || !assigned.ok()) throw new Error(`not signed in: ${signedIn.status()}, ${assigned.status()}`);
}

/** The newest call; every call of so small a workspace has details. */
async function findCall(server: BigWorkspace): Promise<string> {
  const found = await server.client.get<readonly { readonly id: string }[]>('/api/calls/all?pageSize=1');
  const [call] = found;
  if (!call) throw new Error('the workspace has no calls');
  return call.id;
}

function launchOptions() {
  return {
    ...(existsSync(chromiumPath) ? { executablePath: readFileSync(chromiumPath, 'utf8').trim() } : {}),
    args: browserArguments,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
