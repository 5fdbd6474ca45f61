// Further recipients of a campaign: added by a file on its page, each called once.
import { createCampaign, fileInput, listCampaigns, ownerOf } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';

const csv = (...lines: readonly string[]) => ({
  name: 'mas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['phone_number,customer_name', ...lines].join('\n')),
});

test('an open campaign waits for people, takes those of a file, and ends once it is closed', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, ownerOf(workspace));
  const { id } = await createCampaign(page, 'Bienvenida', 2, {
    sendOption: 'scheduled',
    scheduledDate: '2099-12-01',
    scheduledTime: '10:30',
  });
  await page.goto(`${vocero.url}/campana/${id}`);
  const more = page.getByRole('button', { name: 'Más acciones: Bienvenida' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Dejar abierta' }).click();
  await expect(page.getByText('Campaña abierta', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('Abierta', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Agregar destinatarios' }).click();
  const submit = page.getByRole('button', { name: /^Agregar \d/ });
  // Without a list, the button leads to choosing one.
  await page.getByRole('button', { name: 'Agregar destinatarios' }).click();
  await expect(page.getByText('Elegir archivo', { exact: true })).toBeFocused();
  await fileInput(page).setInputFiles(csv('+5491155550001,Ana', '+5491155550002,Beto', '+541155550001,Ana otra vez'));
  await expect(submit).toHaveText('Agregar 2 destinatarios');
  await expectGoodAtBothWidths(page);
  // Leaving asks first.
  await page.getByRole('link', { name: 'Volver a la campaña' }).click();
  const asks = page.getByRole('alertdialog', { name: '¿Salir sin agregar?' });
  await asks.getByRole('button', { name: 'Cancelar' }).click();
  await submit.click();
  await expect(page.getByText('Se agregaron 2 destinatarios')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/campana/${id}$`));

  // The same list again adds nobody. A phone has the actions below one button.
  const actions = page.getByRole('button', { name: 'Acciones', exact: true });
  await actions.click();
  await page.getByRole('link', { name: 'Agregar destinatarios' }).click();
  await fileInput(page).setInputFiles(csv('+5491155550001,Ana', '+5491155550002,Beto'));
  await submit.click();
  await expect(page.getByText('Nadie para agregar')).toBeVisible();
  await page.getByRole('tab', { name: 'Registro' }).click();
  await expect(page.getByText('Se agregaron 2 destinatarios, sin contar 1 duplicado.')).toBeVisible();

  await actions.click();
  await page.getByRole('button', { name: 'Más acciones: Bienvenida' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar a nuevos destinatarios' }).click();
  await expect(page.getByText('Campaña cerrada', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('Abierta', { exact: true })).toHaveCount(0);
});

test('a list longer than one request is added whole, and each row that was left out is told once', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, ownerOf(workspace));
  const { id } = await createCampaign(page, 'Larga', 1, {
    sendOption: 'scheduled',
    scheduledDate: '2099-12-01',
    scheduledTime: '10:30',
  });
  await page.goto(`${vocero.url}/campana/${id}/agregar`);
  const good = Array.from({ length: 1_100 }, (_, index) => `+54911${60_000_000 + index},Ana`);
  const bad = Array.from({ length: 2_100 }, () => '123,Beto');
  await fileInput(page).setInputFiles(csv(...bad, ...good));
  await page.getByRole('button', { name: /^Omitir 2\.100 filas/ }).click();
  await page.getByRole('button', { name: 'Agregar 1.100 destinatarios' }).click();
  await expect(page).toHaveURL(new RegExp(`/campana/${id}$`));
  const campaign = (await listCampaigns(page)).find((each) => each.id === id);
  expect(campaign).toMatchObject({ totalRecipients: 1_101, rejectedCount: 2_100 });
});

test('a campaign that called everybody takes nobody more, and says so', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, ownerOf(workspace));
  const { id } = await createCampaign(page, 'Terminada', 1);
  await page.goto(`${vocero.url}/campana/${id}`);
  await expect(page.getByRole('main').getByText('Completado', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Agregar destinatarios' })).toHaveCount(0);
  await page.goto(`${vocero.url}/campana/${id}/agregar`);
  await expect(page.getByText('Esta campaña ya llamó a todos o terminó')).toBeVisible();
});
