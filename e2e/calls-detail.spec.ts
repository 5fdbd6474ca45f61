/**
 * One call: its recording, transcript, data and latency, its context, navigation within the list that it was opened
 * from, and calls that do not exist.
 */
import type { Page } from '@playwright/test';
import type { WireCall } from '../src/retell/index.ts';
import { waitFor } from '../src/server/testing/wait-for.ts';
import { formatGroupedPhoneNumber } from '../src/phone/numbering-plan.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectFits,
  signIn,
  test,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';

// Enough calls that each kind is among them, whatever the account.
const count = 120;
let workspace: ConsoleWorkspace;
let recorded: WireCall;
let unrecorded: WireCall;
/** Calls with one number, oldest first. */
const repeated = ['repeated_1', 'repeated_2', 'repeated_3'] as const;
const repeatedNumber = '+541144445555';
const listed = count + repeated.length;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('operator');
  const calls = await addPastCalls(vocero, workspace, count);
  const long = calls.find(
    (call) => call.recording_url && (call.duration_ms ?? 0) > 30_000 && call.call_status === 'ended',
  );
  const silent = calls.find((call) => !call.recording_url && call.call_status !== 'ended');
  if (!long || !silent) throw new Error('the history has no such calls: choose another seed');
  recorded = long;
  unrecorded = silent;
  const from = Date.now() - 3_600_000;
  for (const [index, call_id] of repeated.entries()) {
    const start_timestamp = from + index * 60_000;
    const times = { start_timestamp, end_timestamp: start_timestamp + 30_000, duration_ms: 30_000 };
    const call = {
      call_id,
      call_type: 'phone_call',
      direction: 'inbound',
      from_number: repeatedNumber,
      to_number: '+541150000000',
      ...times,
    } as const;
    await vocero.server.app.features.calls.ingest.record(workspace.id, {
      event: 'call_ended',
      call: { ...call, call_status: 'ended', agent_id: 'agent_repeated', disconnection_reason: 'user_hangup' },
      source: 'webhook',
    });
  }
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, listed);
});

interface Sound {
  readonly currentTime: number;
  readonly duration: number;
  readonly readyState: number;
  readonly muted: boolean;
}

const audio = (page: Page) => page.locator('audio');
const position = (page: Page) => audio(page).evaluate((element) => (element as unknown as Sound).currentTime);

test('plays the recording through our own server, in parts', async ({ page, vocero }) => {
  const parts: number[] = [];
  page.on('response', (response) => {
    // The waveform's own request for the whole file, beside the player's.
    const isPlayed = response.request().resourceType() === 'media';
    if (isPlayed && response.url() === `${vocero.url}/api/calls/${recorded.call_id}/recording/audio`)
      parts.push(response.status());
  });
  await page.goto(`${vocero.url}/call/${recorded.call_id}`);
  await page.getByRole('button', { name: 'Reproducir' }).click();
  await expect
    .poll(() => audio(page).evaluate((element) => (element as unknown as Sound).readyState))
    .toBeGreaterThanOrEqual(2);
  await expect.poll(() => position(page)).toBeGreaterThan(0.5);
  expect(parts.length).toBeGreaterThan(0);
  expect(new Set(parts)).toEqual(new Set([206]));
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();

  await page.getByRole('button', { name: 'Silenciar' }).click();
  await expect.poll(() => audio(page).evaluate((element) => (element as unknown as Sound).muted)).toBe(true);
  await page.getByRole('button', { name: 'Activar sonido' }).click();
  await expect.poll(() => audio(page).evaluate((element) => (element as unknown as Sound).muted)).toBe(false);
});

