// The dashboard on a wall: nobody touches it, everything fits, and it recovers by itself.
import type { Page } from '@playwright/test';
import { addPastCalls, whenListed } from './past-calls.ts';
import { createCampaign, ownerOf } from './campaign-steps.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  openDashboard,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';

const screens = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
] as const;

const wall = (page: Page) => page.getByRole('heading', { level: 1, name: 'Mural' });

/** Adds calls under way, of `agents` agents with long names. */
async function addLiveCalls(vocero: Console, workspace: ConsoleWorkspace, agents: number): Promise<void> {
  const { ingest } = vocero.server.app.features.calls;
  for (let agent = 0; agent < agents; agent++) {
    const call = {
      call_id: `call_wall_${workspace.id}_${agent}`,
      call_status: 'ongoing',
      call_type: 'phone_call',
      direction: 'inbound',
      from_number: '+5491150000000',
      agent_id: `agent_wall_${agent}`,
      agent_name: `Asistente de renovación de servicios hogareños zona metropolitana norte, turno ${agent + 1}`,
      start_timestamp: Date.now() - (agent + 1) * 61_000,
    };
    await ingest.record(workspace.id, { event: 'call_started', call, source: 'webhook' });
  }
}

interface Label {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

/** The visible texts of the page with their boxes, reduced to the letters' height. */
const labelsOf = (page: Page): Promise<Label[]> =>
  page.evaluate(() => {
    const labels: Label[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!parent || text === '' || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      const style = getComputedStyle(parent);
      // Texts for screen readers only.
      if (parent.closest('.sr-only, [aria-live], script, style')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const size = Number.parseFloat(style.fontSize);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (right - left < 1) continue;
        const middle = (top + bottom) / 2;
        labels.push({ text, left, right, top: middle - size * 0.45, bottom: middle + size * 0.45, size });
      }
    }
    return labels;
  });

const isCut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('#content *')]
      .filter(
        (element) =>
          element.children.length === 0 &&
          element.clientWidth > 0 &&
          (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 8) &&
          getComputedStyle(element).overflow !== 'visible',
      )
      .map((element) => element.textContent ?? ''),
  );

function touching(labels: readonly Label[]): string[] {
  return labels.flatMap((one, index) =>
    labels
      .slice(index + 1)
      .filter(
        (other) =>
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      )
      .map((other) => `${one.text} | ${other.text}`),
  );
}

async function expectWholeWall(page: Page, { width, height }: (typeof screens)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0);
  const labels = await labelsOf(page);
  expect(touching(labels)).toEqual([]);
  expect(
    labels.filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height),
  ).toEqual([]);
  expect(Math.min(...labels.map(({ size }) => size))).toBeGreaterThanOrEqual(height / 45 - 0.01);
  expect(await isCut(page)).toEqual([]);
  expect(
    await page.evaluate(() => [
      document.documentElement.scrollHeight - window.innerHeight,
      document.documentElement.scrollWidth - window.innerWidth,
    ]),
  ).toEqual([0, 0]);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
}

test('the wall is opened from the user menu, stands again after a reload, and Esc leaves it', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await addPastCalls(vocero, workspace, 30);
  await openDashboard(page, vocero, ownerOf(workspace));
  await whenListed(vocero, page.request, 30);
  await page.getByRole('button', { name: /^Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Ver en un mural' }).click();
  await expect(page).toHaveURL(/\/\?mural=1$/);
  await expect(wall(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toHaveCount(0);
  const figure = page.getByLabel('Hoy').getByText('30', { exact: true });
  await expect(figure).toBeVisible();
  await expect(page.getByText(/^De \d+ a \d+ h$/)).toBeVisible();
  await expectAccessibleInBothThemes(page);

  // Opening the address gives the wall too.
  await page.reload();
  await expect(figure).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset['wall'])).toBeUndefined();
});

for (const agents of [1, 5, 40]) {
  test(`no label of ${agents} agents is cut, touches another or leaves the screen, at four sizes`, async ({
    page,
    vocero,
  }) => {
    const workspace = await vocero.createWorkspace('admin');
    await addPastCalls(vocero, workspace, 12);
    await addLiveCalls(vocero, workspace, agents);
    await signIn(page, vocero, ownerOf(workspace));
    for (let nth = 1; nth <= (agents === 1 ? 0 : 7); nth++) {
      const { id } = await createCampaign(
        page,
        `Renovación de servicios hogareños con bonificación especial de fin de año, zona norte, tanda ${nth}`,
        3,
      );
      await page.request.patch(`${vocero.url}/api/campaigns/${id}`, { data: { status: 'paused' } });
    }
    await page.goto(`${vocero.url}/?mural=1`);
    const list = page.getByRole('region', { name: 'En curso por agente' });
    await expect(list.getByRole('listitem')).toHaveCount(agents > 5 ? 4 : agents);
    if (agents > 5)
      await expect(list.getByText(`y ${agents - 4} agentes más, con ${agents - 4} llamadas`)).toBeVisible();
    if (agents > 1)
      await expect(page.getByRole('region', { name: 'Campañas' }).getByText('y 3 campañas más')).toBeVisible();
    for (const size of screens) await expectWholeWall(page, size);
  });
}

test('the wall survives a server that is away, and a new version, without a person', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  // The server is away while the page loads: no button waits for anybody.
  await page.route(/\/api\/|\/healthz/, (route) => route.abort());
  await page.goto(`${vocero.url}/?mural=1`);
  await expect(page.getByRole('alert')).toContainText('Sin conexión');
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.unroute(/\/api\/|\/healthz/);
  await expect(wall(page)).toBeVisible();

  // A deployment: the connection is cut, and the new server's page names another script.
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(
    (url) => url.pathname === '/' && url.search === '',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/src="\/assets\/index-[^"]+"/, 'src="/assets/index-nueva.js"');
      await route.fulfill({ response, body });
    },
  );
  await page.reload();
  await expect.poll(() => loads).toBeGreaterThan(1);
  // The page reloads itself meanwhile, so a handler may still run.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(wall(page)).toBeVisible();
});
