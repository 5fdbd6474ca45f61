// Kind and own hours of a campaign, in the wizard and on its page; rules by country in the settings.
import { askServer, chooseList, fillDetails, listCampaigns, ownerOf } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';

test('a campaign has a kind, hours of its own and its best hour, which are told and changed on its page', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await fillDetails(page, vocero, 'De mañana');
  const wrong = 'phone_number,name,zona\n+5491145550301,Ana,America/Springfield';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'l.csv', mimeType: 'text/csv', buffer: Buffer.from(wrong) });
  await expect(
    page.getByText('Zona horaria inválida: debe ser como America/Argentina/Buenos_Aires').first(),
  ).toBeVisible();
  await chooseList(page, 'phone_number,name,zona\n+5491145550301,Ana,Europe/Madrid');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('radio', { name: 'Programar' }).check();
  await page.getByLabel('Fecha').fill('2098-11-21');
  await page.getByLabel('Hora', { exact: true }).fill('10:00');
  await page.getByLabel('Tipo de campaña').selectOption('Cobranza');
  await page.getByLabel('Franja horaria').selectOption('Propia');
  await page.getByRole('checkbox', { name: 'Domingo' }).uncheck({ force: true });
  await page.getByLabel('Desde').fill('10:00');
  await page.getByLabel('Hasta').fill('09:00');
  await expect(page.getByText('El fin debe ser posterior al inicio.')).toBeVisible();
  await page.getByLabel('Hasta').fill('13:00');
  await expect(page.getByText('El fin debe ser posterior al inicio.')).toBeHidden();
  await page.getByRole('switch', { name: 'Mejor hora' }).check();
  const summary = page.getByRole('region', { name: 'Resumen' });
  await expect(summary).toContainText('Franja horarialun a sáb de 10:00 a 13:00');
  await expect(summary).toContainText('Tipo de campañaCobranza');
  await expect(summary).toContainText('Mejor horaEncendida');
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Programar Campaña' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  expect(await listCampaigns(page)).toEqual([
    expect.objectContaining({
      kind: 'collection',
      bestHour: true,
      callingWindow: { days: [1, 2, 3, 4, 5, 6], from: '10:00', to: '13:00' },
    }),
  ]);

  await expect(page.getByText('lun a sáb de 10:00 a 13:00')).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar la franja horaria' }).click();
  const dialog = page.getByRole('dialog', { name: 'Franja horaria' });
  await dialog.getByLabel('Hasta').fill('14:30');
  await expectGoodAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Guardar franja' }).click();
  await expect(page.getByText('lun a sáb de 10:00 a 14:30')).toBeVisible();
  await expect(dialog).toBeHidden();
  const bestHour = page.getByRole('switch', { name: 'Mejor hora' });
  await expect(bestHour).toBeChecked();
  await bestHour.click();
  await expect(page.getByText('Mejor hora cambiada')).toBeVisible();
  await expect(bestHour).not.toBeChecked();
  expect(await listCampaigns(page)).toEqual([expect.objectContaining({ bestHour: false })]);
  await bestHour.press('Space');
  await expect(bestHour).toBeChecked();
  await expect(page.getByText('Apagada')).toHaveCount(0);
  // A copy has the same hours.
  const [campaign] = await listCampaigns(page);
  await page.goto(`/nueva-campana?desde=${campaign?.id}`);
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('lun a sáb de 10:00 a 14:30');
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Mejor horaEncendida');
});

test('an admin switches a rule of a country off, and is told what that means', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  const timeZone = 'America/Argentina/Buenos_Aires';
  await askServer(page, '/api/settings', { method: 'PUT', body: { timeZone } });
  await page.goto('/settings?seccion=discado');
  const rule = page.getByRole('switch', { name: /^España: ventas de lunes a viernes/ });
  // The settings of every workspace come first, then the own country's rules; other countries' are collapsed.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText([
    'Discado',
    'Ritmo de discado',
    'Horario de llamadas',
    'Intentos por día',
    'Reglas por país',
  ]);
  await expect(page.getByRole('heading', { name: 'Argentina, el país del workspace' })).toBeVisible();
  await expect(page.getByText('Argentina: Registro Nacional No Llame')).toBeVisible();
  await expect(rule).toBeHidden();
  const others = page.locator('summary', { hasText: 'Otros países' });
  await expect(others).toContainText('7 reglas');
  await others.press('Enter');
  await expect(page).toHaveURL(/paises=todos/);
  await page.reload();
  await expect(rule).toBeChecked();
  await expect(
    page.getByRole('switch', { name: 'Chile: llamadas masivas solo desde números 600 u 809' }),
  ).toBeChecked();
  await expect(page.getByText(/\+56600 \(.*\) o con \+56809 .*Subtel/)).toBeVisible();
  await rule.click();
  await expect(page.getByText('Apagada: no se tiene en cuenta para llamar.')).toBeVisible();
  await expect(others).toContainText('7 reglas, 1 apagada');
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Guardar Configuración' }).click();
  await expect(page.getByText('Configuración guardada')).toBeVisible();
  expect(await askServer(page, '/api/settings')).toMatchObject({ rulesOff: ['es_sale'] });
});