test('seeks by click in proportion, by key and by transcript line, and goes back to zero at the end', async ({
  page,
  vocero,
}) => {
  await page.goto(`${vocero.url}/call/${recorded.call_id}`);
  const slider = page.getByRole('slider', { name: 'Posición de la grabación' });
  const seconds = (recorded.duration_ms ?? 0) / 1_000;
  await expect
    .poll(() => audio(page).evaluate((element) => (element as unknown as Sound).duration))
    .toBeCloseTo(seconds, 0);
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not drawn');
  await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
  await expect.poll(() => position(page)).toBeGreaterThan(seconds * 0.24);
  expect(await position(page)).toBeLessThan(seconds * 0.26);
  await slider.press('ArrowRight');
  await expect.poll(() => position(page)).toBeGreaterThan(seconds * 0.24 + 4.5);

  const lines = page.getByRole('listitem').filter({ has: page.getByRole('button') });
  const spoken = vocero.simulator.call(workspace.key, recorded.call_id)?.transcript_object ?? [];
  const third = spoken[2]?.words?.[0]?.start ?? 0;
  await expect(lines.nth(2)).toContainText(spoken[2]?.content ?? '');
  await lines.nth(2).getByRole('button').click();
  await expect.poll(() => position(page)).toBeCloseTo(third, 1);
  await expect(lines.nth(2)).toHaveAttribute('aria-current', 'true');

  await page.getByRole('button', { name: 'Reproducir' }).click();
  await slider.press('End');
  await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();
  await expect.poll(() => position(page)).toBe(0);
});

test('shows status, analysis, cost and latency as the provider told them', async ({ page, vocero }) => {
  const call = vocero.simulator.call(workspace.key, recorded.call_id);
  await page.goto(`${vocero.url}/call/${recorded.call_id}`);
  await expect(page.getByText('Exitosa/Finalizada')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Análisis de la Conversación' })).toContainText(
    call?.call_analysis?.call_summary ?? '-',
  );
  await page.getByRole('tab', { name: 'Data' }).click();
  const dollars = ((call?.call_cost?.combined_cost ?? 0) / 100).toFixed(3).replace('.', ',');
  await expect(page.getByText(`US$ ${dollars}`)).toBeVisible();
  for (const name of Object.keys(call?.call_analysis?.custom_analysis_data ?? {})) {
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Latencia' }).click();
  await expect(page).toHaveURL(/tab=latency/);
  const p50 = Math.round(call?.latency?.e2e?.p50 ?? 0).toLocaleString('es-AR');
  await expect(page.getByRole('region', { name: 'Extremo a extremo (E2E)' })).toContainText(`${p50} ms`);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Latencia' })).toHaveAttribute('aria-selected', 'true');
});

test('compares its latency with the agent’s usual, answer by answer', async ({ page, vocero }) => {
  const path = `/call/${recorded.call_id}?tab=latency`;
  const { usualLatency } = await (await page.request.get(`${vocero.url}/api/calls/${recorded.call_id}/context`)).json();
  await page.goto(`${vocero.url}${path}`);
  const values = vocero.simulator.call(workspace.key, recorded.call_id)?.latency?.e2e?.values ?? [];
  const card = page.getByRole('region', { name: 'Extremo a extremo (E2E)' });
  await expect(
    card.getByRole('img', {
      name: new RegExp(`Distribución de ${values.length === 1 ? '1 respuesta' : `${values.length} respuestas`}: de `),
    }),
  ).toBeVisible();
  const usual = `(p50 habitual ${Math.round(usualLatency.e2e.p50).toLocaleString('es-AR')} ms sobre ${usualLatency.e2e.calls} llamada`;
  await expect(card).toContainText(usual);
  await expect(card).toContainText(/Más rápida que lo habitual|Como es habitual|Más lenta que/);
});

test('goes through the list it came from, over the edges of its pages, and back to it', async ({ page, vocero }) => {
  const list = 'status=ended&pageSize=10';
  const order = (await (await page.request.get(`${vocero.url}/api/calls/all?status=ended&pageSize=100`)).json()) as {
    id: string;
  }[];
  const address = (index: number) =>
    `${vocero.url}/call/${order[index]?.id}?${new URLSearchParams({ lista: list, tab: 'data' }).toString()}`;
  await page.goto(address(8));
  const next = page.getByRole('link', { name: 'Siguiente' });
  const leadsTo = (index: number) => expect(next).toHaveAttribute('href', new RegExp(`/call/${order[index]?.id}`));
  for (const index of [9, 10]) {
    await leadsTo(index);
    await next.click();
    await expect(page).toHaveURL(address(index));
    await expect(page.getByText(order[index]?.id ?? '-')).toBeVisible();
  }
  await expect(page.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: 'Anterior' })).toHaveAttribute(
    'href',
    new RegExp(`/call/${order[9]?.id}`),
  );
  await page.keyboard.press('[');
  await expect(page).toHaveURL(address(9));
  await page.goto(address(0));
  await leadsTo(1);
  await expect(page.getByRole('link', { name: 'Anterior' })).toBeDisabled();
  await page.keyboard.press(']');
  await expect(page).toHaveURL(address(1));
  await page.getByRole('link', { name: 'Volver a la lista' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?${list}`);

  await page.goto(`${vocero.url}/call/${recorded.call_id}`);
  await expect(page.getByRole('tab', { name: 'Data' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Volver a la lista' })).toHaveCount(0);
});

test('leads to earlier calls with the number, tells when what happened, and can be sent to a colleague', async ({
  page,
  vocero,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${vocero.url}/call/${repeated[2]}?tab=data`);
  const earlier = page.getByRole('region', { name: 'Llamadas anteriores' });
  await expect(earlier.getByRole('listitem').getByRole('link')).toHaveCount(2);
  await expect(earlier.getByRole('link', { name: 'Ver en el historial' })).toHaveAttribute(
    'href',
    `/historial-llamadas?q=${encodeURIComponent(repeatedNumber)}`,
  );
  const moments = page.getByRole('region', { name: 'Línea de tiempo' }).getByRole('listitem');
  await expect(moments.filter({ hasText: 'Empieza la llamada' })).toContainText('+0:00');
  await expect(moments.filter({ hasText: 'Termina la llamada' })).toContainText('+0:30');
  await expect(moments.filter({ hasText: 'Aviso de fin' })).toContainText('por webhook');

  await page.getByRole('button', { name: 'Copiar enlace' }).click();
  await expect(page.getByText('Enlace copiado')).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
    `${vocero.url}/call/${repeated[2]}?tab=data&ws=${workspace.id}`,
  );
  // An operator can neither order a paid analysis nor delete data.
  await expect(page.getByRole('button', { name: /Analizar de nuevo|Eliminar datos/ })).toHaveCount(0);
  await earlier.getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(`${vocero.url}/call/${repeated[1]}`);
});

