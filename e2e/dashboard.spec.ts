/** The live dashboard: new calls appear without a reload, with exact figures, and can be hung up. */
import type { APIRequestContext, Locator, Page, WebSocketRoute } from '@playwright/test';
import type { CallSummary } from '../src/contract/calls.ts';
import { waitFor } from '../src/server/testing/wait-for.ts';
import { formatGroupedPhoneNumber } from '../src/phone/numbering-plan.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  openDashboard,
  signIn,
  test,
  type Console,
} from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';
import { pickAgent } from './pick-agent.ts';
import { placeCall } from './place-call.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name });
const figures = (page: Page) => page.getByLabel('Resumen');
const tile = (page: Page, name: string) => figures(page).getByText(name).locator('xpath=ancestor::div[1]');
const percent = (value: number) =>
  `${value.toLocaleString('es-AR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`;

test('a call shows while it lives and counts when it is over', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  vocero.simulator.forceOutcome('user_hangup');
  await openDashboard(page, vocero, who);
  await expect(tile(page, 'Total de llamadas')).toContainText('0');
  await expect(page.getByText('Sin llamadas activas')).toBeVisible();

  const callId = vocero.simulator.arrive(who.key, 'inbound');
  // Time is slowed while the call is looked at.
  await waitFor('the start of the call', () => vocero.simulator.call(who.key, callId)?.call_status === 'ongoing');
  vocero.simulator.setSpeed(1e-6);
  const active = page.locator(`a[href*="/call/${callId}"]`).first();
  await expect(active).toBeVisible();
  await expect(active).toContainText('Entrante');
  await expect(page.getByText('1 llamada en curso')).toBeVisible();

  vocero.simulator.setSpeed(1);
  await expect(page.getByText('Sin llamadas activas')).toBeVisible();
  await expect(page.getByText('1 llamada hoy')).toBeVisible();
  const truth = vocero.simulator.statistics(who.key);
  expect(truth.total).toBe(1);
});

test('away from the socket the screen is read again each half minute, and its age is said once HTTP fails too', async ({
  page,
  vocero,
}) => {
  let isAway = false;
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/ws$/, (route) => {
    line = route;
    if (isAway) void route.close();
    else route.connectToServer();
  });
  const who = await vocero.createWorkspace('operator');
  await page.clock.install();
  await openDashboard(page, vocero, who);
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Actualizado');

  isAway = true;
  await line?.close();
  await expect(banner).toContainText('Desconectado');
  vocero.simulator.arrive(who.key, 'inbound');
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(page.getByText('1 llamada hoy')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(banner).toContainText(/Datos de hace [0-9]+ s/);

  await page.route('**/api/**', (route) => route.abort());
  await page.clock.runFor(190_000);
  await expect(banner).toContainText(/Datos de hace [3-9] min/);
  await expect(page.getByText('1 llamada hoy')).toBeVisible();
  await expectGoodAtBothWidths(page);
});

test('figures equal what the provider knows, after many calls of every kind', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  vocero.simulator.forceOutcome(undefined);
  await openDashboard(page, vocero, who);
  for (let number = 0; number < 30; number += 1) vocero.simulator.arrive(who.key, number % 3 === 0 ? 'web' : 'inbound');
  await expect(page.getByText('30 llamadas hoy')).toBeVisible();
  await expect(page.getByText('Sin llamadas activas')).toBeVisible();
  const durations = [...vocero.simulator.calls(who.key)].map((call) => call.duration_ms ?? 0).filter((ms) => ms > 0);
  const seconds = Math.round(durations.reduce((sum, ms) => sum + ms, 0) / durations.length / 1000);
  const expected = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  await expect(figures(page)).toContainText(expected);
});

interface AgentTruth {
  readonly id: string;
  readonly name: string;
  readonly calls: readonly CallSummary[];
}

/** Each agent's calls by the list of calls, most first. */
async function readAgents(vocero: Console, request: APIRequestContext): Promise<readonly AgentTruth[]> {
  const calls = (await (await request.get(`${vocero.url}/api/calls/all?pageSize=100`)).json()) as CallSummary[];
  return [...Map.groupBy(calls, (call) => call.agentId ?? '')]
    .map(([id, own]) => ({ id, name: own[0]?.agentName ?? '', calls: own }))
    .toSorted((a, b) => b.calls.length - a.calls.length || (a.id < b.id ? -1 : 1));
}

