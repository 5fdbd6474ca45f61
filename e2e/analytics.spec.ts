/** Analytics: figures equal to the provider's own calls, filters in the address, links to calls, file and print. */
import { readFile } from 'node:fs/promises';
import type { WireCall } from '../src/retell/index.ts';
import { onItsClock, quietDayOf } from '../src/server/testing/quiet-zone.ts';
import { generateSimulatedPastCalls } from '../src/simulator/index.ts';
import {
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  signIn,
  test,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import type { Locator, Page } from '@playwright/test';
import { agentName, pickAgent } from './pick-agent.ts';

const count = 260;
const dayMs = 86_400_000;
let workspace: ConsoleWorkspace;
let calls: readonly WireCall[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('operator');
  const now = Date.now();
  const account = { key: workspace.key, orgName: workspace.name };
  calls = [
    ...generateSimulatedPastCalls(7, {
      account,
      baseUrl: vocero.simulator.url,
      from: now - 13 * dayMs,
      to: now,
      count,
    }),
  ];
  const { ingest } = vocero.server.app.features.calls;
  await Promise.all(calls.map((call) => ingest.record(workspace.id, { event: 'call_analyzed', call, source: 'seed' })));
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, count);
});

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];
const startOf = (call: WireCall | undefined) => call?.start_timestamp ?? call?.end_timestamp ?? Date.now();
function hourOf(call: WireCall | undefined): { readonly weekday: number; readonly hour: number } {
  const at = onItsClock(startOf(call));
  return { weekday: ((at.getUTCDay() + 6) % 7) + 1, hour: at.getUTCHours() };
}
const spanish = (value: number, digits = 0) =>
  value.toLocaleString('es-AR', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The provider's calls of the last `days` days, as the console counts days. */
function callsOf(days: number): readonly WireCall[] {
  const first = quietDayOf(Date.now() - (days - 1) * dayMs);
  return calls.filter((call) => quietDayOf(startOf(call)) >= first);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const tile = (page: Page, name: string) =>
  page.locator('dl[aria-label="Resumen"] > div').filter({ has: page.getByText(name, { exact: true }) });
const card = (page: Page, name: string) => page.getByRole('region', { name });

test('the figures are the provider’s, and a figure opens the calls behind it', async ({ page, vocero }) => {
  const shown = callsOf(7);
  const judged = shown.flatMap((call) => call.call_analysis?.call_successful ?? []);
  const reached = judged.filter(Boolean).length;
  const costs = shown.flatMap((call) => call.call_cost?.combined_cost ?? []);
  expect(Math.min(reached, judged.length - reached, costs.length)).toBeGreaterThan(0);
  await page.goto(`${vocero.url}/analytics`);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(tile(page, 'Total de llamadas')).toContainText(spanish(shown.length));
  await expect(tile(page, 'Total de llamadas')).toContainText(/% vs\. \d|Sin cambios vs\./);
  await expect(tile(page, 'Objetivo cumplido')).toContainText(
    `${spanish(reached)} Ver las llamadas: Objetivo cumplidosegún el análisis, sobre ${spanish(judged.length)} analizadas`,
  );
  await expect(tile(page, 'Objetivo no cumplido')).toContainText(
    `${spanish(judged.length - reached)} Ver las llamadas: Objetivo no cumplidosegún el análisis, sobre ${spanish(judged.length)} analizadas`,
  );
  await expect(tile(page, 'Tasa de objetivo')).toContainText(`${spanish((100 * reached) / judged.length, 1)}%`);
  await expect(tile(page, 'Costo total')).toContainText(`US$ ${spanish(sum(costs) / 100, 2)}`);
  await expect(tile(page, 'Costo por objetivo cumplido')).toContainText(
    `US$ ${spanish(sum(costs) / 100 / reached, 3)}`,
  );

  const ended = shown.flatMap((call) => (call.disconnection_reason === 'user_hangup' ? [call] : []));
  await expect(
    card(page, 'Motivos de Desconexión').getByRole('listitem').filter({ hasText: 'Usuario colgó' }),
  ).toContainText(spanish(ended.length));
  const opens = async (link: Locator, total: number) => {
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Historial de Llamadas' })).toBeVisible();
    await expect(page.getByText(new RegExp(`-\\d+ de ${total}$`))).toBeVisible();
    await page.goBack();
  };
  const happy = shown.filter((call) => call.call_analysis?.user_sentiment === 'Positive').length;
  await opens(
    card(page, 'Sentimiento').getByRole('link', { name: `${spanish(happy)} Ver las llamadas: Positivo` }),
    happy,
  );
  await opens(tile(page, 'Total de llamadas').getByRole('link'), shown.length);
  await opens(tile(page, 'Objetivo cumplido').getByRole('link'), reached);
  // A rate counts no calls, so it has no link.
  await expect(tile(page, 'Tasa de objetivo').getByRole('link')).toHaveCount(0);
  await opens(tile(page, 'Objetivo no cumplido').getByRole('link'), judged.length - reached);
  await opens(
    card(page, 'Motivos de Desconexión').getByRole('link', { name: 'Ver las llamadas: Usuario colgó' }),
    ended.length,
  );
  const [agent] = shown.flatMap((call) => (call.call_analysis?.call_successful && call.agent_name ? [call] : []));
  const ofAgent = shown.filter((call) => call.agent_id === agent?.agent_id && call.call_analysis?.call_successful);
  await opens(
    card(page, 'Llamadas por Agente').getByRole('link', {
      name: `Ver las llamadas: ${agent?.agent_name}, Objetivo cumplido`,
    }),
    ofAgent.length,
  );
});

test('filters survive a reload; the chart is read by keyboard and as a table, the week’s map cell by cell', async ({
  page,
  vocero,
}) => {
  await page.goto(`${vocero.url}/analytics`);
  const table = card(page, 'Llamadas por Agente').getByRole('table');
  // An agent with outbound calls, because the map of the week has only those.
  const agent = callsOf(7).find(({ direction }) => direction === 'outbound')?.agent_id ?? '';
  const [agentCalls = ''] = ((await table.locator(`a[href*="agent=${agent}"]`).first().textContent()) ?? '').split(' ');
  await pickAgent(page, 'Agente:', await agentName(page, agent));
  await expect(tile(page, 'Total de llamadas')).toContainText(agentCalls);
  await page.getByLabel('Período:').selectOption('30d');
  const ofAgent = spanish(callsOf(30).filter((call) => call.agent_id === agent).length);
  await expect(tile(page, 'Total de llamadas')).toContainText(ofAgent);
  await page.reload();
  await expect(page.getByLabel('Período:')).toHaveValue('30d');
  await expect(page.getByLabel('Agente:')).toHaveText(await agentName(page, agent));
  await expect(tile(page, 'Total de llamadas')).toContainText(ofAgent);

  const daily = card(page, 'Llamadas por Día');
  const chart = daily.getByRole('slider', { name: 'Llamadas por momento y dirección' });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuenow', '30');
  await daily.getByRole('button', { name: 'Ver como tabla' }).click();
  await expect(daily.getByRole('row')).toHaveCount(31);

  const week = card(page, 'Cuándo Llamar').getByRole('grid', { name: 'Tasa de atención por día de la semana y hora' });
  await week.locator('[data-place][tabindex="0"]').focus();
  for (let step = 0; step < 24; step += 1) await page.keyboard.press('ArrowLeft');
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowUp');
  await expect(week.locator('[data-place]:focus')).toContainText(/Lunes 0 a 1 h: /);

  // An hour with calls links to them, by keyboard too.
  const outbound = callsOf(30).find((call) => call.agent_id === agent && call.direction === 'outbound');
  const { weekday, hour } = hourOf(outbound);
  const attempts = callsOf(30).filter((call) => {
    const at = hourOf(call);
    return call.agent_id === agent && call.direction === 'outbound' && at.weekday === weekday && at.hour === hour;
  }).length;
  const cell = week.locator(`a[data-place="${weekday}-${hour}"]`);
  await expect(cell).toContainText(new RegExp(`, \\d+ de ${attempts} intentos?$`));
  await cell.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`-\\d+ de ${attempts}$`))).toBeVisible();
  await expect(page.getByRole('button', { name: `Quitar filtro ${weekdays[weekday - 1]}, ${hour} h` })).toBeVisible();
});

