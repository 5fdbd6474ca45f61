/** Analytics' report: one A4 page for any data, with the screens' figures; reached and left by address and keyboard. */
import type { AgentScorecards } from '../src/contract/agent-scorecards.ts';
import { lowerIsBetterCopcMetrics } from '../src/contract/copc-bands.ts';
import type { CopcReport } from '../src/contract/copc.ts';
import { copcMetrics } from '../src/contract/regional.ts';
import type { PeriodVerdict } from '../src/contract/verdicts.ts';
import type { WireCall } from '../src/retell/index.ts';
import { generateSimulatedPastCalls } from '../src/simulator/index.ts';
import { askServer, createCampaign, listCampaigns } from './campaign-steps.ts';
import {
  expect,
  expectGoodAtBothWidths,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import { printPages, type PrintedPage, type PrintedText } from './printed-pages.ts';
import type { Page } from '@playwright/test';

const dayMs = 86_400_000;
const agentCount = 400;
const campaignCount = 30;

test.describe.configure({ mode: 'serial' });

async function ingest(
  vocero: Console,
  workspace: ConsoleWorkspace,
  count: number,
  change: (call: WireCall, index: number) => Partial<WireCall> = () => ({}),
): Promise<void> {
  const now = Date.now();
  const account = { key: workspace.key, orgName: workspace.name };
  const history = generateSimulatedPastCalls(11, {
    account,
    baseUrl: vocero.simulator.url,
    from: now - 13 * dayMs,
    to: now,
    count,
  });
  const { ingest: door } = vocero.server.app.features.calls;
  await Promise.all(
    [...history].map((call, index) =>
      door.record(workspace.id, {
        event: 'call_analyzed',
        call: { ...call, ...change(call, index) },
        source: 'seed',
      }),
    ),
  );
}

const printButton = (page: Page) => page.getByRole('button', { name: 'Imprimir o guardar como PDF' });
const part = (page: Page, name: string) => page.getByRole('region', { name });

/** Opens the report of a range, and waits until it is complete. */
async function openReport(page: Page, search: string): Promise<void> {
  await page.goto(`/analytics?${search}&informe=1`);
  await expect(printButton(page)).toBeEnabled();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const mm = 72 / 25.4;
/** The style sheet's margin; a letter's box may exceed its line a little. */
const margin = 15 * mm - 1;

const overlap = (a: PrintedText, b: PrintedText): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;

/** Expects exactly one upright A4 page: all texts inside the margins, without overlaps, none cut off. */
async function expectOnePage(page: Page): Promise<PrintedPage> {
  const [sheet, ...more] = await printPages(page);
  if (!sheet) throw new Error('nothing was printed');
  expect(more).toEqual([]);
  expect([sheet.width / mm, sheet.height / mm].map(Math.round)).toEqual([210, 297]);
  const outside = sheet.texts.filter(
    ({ left, right, top, bottom }) =>
      left < margin || right > sheet.width - margin || top < margin || bottom > sheet.height - margin,
  );
  expect(outside).toEqual([]);
  const covered = sheet.texts.flatMap((text, index) =>
    sheet.texts.slice(index + 1).flatMap((other) => (overlap(text, other) ? [[text, other]] : [])),
  );
  expect(covered).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.report, .report *')]
    .filter((each) => getComputedStyle(each).overflow !== 'visible' && !each.classList.contains('sr-only') &&
      (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1))
    .map((each) => each.textContent)`);
  expect(cut).toEqual([]);
  await page.emulateMedia({ media: null });
  return sheet;
}

test('a person opens it by keyboard, sees the figures of the screens, prints and goes back', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  await ingest(vocero, workspace, 260);
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 260);
  await page.addInitScript('window.print = () => { document.title = "printed"; }');
  await page.goto('/analytics?period=30d');
  const tiles = page.locator('dl[aria-label="Resumen"] > div');
  await expect(tiles).toHaveCount(8);
  const figureOf = async (name: string) =>
    (
      (await tiles
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('.text-2xl')
        .textContent()) ?? ''
    ).trim();
  const names = [
    'Total de llamadas',
    'Objetivo cumplido',
    'Tasa de objetivo',
    'Duración promedio',
    'Costo total',
    'Costo por objetivo cumplido',
  ];
  const shown: string[] = [];
  for (const name of names) shown.push(await figureOf(name));
  await page.goto('/rendimiento-agentes?period=30d&tab=comparison');
  const agentRows = page.getByRole('table', { name: 'Agentes por sus cifras' }).locator('tbody tr');
  await expect(agentRows).not.toHaveCount(0);
  const ranking = await agentRows.locator('th').allTextContents();
  await page.goto('/copc-metrics?period=30d');
  await expect(page.getByText(/^\d+ de \d+ fuera de objetivo/).first()).toBeVisible();
  const outside = await page.getByText(/^\d+ de \d+ fuera de objetivo/).allTextContents();

  await page.goto('/analytics?period=30d');
  await page.getByRole('link', { name: 'Informe' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/analytics\?period=30d&informe=1$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Informe' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: workspace.name })).toBeVisible();
  await expect(printButton(page)).toBeEnabled();
  const figures = part(page, 'Cifras del período').locator('dl > div');
  await expect(figures.locator('dt')).toHaveText(names);
  await expect(figures.locator('.report-value')).toHaveText(shown);
  await expect(part(page, 'Agentes').getByRole('rowheader')).toHaveText(ranking.map((name) => name.trim()));
  const missedCount = outside
    .map((text) => Number(/^\d+/.exec(text)?.[0]))
    .reduce((total, missed) => total + missed, 0);
  await expect(part(page, 'Objetivos de calidad sin cumplir')).toContainText(
    new RegExp(`${missedCount} de \\d+ fuera de objetivo`),
  );
  await expect(part(page, 'Campañas con llamadas en el período')).toHaveText(/Ninguna campaña llamó en el período\./);
  await expect(page.getByRole('article')).toContainText(`por ${workspace.username}`);
  const sheet = await expectOnePage(page);
  for (const text of [workspace.name, 'Últimos 30 días', 'Todos los agentes', ...shown])
    expect(sheet.text).toContain(text);
  await expectGoodAtBothWidths(page);

  await page.setViewportSize({ width: 1366, height: 768 });
  await printButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('printed');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Volver' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/analytics\?period=30d$/);
  await expect(tiles).toHaveCount(8);
});

test('one page for one day, a year, one agent and no calls; on paper it is light in the dark theme', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  await ingest(vocero, workspace, 260);
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 260);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openReport(page, 'period=yesterday');
  await expect(part(page, 'Llamadas por Hora').getByRole('figure')).toHaveAccessibleName(
    /^Llamadas por Hora\. Total \d+\./,
  );
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  expect(
    await page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()"),
  ).toMatch(/oklch\((?:1|100%) 0 0\)/);
  await page.emulateMedia({ media: null });
  await expectOnePage(page);

  const today = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
  await openReport(
    page,
    `period=custom&from=${Number(today.slice(0, 4)) - 1}${today.slice(4).replace('-29', '-28')}&to=${today}`,
  );
  await expect(part(page, 'Llamadas por Día').getByRole('figure')).toBeVisible();
  await expectOnePage(page);

  const { agents } = await askServer<AgentScorecards>(page, '/api/agent-scorecards?timeFilter=90d');
  const agent = agents.find(({ agentId }) => agentId !== '');
  await openReport(page, `period=90d&agent=${agent?.agentId}`);
  await expect(part(page, 'Agentes').getByRole('rowheader')).toHaveCount(1);
  expect((await expectOnePage(page)).text).toContain(agent?.agentName);

  await openReport(page, 'period=custom&from=2020-02-01&to=2020-02-29');
  const empty = await expectOnePage(page);
  for (const text of ['Sin datos', 'Sin llamadas.', 'Ningún agente tuvo llamadas', 'Ninguna métrica COPC tiene datos'])
    expect(empty.text).toContain(text);
});

test('400 agents with long names and 30 campaigns: what does not fit is summed up', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await ingest(vocero, workspace, 2 * agentCount, (_, index) => ({
    agent_id: `agent_${index % agentCount}`,
    agent_name: `Cobranzas y renovaciones de la región número ${index % agentCount}`,
  }));
  await signIn(page, vocero, workspace);
  await askServer(page, '/api/settings', {
    method: 'PUT',
    body: { dialing: { callsPerSecond: 50, reservedLines: 0 } },
  });
  vocero.simulator.setSpeed(100);
  for (let index = 0; index < campaignCount; index += 1) {
    const recipients = [0, 1].map((place) => ({
      phone_number: `+5491150${String(100_000 + 2 * index + place)}`,
      customer_name: 'Ana Núñez',
    }));
    await createCampaign(page, `Renovación de contratos masivos del año, tanda número ${index}`, 0, { recipients });
  }
  await expect
    .poll(async () => (await listCampaigns(page)).every(({ status }) => status === 'completed'), { timeout: 60_000 })
    .toBe(true);
  await whenListed(vocero, page.request, 2 * agentCount + 2 * campaignCount);

  await openReport(page, 'period=30d');
  const sheet = await expectOnePage(page);
  const agentNames = await part(page, 'Agentes').getByRole('rowheader').allTextContents();
  const restOfAgents = Number(/^y (\d+) agentes más$/.exec(agentNames.at(-1) ?? '')?.[1]);
  // The campaigns' own agent is one more.
  expect(agentNames.length - 1 + restOfAgents).toBeGreaterThanOrEqual(agentCount);
  const numbers = async (name: string, place: number) =>
    (await part(page, name).locator(`tbody tr td:nth-child(${place})`).allTextContents()).map((text) =>
      Number(text.replaceAll('.', '')),
    );
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  expect(sum(await numbers('Agentes', 3))).toBe(2 * agentCount + 2 * campaignCount);
  const campaignNames = await part(page, 'Campañas con llamadas en el período')
    .getByRole('rowheader')
    .allTextContents();
  expect(campaignNames.at(-1)).toBe(`y ${campaignCount - campaignNames.length + 1} campañas más`);
  expect(campaignNames[0]).toMatch(/^Renovación de .*….*, tanda número \d+$/);
  expect(sum(await numbers('Campañas con llamadas en el período', 2))).toBe(2 * campaignCount);
  const campaigns = await listCampaigns(page);
  expect(sum(await numbers('Campañas con llamadas en el período', 3))).toBe(
    sum(campaigns.map(({ contactedCount }) => contactedCount)),
  );
  for (const text of [agentNames.at(-1), campaignNames.at(-1)]) expect(sheet.text).toContain(text);

  // Longest content: names, a change with its causes, compared days, every target missed, costs in pesos.
  const [own] = await askServer<{ id: string }[]>(page, '/api/workspaces');
  const name =
    'Centro de contacto de la región metropolitana, cobranzas, ventas y renovaciones del año, equipo de noche';
  await askServer(page, `/api/workspaces/${own?.id}`, { method: 'PUT', body: { name } });
  const settings = { currency: 'ARS', usdRate: { rate: 9_999_999, date: '2026-11-01' } };
  await askServer(page, '/api/settings', { method: 'PUT', body: settings });
  await page.route('**/api/verdict?*', async (route) => {
    const response = await route.fetch();
    const verdict = (await response.json()) as PeriodVerdict;
    const share = { calls: 100, hits: 34, rate: 34.3 };
    const cause = { now: share, before: { calls: 0, hits: 0, rate: null }, contribution: -12.3 };
    const agents = [0, 1, 2].map((place) => ({
      agentId: `agent_${place}`,
      agentName: `Cobranzas y renovaciones de la región número ${place}`,
      ...cause,
    }));
    const goal = { now: share, before: { calls: 100, hits: 90, rate: 90.1 }, movement: 'down' };
    await route.fulfill({ response, json: { ...verdict, goal, agents, hours: [] } });
  });
  await page.route('**/api/copc-metrics?*', async (route) => {
    const response = await route.fetch();
    const report = (await response.json()) as CopcReport;
    const targets = copcMetrics.map((metric) => [metric, lowerIsBetterCopcMetrics.has(metric) ? 0.1 : 99.9]);
    // Values that miss these targets, whatever calls the random history has.
    const figures = copcMetrics.map((metric) => {
      const value = Math.min(
        Math.max(report[metric].value ?? 50, 0.2),
        lowerIsBetterCopcMetrics.has(metric) ? Infinity : 99.8,
      );
      return [metric, { ...report[metric], value }];
    });
    const json = { ...report, ...Object.fromEntries(figures), targets: Object.fromEntries(targets) };
    await route.fulfill({ response, json });
  });
  await openReport(page, 'period=7d');
  await expect(page.getByRole('region', { name: '¿Mejor o peor que antes?' })).toContainText('Peor que antes');
  await expect(part(page, 'Objetivos de calidad sin cumplir')).toContainText('19 de 19 fuera de objetivo');
  await expect(part(page, 'Cifras del período')).toContainText(/% vs\. \d/);
  await expectOnePage(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('it prints only when all is read; a part that can not be read says so, and the others stay', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  await ingest(vocero, workspace, 60);
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 60);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/verdict?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const failed = { message: 'Prueba', error: 'Prueba', code: 'internal', requestId: 'x' };
  await page.route('**/api/copc-metrics?*', (route) => route.fulfill({ status: 422, json: failed }));
  await page.goto('/analytics?period=30d&informe=1');
  await expect(part(page, 'Cifras del período')).toContainText('60');
  await expect(printButton(page)).toBeDisabled();
  held.resolve();
  await expect(printButton(page)).toBeEnabled();
  const missed = part(page, 'Objetivos de calidad sin cumplir');
  // A late message about a call refetches the part, which is empty for a moment.
  await expect(async () => {
    await expect(missed.getByRole('alert')).toContainText('No se pudieron cargar los datos');
    const sheet = await expectOnePage(page);
    expect(sheet.text).toContain('No se pudieron cargar los datos');
    expect(sheet.text).not.toContain('Reintentar');
  }).toPass();
  await expect(part(page, 'Agentes').getByRole('rowheader')).not.toHaveCount(0);
  await page.unroute('**/api/copc-metrics?*');
  await missed.getByRole('button', { name: 'Reintentar' }).click();
  await expect(missed).toContainText('fuera de objetivo');
});