async function expectShare(page: Page, { name, calls }: AgentTruth, total: number): Promise<void> {
  const row = card(page, 'Distribución de Agentes').getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(
    `${calls.length} ${calls.length === 1 ? 'llamada' : 'llamadas'} • ${percent((100 * calls.length) / total)} participación`,
  );
  const count = (mood: string) => calls.filter((call) => call.userSentiment === mood).length;
  const [positive, neutral, negative] = [count('Positive'), count('Neutral'), count('Negative')];
  if (positive + neutral + negative === 0) await expect(row).not.toContainText('Positivo');
  else
    for (const mood of [`Positivo ${positive}`, `Neutral ${neutral}`, `Negativo ${negative}`])
      await expect(row).toContainText(mood);
}

const tierOf = (rate: number) =>
  rate >= 85 ? 'Excelente' : rate >= 70 ? 'Bueno' : rate >= 50 ? 'Regular' : 'Necesita mejora';

async function expectPerformance(page: Page, { id, name, calls }: AgentTruth): Promise<void> {
  const row = card(page, 'Rendimiento de Agentes').getByRole('listitem').filter({ hasText: name });
  const good = calls.filter((call) => call.callStatus === 'ended' || (call.durationMs ?? 0) > 10_000).length;
  const rate = Math.round((1_000 * good) / calls.length) / 10;
  const judged = calls.flatMap(({ callSuccessful }) => (callSuccessful === null ? [] : [callSuccessful]));
  const reached = judged.filter(Boolean).length;
  const goalRate =
    judged.length === 0 ? /^Sin datos: .+$/ : percent(Math.round((1_000 * reached) / judged.length) / 10);
  for (const text of [id.slice(-8), percent(rate), tierOf(rate)]) await expect(row).toContainText(text);
  await expect(row.locator('dd')).toHaveText([
    percent(rate),
    goalRate,
    String(calls.length),
    String(good),
    /^(\d+:\d\d|Sin datos: .+)$/,
  ]);
}