test('groups numbers for reading aloud, and copies them as E.164', async ({ page, vocero }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${vocero.url}/call/${repeated[2]}`);
  const grouped = formatGroupedPhoneNumber(repeatedNumber);
  const number = page.locator('dd').getByText(grouped, { exact: true });
  await number.click({ clickCount: 3 });
  // The code that respells numbers loads once something is selected.
  const copied = async () => {
    await page.keyboard.press('ControlOrMeta+c');
    return page.evaluate<string>('navigator.clipboard.readText()');
  };
  await expect.poll(async () => (await copied()).trim()).toBe(repeatedNumber);
  await page.keyboard.press('ControlOrMeta+a');
  const all = await copied();
  expect(all).toContain(`Con ${repeatedNumber} · 2`);
  expect(all).not.toContain(grouped);
});

test('is analysed again once confirmed, and says when its data were deleted', async ({ page, vocero }) => {
  const own = await vocero.createWorkspace('admin');
  const calls = await addPastCalls(vocero, own, 30);
  const spoken = calls.find((call) => call.recording_url && call.call_status === 'ended');
  if (!spoken) throw new Error('the history has no such call: choose another seed');
  await page.context().clearCookies();
  await signIn(page, vocero, own);
  await whenListed(vocero, page.request, 30);
  const { call_id: id } = spoken;
  const summary = () => vocero.simulator.call(own.key, id)?.call_analysis?.call_summary ?? '-';
  await page.goto(`${vocero.url}/call/${id}`);
  const analysis = page.getByRole('region', { name: 'Análisis de la Conversación' });
  await expect(analysis).toContainText(summary());

  await page.route('**/rerun-analysis', (route) =>
    route.fulfill({
      status: 409,
      json: { message: 'Límite', error: 'Límite', code: 'analysis_limit', requestId: 'r' },
    }),
  );
  await analysis.getByRole('button', { name: 'Analizar de nuevo' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Retell cobra cada análisis.');
  await dialog.getByRole('button', { name: 'Analizar de nuevo' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute('**/rerun-analysis');
  const answered = page.waitForResponse('**/rerun-analysis');
  await dialog.getByRole('button', { name: 'Analizar de nuevo' }).click();
  const { callAnalysis } = (await (await answered).json()) as { callAnalysis: { call_summary?: string } };
  await expect(page.getByText('Llamada analizada de nuevo')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(callAnalysis.call_summary).toBe(summary());
  await expect(analysis).toContainText(summary());

  await page.getByRole('button', { name: 'Eliminar datos' }).click();
  await dialog.getByRole('button', { name: 'Eliminar datos' }).click();
  await expect(page.getByText('Los datos de esta llamada se eliminaron el')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.locator('audio')).toHaveCount(0);
  const facts = page.getByRole('region', { name: 'Datos de la llamada' });
  await expect(facts).toContainText('US$');
  await expect(facts).not.toContainText('Desde');
});

test('says when there is no recording and no transcript, and searches again when asked', async ({ page, vocero }) => {
  const asked = page.waitForRequest(`${vocero.url}/api/calls/${unrecorded.call_id}/recording`);
  await page.goto(`${vocero.url}/call/${unrecorded.call_id}`);
  await asked;
  await expect(page.getByText('Grabación no disponible en Retell.AI')).toBeVisible();
  await expect(page.getByText('Sin Éxito')).toBeVisible();
  await expect(page.getByText('No hay transcripción disponible')).toBeVisible();
  await page.getByRole('tab', { name: 'Latencia' }).click();
  await expect(page.getByText('N/A')).toHaveCount(9);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/calls/${unrecorded.call_id}/recording`, async (route) => {
    await held;
    await route.fulfill({ status: 500, body: 'no' });
  });
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByText('Buscando grabación...')).toBeVisible();
  release();
  await expect(page.getByText('Grabación no disponible', { exact: true })).toBeVisible();
});

