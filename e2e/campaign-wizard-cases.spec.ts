// Files of examples/cases and a spreadsheet in the wizard: offers, choices, questions, and the sent rows.
import type { Page } from '@playwright/test';
import type { CopiedCampaignDraft } from '../src/contract/campaigns.ts';
import { askServer, fileInput, fillDetails, listCampaigns, writesArgentineNumbers } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, signIn, test, type Console } from './console-fixture.ts';
import { writeXlsx } from './xlsx-file.ts';

const choose = (page: Page, name: string) => fileInput(page).setInputFiles(`examples/cases/${name}`);
const valid = (page: Page, count: number) =>
  expect(page.getByText(count === 1 ? '1 destinatario válido' : `${count} destinatarios válidos`)).toBeVisible();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openList(page: Page, vocero: Console): Promise<void> {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await writesArgentineNumbers(page);
  await fillDetails(page, vocero, 'Casos');
}

/** Schedules the campaign and returns its recipients. */
async function send(page: Page): Promise<CopiedCampaignDraft['recipients']> {
  await press(page, 'Siguiente');
  await page.getByRole('radio', { name: 'Programar' }).check();
  await page.getByLabel('Fecha').fill('2031-05-20');
  await page.getByLabel('Hora', { exact: true }).fill('10:30');
  await press(page, 'Programar Campaña');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  const [campaign] = await listCampaigns(page);
  return (await askServer<CopiedCampaignDraft>(page, `/api/campaigns/${campaign?.id}/draft`)).recipients;
}

test('two numbers of a cell are told, and one of them is taken, for all or for one', async ({ page, vocero }) => {
  await openList(page, vocero);
  await choose(page, 'a06-dos-numeros.csv');
  const errors = page.getByRole('region', { name: '8 filas con errores' });
  await expect(errors.getByRole('listitem').first()).toHaveText(
    'Fila 2: Formato de teléfono inválido (debe ser como +34xxxxxxxxx). Hay dos números en la celda. ¿Es +34912345678? Corrígelo o acepta la sugerencia.',
  );
  await expect(errors.getByText('y 3 errores más', { exact: true })).toBeVisible();
  await expect(page.getByText('6 celdas tienen más de un número:')).toBeVisible();
  await press(page, 'Usar +5491144440054');
  await valid(page, 1);
  await press(page, 'Usar el primero de 5');
  await valid(page, 5);
  await press(page, 'Agregar +54 9 a 1 (celulares)');
  await valid(page, 6);
  await press(page, 'Omitir 1 fila con errores');
  expect((await send(page)).map(({ phone_number }) => phone_number)).toEqual([
    '+34912345678',
    '+5491144440051',
    '+5491144440054',
    '+5491144440055',
    '+5491144440057',
    '+541144440061',
  ]);
});

test('leads of Facebook are read by the proposed columns', async ({ page, vocero }) => {
  await openList(page, vocero);
  await choose(page, 'a08-facebook-leads.csv');
  await expect(page.getByLabel('Columna del teléfono').locator('option:checked')).toHaveText(
    'phone_number (p:+5491144440081) · 3 de 3 filas',
  );
  await expect(page.getByLabel('Columna del nombre').locator('option:checked')).toHaveText('full_name (Ana Núñez)');
  await press(page, 'Usar estas columnas');
  await expect(page.getByText('Lleva una palabra o un enlace', { exact: false }).last()).toBeVisible();
  await press(page, 'Corregir 3');
  await valid(page, 3);
  expect((await send(page)).map(({ phone_number, customer_name }) => [phone_number, customer_name])).toEqual([
    ['+5491144440081', 'Ana Núñez'],
    ['+5491144440082', 'José Ibáñez'],
    ['+5491144440083', 'Lucía Gómez'],
  ]);
});

test('columns can be changed though the header was understood, and a second one fills the gaps', async ({
  page,
  vocero,
}) => {
  await openList(page, vocero);
  await choose(page, 'a18b-hubspot.csv');
  await valid(page, 1);
  await expect(page.getByText('Teléfono: Phone Number. Nombre: Name.')).toBeVisible();
  await expect(
    page.getByText('«Phone Number» tiene número en 1 de 3 filas, y «Mobile Phone Number» en 2.'),
  ).toBeVisible();
  await expectGoodAtBothWidths(page);
  await press(page, 'Usar «Mobile Phone Number»');
  await valid(page, 2);
  await page.getByRole('checkbox', { name: 'Completar los vacíos con la columna «Phone Number» (1)' }).check();
  await valid(page, 3);
  await expect(
    page.getByText('Teléfono: Mobile Phone Number, y donde falta Phone Number. Nombre: Name.'),
  ).toBeVisible();
  // The draft keeps the choice.
  await expect(page.getByText('Borrador guardado en este navegador')).toBeVisible();
  await page.reload();
  await valid(page, 3);
  await press(page, 'Cambiar columnas');
  await page.getByLabel('Columna del nombre').selectOption('First Name (Ana)');
  await expect(page.getByRole('checkbox', { name: /^Completar los vacíos/ })).toBeChecked();
  await press(page, 'Usar estas columnas');
  await valid(page, 3);
  expect((await send(page)).map(({ phone_number, customer_name }) => [phone_number, customer_name])).toEqual([
    ['+5491144440184', 'Ana'],
    ['+5491144440185', 'José'],
    ['+541144440186', 'Lía'],
  ]);
});