test('shows whose calls they were and how they went, and follows its filters in the address', async ({
  page,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  await addPastCalls(vocero, who, 60);
  await signIn(page, vocero, who);
  await whenListed(vocero, page.request, 60);
  await page.request.get(`${vocero.url}/api/agents`);
  const agents = await readAgents(vocero, page.request);
  // Another person's live call as an operator sees it, without a button to end it.
  vocero.simulator.setSpeed(1e-6);
  await page.goto(`${vocero.url}/?period=7d`);
  await expect(card(page, 'Historial de Llamadas (Últimos 7 días)')).toContainText('60 llamadas esta semana');
  await expect(card(page, 'Distribución de Agentes')).toContainText(`${agents.length} agentes activos`);
  for (const agent of agents) await expectShare(page, agent, 60);
  await expect(card(page, 'Rendimiento de Agentes')).toContainText(`Mostrando 4 de ${agents.length}`);
  for (const agent of agents.slice(0, 4)) await expectPerformance(page, agent);
  await expectGoodAtBothWidths(page);
  // Five agents fit the list without scrolling.
  const shares = page.getByRole('list', { name: 'Llamadas de cada agente' });
  expect(agents.length).toBeGreaterThanOrEqual(5);
  const [list, fifth] = [await shares.boundingBox(), await shares.getByRole('listitem').nth(4).boundingBox()];
  expect((fifth?.y ?? Infinity) + (fifth?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) + 1);
  // A phone shows the figures first.
  const heightOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const isBefore = async () => (await heightOf(figures(page))) < (await heightOf(page.getByLabel('Período:')));
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(isBefore).toBe(true);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(isBefore).toBe(false);

  const callId = await placeCall(vocero, { ...who, username: `${who.username}-titular` }, '+5493514000001');
  await expect(card(page, 'Llamadas Activas').locator(`a[href$="/call/${callId}"]`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cortar llamada/ })).toHaveCount(0);

  const last = agents.at(-1);
  if (!last) throw new Error('no agent');
  await pickAgent(page, 'Agente:', last.name);
  await expect(page).toHaveURL(`${vocero.url}/?period=7d&agent=${last.id}`);
  await expect(card(page, 'Historial de Llamadas (Últimos 7 días) - Agente filtrado')).toBeVisible();
  await expect(card(page, 'Distribución de Agentes')).toContainText('1 agente activo');
  await expectPerformance(page, last);
  await card(page, 'Rendimiento de Agentes').getByRole('link', { name: last.name }).click();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?days=7d&agent=${last.id}`);
});

test('an editor hangs up, and hears what came of it', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('editor');
  vocero.simulator.setSpeed(1e-6);
  const [first, second] = [
    await placeCall(vocero, who, '+5493514000001'),
    await placeCall(vocero, who, '+5493514000002'),
  ];
  await openDashboard(page, vocero, who);
  const active = card(page, 'Llamadas Activas');
  const button = (number: string) =>
    active.getByRole('button', { name: `Cortar llamada con ${formatGroupedPhoneNumber(number)}` });
  const question = page.getByRole('alertdialog', { name: '¿Cortar la llamada?' });
  await expect(active.locator('a button')).toHaveCount(0);
  await button('+5493514000001').focus();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question).toContainText('+54 9 351 400-0001');
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(button('+5493514000001')).toBeFocused();
  expect(vocero.simulator.call(who.key, first)?.call_status).toBe('registered');

  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Cortar llamada' }).click();
  await expect(page.getByText('Llamada cortada')).toBeVisible();
  await expect(button('+5493514000001')).toHaveCount(0);
  expect(vocero.simulator.call(who.key, first)?.disconnection_reason).toBe('manual_stopped');
  await expect(active.getByText('1 llamada en curso')).toBeVisible();

  // The provider does not answer, so the call goes on.
  vocero.simulator.setFaults({ others: { serverError: { probability: 1 } } });
  await button('+5493514000002').click();
  await question.getByRole('button', { name: 'Cortar llamada' }).click();
  await expect(page.getByText('No se pudo cortar la llamada')).toBeVisible();
  await expect(question).toHaveCount(0);

  // The call's end was not reported: the page says so, and the row disappears.
  vocero.simulator.setFaults({ webhooks: { lost: { probability: 1 } } });
  const stop = `${vocero.simulator.url}/v2/stop-call/${second}`;
  expect((await fetch(stop, { method: 'POST', headers: { authorization: `Bearer ${who.key}` } })).status).toBe(204);
  await button('+5493514000002').click();
  await question.getByRole('button', { name: 'Cortar llamada' }).click();
  await expect(page.getByText('La llamada ya terminó.')).toBeVisible();
  await expect(active.getByText('Sin llamadas activas')).toBeVisible();
  await expect(active.getByRole('link', { name: 'Ver Todas las Llamadas Activas' })).toBeFocused();
});

test('empty and failed are different pictures', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  await openDashboard(page, vocero, who);
  await expect(page.getByText('Sin datos de agentes')).toBeVisible();
  await expect(page.getByText('Sin datos de rendimiento')).toBeVisible();
  await expectGoodAtBothWidths(page);

  await page.route('**/api/agent-*', (route) => route.abort());
  await page.getByLabel('Período:').selectOption('yesterday');
  for (const name of ['Distribución de Agentes', 'Rendimiento de Agentes']) {
    await expect(card(page, name)).toContainText('No se pudieron cargar los datos');
  }
  await page.unroute('**/api/agent-*');
  for (const name of ['Distribución de Agentes', 'Rendimiento de Agentes']) {
    await card(page, name).getByRole('button', { name: 'Reintentar' }).click();
    await expect(card(page, name)).toContainText('Sin datos de');
  }

  // An empty list that can't be read again is not loading for ever, although the figures count a call.
  await page.getByLabel('Período:').selectOption('today');
  const recent = card(page, 'Historial de Llamadas');
  await page.route('**/api/calls/filtered*', (route) => route.abort());
  vocero.simulator.arrive(who.key, 'inbound');
  await expect(page.getByText('1 llamada hoy')).toBeVisible();
  await expect(recent).toContainText('No se pudieron cargar los datos');
  await expectAccessible(page);
  await page.unroute('**/api/calls/filtered*');
  // The call's next event may fetch the list again before the click, and the button is gone then.
  const retry = recent.getByRole('button', { name: 'Reintentar' });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(recent.locator('li')).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
});
