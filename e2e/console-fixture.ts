/** Base of every browser test: its worker's console, a page in its worker's browser context, and a sign-in. */
import { test as base, expect, type Page } from '@playwright/test';
import { startConsole, type Console } from './console-server.ts';
import { hearPageErrors } from './page-errors.ts';
import { createSharedContext, type SharedContext } from './shared-context.ts';

export {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectEasyToTap,
  expectFits,
  expectFitsBothWidths,
  expectGoodZoomed,
  expectGoodAtBothWidths,
  expectOneEdge,
  expectWholeFocusRings,
} from './accessibility.ts';
export type { Console, ConsoleWorkspace } from './console-server.ts';

interface WorkerFixtures {
  readonly vocero: Console;
  readonly heard: string[];
  readonly sharedContext: SharedContext;
}

interface TestFixtures {
  /** Errors of all pages since the test began; the test fails if it leaves any. */
  readonly pageErrors: string[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  vocero: [
    // Playwright reads the fixture's dependencies from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const running = await startConsole();
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  heard: [({ browser }, use) => use(hearPageErrors(browser)), { scope: 'worker' }],
  pageErrors: [
    async ({ heard }, use) => {
      heard.length = 0;
      await use(heard);
      expect(heard, 'errors of pages').toEqual([]);
    },
    // This fixture is set up first, so that it hears every context, and torn down last, after the pages are closed.
    { auto: true },
  ],
  sharedContext: [
    async ({ browser, vocero }, use, { project }) => {
      const { viewport, locale, timezoneId } = project.use;
      const options = { ...(viewport && { viewport }), ...(locale && { locale }), ...(timezoneId && { timezoneId }) };
      await use(createSharedContext(browser, { baseURL: vocero.url, reducedMotion: 'reduce', ...options }));
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext, vocero }, use, { status, expectedStatus }) => {
    await use((await sharedContext.take()).context);
    await sharedContext.giveBack(status === expectedStatus);
    vocero.simulator.setSpeed(1);
    vocero.simulator.setFaults({});
    vocero.simulator.forceOutcome(undefined);
  },
  page: async ({ context, sharedContext }, use) => {
    const { page } = await sharedContext.take();
    if (page.context() !== context) throw new Error('the page is not of this test');
    await use(page);
  },
  baseURL: ({ vocero }, use) => use(vocero.url),
});

export { expect };

/** Signs the page's browser in, with the workspace current, without showing anything yet. */
export async function signIn(
  { request }: Pick<Page, 'request'>,
  vocero: Console,
  who: { username: string; password: string },
): Promise<void> {
  const { username, password } = who;
  const login = await request.post(`${vocero.url}/api/auth/login`, { data: { username, password } });
  expect(login.ok()).toBe(true);
  expect((await request.post(`${vocero.url}/api/auth/auto-assign-workspace`)).ok()).toBe(true);
}

/** Signs in and opens the dashboard. */
export async function openDashboard(
  page: Page,
  vocero: Console,
  who: { username: string; password: string },
): Promise<void> {
  await signIn(page, vocero, who);
  await page.goto(vocero.url);
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
}

/** Navigates within the loaded application, as its own links do. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
}
