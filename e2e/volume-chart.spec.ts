/** The call volume chart: its lines, read by mouse, keyboard and as a table; its large dialog; and no data. */
import type { Locator, Page } from '@playwright/test';
import type { CallVolumeBucket } from '../src/contract/analytics.ts';
import { quietMidnight, quietZone } from '../src/server/testing/quiet-zone.ts';
import { createCampaign } from './campaign-steps.ts';
import { generateSimulatedPastCalls } from '../src/simulator/index.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  openDashboard,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';

const halfHour = 30 * 60_000;
/** Adds nine calls of yesterday, between 10 and 12 by the workspace's clock: two thirds inbound, none from the web. */
async function addYesterday(vocero: Console, workspace: ConsoleWorkspace): Promise<void> {
  const from = quietMidnight(Date.now()).getTime() - 14 * 3_600_000;
  const left = { inbound: 6, outbound: 3 };
  // The provider does not know these calls; its own past, all 200, may still be on its way.
  const account = { key: workspace.key, orgName: workspace.name };
  for (const call of generateSimulatedPastCalls(7, {
    account,
    baseUrl: vocero.simulator.url,
    from,
    to: from + 4 * halfHour,
    count: 200,
  })) {
    const direction = call.call_type === 'web_call' ? undefined : call.direction;
    // A call without a start has another time.
    if (
      (direction !== 'inbound' && direction !== 'outbound') ||
      left[direction] === 0 ||
      call.start_timestamp === undefined
    )
      continue;
    left[direction] -= 1;
    await vocero.server.app.features.calls.ingest.record(workspace.id, {
      event: 'call_analyzed',
      call,
      source: 'seed',
    });
  }
  expect(left).toEqual({ inbound: 0, outbound: 0 });
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Volumen de Llamadas' }).first();
const chartIn = (place: Locator) => place.getByRole('slider', { name: 'Llamadas por momento' });

const clock = (time: number) =>
  new Date(time).toLocaleTimeString('es-AR', {
    timeZone: quietZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
const calls = (count: number) => (count === 1 ? '1 llamada' : `${count} llamadas`);

/** Index of the busiest bucket, and its tooltip. */
function busiest(buckets: readonly CallVolumeBucket[]) {
  const most = Math.max(...buckets.map(({ totalCalls }) => totalCalls));
  const index = buckets.findIndex(({ totalCalls }) => totalCalls === most);
  const bucket = buckets[index];
  if (!bucket) throw new Error('no buckets');
  const lines = [
    ['Entrantes', bucket.inboundCalls],
    ['Salientes', bucket.outboundCalls],
  ] as const;
  const start = Date.parse(bucket.time);
  return {
    index,
    bucket,
    range: `${clock(start)} - ${clock(start + halfHour)}`,
    lines: lines.filter(([, count]) => count > 0),
  };
}

test('the lines are read by keyboard, by mouse and as a table, and switched off by the legend', async ({
  page,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  await addYesterday(vocero, who);
  await signIn(page, vocero, who);
  await page.goto(`${vocero.url}/?period=yesterday`);
  const card = cardOf(page);
  await expect(card).toContainText('9 llamadas · Ayer');
  await expect(card).toContainText('Total: 9 llamadas');
  await expect(card).toContainText('Entrantes 66,7%');
  await expect(card).toContainText('Salientes 33,3%');
  const inbound = card.getByRole('button', { name: 'Entrantes 6' });
  const outbound = card.getByRole('button', { name: 'Salientes 3' });
  for (const toggle of [inbound, outbound]) await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(card.getByRole('button', { name: 'Web 0' })).toBeDisabled();
  const labels = await chartIn(card).locator('text').allTextContents();
  // The calls are of two hours; at least four are shown.
  expect(labels.filter((label) => label.includes(':'))).toEqual(['10:00', '11:00', '12:00', '13:00']);
  // Each line is named at its end.
  const names = ['Entrantes', 'Salientes'];
  expect(labels.filter((label) => !/\d/.test(label))).toEqual(names);
  for (const label of labels.filter((each) => !each.includes(':') && !names.includes(each)))
    expect(label).toMatch(/^\d+$/);

  const buckets = (await (
    await page.request.get(`${vocero.url}/api/calls/volume?timeRange=yesterday`)
  ).json()) as CallVolumeBucket[];
  const { index, bucket, range, lines } = busiest(buckets);
  const chart = chartIn(card);
  const tooltip = card.getByRole('tooltip');
  await chart.focus();
  await expect(tooltip).toContainText('13:30 - 14:00');
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /^10:00 - 10:30: /);
  for (let step = 20; step < index; step += 1) await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    `${range}: ${lines.map(([name, count]) => `${name} ${calls(count)}`).join(', ')}`,
  );
  const marker = await chart.locator('circle').first().boundingBox();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();

  const place = await chart.boundingBox();
  if (!marker || !place) throw new Error('the chart is not drawn');
  await page.mouse.move(marker.x + marker.width / 2, place.y + place.height / 2);
  await expect(tooltip).toContainText(range);
  for (const [name, count] of lines) await expect(tooltip).toContainText(`${name}${calls(count)}`);
  await expect(tooltip).not.toContainText('Web');
  await expectGoodAtBothWidths(page);

  await outbound.click();
  await expect(outbound).toHaveAttribute('aria-pressed', 'false');
  await expect(card.locator('[data-series]')).toHaveCount(1);
  await expect(card).toContainText('Total: 9 llamadas');
  await inbound.click();
  await expect(card).toContainText('Todas las series están ocultas');

  await card.getByRole('button', { name: 'Ver como tabla' }).click();
  const cells = card
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: range }) })
    .getByRole('cell');
  await expect(cells).toHaveText([bucket.inboundCalls, bucket.outboundCalls, 0, bucket.totalCalls].map(String));
  await expect(card.getByRole('rowheader')).toHaveCount(48);
});

