/** The call history: real calls, filters in the address, paging, a campaign's calls, and what happens when reading fails. */
import type { WireCall } from '../src/retell/index.ts';
import { expect, expectAccessibleInBothThemes, signIn, test, type ConsoleWorkspace } from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';
import type { Page } from '@playwright/test';

const count = 90;
let workspace: ConsoleWorkspace;
let calls: readonly WireCall[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('editor');
  calls = await addPastCalls(vocero, workspace, count);
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, count);
});

const rows = (page: Page) => page.getByRole('table', { name: 'Llamadas' }).locator('tbody tr');
const dayInBuenosAires = (at: number) => new Date(at - 3 * 3_600_000).toISOString().slice(0, 10);

test('lists the calls newest first, each row a real link to its call', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas`);
  await expect(page.getByRole('heading', { name: 'Historial de Llamadas', level: 1 })).toBeVisible();
  await expect(page.getByText(`1-20 de ${count}`)).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  const newest = calls.toSorted((a, b) => (b.start_timestamp ?? b.end_timestamp ?? 0) - (a.start_timestamp ?? a.end_timestamp ?? 0))[0];
  const href = await rows(page).first().getByRole('link').first().getAttribute('href');
  expect(href).toBe(`/call/${newest?.call_id}`);

  const [tab] = await Promise.all([page.context().waitForEvent('page'), rows(page).first().click({ button: 'middle' })]);
  await expect(tab).toHaveURL(`${vocero.url}${href}`);
  await tab.close();
  await rows(page).first().click();
  await expect(page).toHaveURL(`${vocero.url}${href}`);
});

test('says what a reason means by keyboard too', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas?status=ended`);
  await page.getByRole('link', { name: 'Usuario colgó' }).first().focus();
  await expect(page.getByRole('tooltip')).toContainText('Normal');
  await expect(page.getByRole('tooltip')).toContainText('El usuario colgó. Es un final esperado.');
});

test('filters narrow the list, stand in the address and survive a reload', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas`);
  const expectTotal = async (total: number) => {
    expect(total).toBeGreaterThan(0);
    await expect(page.getByText(new RegExp(`^1-${Math.min(20, total)} de ${total}$`))).toBeVisible();
  };
  const failed = calls.filter((call) => call.call_status === 'not_connected' || call.call_status === 'error');
  await page.getByLabel('Estado', { exact: true }).selectOption('Fallidas');
  await expect(page).toHaveURL(/status=not_connected/);
  await expectTotal(failed.length);
  await expect(rows(page).getByText('Fallida', { exact: true })).toHaveCount(Math.min(20, failed.length));

  const outbound = failed.filter((call) => call.direction === 'outbound');
  await page.getByLabel('Origen', { exact: true }).selectOption('Salientes');
  await expectTotal(outbound.length);
  const ofAgent = outbound.filter((call) => call.agent_id === outbound[0]?.agent_id);
  await page.getByLabel('Agente', { exact: true }).selectOption({ value: outbound[0]?.agent_id ?? '' });
  await expectTotal(ofAgent.length);
  await page.reload();
  await expectTotal(ofAgent.length);
  await expect(page.getByLabel('Estado', { exact: true })).toHaveValue('not_connected');
  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await expectTotal(count);

  await page.getByLabel('Canal', { exact: true }).selectOption('Web');
  await expectTotal(calls.filter((call) => call.call_type === 'web_call').length);
  await page.getByLabel('Canal', { exact: true }).selectOption('Todos');
  await page.getByLabel('Sentimiento', { exact: true }).selectOption('Positivo');
  await expectTotal(calls.filter((call) => call.call_analysis?.user_sentiment === 'Positive').length);
});

test('cuts days in the workspace zone, and says when nothing fits', async ({ page, vocero }) => {
  const moments = calls.map((call) => call.start_timestamp ?? call.end_timestamp ?? 0);
  const lastDay = dayInBuenosAires(Math.max(...moments));
  const ofLastDay = moments.filter((at) => dayInBuenosAires(at) === lastDay).length;
  await page.goto(`${vocero.url}/historial-llamadas`);
  await page.getByLabel('Desde', { exact: true }).fill(lastDay);
  await expect(page).toHaveURL(new RegExp(`fromDate=${lastDay}`));
  await page.getByLabel('Hasta', { exact: true }).fill(lastDay);
  await expect(page.getByText(new RegExp(`^1-${Math.min(20, ofLastDay)} de ${ofLastDay}$`))).toBeVisible();

  await page.getByLabel('Hasta', { exact: true }).fill('');
  await page.getByLabel('Desde', { exact: true }).fill('2099-01-01');
  await expect(page.getByText('No se encontraron llamadas')).toBeVisible();
  await expect(page.getByText('Ajusta los filtros para ver diferentes resultados.')).toBeVisible();
});

test('pages by 10, 20, 50 and 100 with at most five numbers centred on the page', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas?page=3`);
  const pager = page.getByRole('navigation', { name: 'Páginas' });
  const numbers = pager.getByRole('button', { name: /^Página \d+$/ });
  await expect(page.getByText(`41-60 de ${count}`)).toBeVisible();
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);

  await page.getByLabel('Por página').selectOption('10');
  await expect(page).toHaveURL(/pageSize=10/);
  await expect(rows(page)).toHaveCount(10);
  await pager.getByRole('button', { name: 'Página 5', exact: true }).click();
  await expect(page.getByText(`41-50 de ${count}`)).toBeVisible();
  await expect(numbers).toHaveText(['3', '4', '5', '6', '7']);
  await expect(pager.getByRole('button', { name: 'Página 5', exact: true })).toHaveAttribute('aria-current', 'page');

  await page.getByLabel('Por página').selectOption('100');
  await expect(rows(page)).toHaveCount(count);
  await expect(pager.getByRole('button', { name: 'Página siguiente' })).toBeDisabled();
  await page.goto(`${vocero.url}/historial-llamadas?page=99`);
  await expect(page.getByText(`81-${count} de ${count}`)).toBeVisible();
  await expect(page).toHaveURL(/page=5$/);
});

test('a failed and a forbidden list look different from an empty one', async ({ page, vocero }) => {
  await page.route('**/api/calls/all*', (route) => route.abort());
  await page.goto(`${vocero.url}/historial-llamadas`);
  await expect(page.getByText('No se pudieron cargar los datos')).toBeVisible();
  await page.unroute('**/api/calls/all*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(rows(page)).toHaveCount(20);

  const body = { message: 'No', error: 'No', code: 'forbidden', requestId: 'r' };
  await page.route('**/api/calls/all*', (route) => route.fulfill({ status: 403, json: body }));
  await page.reload();
  await expect(page.getByText('Sin permisos para ver esta sección')).toBeVisible();
});

test(`is accessible, and fits 360 px as cards`, async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas?name=Cobranzas&pageSize=10`);
  await expect(rows(page)).toHaveCount(10);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('list', { name: 'Llamadas' }).getByRole('link')).toHaveCount(10);
  await page.getByRole('button', { name: 'Filtros' }).click();
  await expectAccessibleInBothThemes(page);
  expect(await page.locator('html').evaluate((root: { scrollWidth: number }) => root.scrollWidth)).toBeLessThanOrEqual(360);
});

test('a new call appears by itself', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas`);
  await expect(rows(page)).toHaveCount(20);
  const id = vocero.simulator.arrive(workspace.key, 'web');
  await expect(rows(page).first().getByRole('link').first()).toHaveAttribute('href', `/call/${id}`);
  await expect(page.getByText(`1-20 de ${count + 1}`)).toBeVisible();
});
