/** Measures a cold load of a page in Chromium: its requests, its paints, and the tasks that blocked it. */
import type { Browser, BrowserContext, Page } from '@playwright/test';

export interface PageLoad {
  /** Requests before the page was complete, without sockets. */
  readonly requests: number;
  /** Bytes received for them over the wire, headers included. */
  readonly bytes: number;
  /** First contentful paint, ms since the navigation began: https://web.dev/articles/fcp */
  readonly fcpMs: number;
  /** Largest contentful paint: https://web.dev/articles/lcp */
  readonly lcpMs: number;
  /** Total blocking time: the parts of tasks beyond 50 ms, from first paint to quiet: https://web.dev/articles/tbt */
  readonly tbtMs: number;
  /** Cumulative layout shift, of the worst window: https://web.dev/articles/cls */
  readonly cls: number;
}

interface Vitals {
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
}

declare global {
  interface Window {
    /** Resolves once nothing was fetched, painted or moved for that long. */
    benchVitals: (quietMs: number) => Promise<Vitals>;
  }
}

const longTaskMs = 50;
const quietMs = 500;
const waitAtMostMs = 60_000;

export interface PageVisit {
  readonly url: string;
  /** Cookies of the page; null if nobody is signed in. */
  readonly session: Awaited<ReturnType<BrowserContext['storageState']>> | null;
  /** CPU slowdown factor: 1 for none, 4 for four times as slow. */
  readonly slowdown: number;
  /** Resolves when the page's main content is visible. */
  readonly stands: (page: Page) => Promise<unknown>;
}

/** Loads the page in a context of its own, with an empty cache. */
export async function loadPage(browser: Browser, { url, session, slowdown, stands }: PageVisit): Promise<PageLoad> {
  const context = await browser.newContext({
    ...(session ? { storageState: session } : {}),
    viewport: { width: 1366, height: 768 },
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
  });
  try {
    context.setDefaultTimeout(waitAtMostMs);
    await context.addInitScript(installVitals, longTaskMs);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const asked = new Set<string>();
    const received = new Map<string, number>();
    let hasStood = false;
    cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!hasStood && !request.url.startsWith('data:')) asked.add(requestId);
    });
    cdp.on(
      'Network.loadingFinished',
      ({ requestId, encodedDataLength }) => void received.set(requestId, encodedDataLength),
    );
    await page.goto(url, { waitUntil: 'commit' });
    await stands(page);
    hasStood = true;
    const vitals = await page.evaluate((quiet) => window.benchVitals(quiet), quietMs);
    const bytes = [...asked].reduce((sum, id) => sum + (received.get(id) ?? 0), 0);
    return { requests: asked.size, bytes, ...vitals };
  } finally {
    await context.close();
  }
}

/** Runs in the browser before the page's own scripts, so it must not refer to anything outside itself. */
function installVitals(longMs: number): void {
  const tasks: PerformanceEntry[] = [];
  const windows: { value: number; readonly from: number; to: number }[] = [];
  let fcpMs = 0;
  let lcpMs = 0;
  let stirredAt = 0;
  const takers: Readonly<Record<string, (entry: PerformanceEntry) => void>> = {
    paint: ({ name, startTime }) => {
      if (name === 'first-contentful-paint') fcpMs = startTime;
    },
    'largest-contentful-paint': ({ startTime }) => (lcpMs = startTime),
    longtask: (entry) => tasks.push(entry),
    resource: () => undefined,
    'layout-shift': (entry) => {
      const { value, hadRecentInput, startTime } = entry as PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
      };
      if (hadRecentInput) return;
      const last = windows.at(-1);
      // A window of layout shifts ends a second after its last shift, or five after its first.
      if (last && startTime - last.to < 1_000 && startTime - last.from < 5_000) {
        last.value += value;
        last.to = startTime;
      } else windows.push({ value, from: startTime, to: startTime });
    },
  };
  for (const [type, take] of Object.entries(takers)) {
    new PerformanceObserver((list) => {
      stirredAt = performance.now();
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true });
  }
  window.benchVitals = (quiet) =>
    new Promise((resolve) => {
      const check = (): void => {
        const restMs = stirredAt + quiet - performance.now();
        if (restMs > 0) {
          setTimeout(check, restMs);
          return;
        }
        const blocking = tasks.filter(({ startTime, duration }) => startTime + duration > fcpMs);
        resolve({
          fcpMs,
          lcpMs,
          tbtMs: blocking.reduce(
            (sum, { startTime, duration }) =>
              sum + Math.max(0, startTime + duration - Math.max(startTime, fcpMs) - longMs),
            0,
          ),
          cls: Math.max(0, ...windows.map(({ value }) => value)),
        });
      };
      check();
    });
}
