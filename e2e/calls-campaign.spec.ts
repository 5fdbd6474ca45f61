/** A campaign's calls: the banner, the link back, and one call's sent variables and analysis. */
import { createCampaign } from './campaign-steps.ts';
import { expect, signIn, test } from './console-fixture.ts';

const recipients = ['+5491155550101', '+5491155550102'].map((phone_number) => ({
  phone_number,
  customer_name: 'Ana Núñez',
  first_name: 'Ana',
  deuda: '15000',
}));

test('shows a campaign’s calls under its banner, and each call with what was sent along', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  vocero.simulator.arrive(workspace.key, 'inbound');
  const { id } = await createCampaign(page, 'Cobranzas & Más', 2, {
    recipients,
    successDefinition: 'Que acuerde una fecha de pago',
  });
  const address = `${vocero.url}/historial-llamadas?campaign=${id}&name=${encodeURIComponent('Cobranzas & Más')}`;
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Resultados de Campaña', level: 1 })).toBeVisible();
  await expect(page.getByText('Campaña: Cobranzas & Más')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Llamadas' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText('Ana Núñez')).toHaveCount(2);

  await rows.first().click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page).toHaveURL(/tab=data/);
  await page.reload();
  const custom = page.getByRole('region', { name: 'Custom' });
  const sent = page.getByRole('region', { name: 'Variables enviadas' });
  await expect(custom.getByText('15000')).toBeVisible();
  await expect(custom.getByText('first_name')).toHaveCount(0);
  await expect(sent.getByText('first_name')).toBeVisible();
  await expect(sent.getByText('15000')).toBeVisible();

  await page.getByRole('link', { name: 'Cobranzas & Más' }).click();
  await expect(page).toHaveURL(new RegExp(`campaign=${id}`));
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: 'Ver todas' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas`);
  await expect(page.getByRole('heading', { name: 'Historial de Llamadas', level: 1 })).toBeVisible();
  await expect(rows).toHaveCount(3);

  await page.goto(`${vocero.url}/historial-llamadas?campaign=00000000-0000-4000-8000-000000000000&name=Vacía`);
  await expect(page.getByText('La campaña de este filtro no existe o fue eliminada.')).toBeVisible();
  await page.getByRole('link', { name: 'Volver al histórico de campañas' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historico-campanas`);
});
