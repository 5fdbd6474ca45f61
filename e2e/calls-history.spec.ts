/**
 * The call history: real calls, search, filters and order in the address, paging, columns, views, export, and failed
 * reads.
 */
import { readFile } from 'node:fs/promises';
import { removeAccentsAndCase, splitIntoSearchWords } from '../src/contract/search-words.ts';
import type { WireCall } from '../src/retell/index.ts';
import { onItsClock, quietDayOf } from '../src/server/testing/quiet-zone.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectFits,
  signIn,
  test,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';
import type { Locator, Page } from '@playwright/test';

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

const addFilter = (page: Page) => page.getByRole('button', { name: 'Filtro', exact: true });
const filterWindow = (page: Page) => page.getByRole('dialog', { name: 'Filtros', exact: true });

/** Opens the list of filters and then one filter's control. */
async function openFilter(page: Page, name: string): Promise<void> {
  await addFilter(page).click();
  await filterWindow(page).getByRole('option', { name, exact: true }).click();
}

/** Picks a filter and one of its values, which closes the popover. */
async function pickFilter(page: Page, name: string, value: string): Promise<void> {
  await openFilter(page, name);
  await filterWindow(page)
    .getByRole('listbox', { name, exact: true })
    .getByRole('option', { name: value, exact: true })
    .click();
  await expect(filterWindow(page)).toHaveCount(0);
  await expect(addFilter(page)).toBeFocused();
}

/** Changes an active filter by its chip. */
async function changeFilter(page: Page, chip: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Cambiar filtro ${chip}` }).click();
  await page.getByRole('dialog').getByRole('option', { name: value, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const rows = (page: Page) => page.getByRole('table', { name: 'Llamadas' }).locator('tbody tr');

test('lists the calls newest first, each row a real link to its call', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas`);
  await expect(page.getByRole('heading', { name: 'Historial de Llamadas', level: 1 })).toBeVisible();
  await expect(page.getByText(`1-20 de ${count}`)).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  const newest = calls.toSorted(
    (a, b) => (b.start_timestamp ?? b.end_timestamp ?? 0) - (a.start_timestamp ?? a.end_timestamp ?? 0),
  )[0];
  const href = await rows(page).first().getByRole('link').first().getAttribute('href');
  expect(href).toBe(`/call/${newest?.call_id}?lista=`);

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    rows(page).first().click({ button: 'middle' }),
  ]);
  await expect(tab).toHaveURL(`${vocero.url}${href}`);
  await tab.close();
  await rows(page).first().click();
  await expect(page).toHaveURL(`${vocero.url}${href}`);
});

