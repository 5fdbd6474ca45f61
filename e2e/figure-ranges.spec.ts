/** Any range on the screens of figures: this month against the last, the figures before, and custom dates. */
import { addMonths, getFirstDayOfMonth } from '../src/contract/calendar-months.ts';
import { parseWireCall } from '../src/retell/index.ts';
import { quietDayOf, quietMidnight } from '../src/server/testing/quiet-zone.ts';
import { expect, expectGoodAtBothWidths, signIn, test, type ConsoleWorkspace } from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import type { Page } from '@playwright/test';

const today = quietDayOf(new Date());
const monthAgo = addMonths(getFirstDayOfMonth(today), -1);
const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);
/** Five of six calls reach their goal this month, one of four at the beginning of the last. */
const placed = [
  { startMs: Date.now() - 60_000, reached: 5, of: 6 },
  { startMs: quietMidnight(atNoon(monthAgo)).getTime() + 30_000, reached: 1, of: 4 },
];
let workspace: ConsoleWorkspace;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('operator');
  const { ingest } = vocero.server.app.features.calls;
  await Promise.all(
    placed.flatMap(({ startMs, reached, of }) =>
      Array.from({ length: of }, async (_, index) => {
        const isReached = index < reached;
        const call = parseWireCall({
          call_id: `call_${startMs}_${index}`,
          call_type: 'phone_call',
          direction: 'outbound',
          call_status: isReached ? 'ended' : 'not_connected',
          start_timestamp: startMs,
          end_timestamp: startMs + (isReached ? 9_000 : 0),
          duration_ms: isReached ? 9_000 : 0,
          disconnection_reason: isReached ? 'user_hangup' : 'dial_busy',
          call_analysis: { call_successful: isReached },
        });
        if (!call) throw new Error('no call');
        await ingest.record(workspace.id, { event: 'call_analyzed', call, source: 'seed' });
      }),
    ),
  );
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 10);
});

const tile = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
const period = (page: Page) => page.getByLabel('Período:');
const compare = (page: Page) => page.getByLabel('Comparar con:');

/** Follows a tile's figure into the history, which must count as many, and comes back. */
async function expectOpens(page: Page, name: string, count: string): Promise<void> {
  await tile(page, name).getByRole('link').click();
  await expect(page.getByText(new RegExp(`-${count} de ${count}$`))).toBeVisible();
  await page.goBack();
}

test('this month is compared with the last by keyboard, and a link of it shows the same', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/analytics`);
  await expect(tile(page, 'Total de llamadas')).toContainText('6');
  await period(page).focus();
  await page.keyboard.type('Este mes');
  await expect(page).toHaveURL(/period=month/);
  await compare(page).focus();
  await page.keyboard.type('Mismo período del mes');
  await expect(page).toHaveURL(/compare=month/);
  await expect(tile(page, 'Total de llamadas')).toContainText('+50,0% vs. 4');
  await expect(tile(page, 'Tasa de objetivo')).toContainText('83,3%');
  await expect(tile(page, 'Tasa de objetivo')).toContainText('Muy pocas llamadas para decir · antes 25,0%');
  await expect(page.getByText(/^01\/\d{2}\/\d{4}.*, hasta la misma hora$/)).toBeVisible();
  await page.reload();
  await expect(tile(page, 'Total de llamadas')).toContainText('+50,0% vs. 4');
  await expect(period(page)).toHaveValue('month');
  await expectOpens(page, 'Total de llamadas', '6');
  await expectGoodAtBothWidths(page);
});

test('last month and days of one’s own count their calls, and open them', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/analytics?period=last-month`);
  await expect(tile(page, 'Total de llamadas').getByRole('link')).toContainText('4');
  await expectOpens(page, 'Total de llamadas', '4');
  await period(page).selectOption('Personalizado');
  const [from, to] = [page.getByLabel('Desde:'), page.getByLabel('Hasta:')];
  await expect(from).toHaveValue(monthAgo.split('-').reverse().join('/'));
  await to.fill(monthAgo);
  await expect(page).toHaveURL(new RegExp(`period=custom&from=${monthAgo}&to=${monthAgo}`));
  await expect(page.getByRole('region', { name: 'Llamadas por Hora' })).toContainText('4 llamadas');
  await expectOpens(page, 'Total de llamadas', '4');
  await from.fill(today);
  await expect(page.getByRole('alert')).toHaveText('El primer día no puede ser posterior al último.');
  await expect(tile(page, 'Total de llamadas')).toContainText('4');
  await to.fill(today);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(tile(page, 'Total de llamadas').getByRole('link')).toContainText('6');
  await expectGoodAtBothWidths(page);
});

test('performance and quality metrics are compared with the same days, and say what was before', async ({
  page,
  vocero,
}) => {
  await page.goto(`${vocero.url}/rendimiento-agentes?period=month`);
  await compare(page).selectOption('Mismo período del mes pasado');
  await expect(tile(page, 'Tasa de éxito')).toContainText('83,3%');
  await expect(tile(page, 'Tasa de éxito')).toContainText('Muy pocas llamadas para decir · antes 25,0%');
  await expectGoodAtBothWidths(page);
  await page.goto(`${vocero.url}/copc-metrics?period=month&compare=month`);
  await expect(page.locator('[data-metric="connectRate"]')).toContainText('Muy pocas llamadas para decir· antes 25,0%');
  await compare(page).selectOption('Mismo período del año pasado');
  await expect(page.locator('[data-metric="connectRate"]')).toContainText('Sin datos con qué comparar');
  await expectGoodAtBothWidths(page);
});
