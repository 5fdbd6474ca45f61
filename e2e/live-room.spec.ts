/** 'En vivo': every call under way as a row, which comes and goes; filtered, read and hung up, also by keyboard. */
import type { Page } from '@playwright/test';
import type { LiveTranscriptTail, RealtimeMessage, WatchCallsMessage } from '../src/contract/realtime.ts';
import { maxWatchedListedLiveCalls } from '../src/contract/realtime.ts';
import type { WireCall } from '../src/retell/index.ts';
import { generateSimulatedPastCalls } from '../src/simulator/index.ts';
import {
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  openDashboard,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { placeCall } from './place-call.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Llamadas en curso' });
const rows = (page: Page) => list(page).getByRole('listitem');
const rowOf = (page: Page, { call_id }: WireCall) => page.locator(`[data-room-row="${call_id}"]`);

/** Starts calls that have been speaking for one, two, three… minutes. The oldest is the last. */
async function beginCalls(vocero: Console, workspace: ConsoleWorkspace, count: number): Promise<WireCall[]> {
  const account = { key: workspace.key, orgName: workspace.name };
  const now = Date.now();
  const past = generateSimulatedPastCalls(31, {
    account,
    baseUrl: vocero.simulator.url,
    from: now - 86_400_000,
    to: now,
    count,
  });
  const calls = [...past].map((call, index): WireCall => {
    const { end_timestamp: _, duration_ms: __, disconnection_reason: ___, ...begun } = call;
    return { ...begun, call_status: 'ongoing', start_timestamp: now - (index + 1) * 60_000 };
  });
  await Promise.all(calls.map((call) => record(vocero, workspace, 'call_started', call)));
  return calls;
}

function record(vocero: Console, { id }: ConsoleWorkspace, event: 'call_started' | 'call_ended', call: WireCall) {
  return vocero.server.app.features.calls.ingest.record(id, { event, call, source: 'seed' });
}

function endCall(vocero: Console, workspace: ConsoleWorkspace, call: WireCall) {
  const ended = { call_status: 'ended', end_timestamp: Date.now(), disconnection_reason: 'user_hangup' } as const;
  return record(vocero, workspace, 'call_ended', { ...call, ...ended });
}

