/** Performance of agents: figures computed by hand from the placed calls, tabs, links, file, order, missing data. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseWireCall, type WireCall } from '../src/retell/index.ts';
import {
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import { pickAgent } from './pick-agent.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Placed {
  readonly agent: string;
  /** How long ago the call began, in ms. */
  readonly ago: number;
  readonly status?: 'ended' | 'not_connected' | 'error';
  readonly seconds?: number;
  readonly mood?: string;
  readonly csat?: number;
  readonly p50?: number;
}

const busy = { status: 'not_connected', seconds: 0 } as const;
const broken = { status: 'error', seconds: 5 } as const;
const times = (count: number, each: (index: number) => Placed): Placed[] =>
  Array.from({ length: count }, (_, index) => each(index));

/** Calls by the agents' place in the provider's list: of the last six days, and of the week before. */
function placedCalls([a = '', b = '', c = '', d = '']: readonly string[]): readonly Placed[] {
  return [
    // 7 of 8: 87.5 %; 2 of 4 before.
    ...times(7, (index) => ({
      agent: a,
      ago: 2 * hourMs + (index % 6) * dayMs * 0.8,
      seconds: 60,
      p50: 1_000,
      mood: 'Positive',
      ...(index < 2 && { csat: 5 - index }),
    })),
    { agent: a, ago: 30 * hourMs, ...busy },
    ...times(4, (index) => ({ agent: a, ago: 9 * dayMs, ...(index < 2 ? { seconds: 60 } : busy) })),
    // 4 of 5: 80.0 %, as before. Satisfaction 5, 3, 1 and 5: 3.5. Half of the calls have slow answers.
    ...times(4, (index) => ({
      agent: b,
      ago: (5 + 20 * index) * hourMs,
      seconds: 75,
      mood: ['Positive', 'Neutral', 'Negative', 'Positive'][index] ?? '',
      p50: index < 2 ? 1_200 : 2_000,
    })),
    { agent: b, ago: 40 * hourMs, ...busy },
    ...times(5, (index) => ({ agent: b, ago: 10 * dayMs, ...(index < 4 ? { seconds: 75 } : busy) })),
    // 1 of 4: 25.0 %; 2 of 2 before. Three calls ended in errors.
    { agent: c, ago: 3 * hourMs, seconds: 30, p50: 1_500 },
    ...times(3, (index) => ({ agent: c, ago: (10 + index) * hourMs, ...broken })),
    ...times(2, () => ({ agent: c, ago: 8.5 * dayMs, seconds: 30 })),
    // 0 of 1, and nothing else is known.
    { agent: d, ago: 4 * hourMs, ...busy },
  ];
}

const reasons = { ended: 'user_hangup', not_connected: 'dial_busy', error: 'error_asr' } as const;

function wireCall({ agent, ago, status = 'ended', seconds = 0, mood, csat, p50 }: Placed, index: number): WireCall {
  const startMs = Date.now() - ago;
  const call = parseWireCall({
    call_id: `call_rendimiento_${index}`,
    call_type: 'phone_call',
    direction: 'outbound',
    agent_id: agent,
    call_status: status,
    start_timestamp: startMs,
    end_timestamp: startMs + seconds * 1_000,
    duration_ms: seconds * 1_000,
    disconnection_reason: reasons[status],
    ...(p50 !== undefined && { latency: { e2e: { p50 } } }),
    call_analysis: { user_sentiment: mood, custom_analysis_data: csat === undefined ? {} : { csat } },
  });
  if (!call) throw new Error('no call');
  return call;
}

async function place(vocero: Console, workspace: ConsoleWorkspace, placed: readonly Placed[]): Promise<void> {
  const { ingest } = vocero.server.app.features.calls;
  await Promise.all(
    placed.map((call, index) =>
      ingest.record(workspace.id, { event: 'call_analyzed', call: wireCall(call, index), source: 'seed' }),
    ),
  );
}

interface Agent {
  readonly agent_id: string;
  readonly agent_name: string;
}

let workspace: ConsoleWorkspace;
let agents: readonly Agent[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('operator');
  const client = await vocero.signInElsewhere(workspace);
  agents = await client.get<Agent[]>('/api/retell/agents');
  await place(vocero, workspace, placedCalls(agents.map(({ agent_id: id }) => id)));
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 29);
});

const nameOf = (place: number) => agents[place]?.agent_name ?? '';
const tile = (page: Page, name: string) =>
  page.locator('dl[aria-label="Cifras del período"] > div').filter({ has: page.getByText(name, { exact: true }) });
const region = (page: Page, name: string) => page.getByRole('region', { name });
const agentCard = (page: Page, name: string) => page.getByRole('article', { name });
const bodyRows = (page: Page) => page.getByRole('table', { name: 'Agentes por sus cifras' }).locator('tbody tr');

