// Hostile files of examples/ in the wizard: corrections are offered, never made unasked, and counts equal the server's.
import { readFileSync } from 'node:fs';
import type { CopiedCampaignDraft } from '../src/contract/campaigns.ts';
import { askServer, fileInput, fillDetails, listCampaigns, writesArgentineNumbers } from './campaign-steps.ts';
import { expect, signIn, test } from './console-fixture.ts';

interface Outcome {
  readonly problems: readonly string[];
  readonly errors: readonly string[];
  readonly more: string | null;
}

const expected = JSON.parse(readFileSync('examples/expected.json', 'utf8')) as Record<string, readonly Outcome[]>;
const outcomeOf = (name: string): Outcome => {
  const [first] = expected[name] ?? [];
  if (!first) throw new Error(`no ${name} among the examples`);
  return first;
};

test('columns are chosen, local numbers accepted, errors told five at a time, duplicates counted as the server does', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await writesArgentineNumbers(page);
  await fillDetails(page, vocero, 'Archivos hostiles');
  const next = page.getByRole('button', { name: 'Siguiente' });

  await fileInput(page).setInputFiles('examples/excel-cientifica.csv');
  const damaged = outcomeOf('excel-cientifica.csv');
  const errors = page.getByRole('region', { name: '6 filas con errores' });
  await expect(errors.getByRole('listitem')).toHaveText([...damaged.errors]);
  await expect(errors.getByText(damaged.more ?? '', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Corregir 1', exact: true }).click();
  await expect(page.getByText('2 destinatarios válidos')).toBeVisible();
  await page.getByRole('button', { name: 'Dejarlos como estaban' }).click();
  await expect(page.getByText('1 destinatario válido')).toBeVisible();

  await fileInput(page).setInputFiles('examples/duplicados.csv');
  await expect(page.getByText('3 destinatarios válidos')).toBeVisible();
  await expect(page.getByText('4 números duplicados encontrados (se procesarán solo una vez)')).toBeVisible();
  await expect(page.getByText(/^Falta /)).toHaveCount(0);

  await fileInput(page).setInputFiles('examples/otro-encabezado.csv');
  for (const problem of outcomeOf('otro-encabezado.csv').problems)
    await expect(page.getByText(problem, { exact: true })).toBeVisible();
  await next.click();
  await expect(page.getByLabel('Columna del teléfono')).toBeFocused();
  const mapping = page.getByRole('region', { name: 'Elige las columnas' });
  await expect(mapping.getByLabel('Columna del teléfono')).toHaveValue('2');
  await mapping.getByLabel('Columna del nombre').selectOption({ index: 3 });
  await expect(mapping.getByText('El teléfono y el nombre no pueden ser la misma columna.')).toBeVisible();
  await mapping.getByLabel('Columna del nombre').selectOption({ index: 2 });
  await mapping.getByRole('button', { name: 'Usar estas columnas' }).click();
  await expect(page.getByText('Teléfono: Celular. Nombre: Razón social.')).toBeVisible();
  // Offers accepted for all numbers, for one, and by typing, with the keyboard alone.
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Agregar +54 9 a 1');
  await expect(page.getByText('Se agregó +54 9.')).toBeVisible();
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'phone_number, fila 4' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Usar +542235550603' })).toBeFocused();
  await page.keyboard.press('Enter');
  const last = page.getByRole('textbox', { name: 'phone_number, fila 5' });
  await expect(last).toBeFocused();
  await last.fill('+541145550604');
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 destinatarios válidos')).toBeVisible();
  await press('Descartar correcciones');
  // Cut and paste within a field stay there, and two corrections at the same moment are both kept.
  await last.fill('+541145550604');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+X');
  await expect(last).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(last).toHaveValue('+541145550604');
  await page.getByRole('button', { name: 'Usar +542235550603' }).evaluate((button: HTMLElement) => {
    (document.activeElement as HTMLElement).blur();
    button.click();
  });
  await expect(page.getByText('4 destinatarios válidos')).toBeVisible();
  await press('Descartar correcciones');
  await press('Agregar +54 a 1 (fijos)');
  await page.getByRole('button', { name: 'Omitir 1 fila con errores' }).click();
  await next.click();
  await page.getByRole('radio', { name: 'Programar' }).check();
  await page.getByLabel('Fecha').fill('2031-05-20');
  await page.getByLabel('Hora', { exact: true }).fill('10:30');
  await page.getByRole('button', { name: 'Programar Campaña' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  const [campaign] = await listCampaigns(page);
  expect(campaign).toMatchObject({ totalRecipients: 3, duplicateCount: 0, rejectedCount: 1 });
  const { recipients } = await askServer<CopiedCampaignDraft>(page, `/api/campaigns/${campaign?.id}/draft`);
  expect(recipients.map(({ phone_number, customer_name, Saldo }) => [phone_number, customer_name, Saldo])).toEqual([
    ['+5491145550601', 'Panadería San José', '1.500,00'],
    ['+5491145550602', 'Kiosco Ñandú', '0,00'],
    ['+542235550603', 'Ferretería Güemes', '-320,10'],
  ]);
});
