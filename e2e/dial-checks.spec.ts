// 'Consulta antes de llamar': an admin allows a system, a campaign asks it, and its page shows the outcome.
import { chooseList, fillDetails, ownerOf } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';

test('an admin allows a system; a campaign asks it before each call, and puts off whom it says nothing about', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  await page.goto(`${vocero.url}/settings?seccion=eventos`);
  await expect(page.getByText('Sin consultas')).toBeVisible();
  await page.getByRole('button', { name: 'Agregar consulta' }).click();
  const adding = page.getByRole('dialog', { name: 'Agregar consulta' });
  await adding.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(adding.getByText('El nombre es requerido')).toBeVisible();
  await adding.getByLabel('Nombre').fill('Pagos al día');
  await adding.getByLabel('Dirección').fill('http://ejemplo.com/consulta');
  await adding.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(adding.getByText(/debe comenzar con https:\/\//)).toBeVisible();
  await expectGoodAtBothWidths(page);
  // The provider's own origin is an allowed address; nothing answers there.
  await adding.getByLabel('Dirección').fill(`${vocero.simulator.url}/consulta`);
  await adding.getByRole('button', { name: 'Agregar', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Secreto de la firma' });
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await shown.getByRole('button', { name: 'Listo' }).click();
  // Toasts have our typeface too.
  await expect(page.getByText('Consulta agregada')).toHaveCSS('font-family', /^Geist/);
  await expect(page.getByText('Pagos al día')).toBeVisible();
  await expectGoodAtBothWidths(page);

  await fillDetails(page, vocero, 'Con consulta');
  await chooseList(page, 'phone_number,customer_name\n+5491144440001,Ana\n');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  const field = page.getByLabel('Consulta antes de llamar');
  await field.selectOption({ label: `Pagos al día (${new URL(vocero.simulator.url).host})` });
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Consulta antes de llamarPor cada persona');
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Enviar Ahora' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Llamar ahora' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  await page.getByRole('tab', { name: 'Registro' }).click();
  await expect(
    page.getByText('1 destinatario para más tarde: la consulta no confirmó que se lo pueda llamar.', { exact: false }),
  ).toBeVisible();

  await page.goto(`${vocero.url}/settings?seccion=eventos`);
  await page.getByRole('button', { name: 'Eliminar Pagos al día' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Una campaña que no terminó usa esta consulta: detenla antes.')).toBeVisible();
});