test('the summary is what the calls placed say, and a figure opens the calls behind it', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/rendimiento-agentes`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rendimiento de Agentes' })).toBeVisible();
  // The open sidebar names the workspace; without it the header does.
  const headerName = page.getByRole('banner').getByText(workspace.name);
  await expect(headerName).toBeHidden();
  await page.setViewportSize({ width: 900, height: 768 });
  await expect(headerName).toBeVisible();
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByLabel('Período:')).toHaveValue('7d');
  // 12 of 18 finished; 8 of 11 before, which was 72.7 %.
  await expect(tile(page, 'Total de llamadas')).toContainText('18');
  await expect(tile(page, 'Tasa de éxito')).toContainText('66,7%');
  await expect(tile(page, 'Tasa de éxito')).toContainText('Muy pocas llamadas para decir · antes 72,7%');
  await expect(tile(page, 'Tasa de éxito').getByRole('progressbar', { name: 'Tasa de éxito' })).toBeVisible();
  // 7·60 + 4·75 + 30 + 3·5 seconds over 15 calls.
  await expect(tile(page, 'Duración promedio')).toContainText('0:51');
  await expect(tile(page, 'Satisfacción')).toContainText('4,5 de 5');
  await expect(tile(page, 'Satisfacción')).toContainText('sobre 2 llamadas');
  await expect(tile(page, 'Satisfacción')).not.toContainText('Estimada');

  const trends = region(page, 'Tendencias').getByRole('listitem');
  await expect(trends).toHaveCount(4);
  await expect(trends.nth(0)).toContainText(
    `${nameOf(0)}8 llamadas Ver las llamadas: ${nameOf(0)}87,5%Muy pocas llamadas`,
  );
  await expect(trends.nth(1)).toContainText(
    `${nameOf(1)}5 llamadas Ver las llamadas: ${nameOf(1)}80,0%Muy pocas llamadas`,
  );
  await expect(trends.nth(2)).toContainText(
    `${nameOf(2)}4 llamadas Ver las llamadas: ${nameOf(2)}25,0%Muy pocas llamadas`,
  );
  await expect(trends.nth(3)).toContainText('Los días con los que se compara no tienen llamadas finalizadas.');
  await expect(trends.nth(2).getByRole('img', { name: /: \d de 7 días con datos; mínimo \d/ })).toBeVisible();
  const top = region(page, 'Mejores Agentes').getByRole('listitem');
  await expect(top.nth(0)).toContainText(`Sin puesto: menos de 30 llamadas finalizadas${nameOf(0)}87,5%`);
  await expect(top.nth(1)).toContainText(`${nameOf(1)}80,0%`);
  await expect(top.nth(2)).toContainText(`${nameOf(2)}25,0%`);
  await expect(top.nth(3)).toContainText(`${nameOf(3)}0,0%`);

  await tile(page, 'Total de llamadas').getByRole('link').click();
  await expect(page.getByText(/-\d+ de 18$/)).toBeVisible();
  await page.goBack();
  await trends
    .nth(1)
    .getByRole('link', { name: nameOf(1), exact: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`/agente/${agents[1]?.agent_id}$`));
  await expect(page.getByRole('heading', { level: 1, name: nameOf(1) })).toBeVisible();
});

test('each agent has a card, with its last call and its calls; tab and filters survive a reload', async ({
  page,
  vocero,
}) => {
  await page.goto(`${vocero.url}/rendimiento-agentes`);
  await page.getByRole('tab', { name: 'Resumen' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=agents$/);
  await page.reload();
  const [first, second, third, fourth] = [0, 1, 2, 3].map((place) => agentCard(page, nameOf(place)));
  if (!first || !second || !third || !fourth) throw new Error('four agents have calls');
  await expect(first).toContainText('Excelente');
  await expect(first).toContainText('87,5%');
  await expect(first).toContainText('4,5 de 5');
  await expect(first).toContainText('1:00');
  await expect(first).toContainText('1.000 ms');
  await expect(second).toContainText('Bueno');
  await expect(second).toContainText('3,5 de 5');
  await expect(second).toContainText('Estimada');
  await expect(second).toContainText('50,0%');
  await expect(second).toContainText('1:15');
  await expect(second).toContainText('1.600 ms');
  await expect(third).toContainText('Necesita mejora');
  await expect(third.getByRole('definition').filter({ hasText: /^25,0%sobre 4 llamadas$/ })).toBeVisible();
  await expect(third).toContainText('0:11');
  await expect(third.getByRole('definition').filter({ hasText: /^1 Ver las llamadas: .*, Exitosas$/ })).toBeVisible();
  await expect(third.getByRole('definition').filter({ hasText: /^3 Ver las llamadas: .*, Fallidas$/ })).toBeVisible();
  await expect(fourth.getByText(/^Sin datos/)).toHaveCount(6);
  await fourth.getByText(/^Sin datos.*duración/).hover();
  await expect(page.getByRole('tooltip')).toContainText('Ninguna llamada del período tiene duración.');
  await expectGoodAtBothWidths(page);

  await page.setViewportSize({ width: 1366, height: 768 });
  await second.getByRole('link', { name: /^5 llamadas/ }).click();
  await expect(page.getByText(/-\d+ de 5$/)).toBeVisible();
  await page.goBack();
  await second.getByRole('definition').getByRole('link').last().click();
  await expect(page).toHaveURL(/\/call\/call_rendimiento_12$/);
  await page.goBack();
  await pickAgent(page, 'Agente:', nameOf(2));
  await page.getByLabel('Período:').selectOption('30d');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(tile(page, 'Total de llamadas')).toContainText('6');
  await page.reload();
  await expect(tile(page, 'Total de llamadas')).toContainText('6');
  await expect(page.getByLabel('Período:')).toHaveValue('30d');
});

test('the comparison is sorted by keyboard, saved as a file, and fits a phone', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/rendimiento-agentes?tab=comparison`);
  await expect(bodyRows(page)).toHaveText(
    [0, 1, 2, 3].map((place) => new RegExp(`^${nameOf(place).replace(/[()]/g, '\\$&')}`)),
  );
  await expect(bodyRows(page).nth(0)).toContainText(
    `87,5%Muy pocas llamadas para decir · antes 50,0%Sin datos: Ninguna llamada del período fue analizada.8 Ver las llamadas: ${nameOf(0)}7 Ver las llamadas: ${nameOf(0)}, Exitosas1 Ver las llamadas: ${nameOf(0)}, Fallidas1:004,5 de 5100,0%1.000 ms`,
  );
  await expect(page.getByRole('columnheader', { name: /Éxito/ })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Llamadas', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort=totalCalls$/);
  await expect(bodyRows(page).nth(0)).toContainText(nameOf(3));
  await expect(page.getByRole('columnheader', { name: /Llamadas/ })).toHaveAttribute('aria-sort', 'ascending');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^rendimiento-agentes-\d{4}-\d{2}-\d{2}-a-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).replaceAll('"', '').split('\r\n');
  expect(lines[1]).toContain(`${nameOf(3)};${agents[3]?.agent_id};1;1;0;1;0;;;;;;;;;`);
  expect(lines[4]).toContain(
    `${nameOf(0)};${agents[0]?.agent_id};8;8;7;1;87,5;;50;Muy pocas llamadas para decir;60;4,5;No;100;1000;`,
  );
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 768 });
  await page.getByLabel('Ordenar por').selectOption('-failedCalls');
  const cards = region(page, 'Comparación de Agentes').locator('ul > li');
  await expect(cards.nth(0)).toContainText(nameOf(2));
  await expect(cards).toHaveCount(4);
  // A card's figures have one left edge, the success rate too.
  const rate = cards.nth(0).locator('dd').first();
  expect((await rate.locator('span span').first().boundingBox())?.x).toBeCloseTo((await rate.boundingBox())?.x ?? 0, 0);
  await expectGoodAtBothWidths(page);
});