async function openRoom(page: Page, vocero: Console, who: ConsoleWorkspace, search = ''): Promise<void> {
  await signIn(page, vocero, who);
  await page.goto(`/en-vivo${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'En vivo' })).toBeVisible();
}

test('rows come, count their seconds and leave by themselves, the longest first', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  await openDashboard(page, vocero, who);
  await page.getByRole('link', { name: 'Ver Todas las Llamadas Activas' }).click();
  await expect(page).toHaveURL(`${vocero.url}/en-vivo`);
  await expect(page.getByText('No hay llamadas en curso')).toBeVisible();
  await expect(page.getByText('Ninguna llamada en la última hora.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver el historial' })).toHaveAttribute('href', '/historial-llamadas');
  await expectGoodAtBothWidths(page);

  const [youngest, , oldest] = await beginCalls(vocero, who, 3);
  if (!youngest || !oldest) throw new Error('no calls');
  await expect(page.getByText('3 llamadas en curso')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toHaveAttribute('data-room-row', oldest.call_id);
  const clock = rowOf(page, youngest).getByText(/^[0-9]+:[0-9]{2}$/);
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');
  await expect(page.getByRole('button', { name: /^Cortar llamada/ })).toHaveCount(0);
  await expectGoodAtBothWidths(page);

  await endCall(vocero, who, oldest);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('2 llamadas en curso')).toBeVisible();

  // Nothing moves under the pointer: the ended call is marked until the pointer leaves.
  await rowOf(page, youngest).hover();
  await endCall(vocero, who, youngest);
  await expect(page.getByText('1 llamada en curso')).toBeVisible();
  await expect(rowOf(page, youngest)).toContainText('Terminó');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/call\//);
});

test('filters are picked one at a time and stand in the address', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  const calls = await beginCalls(vocero, who, 12);
  await openRoom(page, vocero, who);
  await expect(page.getByText('12 llamadas en curso')).toBeVisible();
  const outbound = calls.filter(({ direction }) => direction === 'outbound').length;
  expect(outbound).toBeGreaterThan(0);
  expect(outbound).toBeLessThan(12);

  await page.getByRole('button', { name: 'Filtro', exact: true }).click();
  await page.getByRole('option', { name: 'Dirección' }).click();
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Saliente' }).click();
  await expect(page).toHaveURL(/\?origin=outbound$/);
  await expect(page.getByText(`${outbound} de 12 llamadas en curso`)).toBeVisible();
  await expect(rows(page)).toHaveCount(outbound);
  await page.reload();
  await expect(rows(page)).toHaveCount(outbound);
  await page.goBack();
  await expect(rows(page)).toHaveCount(12);
  await page.goForward();
  await page.getByRole('button', { name: 'Quitar filtro Dirección: Saliente' }).click();
  await expect(page).toHaveURL(/\/en-vivo$/);
  await expect(rows(page)).toHaveCount(12);

  await page.getByRole('button', { name: 'Filtro', exact: true }).click();
  await page.getByRole('option', { name: 'Requieren atención' }).click();
  await expect(page.getByText('0 de 12 llamadas en curso')).toBeVisible();
  await expect(page.getByText('Ninguna llamada en curso con estos filtros')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Limpiar filtros' }).last().click();
  await expect(rows(page)).toHaveCount(12);
});

test('who waits too long comes first, and is found by one press', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('editor');
  const [call] = await beginCalls(vocero, who, 3);
  if (!call) throw new Error('no calls');
  await signIn(page, vocero, who);
  const thresholds = { callsPerHour: 0, successPercent: 0, longWaitSeconds: 300 };
  expect((await page.request.put('/api/settings', { data: { thresholds } })).ok()).toBe(true);
  // The simulator has no call registered five minutes ago, so the answer is changed: our clock alone knows the wait.
  await page.route('**/api/calls/active', async (route) => {
    const response = await route.fetch();
    const calls = (await response.json()) as Record<string, unknown>[];
    const occurredAt = new Date(Date.now() - 310_000).toISOString();
    await route.fulfill({
      response,
      json: calls.map((each) => (each['id'] === call.call_id ? { ...each, startTimestamp: null, occurredAt } : each)),
    });
  });
  await page.goto('/en-vivo');
  await expect(rowOf(page, call)).toContainText(/Espera hace 5:1[0-9]/);
  await expect(rows(page).first()).toHaveAttribute('data-room-row', call.call_id);
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: '1 requiere atención' }).click();
  await expect(page).toHaveURL(/\?attention=1$/);
  await expect(rows(page)).toHaveCount(1);
});

test('by keyboard alone: from row to row, hanging up after a question, and opening', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('editor');
  vocero.simulator.setSpeed(1e-6);
  for (const number of ['+5493514000001', '+5493514000002']) await placeCall(vocero, who, number);
  await openRoom(page, vocero, who);
  await expect(rows(page)).toHaveCount(2);
  const link = (index: number) => rows(page).nth(index).getByRole('link').first();
  await page.keyboard.press('ArrowDown');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(link(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(link(0)).toBeFocused();
  const id = (await rows(page).first().getAttribute('data-room-row')) ?? '';

  await page.keyboard.press('c');
  const question = page.getByRole('alertdialog', { name: '¿Cortar la llamada?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(link(0)).toBeFocused();
  expect(vocero.simulator.call(who.key, id)?.call_status).toBe('registered');

  await page.keyboard.press('c');
  await question.getByRole('button', { name: 'Cortar llamada' }).press('Enter');
  await expect(page.getByText('Llamada cortada')).toBeVisible();
  expect(vocero.simulator.call(who.key, id)?.disconnection_reason).toBe('manual_stopped');
  await expect(rows(page).first()).toContainText('Terminó');
  await expect(link(0)).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Cortar la llamada');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/call\//);
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page).toHaveURL(/\/en-vivo$/);
});

/** Records the calls that the page announces as shown, and answers for the server. */
async function overhearLine(page: Page) {
  const watched: WatchCallsMessage[] = [];
  let say: (message: RealtimeMessage) => void = () => undefined;
  await page.routeWebSocket(/\/ws$/, (route) => {
    const server = route.connectToServer();
    route.onMessage((text) => {
      const message = JSON.parse(String(text)) as WatchCallsMessage;
      if (message.type === 'watch_calls') watched.push(message);
      server.send(text);
    });
    // The test sends messages in the server's place.
    server.onMessage((text) => {
      if ((JSON.parse(String(text)) as RealtimeMessage).type !== 'live_tails') route.send(text);
    });
    say = (message) => route.send(JSON.stringify(message));
  });
  return { watched, say: (message: RealtimeMessage) => say(message) };
}

test('the last lines are for who may read live calls', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  const [call] = await beginCalls(vocero, who, 1);
  if (!call) throw new Error('no call');
  const line = await overhearLine(page);
  await openRoom(page, vocero, who);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Tu rol no lee lo que se dice en las llamadas.', { exact: false })).toBeVisible();
  expect(line.watched.filter(({ listedCallIds }) => listedCallIds.length > 0)).toEqual([]);

  const owner = await vocero.signInElsewhere({ ...who, username: `${who.username}-titular` });
  await owner.put('/api/settings', { liveReaders: 'operator' });
  await expect(page.getByText('Tu rol no lee lo que se dice en las llamadas.', { exact: false })).toBeHidden();
  await expect.poll(() => line.watched.at(-1)?.listedCallIds).toEqual([call.call_id]);

  const speech = { kind: 'speech', second: 1, isPreSession: false, isBackchannel: false } as const;
  const tail: LiveTranscriptTail = {
    callId: call.call_id,
    state: 'live',
    lines: [
      { ...speech, id: '1', arrival: 0, speaker: 'agent', text: '¿Con quién tengo el gusto?' },
      { ...speech, id: '2', arrival: 1, speaker: 'user', text: `${'Ehm, '.repeat(60)}con Ana Núñez` },
    ],
  };
  line.say({ type: 'live_tails', workspaceId: who.id, tails: [tail] });
  await expect(rowOf(page, call)).toContainText('Agente: ¿Con quién tengo el gusto?');
  await expect(rowOf(page, call)).toContainText('con Ana Núñez');
  await expectGoodAtBothWidths(page);
});

test('of three hundred calls only those in sight are followed', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('editor');
  await beginCalls(vocero, who, 300);
  const line = await overhearLine(page);
  await openRoom(page, vocero, who);
  await expect(rows(page)).toHaveCount(300);
  await expect.poll(() => line.watched.at(-1)?.listedCallIds.length ?? 0).toBeGreaterThan(5);
  const first = line.watched.at(-1)?.listedCallIds ?? [];
  await page.evaluate(`
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask' });
  `);
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 500);
  await expect.poll(() => line.watched.at(-1)?.listedCallIds.some((id) => first.includes(id))).toBe(false);
  for (const { listedCallIds } of line.watched)
    expect(listedCallIds.length).toBeLessThanOrEqual(maxWatchedListedLiveCalls);
  const longTasks = await page.evaluate<number[]>('window.longTasks');
  test
    .info()
    .annotations.push({ type: 'tasks over 50 ms while scrolling, in ms', description: longTasks.join(', ') || 'none' });
});

test('what cannot be read says so and offers another try', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  await page.route('**/api/calls/active*', (route) => route.abort());
  await openRoom(page, vocero, who);
  await expect(page.getByRole('alert')).toContainText('No se pudieron cargar los datos');
  await expectGoodAtBothWidths(page);
  await page.unroute('**/api/calls/active*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('No hay llamadas en curso')).toBeVisible();
});
