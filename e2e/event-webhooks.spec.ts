// 'Eventos salientes': a receiver is added, its secret shown once, and its deliveries listed and repeated.
import { askServer, ownerOf } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';

test('an admin adds a receiver, sees what it was sent and answered, sends again, pauses and removes it', async ({
  page,
  context,
  vocero,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  await page.goto(`${vocero.url}/settings?seccion=eventos`);
  await expect(page.getByText('Sin destinos')).toBeVisible();
  await page.getByRole('button', { name: 'Agregar destino' }).click();
  const adding = page.getByRole('dialog', { name: 'Agregar destino' });
  await expect(adding.getByLabel('Dirección')).toBeFocused();
  await adding.getByLabel('Dirección').fill('http://ejemplo.com/entrada');
  await adding.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(adding.getByRole('alert')).toContainText('https://');
  // The provider's own origin is an allowed address; nothing receives events there.
  await adding.getByLabel('Dirección').fill(`${vocero.simulator.url}/eventos`);
  await adding.getByLabel('Llamada iniciada').uncheck();
  await adding.getByRole('button', { name: 'Agregar', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Secreto de la firma' });
  const secret = (await shown.getByText(/^whsec_/).textContent()) ?? '';
  await shown.getByRole('button', { name: 'Copiar' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  await shown.getByRole('button', { name: 'Listo' }).click();
  await expect(shown).toBeHidden();
  expect(await page.content()).not.toContain(secret);
  await expect(page.getByText('9 eventos')).toBeVisible();

  await askServer(page, '/api/do-not-call', { method: 'POST', body: { phoneNumber: '+5491140000001' } });
  await expect(page.getByText(/1 por entregar · Falla desde/)).toBeVisible();
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Entregas' }).click();
  const sent = page.getByRole('dialog', { name: /^Entregas a / });
  await expect(sent.getByRole('listitem')).toContainText('Número agregado a No Llamar');
  await expect(sent.getByRole('listitem')).toContainText(/Respondió 404 en/);
  await sent.getByText('Ver pedido y respuesta').click();
  await expect(sent.getByText('"type": "do_not_call.added"')).toBeVisible();
  await expectGoodAtBothWidths(page);
  await sent.getByRole('combobox').selectOption({ label: 'hace 24 horas' });
  await sent.getByRole('button', { name: 'Reenviar', exact: true }).last().click();
  await expect(page.getByText('Se reenvía 1 evento')).toBeVisible();
  await page.keyboard.press('Escape');

  const more = page.getByRole('button', { name: /^Más acciones/ });
  await more.click();
  await page.getByRole('menuitem', { name: 'Pausar' }).click();
  await expect(page.getByText('Pausado', { exact: true })).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Sin destinos')).toBeVisible();
});

test('the provider’s webhooks are passed on to one more address, without a secret of ours and never later', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  await page.goto(`${vocero.url}/settings?seccion=eventos`);
  const add = async () => {
    await page.getByRole('button', { name: 'Agregar destino' }).click();
    const adding = page.getByRole('dialog', { name: 'Agregar destino' });
    await adding.getByLabel('Dirección').fill(`${vocero.simulator.url}/relevo`);
    await adding.getByRole('radio', { name: 'Webhooks de Retell.AI, sin cambios' }).check();
    await expect(adding.getByLabel('Llamada iniciada')).toBeHidden();
    await adding.getByRole('button', { name: 'Agregar', exact: true }).click();
    return adding;
  };
  await expect(await add()).toBeHidden();
  await expect(page.getByText('Webhooks de Retell.AI, sin cambios')).toBeVisible();
  const again = await add();
  await expect(again.getByRole('alert')).toContainText('ya se pasan a otra dirección');
  await expectGoodAtBothWidths(page);
  await again.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Entregas' }).click();
  const sent = page.getByRole('dialog', { name: /^Entregas a / });
  await expect(sent.getByText('Sin entregas todavía')).toBeVisible();
  await expect(sent.getByRole('button', { name: 'Reenviar' })).toHaveCount(0);
});

test('an editor has no such section', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await page.goto(`${vocero.url}/settings`);
  await expect(page.getByRole('link', { name: 'Webhook' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Eventos salientes' })).toHaveCount(0);
});