test('a missing call and another workspace’s call are both not found', async ({ page, vocero }) => {
  const other = await vocero.createWorkspace('editor');
  const [foreign] = await addPastCalls(vocero, other, 1);
  await page.goto(`${vocero.url}/call/no-existe`);
  await expect(page.getByText('Llamada no encontrada')).toBeVisible();
  await page.goto(`${vocero.url}/call/${foreign?.call_id}`);
  await expect(page.getByText('Llamada no encontrada')).toBeVisible();
  await page.getByRole('link', { name: 'Volver al Dashboard' }).last().click();
  await expect(page).toHaveURL(`${vocero.url}/`);

  // The call exists for its own workspace.
  await page.context().clearCookies();
  await signIn(page, vocero, other);
  await whenListed(vocero, page.request, 1);
  await page.goto(`${vocero.url}/call/${foreign?.call_id}`);
  await expect(page.getByRole('region', { name: 'Datos de la llamada' })).toBeVisible();
});

test(`is accessible, and fits 360 px`, async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/call/${recorded.call_id}?lista=q%3Dla`);
  await expect(page.locator('svg path.stroke-accent')).toBeVisible();
  await page.getByRole('listitem').getByRole('button').first().click();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of ['Data', 'Latencia']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
  }
});

test('a call in progress becomes a finished one before one’s eyes', async ({ page, vocero }) => {
  vocero.simulator.forceOutcome('user_hangup');
  const id = vocero.simulator.arrive(workspace.key, 'inbound');
  // Time is slowed from the call's start on, so that its end comes after this check.
  await waitFor('the start of the call', () => vocero.simulator.call(workspace.key, id)?.call_status === 'ongoing');
  vocero.simulator.setSpeed(0.02);
  try {
    await whenListed(vocero, page.request, listed + 1);
    await page.goto(`${vocero.url}/call/${id}`);
    await expect(page.getByText(/^En curso · /)).toBeVisible();
    await expect(page.getByText('Sin Éxito')).toHaveCount(0);
    await expect(page.getByText('La grabación está disponible cuando termina la llamada.')).toBeVisible();
  } finally {
    vocero.simulator.setSpeed(1);
    vocero.simulator.forceOutcome(undefined);
  }
  await expect(page.getByText('Exitosa/Finalizada')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();
  await expect(page.getByText('Usuario colgó')).toBeVisible();
});