test('says what a reason means by keyboard too', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas?status=ended`);
  await page.getByRole('link', { name: 'Usuario colgó' }).first().focus();
  await expect(page.getByRole('tooltip')).toContainText('Normal');
  await expect(page.getByRole('tooltip')).toContainText('El cliente colgó. Es un final esperado.');
});

test('filters narrow the list, stand in the address and survive a reload', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas`);
  const expectTotal = async (total: number) => {
    expect(total).toBeGreaterThan(0);
    await expect(page.getByText(new RegExp(`^1-${Math.min(20, total)} de ${total}$`))).toBeVisible();
  };
  const failed = calls.filter((call) => call.call_status === 'not_connected' || call.call_status === 'error');
  await expect(page.getByText(`${count} llamadas`, { exact: true })).toBeVisible();
  // Filters are listed with the result first.
  await addFilter(page).click();
  await expect(filterWindow(page).getByRole('option').first()).toHaveText('Resultado');
  await expect(filterWindow(page).getByRole('combobox')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await pickFilter(page, 'Estado', 'Fallida');
  await expect(page).toHaveURL(/status=not_connected/);
  await expectTotal(failed.length);
  // The status is left out if the result says the same.
  await expect(rows(page).getByText(/^(Fallida|Falló)$/)).toHaveCount(Math.min(20, failed.length));

  const outbound = failed.filter((call) => call.direction === 'outbound');
  await pickFilter(page, 'Dirección', 'Salientes');
  await expectTotal(outbound.length);
  const ofAgent = outbound.filter((call) => call.agent_id === outbound[0]?.agent_id);
  const agents = (await (await page.request.get('/api/agents')).json()) as { agent_id: string; agent_name: string }[];
  const agent = agents.find(({ agent_id }) => agent_id === outbound[0]?.agent_id)?.agent_name ?? '';
  await pickFilter(page, 'Agente', agent);
  await expectTotal(ofAgent.length);
  await page.getByRole('columnheader', { name: 'Duración' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Duración' })).toHaveAttribute('aria-sort', 'descending');
  const list = 'status=not_connected&origin=outbound&agent=' + outbound[0]?.agent_id + '&sort=-duration';
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?${list}`);
  await page.reload();
  await expectTotal(ofAgent.length);
  await page.getByRole('button', { name: 'Cambiar filtro Estado: Fallida' }).click();
  await expect(page.getByRole('dialog', { name: 'Estado' }).getByRole('option', { selected: true })).toHaveText(
    'Fallida',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cambiar filtro Estado: Fallida' })).toBeFocused();
  await expect(page.getByRole('columnheader', { name: 'Duración' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('columnheader', { name: 'Fecha' })).toHaveAttribute('aria-sort', 'none');
  // A call's link contains the list from which it is opened.
  const href = await rows(page).first().getByRole('link').first().getAttribute('href');
  expect(new URL(href ?? '', vocero.url).searchParams.get('lista')).toBe(list);

  await page.getByRole('button', { name: 'Quitar filtro Dirección: Salientes' }).click();
  await expectTotal(failed.filter((call) => call.agent_id === outbound[0]?.agent_id).length);
  await page.goBack();
  await expectTotal(ofAgent.length);
  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await expectTotal(count);

  await pickFilter(page, 'Canal', 'Web');
  await expectTotal(calls.filter((call) => call.call_type === 'web_call').length);
  await changeFilter(page, 'Canal: Web', 'Teléfono');
  await expectTotal(calls.filter((call) => call.call_type === 'phone_call').length);
  await page.getByRole('button', { name: 'Quitar filtro Canal: Teléfono' }).click();
  await pickFilter(page, 'Sentimiento', 'Positivo');
  await expectTotal(calls.filter((call) => call.call_analysis?.user_sentiment === 'Positive').length);
});

/** Presses Tab until `wanted` has the focus, at most `most` times. */
async function tabTo(page: Page, wanted: Locator, most: number): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test('a complaint is found and opened by keyboard alone', async ({ page, vocero }) => {
  // Complaints are rare, so a field that many calls have is mapped to them here.
  const own = await vocero.createWorkspace('admin');
  const past = await addPastCalls(vocero, own, 40);
  const fieldsOf = (call: WireCall) => (call.call_analysis?.custom_analysis_data ?? {}) as Record<string, unknown>;
  const complaints = past.filter((call) => fieldsOf(call)['right_party'] === true);
  expect(complaints.length).toBeGreaterThan(0);
  await signIn(page, vocero, own);
  const saved = await page.request.put(`${vocero.url}/api/settings`, {
    data: { copc: { fields: { complaintRate: 'right_party' }, targets: {} } },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await whenListed(vocero, page.request, 40);
  await page.goto(`${vocero.url}/historial-llamadas`);
  await expect(rows(page)).toHaveCount(20);
  await page.keyboard.press('/');
  await tabTo(page, addFilter(page), 6);
  await page.keyboard.press('Enter');
  const search = filterWindow(page).getByRole('combobox');
  await expect(search).toBeFocused();
  await page.keyboard.type('no cumple');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'No cumple' })).toBeVisible();
  await page.keyboard.type('queja');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/missed=complaintRate/);
  // The panel takes the keys until it has faded out; then its button has the focus again.
  await expect(addFilter(page)).toBeFocused();
  const total = complaints.length === 1 ? '1 llamada' : `${complaints.length} llamadas`;
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Quitar filtro No cumple: Queja' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/call\/[^?]+\?lista=missed%3DcomplaintRate/);
  expect(complaints.map(({ call_id }) => `/call/${call_id}`)).toContain(new URL(page.url()).pathname);

  // Removing a filter keeps the keyboard's place.
  await page.goBack();
  await page.getByRole('button', { name: 'Quitar filtro No cumple: Queja' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas`);
  await expect(addFilter(page)).toBeFocused();

  // A value of the analysis is a filter by itself, whatever the target.
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.type('queja');
  await page.keyboard.press('Enter');
  const answers = page.getByRole('listbox', { name: 'Queja' });
  await expect(answers).toBeFocused();
  await page.keyboard.type('n');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/complaintRate=no/);
  const others = past.filter((call) => fieldsOf(call)['right_party'] === false).length;
  await expect(page.getByText(others === 1 ? '1 llamada' : `${others} llamadas`, { exact: true })).toBeVisible();
  // The chip opens the filter again.
  await expect(addFilter(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Cambiar filtro Queja: No' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answers).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/complaintRate=yes/);
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cambiar filtro Queja: Sí' })).toBeFocused();
  const focusedCall = () => page.evaluate<string | null>("document.activeElement?.getAttribute('href')");
  await page.keyboard.press('j');
  await expect.poll(focusedCall).not.toBeNull();
  const first = await focusedCall();
  if (complaints.length > 1) {
    await page.keyboard.press('j');
    await expect.poll(focusedCall).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(focusedCall).toBe(first);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/call\/[^?]+\?lista=complaintRate%3Dyes/);
  const player = page.getByRole('region', { name: 'Grabación' });
  await expect(player.getByRole('button', { name: 'Reproducir' })).toBeEnabled();
  await page.keyboard.press(' ');
  await expect(player.getByRole('button', { name: 'Pausar' })).toBeVisible();
  const position = () =>
    page.locator('audio').evaluate((element) => (element as unknown as { readonly currentTime: number }).currentTime);
  await expect.poll(position).toBeGreaterThan(0);
});

test('a search without a hit offers the filter of that name, which replaces it', async ({ page, vocero }) => {
  const machines = calls.filter(
    ({ disconnection_reason: reason, call_analysis: analysis }) =>
      ['voicemail_reached', 'machine_detected', 'ivr_reached'].includes(reason ?? '') || analysis?.in_voicemail,
  );
  expect(machines.length).toBeGreaterThan(0);
  await page.goto(`${vocero.url}/historial-llamadas?q=contestadores&origin=outbound`);
  await page.getByRole('button', { name: 'Filtrar por Resultado: Contestador' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?origin=outbound&result=machine`);
  const total = machines.filter(({ direction }) => direction === 'outbound').length;
  await expect(page.getByText(total === 1 ? '1 llamada' : `${total} llamadas`, { exact: true })).toBeVisible();
  await expect(rows(page).getByText('Contestador', { exact: true })).toHaveCount(Math.min(20, total));

  await page.goto(`${vocero.url}/historial-llamadas?q=quejas`);
  await expect(page.getByRole('button', { name: 'Filtrar por Queja: Sí' })).toBeVisible();
  await page.goto(`${vocero.url}/historial-llamadas?q=nadieloda`);
  await expect(page.getByRole('button', { name: 'Limpiar búsqueda' }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Filtrar por/ })).toHaveCount(0);
});

test('cuts days in the workspace zone, and says when nothing fits', async ({ page, vocero }) => {
  const moments = calls.map((call) => call.start_timestamp ?? call.end_timestamp ?? 0);
  const lastDay = quietDayOf(Math.max(...moments));
  const ofLastDay = moments.filter((at) => quietDayOf(at) === lastDay).length;
  await page.goto(`${vocero.url}/historial-llamadas`);
  await openFilter(page, 'Período');
  await page.getByLabel('Desde', { exact: true }).fill(lastDay);
  await expect(page).toHaveURL(new RegExp(`fromDate=${lastDay}`));
  await page.getByLabel('Hasta', { exact: true }).fill(lastDay);
  await expect(page.getByText(new RegExp(`^1-${Math.min(20, ofLastDay)} de ${ofLastDay}$`))).toBeVisible();

  // Named ranges move with the calendar; a typed date replaces them.
  const today = quietDayOf(Date.now());
  await page.getByRole('button', { name: '7 días' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?days=7d`);
  await expect(page.getByLabel('Hasta', { exact: true })).toHaveValue(today.split('-').reverse().join('/'));
  await expect(page.getByText(`1-20 de ${count}`)).toBeVisible();
  await page.getByLabel('Desde', { exact: true }).fill('2099-01-01');
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?fromDate=2099-01-01&toDate=${today}`);
  await expect(page.getByText('No se encontraron llamadas')).toBeVisible();
  await expect(page.getByText('Ajusta los filtros para ver diferentes resultados.')).toBeVisible();
});

test('narrows by goal, by why calls ended and by an hour of the week, which views keep', async ({ page, vocero }) => {
  const expectTotal = async (total: number) => {
    expect(total).toBeGreaterThan(0);
    await expect(page.getByText(new RegExp(`^1-${Math.min(20, total)} de ${total}$`))).toBeVisible();
  };
  await page.goto(`${vocero.url}/historial-llamadas`);
  await pickFilter(page, 'Objetivo', 'No cumplido');
  await expectTotal(calls.filter((call) => call.call_analysis?.call_successful === false).length);
  await changeFilter(page, 'Objetivo: No cumplido', 'Cumplido');
  const reached = calls.filter((call) => call.call_analysis?.call_successful);
  await expectTotal(reached.length);
  await pickFilter(page, 'Motivo de fin', 'Usuario colgó');
  const both = reached.filter((call) => call.disconnection_reason === 'user_hangup');
  await expectTotal(both.length);
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?goal=reached&reason=user_hangup`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect((await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(both.length + 1);

  const at = onItsClock(calls[0]?.start_timestamp ?? calls[0]?.end_timestamp ?? 0);
  const hour = at.toISOString().slice(0, 13);
  const ofHour = calls.filter((call) =>
    onItsClock(call.start_timestamp ?? call.end_timestamp ?? 0)
      .toISOString()
      .startsWith(hour),
  );
  const weekday = ((at.getUTCDay() + 6) % 7) + 1;
  const list = `reason=algo_raro&weekday=${weekday}&hour=${at.getUTCHours()}`;
  await page.goto(`${vocero.url}/historial-llamadas?${list}`);
  await expect(page.getByText('No se encontraron llamadas')).toBeVisible();
  await page.getByRole('button', { name: /^Cambiar filtro Motivo de fin/ }).click();
  await expect(page.getByRole('option', { selected: true })).toHaveText('algo_raro (desconocida)');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Vistas' }).click();
  await page.getByRole('menuitem', { name: 'Guardar vista actual' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nombre').fill('De esa hora');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Quitar filtro Motivo de fin: algo_raro (desconocida)' }).click();
  await expectTotal(ofHour.length);
  const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];
  await page.getByRole('button', { name: `Quitar filtro ${weekdays[weekday - 1]}, ${at.getUTCHours()} h` }).click();
  await expectTotal(count);
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas`);
  await page.getByRole('button', { name: 'Vistas' }).click();
  await page.getByRole('menuitem', { name: 'De esa hora' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?${list}`);
  await page.getByRole('button', { name: 'Vistas' }).click();
  await page.getByRole('menuitem', { name: 'Administrar vistas' }).click();
  await dialog.getByRole('button', { name: 'Eliminar De esa hora' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(dialog.getByText('Todavía no guardaste ninguna.')).toBeVisible();
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

/** A word with an accent that some calls contain and no name does, as it is typed, with those calls. */
async function pickSaidWord({
  request,
}: Page): Promise<{ readonly typed: string; readonly found: readonly WireCall[] }> {
  const agents = (await (await request.get('/api/agents')).json()) as readonly { readonly agent_name: string }[];
  const customers = calls.map((call) => String(call.retell_llm_dynamic_variables?.['customer_name']));
  const names = splitIntoSearchWords([...agents.map(({ agent_name }) => agent_name), ...customers].join(' '));
  const said = (call: WireCall) => splitIntoSearchWords((call.transcript ?? '').replace(/^\w+: /gm, ''));
  const words = calls.flatMap(({ transcript }) => (transcript ?? '').match(/(?<!\p{L})\p{Ll}{6,}(?!\p{L})/gu) ?? []);
  for (const word of words.filter((each) => /[áéíóúñ]/.test(each))) {
    const [typed = ''] = splitIntoSearchWords(word);
    if (names.some((name) => name.startsWith(typed))) continue;
    const found = calls.filter((call) => said(call).some((other) => other.startsWith(typed)));
    // The transcript of a call that an error ended is read only when somebody opens it.
    if (found.some((call) => call.call_status !== 'ended')) continue;
    if (found.length > 1 && found.length < 15) return { typed, found };
  }
  throw new Error('no such word');
}

test('finds calls by what was said and by a part of the number, and marks it', async ({ page, vocero }) => {
  const { typed: folded, found } = await pickSaidWord(page);
  const typed = folded.toUpperCase();
  // Words are searchable some seconds after they are known.
  await expect
    .poll(async () => (await page.request.get(`${vocero.url}/api/calls/all?q=${typed}`)).headers()['x-total-count'])
    .toBe(String(found.length));
  await page.goto(`${vocero.url}/historial-llamadas?page=2`);
  await expect(page.getByText(`21-40 de ${count}`)).toBeVisible();
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: 'Buscar llamadas' });
  await expect(field).toBeFocused();
  await field.fill(typed);
  await expect(page.getByText(`1-${found.length} de ${found.length}`)).toBeVisible();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?q=${typed}`);
  await expect
    .poll(async () => removeAccentsAndCase((await rows(page).first().locator('mark').first().textContent()) ?? ''))
    .toBe(folded);
  await expect(page.getByText('En la transcripción:')).toHaveCount(found.length);

  const inbound = calls.find((call) => call.direction === 'inbound');
  const part = (inbound?.from_number ?? '').slice(-6);
  const withPart = calls.filter((call) => [call.from_number, call.to_number].some((number) => number?.includes(part)));
  await field.fill(`${part.slice(0, 2)} ${part.slice(2)}`);
  await expect(page.getByText(`1-${withPart.length} de ${withPart.length}`)).toBeVisible();
  // Words typed apart may be marked elsewhere in the row too.
  const marked = rows(page)
    .first()
    .locator('mark')
    .filter({ hasText: /^\d{2,}-?\d{4}$/ });
  await expect(marked.first()).toBeVisible();
  expect((await marked.first().textContent())?.replace('-', '')).toBe(part);

  await field.fill('zzzz nadie');
  await expect(page.getByText('No se encontraron llamadas')).toBeVisible();
  await page.getByRole('main').getByText('Limpiar búsqueda', { exact: true }).click();
  await expect(page.getByText(`1-20 de ${count}`)).toBeVisible();
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(field).toHaveValue('zzzz nadie');
  await field.press('Escape');
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas`);
  await expect(page.getByText(`1-20 de ${count}`)).toBeVisible();

  await page.getByRole('button', { name: 'Vistas' }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows(page).nth(1).getByRole('link').first()).toBeFocused();
});

test('shows the columns that a person chooses, also after a reload', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas`);
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(
    ['Estado', 'Resultado', 'Cliente', 'Dirección', 'Agente', 'Motivo de fin', 'Duración', 'Fecha'],
    { useInnerText: true },
  );
  await page.getByRole('button', { name: 'Columnas' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Cliente' })).toBeDisabled();
  for (const name of ['Costo', 'Latencia', 'Resultado', 'Dirección', 'Agente'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  const chosen = ['Estado', 'Cliente', 'Motivo de fin', 'Duración', 'Costo', 'Latencia', 'Fecha'];
  await expect(heads).toHaveText(chosen, { useInnerText: true });
  await page.reload();
  await expect(heads).toHaveText(chosen, { useInnerText: true });
  const answered = calls.filter((call) => call.call_cost).length;
  expect(answered).toBeGreaterThan(0);
  await expect(
    rows(page)
      .getByText(/^US\$ \d/)
      .first(),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Columnas' }).click();
  await page.getByRole('menuitem', { name: 'Columnas de siempre' }).click();
  await expect(heads).toHaveCount(8);
});

test('columns share the width by weight, and at 150 % of a small screen there is a table still', async ({
  page,
  vocero,
}) => {
  for (const width of [911, 1366, 1920, 2560]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto(`${vocero.url}/historial-llamadas`);
    await expect(rows(page).first().getByRole('link').first()).toBeVisible();
    const widthOf = async (name: string) =>
      (await page.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0;
    const [contact, agent] = [await widthOf('Cliente'), await widthOf('Agente')];
    expect(contact).toBeGreaterThan(agent);
    expect(agent).toBeLessThan(360);
    if (width > 911) expect(await widthOf('Motivo de fin')).toBeGreaterThan(agent);
    await expectFits(page);
  }
});

test('keeps views under names: save, apply, replace, rename, delete', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas?page=2&status=ended&days=7d`);
  const menu = page.getByRole('button', { name: 'Vistas' });
  const dialog = page.getByRole('dialog');
  await menu.click();
  await expect(page.getByText('Todavía no guardaste ninguna.')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Guardar vista actual' }).click();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('El nombre es requerido')).toBeVisible();
  await dialog.getByLabel('Nombre').fill('Exitosas de la semana');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await menu.click();
  const view = page.getByRole('menuitem', { name: 'Exitosas de la semana' });
  await expect(view).not.toHaveAttribute('aria-current');
  await page.getByRole('menuitem', { name: 'Guardar vista actual' }).click();
  await dialog.getByLabel('Nombre').fill('EXITOSAS DE LA SEMANA');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByLabel('Nombre')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');

  await menu.click();
  await view.click();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?days=7d&status=ended`);
  await menu.click();
  await expect(view).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');

  await changeFilter(page, 'Estado: Exitosa', 'Fallida');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Administrar vistas' }).click();
  await dialog.getByRole('button', { name: 'Reemplazar Exitosas de la semana por los filtros actuales' }).click();
  await expect(dialog.getByText('Vista actual')).toBeAttached();
  await dialog.getByRole('button', { name: 'Cambiar nombre de Exitosas de la semana' }).click();
  await dialog.getByLabel('Nombre').fill('Fallidas de la semana');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByRole('link', { name: 'Fallidas de la semana' })).toHaveAttribute(
    'href',
    '/historial-llamadas?days=7d&status=not_connected',
  );
  await dialog.getByRole('button', { name: 'Eliminar Fallidas de la semana' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(dialog.getByText('Todavía no guardaste ninguna.')).toBeVisible();
});

test('exports the calls of the filter, can be cancelled, and says when it fails', async ({ page, vocero }) => {
  const failed = calls.filter((call) => call.call_status === 'not_connected' || call.call_status === 'error');
  await page.goto(`${vocero.url}/historial-llamadas?status=not_connected`);
  await expect(rows(page)).toHaveCount(Math.min(20, failed.length));
  const contact = (await rows(page).first().getByRole('link').first().textContent()) ?? '';
  const action = page.getByRole('button', { name: 'Exportar CSV' });
  const [download] = await Promise.all([page.waitForEvent('download'), action.click()]);
  expect(download.suggestedFilename()).toMatch(/^llamadas-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('"Estado";');
  expect(lines).toHaveLength(failed.length + 1);
  // The number behind the name, in E.164 as in files.
  const [number = contact] = /\+[\d -]+$/.exec(contact) ?? [];
  expect(lines[1]).toContain(number.startsWith('+') ? number.replaceAll(/[ -]/g, '') : number);
  await expect(page.getByText(`${failed.length} llamadas`)).toBeVisible();

  // An export that runs until it is cancelled, on other screens too.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/calls/export.csv*', async (route) => {
    await held;
    await route.abort();
  });
  await action.click();
  const progress = page.getByRole('region', { name: 'Exportando llamadas' });
  await expect(progress.getByText('Preparando el archivo...')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Agentes', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Agentes de IA' })).toBeVisible();
  await page.goBack();
  await progress.getByRole('button', { name: 'Cancelar' }).click();
  await expect(progress).toHaveCount(0);
  await expect(action).toBeEnabled();

  release();
  await action.click();
  const failure = page.getByRole('alert').filter({ hasText: 'La exportación falló.' });
  await expect(failure).toContainText('Error de conexión');
  await page.unroute('**/api/calls/export.csv*');
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    failure.getByRole('button', { name: 'Reintentar' }).click(),
  ]);
  expect((await readFile(await again.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(failed.length + 1);
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

test('is accessible with finds marked, and fits 360 px as cards', async ({ page, vocero }) => {
  const { typed } = await pickSaidWord(page);
  await page.goto(`${vocero.url}/historial-llamadas?name=Cobranzas&pageSize=10&q=${typed}`);
  await expect(page.locator('mark').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('list', { name: 'Llamadas' }).locator('mark').first()).toBeVisible();
  await addFilter(page).click();
  await expect(filterWindow(page)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await filterWindow(page).getByRole('option', { name: 'Período' }).click();
  await expect(page.getByLabel('Desde', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('Orden').selectOption('Más largas');
  await expect(page).toHaveURL(/sort=-duration/);
  // The old order is shown dimmed until the new one is loaded.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
});

test('a call whose data were deleted stays in the list, without what names anybody', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas?origin=inbound&status=ended`);
  const first = rows(page).first();
  const href = (await first.getByRole('link').first().getAttribute('href')) ?? '';
  const total = await page.getByText(/^1-\d+ de \d+$/).textContent();
  const admin = await vocero.signInElsewhere({
    username: `${workspace.username}-titular`,
    password: workspace.password,
  });
  const forgotten = await admin.request('DELETE', `/api/calls/${new URL(href, vocero.url).pathname.split('/').at(-1)}`);
  expect(forgotten.status).toBe(204);
  await page.reload();
  await expect(first.getByRole('link', { name: 'Datos eliminados' })).toHaveAttribute('href', href);
  await expect(first.getByText('Exitosa')).toBeVisible();
  await expect(page.getByText(total ?? '', { exact: true })).toBeVisible();
});

test('a new call appears by itself', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas`);
  await expect(rows(page)).toHaveCount(20);
  const id = vocero.simulator.arrive(workspace.key, 'web');
  await expect(rows(page).first().getByRole('link').first()).toHaveAttribute('href', `/call/${id}?lista=`);
  await expect(page.getByText(`1-20 de ${count + 1}`)).toBeVisible();
});