test('numbers of another spelling are offered, those that seem not to exist counted and shown, and both can be called', async ({
  page,
  vocero,
}) => {
  await openList(page, vocero);
  await choose(page, 'a19b-mas-con-15-pegado.csv');
  await valid(page, 6);
  await expect(page.getByText('2 números no parecen existir')).toBeVisible();
  await press(page, 'Ver cuáles');
  await expect(page.getByRole('textbox', { name: 'phone_number, fila 6' })).toHaveValue('+54915555550197');
  const preview = page.getByRole('region', { name: 'Vista previa' });
  await expect(preview.getByRole('row')).toHaveCount(3);
  await press(page, 'Ver todas las filas');
  await expect(preview.getByRole('row')).toHaveCount(8);
  await expect(
    page.getByText('Lleva un prefijo de celular que ya no se marca: 3 · Lleva el 0 de larga distancia: 1'),
  ).toBeVisible();
  await press(page, 'Actualizar 4');
  await valid(page, 6);
  await press(page, 'Omitir 1 fila con errores');
  expect((await send(page)).map(({ phone_number }) => phone_number)).toEqual([
    '+5491155550199',
    '+5491155550198',
    '+541145555677',
    '+5491155550196',
    '+54915555550197',
    '+549115555',
  ]);
});

test('names that are none are asked about once', async ({ page, vocero }) => {
  await openList(page, vocero);
  await choose(page, 'a33-nombres-nulos.csv');
  await press(page, 'Omitir 1 fila con errores');
  const names = page.getByRole('region', { name: '8 nombres no parecen nombres' });
  await expect(names).toContainText('El agente diría «NULL», «#N/A», «undefined», «nan», «-» y otros.');
  await expectGoodAtBothWidths(page);
  await press(page, 'Siguiente');
  await expect(page.getByRole('button', { name: 'Llamarlos igual' })).toBeFocused();
  await names.getByRole('button', { name: 'Ver cuáles' }).click();
  const corrected = page.getByRole('textbox', { name: 'customer_name, fila 2' });
  await corrected.fill('Ana Núñez');
  await corrected.press('Enter');
  await page.getByRole('button', { name: 'Omitir 7', exact: true }).click();
  await valid(page, 1);
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Nombres dudosos omitidos7');
  // The row with an error stays left out.
  expect(await send(page)).toEqual([expect.objectContaining({ customer_name: 'Ana Núñez' })]);
  const [campaign] = await listCampaigns(page);
  expect(campaign).toMatchObject({ totalRecipients: 1, rejectedCount: 8 });
});

test('a spreadsheet is read, its sheet and its header’s row chosen, and the keyboard stays there', async ({
  page,
  vocero,
}) => {
  await openList(page, vocero);
  const buffer = writeXlsx({
    Portada: [['Informe'], ['Noviembre 2026']],
    Clientes: [
      ['Clientes de noviembre'],
      [],
      ['Celular', 'Nombre', 'Saldo'],
      [5_491_144_440_601, 'Ana & Luis Núñez', 1200.5],
      ['+54 9 11 4444-0602', 'José Díaz', 900],
    ],
  });
  await fileInput(page).setInputFiles({
    name: 'clientes.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  });
  await page.getByLabel('Hoja').selectOption('Clientes');
  await expect(page.getByText('Se dejó fuera el título de arriba: «Clientes de noviembre».')).toBeVisible();
  await expect(page.getByLabel('Fila del encabezado')).toHaveValue('3');
  await page.getByLabel('Fila del encabezado').selectOption('4');
  await expect(
    page.getByRole('checkbox', { name: 'La primera fila es un destinatario, no un encabezado' }),
  ).toBeChecked();
  await expect(page.getByLabel('Fila del encabezado')).toBeFocused();
  await page.getByLabel('Fila del encabezado').selectOption('3');
  await expectGoodAtBothWidths(page);
  await press(page, 'Usar estas columnas');
  await press(page, 'Corregir 2');
  await valid(page, 2);
  expect(await send(page)).toEqual([
    { phone_number: '+5491144440601', customer_name: 'Ana & Luis Núñez', Saldo: '1200.5' },
    { phone_number: '+5491144440602', customer_name: 'José Díaz', Saldo: '900' },
  ]);
});