test('looks good in both themes and widths, on paper too, and is saved as a file', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/analytics?period=30d`);
  const week = card(page, 'Cuándo Llamar').getByRole('grid');
  await expect(week).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^analytics-\d{4}-\d{2}-\d{2}-a-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFF"Sección";"Elemento";"Medida";"Valor";"Unidad";"Sobre";"Período comparado"');
  expect(lines).toContain(`"Informe";"Workspace";"";"${workspace.name}";"";"";""`);
  expect(lines.find((line) => line.startsWith('"Resumen";"Total de llamadas";"";'))).toContain(
    `;"${callsOf(30).length}";"llamadas";`,
  );
  expect(lines.filter((line) => line.startsWith('"Por día";'))).toHaveLength(90);
  await expectGoodAtBothWidths(page);

  // A phone has one menu for the header's actions.
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.getByRole('button', { name: 'Acciones', exact: true });
  const print = page.getByRole('button', { name: 'Imprimir' });
  await expect(print).toBeHidden();
  await menu.click();
  await expect(print).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(print).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(print).toBeHidden();
  await menu.click();
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(again.suggestedFilename()).toBe(download.suggestedFilename());
  await expect(print).toBeHidden();

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('main').getByText(workspace.name)).toBeVisible();
  await expect(
    page.getByText(
      /^Período: Últimos 30 días \(.* al .*\) · Comparado con: .* · Agente: Todos los agentes · Impreso: /,
    ),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toBeHidden();
  // Words that open help stay, as plain words.
  await expect(page.locator('button:not([data-help])').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('[data-help]').first()).toHaveCSS('text-decoration-line', 'none');
  await expect(page.locator('[data-help]').first()).toBeVisible();
  await expect(page.getByRole('combobox').filter({ visible: true })).toHaveCount(0);
  await expect(week).toBeVisible();
  expect(
    await page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()"),
  ).toMatch(/oklch\((?:1|100%) 0 0\)/);
  await page.emulateMedia({ media: 'screen' });
});

test('one day is shown by the hour; an empty workspace and a failed read look different', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/analytics?period=yesterday`);
  const yesterday = quietDayOf(Date.now() - dayMs);
  const shown = calls.filter((call) => quietDayOf(startOf(call)) === yesterday);
  await expect(tile(page, 'Total de llamadas')).toContainText(spanish(shown.length));
  if (shown.length > 0)
    await expect(card(page, 'Llamadas por Hora').getByRole('slider')).toHaveAttribute('aria-valuemax', '24');

  await signIn(page, vocero, await vocero.createWorkspace('operator'));
  await page.route('**/api/analytics?*', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'El servicio no está disponible.', error: '', code: 'unavailable', requestId: 'r' },
    }),
  );
  await page.goto(`${vocero.url}/analytics`);
  await expect(page.getByRole('alert')).toContainText('El servicio no está disponible.');
  await page.unroute('**/api/analytics?*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Sin llamadas en este período')).toBeVisible();
  await expect(tile(page, 'Costo total')).toContainText('Sin datos');
  await expect(tile(page, 'Costo total')).toContainText('Retell no informó el costo de ninguna llamada del período.');
  await expectGoodAtBothWidths(page);
});