test('failed, empty, live and out of date look different', async ({ page, vocero }) => {
  const empty = await vocero.createWorkspace('operator');
  await signIn(page, vocero, empty);
  const refuse = () =>
    page.route('**/api/agent-scorecards?*', (route) =>
      route.fulfill({
        status: 503,
        json: { message: 'El servicio no está disponible.', error: '', code: 'unavailable', requestId: 'r' },
      }),
    );
  await refuse();
  await page.goto(`${vocero.url}/rendimiento-agentes?tab=agents`);
  await expect(page.getByRole('alert')).toContainText('El servicio no está disponible.');
  await page.unroute('**/api/agent-scorecards?*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Sin llamadas en este período')).toBeVisible();
  await expect(tile(page, 'Total de llamadas')).toContainText('0');
  await expect(tile(page, 'Satisfacción')).toContainText('Sin datos');
  await expect(tile(page, 'Duración promedio')).toContainText('Ninguna llamada del período tiene duración.');
  await expect(page.getByRole('button', { name: 'Exportar CSV' })).toBeDisabled();
  await page.getByRole('button', { name: 'Ver los últimos 90 días' }).click();
  await expect(page.getByLabel('Período:')).toHaveValue('90d');
  await expectAccessible(page);

  await place(vocero, empty, [{ agent: 'agent_x', ago: 60_000, seconds: 20 }]);
  await expect(tile(page, 'Total de llamadas')).toContainText('1');
  await expect(agentCard(page, 'Agente nt_x')).toContainText('100,0%');
  await refuse();
  await place(vocero, empty, [
    { agent: 'agent_x', ago: 60_000, seconds: 20 },
    { agent: 'agent_x', ago: 90_000, ...busy },
  ]);
  await expect(page.getByRole('alert')).toContainText('No se pudo actualizar. Se muestran los últimos datos.');
  await expect(agentCard(page, 'Agente nt_x')).toContainText('100,0%');
  await page.unroute('**/api/agent-scorecards?*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(agentCard(page, 'Agente nt_x')).toContainText('50,0%');
});