test('a campaign that began has a tick with its name, which opens it; narrow, as a table and spoken too', async ({
  page,
  vocero,
}) => {
  const who = await vocero.createWorkspace('editor');
  await signIn(page, vocero, who);
  const name = 'Renovación de Internet 300 de todo el interior';
  const { id } = await createCampaign(page, name, 3);
  await page.goto(vocero.url);
  const card = cardOf(page);
  const mark = card.getByRole('link', { name: `Empezó ${name}` });
  await expect(mark).toHaveText(/Renovación de Interne…$/);
  await expect(mark).toHaveAttribute('href', `/campana/${id}`);
  await expect(chartIn(card)).toHaveAttribute('aria-valuetext', new RegExp(`Empezó ${name}$`));
  await expectGoodAtBothWidths(page);
  await expect(mark).toBeVisible();
  await card.getByRole('button', { name: 'Ver como tabla' }).click();
  await expect(card.getByRole('rowheader', { name: `Empezó ${name}` })).toHaveCount(1);
  await page.goto(`${vocero.url}/analytics?period=today`);
  await expect(page.getByRole('link', { name: `Empezó ${name}` })).toBeVisible();
  await page.goto(`${vocero.url}/?period=yesterday`);
  await expect(cardOf(page)).toContainText('Ayer');
  await expect(page.getByRole('link', { name: `Empezó ${name}` })).toHaveCount(0);
});

test('the large dialog stands in the address', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  await addYesterday(vocero, who);
  await signIn(page, vocero, who);
  await page.goto(`${vocero.url}/?period=yesterday`);
  const card = cardOf(page);
  const expand = card.getByRole('button', { name: 'Ampliar gráfico' });
  await card.getByRole('button', { name: 'Salientes 3' }).click();
  await expand.click();
  const dialog = page.getByRole('dialog', { name: 'Volumen de Llamadas' });
  await expect(dialog).toContainText('9 llamadas · Ayer');
  await expect(page).toHaveURL(/[?&]ampliado=volumen/);
  await expect(dialog.getByRole('button', { name: 'Salientes 3' })).toHaveAttribute('aria-pressed', 'false');
  // The window grows while it opens.
  await expect.poll(async () => (await chartIn(dialog).boundingBox())?.height).toBe(500);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\?period=yesterday$/);
  await expect(expand).toBeFocused();

  await expand.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(chartIn(dialog)).toBeVisible();
  await chartIn(dialog).focus();
  await expect(dialog.getByRole('tooltip')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\?period=yesterday$/);
});

test('loading, failed and empty are three pictures of one height, and old data outlives a failure', async ({
  page,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  const volume = '**/api/calls/volume?*';
  const failure = {
    message: 'El servicio no está disponible.',
    error: 'El servicio no está disponible.',
    code: 'unavailable',
    requestId: 'prueba',
  };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(volume, async (route) => {
    await held;
    await route.fulfill({ status: 503, json: failure });
  });
  await openDashboard(page, vocero, who);
  const card = cardOf(page);
  const heightOf = async () => (await card.boundingBox())?.height;
  await expect(card.getByText('Cargando datos del gráfico...')).toBeVisible();
  // The card replaces its skeleton: for a moment there is neither.
  let height: number | undefined;
  await expect.poll(async () => (height = await heightOf())).toBeGreaterThan(0);
  release();
  await expect(card.getByText(failure.message)).toBeVisible();
  expect(await heightOf()).toBe(height);
  await page.unroute(volume);
  await card.getByRole('button', { name: 'Reintentar' }).click();
  await expect(card.getByText('Sin datos de llamadas')).toBeVisible();
  expect(await heightOf()).toBe(height);

  vocero.simulator.arrive(who.key, 'web');
  await expect(card).toContainText('1 llamada · Hoy');
  await expect(card.getByRole('button', { name: 'Web 1' })).toBeEnabled();
  expect(await heightOf()).toBe(height);

  await page.route(volume, (route) => route.fulfill({ status: 503, json: failure }));
  vocero.simulator.arrive(who.key, 'inbound');
  await expect(card.getByText('No se pudo actualizar. Se muestran los últimos datos.')).toBeVisible();
  await expect(chartIn(card)).toBeVisible();
  expect(await heightOf()).toBe(height);
  await page.unroute(volume);
  await card.getByRole('button', { name: 'Reintentar' }).click();
  await expect(card).toContainText('2 llamadas · Hoy');
});
