/**
 * Every link from the screens of figures into the call history: it has its figure's number of calls, and its list has
 * exactly as many. A link without such a number fails the test.
 */
import { screenPaths } from '../src/client/paths.ts';
import { readCallHistoryFiltersFromUrl, toCallFiltersQuery } from '../src/client/format/history-filters.ts';
import { callFiltersByCopcMetric } from '../src/contract/figure-lists.ts';
import { quietDayOf, quietZone } from '../src/server/testing/quiet-zone.ts';
import { generateSimulatedPastCalls } from '../src/simulator/index.ts';
import { expect, follow, openDashboard, signIn, test, type ConsoleWorkspace } from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import type { Page } from '@playwright/test';

const count = 180;
const dayMs = 86_400_000;
const isGoingOn = (index: number): boolean => index % 12 === 0;
let workspace: ConsoleWorkspace;
let agentId: string;

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('operator');
  const now = Date.now();
  const account = { key: workspace.key, orgName: workspace.name };
  const calls = [
    ...generateSimulatedPastCalls(18, {
      account,
      baseUrl: vocero.simulator.url,
      from: now - 12 * dayMs,
      to: now,
      count,
    }),
  ];
  const { ingest } = vocero.server.app.features.calls;
  // Some calls still go on and have a mood already.
  await Promise.all(
    calls.map((call, index) => {
      const { end_timestamp: _, duration_ms: __, disconnection_reason: ___, ...begun } = call;
      return ingest.record(
        workspace.id,
        isGoingOn(index)
          ? { event: 'call_started', call: { ...begun, call_status: 'ongoing' }, source: 'seed' }
          : { event: 'call_analyzed', call, source: 'seed' },
      );
    }),
  );
  // An agent with a call under way.
  agentId = calls.find(({ direction }, index) => isGoingOn(index) && direction === 'outbound')?.agent_id ?? '';
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, count);
  await openDashboard(page, vocero, workspace);
});

const spanish = (value: number): string => value.toLocaleString('es-AR');

interface FoundLink {
  readonly href: string;
  readonly figure: string | undefined;
  /** Text in and around the link. */
  readonly text: string;
}

/** Links of the page except the sidebar's. */
function linksOf(page: Page): Promise<FoundLink[]> {
  return page.locator('a[href^="/historial-llamadas"]:not(nav a)').evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute('href') ?? '',
      figure: (link as HTMLElement).dataset['figure'],
      text: link.closest('li, tr, dl > div, article, section, [role=dialog]')?.textContent ?? '',
    })),
  );
}

/** Follows every link of the screen and returns their number. `beside`: links next to a help panel. */
async function expectFollowed(page: Page, beside = ''): Promise<number> {
  const links = await linksOf(page);
  for (const { href, figure, text } of links) {
    const filters = toCallFiltersQuery(
      readCallHistoryFiltersFromUrl(new URL(href, page.url()).searchParams),
      quietZone,
    );
    const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
    const response = await page.request.get(`/api/calls/all?pageSize=1&${query.toString()}`);
    expect({ href, calls: response.headers()['x-total-count'] }).toEqual({ href, calls: figure });
    expect({ href, text: text + beside }).toEqual({ href, text: expect.stringContaining(spanish(Number(figure))) });
  }
  return links.length;
}

for (const of of ['all agents', 'one agent'] as const) {
  const search = (more: string) => `?${more}${of === 'one agent' ? `&agent=${agentId}` : ''}`;

  test(`the dashboard's figures of ${of} open the calls that they count`, async ({ page }) => {
    for (const period of ['today', 'yesterday', '30d']) {
      await follow(page, `${screenPaths.dashboard()}${search(`period=${period}`)}`);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('region', { name: /^Historial de Llamadas/ }).locator('a[data-figure]')).toHaveCount(
        2,
      );
      expect(await expectFollowed(page)).toBeGreaterThanOrEqual(2);
    }
    for (const tile of ['Total de llamadas', 'Activas ahora']) {
      const around = page.locator('dl > div').filter({ has: page.getByText(tile, { exact: true }) });
      await around.getByRole('button').hover();
      await expect(page.getByRole('link', { name: 'Ver llamadas' })).toBeVisible();
      await expectFollowed(page, (await around.textContent()) ?? '');
      await page.keyboard.press('Escape');
    }
  });

  test(`figures of analytics of ${of} open the calls that they count`, async ({ page }) => {
    const [from, to] = [quietDayOf(Date.now() - 6 * 86_400_000), quietDayOf(Date.now())];
    for (const period of ['90d', `custom&from=${from}&to=${to}`]) {
      await page.goto(`${screenPaths.analytics()}${search(`period=${period}`)}`);
      await expect(page.getByRole('grid')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const toggle = page.getByRole('button', { name: 'Ver como tabla' });
      if (await toggle.isVisible()) await toggle.click();
      expect(await expectFollowed(page)).toBeGreaterThan(of === 'one agent' ? 3 : 8);
    }
  });

  test(`figures of performance of ${of} open the calls that they count`, async ({ page }) => {
    for (const tab of ['summary', 'agents', 'comparison']) {
      await follow(page, `${screenPaths.performance()}${search(`tab=${tab}`)}`);
      // A tab's code may come after the tab.
      await expect(page.getByRole('tabpanel').locator('a[data-figure]').first()).toBeVisible();
      expect(await expectFollowed(page), tab).toBeGreaterThanOrEqual(2);
    }
  });

  test(`quality metrics of ${of} open the calls that they are over`, async ({ page }) => {
    // A window reads its count after it opens, so the second visit has it.
    await expect(async () => {
      let followed = 0;
      for (const metric of [...Object.keys(callFiltersByCopcMetric), 'csatT']) {
        await follow(page, `${screenPaths.copc()}${search(`period=7d&metrica=${metric}`)}`);
        await expect(page.getByRole('dialog')).toBeVisible();
        const here = await expectFollowed(page);
        // No list has the calls of this metric, only those that miss it.
        if (metric === 'csatT')
          expect((await linksOf(page)).filter(({ href }) => !href.includes('missed=csatT'))).toEqual([]);
        followed += here;
      }
      expect(followed).toBeGreaterThan(20);
    }).toPass();
  });
}
