/** Zone, locale and currency of the workspace: saved once, in effect on every open screen without a reload. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { WireCall } from '../src/retell/index.ts';
import type { UpdateSettingsBody } from '../src/contract/settings.ts';
import {
  expect,
  expectGoodAtBothWidths,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';

const count = 12;
let workspace: ConsoleWorkspace;
let newest: WireCall;
let priced: WireCall;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('admin');
  const calls = await addPastCalls(vocero, workspace, count);
  const startOf = (call: WireCall) => call.start_timestamp ?? 0;
  newest = calls.reduce((latest, call) => (startOf(call) > startOf(latest) ? call : latest));
  const costly = calls.find((call) => (call.call_cost?.combined_cost ?? 0) > 1);
  if (!costly) throw new Error('the history has no such call: choose another seed');
  priced = costly;
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, count);
  await save(vocero, page.request, {
    timeZone: 'America/Argentina/Buenos_Aires',
    dateLocale: 'es-AR',
    currency: 'USD',
  });
});

async function save(vocero: Console, request: APIRequestContext, change: UpdateSettingsBody): Promise<void> {
  const answer = await request.put(`${vocero.url}/api/settings`, { data: change });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Marks the page; a reload would lose the mark. */
const marked = async (page: Page) => {
  await page.evaluate("window.notReloaded = 'still here'");
  return async () => expect(await page.evaluate('window.notReloaded')).toBe('still here');
};

function written(call: WireCall, locale: string, timeZone: string): { date: string; time: string } {
  const at = new Date(call.start_timestamp ?? 0);
  return {
    date: new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }).format(at),
    time: new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
      at,
    ),
  };
}

test('an open dashboard follows zone and locale', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/?period=7d`);
  const row = page.locator(`a[href="/call/${newest.call_id}"]`).last();
  const before = written(newest, 'es-AR', 'America/Argentina/Buenos_Aires');
  await expect(row).toContainText(`${before.date.slice(0, 5)} ${before.time}`);
  await expect(page.getByLabel('Resumen')).toContainText(/\d,\d%/);
  const notReloaded = await marked(page);

  await save(vocero, page.request, { timeZone: 'America/Mexico_City', dateLocale: 'en-US' });
  const after = written(newest, 'en-US', 'America/Mexico_City');
  await expect(row).toContainText(`${after.date.slice(0, 5)} ${after.time}`);
  await expect(page.getByLabel('Resumen')).toContainText(/\d\.\d%/);
  await notReloaded();
});

test('the open call history follows, and so does its clock for live news', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/historial-llamadas`);
  const row = page.getByRole('row').filter({ has: page.locator(`a[href^="/call/${newest.call_id}?"]`) });
  const before = written(newest, 'es-AR', 'America/Argentina/Buenos_Aires');
  await expect(row).toContainText(`${before.date} ${before.time}`);
  const notReloaded = await marked(page);

  await save(vocero, page.request, { timeZone: 'UTC', dateLocale: 'en-US' });
  const after = written(newest, 'en-US', 'UTC');
  await expect(row).toContainText(`${after.date} ${after.time}`);
  const updated = page.getByText(/Actualizado \d\d:\d\d:\d\d/);
  // The data were read a moment ago, or are being read again.
  const hours = [-5, 0, 1].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 13));
  await expect(updated).toContainText(new RegExp(` (${hours.join('|')}):`));
  await notReloaded();
});

test('costs read in dollars until a dated rate is there, and then say which', async ({ page, vocero }) => {
  const dollars = (priced.call_cost?.combined_cost ?? 0) / 100;
  const write = (amount: number, decimals: number) =>
    new Intl.NumberFormat('es-AR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(amount);
  await page.goto(`${vocero.url}/call/${priced.call_id}`);
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page.getByText(`US$ ${write(dollars, 3)}`, { exact: true })).toBeVisible();
  const notReloaded = await marked(page);

  await save(vocero, page.request, { currency: 'ARS' });
  await save(vocero, page.request, { usdRate: { rate: 1_234.5, date: '2026-03-05' } });
  await expect(page.getByText(`$ ${write(dollars * 1_234.5, 2)}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Costo', exact: true }).click();
  await expect(page.getByRole('tooltip')).toContainText('Al tipo de cambio del 05/03/2026: US$ 1 = $ 1.234,50.');

  await save(vocero, page.request, { usdRate: null });
  await expect(page.getByText(`US$ ${write(dollars, 3)}`, { exact: true })).toBeVisible();
  await notReloaded();
});

test('fields for a day and a time take the workspace’s format, forgive how it is typed, and name it', async ({
  page,
  vocero,
}) => {
  await page.goto(`${vocero.url}/settings?seccion=discado`);
  await page.getByRole('switch', { name: 'Respetar el horario' }).setChecked(true);
  const from = page.getByLabel('Desde', { exact: true });
  await from.fill('25:00');
  await from.blur();
  await expect(page.getByRole('alert')).toHaveText('Escribe la hora como hh:mm, de 00:00 a 23:59.');
  await from.fill('930');
  await from.blur();
  await expect(from).toHaveValue('09:30');

  const day = page.getByLabel('Fecha del feriado');
  const add = page.getByRole('button', { name: 'Agregar fecha' });
  await expect(day).toHaveAttribute('placeholder', 'dd/mm/aaaa');
  await day.fill('31/02/2031');
  await day.blur();
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert')).toHaveText('Escribe un día que exista, como dd/mm/aaaa.');
  await expect(add).toBeDisabled();
  await expectGoodAtBothWidths(page);
  await day.fill('9/7/31');
  await day.blur();
  await expect(day).toHaveValue('09/07/2031');
  await add.click();
  await expect(page.getByRole('button', { name: 'Quitar 09/07/2031' })).toBeVisible();
  await expect(day).toHaveValue('');

  // Stands for the browser's calendar, which is drawn outside of the page.
  await page.evaluate(`HTMLInputElement.prototype.showPicker = function () {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(this, '2031-12-25');
    this.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await page.getByRole('button', { name: 'Abrir el calendario' }).click();
  await expect(day).toHaveValue('25/12/2031');

  await save(vocero, page.request, { dateLocale: 'en-US' });
  await page.goto(`${vocero.url}/historial-llamadas?fromDate=2031-07-09`);
  await page.getByRole('button', { name: /^Cambiar filtro Desde/ }).click();
  await expect(page.getByLabel('Desde', { exact: true })).toHaveValue('07/09/2031');
  await page.getByLabel('Desde', { exact: true }).fill('8/2/2031');
  await expect(page).toHaveURL(/fromDate=2031-08-02/);
});
