/** Cost of an address's first load: files, round trips, and repeated requests. */
import type { Page } from '@playwright/test';
import { expect, expectEasyToTap, signIn, test } from './console-fixture.ts';

interface Fetched {
  readonly path: string;
  /** Initiator; 'link' is a read named in the page's head, before any script ran. */
  readonly by: string;
  readonly startedAt: number;
}

/** All resources that the page has fetched so far. */
const readFetched = (page: Page): Promise<readonly Fetched[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, initiatorType, startTime } = entry as PerformanceResourceTiming;
      return { path: new URL(name).pathname, by: initiatorType, startedAt: startTime };
    }),
  );

const sessionReads = ['/api/auth/user', '/api/app/info', '/api/workspaces/current', '/api/workspaces'];

test('the dashboard is fetched all at once, and asks who is there before its scripts run', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('admin'));
  await page.goto(vocero.url);
  await expect(page.getByRole('region', { name: 'Rendimiento de Agentes' })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);

  const fetched = await readFetched(page);
  for (const read of sessionReads)
    expect(
      fetched.filter(({ path }) => path === read),
      read,
    ).toMatchObject([{ by: 'link' }]);
  // The part about now belongs to several features, and loads once the screen is drawn (decision 26).
  const later = fetched.find(({ path }) => path.includes('/dashboard-now-'))?.startedAt ?? Number.POSITIVE_INFINITY;
  const scripts = fetched
    .filter(({ path, startedAt }) => path.startsWith('/assets/') && path.endsWith('.js') && startedAt < later)
    .map(({ path }) => path);
  // The page names each script, so that none is found only after another has loaded.
  const html = await (await page.request.get('/')).text();
  expect(scripts.filter((path) => !html.includes(`"${path}"`))).toEqual([]);
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(scripts.length).toBeLessThanOrEqual(8);
  expect(fetched.filter(({ startedAt }) => startedAt < later).length).toBeLessThanOrEqual(40);
});

test('a phone is spared the sidebar, and has room for fingers', async ({ page, vocero }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, vocero, await vocero.createWorkspace('admin'));
  await page.goto(vocero.url);
  await expect(page.getByRole('region', { name: 'Volumen de Llamadas' })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('aside')).toHaveCount(0);
  const fetched = (await readFetched(page)).map(({ path }) => path);
  expect(fetched).not.toContain('/api/service-status');
  await expectEasyToTap(page);

  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toBeVisible();
});

test('the sign-in screen is fetched alone', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/login`);
  await expect(page.getByLabel('Usuario')).toBeVisible();
  const paths = (await readFetched(page)).map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('/api/')).toSorted()).toEqual(['/api/app/info', '/api/auth/user']);
  // The typeface, the styles and three scripts.
  expect(paths.filter((path) => path.startsWith('/assets/'))).toHaveLength(5);
});

test('windows and menus are fetched before they are first opened, and not where data are dear', async ({
  page,
  context,
  vocero,
}) => {
  await signIn(page, vocero, await vocero.createWorkspace('admin'));
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const openUsers = async () => {
    await page.goto(`${vocero.url}/user-management`);
    await expect(page.getByRole('heading', { level: 1, name: 'Gestión de Usuarios' })).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await page.clock.runFor(20_000);
  };
  await context.addInitScript(`if (sessionStorage.getItem('spare'))
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });`);
  await page.clock.install();
  await openUsers();
  for (const name of [
    'user-dialog',
    'remove-user-dialog',
    'alerts-panel',
    'user-menu-panel',
    'palette',
    'settings-page',
  ])
    await expect.poll(() => fetched.some((path) => path.startsWith(`/assets/${name}-`)), name).toBe(true);

  await page.evaluate("sessionStorage.setItem('spare', 'yes')");
  fetched.length = 0;
  await openUsers();
  expect(fetched.filter((path) => /user-dialog|palette-|settings-page/.test(path))).toEqual([]);
});

test('whatever may be opened next is fetched once the page has settled and rests', async ({ browser, vocero }) => {
  // A new context, because the shared one has no idle callbacks.
  const context = await browser.newContext({ baseURL: vocero.url });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  await signIn(page, vocero, await vocero.createWorkspace('operator'));
  await page.goto('/historial-llamadas');
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de Llamadas' })).toBeVisible();
  await page.clock.runFor(5_000);
  expect(asked.filter((url) => url.includes('/analytics-page-'))).toEqual([]);
  // Chunks load one after the other, each in an idle moment.
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return asked.filter((url) => url.includes('/analytics-page-')).length;
    })
    .toBe(1);
  await context.close();
});
