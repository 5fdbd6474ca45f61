// The do-not-call list in the settings: numbers by hand, own files and the registry's, search, and removal.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, signIn, test, type Console } from './console-fixture.ts';
import { makeSpreadsheet } from '../src/files/testing/make-spreadsheet.ts';
import { breakRequests } from './people-steps.ts';

async function openList(page: Page, vocero: Console): Promise<void> {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await page.goto('/settings?seccion=no-llamar');
  await expect(page.getByText('La lista está vacía')).toBeVisible();
}

const numbers = (page: Page): Locator => page.getByRole('region', { name: 'Números que no se llaman' });
const files = (page: Page): Locator => page.getByRole('region', { name: 'Archivos' });

async function addNumber(page: Page, number: string, note = ''): Promise<void> {
  const form = page.getByRole('region', { name: 'Agregar un número' });
  await form.getByLabel('Número').fill(number);
  await form.getByLabel('Nota').fill(note);
  await form.getByRole('button', { name: 'Agregar' }).click();
}

async function uploadFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page
    .getByLabel('Archivo de números')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

/** The date `days` days ago, in a date input's form. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test('a number is added, found by any part of it and by its source, and taken off after asking', async ({
  page,
  vocero,
}) => {
  await openList(page, vocero);
  await addNumber(page, '');
  await expect(page.getByText('El número es requerido')).toBeVisible();
  await addNumber(page, 'hola');
  await expect(page.getByText('«hola» no es un número de teléfono.', { exact: false })).toBeVisible();

  await addNumber(page, '+54 9 11 4444-0001', 'Pidió no recibir llamadas');
  await expect(page.getByText('Número agregado')).toBeVisible();
  await expect(numbers(page).getByText('Pidió no recibir llamadas')).toBeVisible();
  await addNumber(page, '+54 11 4444-0002');
  const first = numbers(page).getByRole('row').filter({ hasText: '4444-0001' });
  const second = numbers(page).getByRole('row').filter({ hasText: '4444-0002' });
  await expect(second).toBeVisible();

  await numbers(page).getByLabel('Buscar número').fill('0001');
  await expect(second).toBeHidden();
  await expect(first).toContainText('Agregado a mano');
  await expect(page).toHaveURL(/q=0001/);
  // A page beyond the last shows the last one.
  await page.goto(`${page.url()}&pagina=9`);
  await expect(first).toBeVisible();
  await expect(second).toBeHidden();
  await numbers(page).getByLabel('Origen').selectOption('registry');
  await expect(page.getByText('Ningún número coincide')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await expect(second).toBeVisible();

  await first.getByRole('button', { name: /Quitar/ }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Quitar de la lista?' });
  await expect(dialog).toContainText('podrán volver a llamar');
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(first).toBeHidden();
  await expect(second).toBeVisible();
});

test('a file of our own: what it brought, which lines held no number, and taking it away', async ({ page, vocero }) => {
  await openList(page, vocero);
  await uploadFile(page, 'bajas.txt', '+541144440001\nsin número\n+54 11 4444 0002\n=1+1\n');
  await expect(files(page).getByText('2 números de bajas.txt ya están en la lista.')).toBeVisible();
  await expect(files(page).getByText('2 líneas no tienen un número completo')).toBeVisible();
  await expect(files(page).getByText('Línea 2: «sin número» no es un número de teléfono.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar rechazadas' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  // Cells that a spreadsheet would execute are escaped.
  expect(csv).toContain(`\uFEFF"linea";"texto";"motivo"\r\n"2";"sin número";"«sin número» no es un número`);
  expect(csv).toContain(`"4";"'=1+1";"`);
  await expect(numbers(page).getByRole('row').filter({ hasText: 'Archivo propio' })).toHaveCount(2);

  await files(page).getByRole('button', { name: 'Quitar bajas.txt' }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Quitar el archivo?' });
  await expect(dialog).toContainText('Los 2 números de «bajas.txt»');
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText('La lista está vacía')).toBeVisible();
  await expect(page.getByText('Todavía no subiste ningún archivo.')).toBeVisible();

  await uploadFile(page, 'vacio.txt', 'nada\n');
  await expect(
    files(page).getByRole('alert').filter({ hasText: 'El archivo no tiene ningún número de teléfono.' }),
  ).toBeVisible();
});

test('every column of numbers of a file or a spreadsheet is read, and named', async ({ page, vocero }) => {
  await openList(page, vocero);
  const rows = [
    ['Bajas de noviembre'],
    [],
    ['Nombre', 'Teléfono fijo', 'Celular'],
    ['Ana', '+541144450031', 5491144450032],
    ['José', '', 5491144450034],
    ['Lía', '5,49E+12', 5491144450035],
  ];
  await uploadFile(page, 'bajas.xlsx', makeSpreadsheet([{ name: 'Hoja1', rows }]));
  await expect(files(page).getByText('4 números de bajas.xlsx ya están en la lista.')).toBeVisible();
  await expect(files(page).getByText('Se leyeron las columnas «Teléfono fijo» (1) y «Celular» (3).')).toBeVisible();
  await expect(files(page).getByText('Se dejó fuera el título de arriba: «Bajas de noviembre».')).toBeVisible();
  await expect(files(page).getByText('Línea 6: Excel cambió ese número por «5,49E+12»')).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);

  await uploadFile(page, 'viejo.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  await expect(files(page).getByRole('alert').filter({ hasText: 'planilla de Excel antigua (.xls)' })).toBeVisible();
});

test('the registry’s file wants its date, warns at 30 days, and the next one replaces it', async ({ page, vocero }) => {
  await openList(page, vocero);
  await files(page).getByLabel('Qué contiene').selectOption('registry');
  await files(page).getByRole('button', { name: 'Elegir archivo' }).click();
  await expect(page.getByText('La fecha es requerida')).toBeVisible();
  await files(page).getByLabel('Fecha del archivo del Registro').fill(daysAgo(40));
  await uploadFile(page, 'registro.csv', 'telefono\n+541144440003\n+541144440004\n');
  // The list's own notice; the alert with the same words appears independently.
  const warning = page.getByRole('main').getByText(/El archivo del Registro Nacional No Llame tiene (39|40|41) días/);
  await expect(warning).toBeVisible();
  const row = numbers(page).getByRole('row').filter({ hasText: '+54 11 4444-0003' });
  await expect(row).toContainText('Se quita con su archivo', { ignoreCase: true });
  await expectAccessible(page);

  await files(page).getByLabel('Fecha del archivo del Registro').fill(daysAgo(1));
  await uploadFile(page, 'registro-nuevo.csv', '+541144440005\n');
  await expect(warning).toBeHidden();
  await expect(row).toBeHidden();
  await expect(files(page).getByText('registro-nuevo.csv', { exact: true })).toBeVisible();
  await expect(files(page).getByText('registro.csv', { exact: true })).toBeHidden();
});

test('an upload shows how far it is and can be called off', async ({ page, vocero }) => {
  await openList(page, vocero);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/do-not-call/lists?**', async (route) => {
    await held;
    await route.abort();
  });
  await uploadFile(page, 'grande.txt', '1144440001\n'.repeat(1_000));
  await expect(page.getByRole('progressbar', { name: 'Subiendo grande.txt' })).toBeVisible();
  await files(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('progressbar')).toBeHidden();
  release();
  await expect(files(page).getByRole('button', { name: 'Elegir archivo' })).toBeEnabled();
  await expect(page.getByText('La lista está vacía')).toBeVisible();
});

test('a list that can’t be read differs from an empty one', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  const restore = await breakRequests(page, 'GET', /^\/api\/do-not-call/);
  await page.goto('/settings?seccion=no-llamar');
  await expect(page.getByText('No se pudo leer la lista.')).toBeVisible();
  await expect(page.getByText('No se pudieron leer los archivos.', { exact: false })).toBeVisible();
  await restore();
  for (const region of [numbers(page), files(page)]) await region.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('La lista está vacía')).toBeVisible();
  await expect(page.getByText('Todavía no subiste ningún archivo.')).toBeVisible();
});

test('on a narrow screen the numbers are cards', async ({ page, vocero }) => {
  await page.setViewportSize({ width: 360, height: 768 });
  await openList(page, vocero);
  await addNumber(page, '+54 9 11 4444-0001', 'Pidió no recibir llamadas');
  await expect(numbers(page).getByRole('listitem').filter({ hasText: '4444-0001' })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
});

test('going back asks once for the number that is typed', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Lista No Llamar' }).click();
  const number = page.getByRole('region', { name: 'Agregar un número' }).getByLabel('Número');
  await number.fill('11 4444-0001');
  const dialog = page.getByRole('alertdialog', { name: '¿Salir sin agregar el número?' });
  await page.goBack();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/seccion=no-llamar$/);
  await expect(number).toHaveValue('11 4444-0001');
  await page.goBack();
  await dialog.getByRole('button', { name: 'Salir sin agregar' }).click();
  await expect(page).toHaveURL(`${vocero.url}/settings`);
});
