// The campaign history: live counts, stopping and deleting, rights, and looks.
import { quietDayOf } from '../src/server/testing/quiet-zone.ts';
import { unhindered } from '../src/server/testing/unhindered-dialing.ts';
import { askServer, createCampaign, expectAccounted, listCampaigns, ownerOf } from './campaign-steps.ts';
import { expect, expectAccessibleInBothThemes, expectFits, signIn, test } from './console-fixture.ts';

test('stopping names what will happen, cancels what is pending and says so', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  await createCampaign(page, 'Larga', 200);
  await page.goto(`${vocero.url}/historico-campanas`);
  const card = page.getByRole('article', { name: 'Larga' });
  await expect(card.getByText('En curso', { exact: true })).toBeVisible();
  await expect.poll(() => vocero.simulator.placedCalls(workspace.key).length).toBeGreaterThan(1);
  // The change comes by realtime, because the list is read again only every 30 s.
  await expect(card.getByText(/^[1-9]\d* de 200 con resultado$/)).toBeVisible();

  await card.getByRole('button', { name: 'Detener' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(/Se cancelarán \d+ llamadas pendientes\./);
  await dialog.getByRole('button', { name: 'Detener' }).click();
  await expect(page.getByText('La campaña ha sido detenida exitosamente.')).toBeVisible();
  await expect(card.getByText('Completado', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Detener' })).toHaveCount(0);

  const placed = vocero.simulator.placedCalls(workspace.key).length;
  // The answer to an order may not be in the database yet.
  await expect(async () => {
    const [campaign] = await listCampaigns(page);
    if (!campaign) throw new Error('no campaign');
    expectAccounted(campaign);
    expect(campaign).toMatchObject({ status: 'completed', pendingCount: 0, dialingCount: 0, sentCount: placed });
  }).toPass();
  // A second campaign's calls are placed while the stopped one gets none.
  await createCampaign(page, 'Después', 2);
  await expect.poll(() => vocero.simulator.placedCalls(workspace.key).length).toBe(placed + 2);
});

test('an empty history leads to the wizard; deleting asks and takes the card away', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await page.goto(`${vocero.url}/historico-campanas`);
  await expect(page.getByText('No hay campañas creadas')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Crear Primera Campaña' })).toHaveAttribute('href', '/nueva-campana');

  const scheduled = { sendOption: 'scheduled', scheduledDate: '2031-05-20', scheduledTime: '10:30' } as const;
  const created = await createCampaign(page, 'Campaña de bienvenida para clientes nuevos de Ñuñoa', 3, scheduled);
  for (let count = 1; count <= 5; count += 1) await createCampaign(page, `Lista ${count}`, 1, scheduled);
  await page.goto(`${vocero.url}/historico-campanas`);
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  const card = page.getByRole('article', { name: 'Campaña de bienvenida para clientes nuevos de…' });
  // The full name is shown on hover and on focus.
  const link = card.getByRole('link', { name: 'Campaña de bienvenida' });
  await link.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Campaña de bienvenida para clientes nuevos de Ñuñoa');
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Shift');
  await link.focus();
  await expect(page.getByRole('tooltip')).toHaveText('Campaña de bienvenida para clientes nuevos de Ñuñoa');
  await expect(card).toBeVisible();
  await expect(card.getByRole('link', { name: 'Ver Resultados' })).toHaveAttribute(
    'href',
    `/historial-llamadas?${new URLSearchParams({ campaign: created.id, name: created.name }).toString()}`,
  );

  await page.getByLabel('Buscar campañas').fill('nunoa');
  await expect(page).toHaveURL(/\?buscar=nunoa$/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByLabel('Estado', { exact: true }).selectOption('En curso');
  await expect(page.getByText('Ninguna campaña coincide')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Limpiar filtros' }).last().click();
  await expect(page).toHaveURL(/historico-campanas$/);
  await page.goto(
    `${vocero.url}/historico-campanas?estado=scheduled&buscar=bienvenida ${created.phoneNumber.slice(-6)}`,
  );
  await expect(page.getByRole('article')).toHaveCount(1);

  await card.getByRole('button', { name: /^Más acciones/ }).click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Se cancelarán 3 llamadas pendientes.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('La campaña ha sido marcada como eliminada.')).toBeVisible();
  await expect(page.getByText('Ninguna campaña coincide')).toBeVisible();
  expect((await listCampaigns(page)).map(({ id }) => id)).not.toContain(created.id);
});

test('an operator reads the history and is offered nothing more', async ({ page, browser, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  const owner = await browser.newPage({ baseURL: vocero.url });
  await signIn(owner, vocero, ownerOf(workspace));
  // The campaign runs as long as it is looked at.
  vocero.simulator.setSpeed(1e-6);
  await createCampaign(owner, 'Solo lectura', 100);
  await owner.close();

  await signIn(page, vocero, workspace);
  await page.goto(`${vocero.url}/historico-campanas`);
  const card = page.getByRole('article', { name: 'Solo lectura' });
  await expect(card.getByText('En curso', { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: 'Ver Resultados' })).toBeVisible();
  const controls = /Detener|Pausar|Más acciones/;
  await expect(card.getByRole('button', { name: controls })).toHaveCount(0);
  await card.getByRole('link', { name: 'Solo lectura' }).press('Enter');
  const window = page.getByRole('dialog', { name: 'Solo lectura' });
  await expect(window.getByRole('link', { name: 'Ver Call Logs' })).toBeVisible();
  await expect(window.getByRole('button', { name: controls })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('link', { name: 'Nueva Campaña' })).toHaveCount(0);
  await page.goto(`${vocero.url}/nueva-campana`);
  await expect(page.getByText('Sin permisos para ver esta sección')).toBeVisible();
});

test(`a card says why its campaign waits or is paused, and whom it leaves out`, async ({ page, vocero }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  const closed = { ...unhindered.callingWindow, enabled: true, days: [] };
  await askServer(page, '/api/settings', { method: 'PUT', body: { callingWindow: closed } });
  await askServer(page, '/api/do-not-call', { method: 'POST', body: { phoneNumber: '+54 011 15-4000-0001' } });
  await createCampaign(page, 'Fuera de hora', 3);
  await page.goto(`${vocero.url}/historico-campanas`);
  const card = page.getByRole('article', { name: 'Fuera de hora' });
  await expect(card.getByText('En espera. Fuera del horario de llamadas de la configuración.')).toBeVisible();
  const tomorrow = { ...closed, days: [1, 2, 3, 4, 5, 6, 7], holidays: [quietDayOf(Date.now())] };
  await askServer(page, '/api/settings', { method: 'PUT', body: { callingWindow: tomorrow } });
  await expect(card.getByText(/^En espera hasta \d\d\/\d\d\/\d{4} \d\d:00\. Fuera del horario/)).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await askServer(page, '/api/settings', { method: 'PUT', body: { callingWindow: unhindered.callingWindow } });
  await expect(card.getByText('2 de 3 con resultado')).toBeVisible();
  await expect(card.getByText('En espera')).toHaveCount(0);
  await expect(card.getByText('Omitidos').locator('xpath=ancestor::div[1]')).toContainText('1');

  vocero.simulator.forceOutcome('no_valid_payment');
  await createCampaign(page, 'Sin pago', 60);
  const unpaid = page.getByRole('article', { name: 'Sin pago' });
  await expect(
    unpaid.getByText(
      'Pausado hasta que alguien la reanude. Retell rechaza las llamadas porque la cuenta no tiene un medio de pago válido.',
    ),
  ).toBeVisible();
  vocero.simulator.forceOutcome(undefined);
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await expect(unpaid.getByRole('button', { name: 'Detener' })).toHaveCount(0);
  await unpaid.getByRole('button', { name: /^Más acciones/ }).click();
  await page.getByRole('menuitem', { name: 'Detener' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Detener' }).click();
  await expect(unpaid.getByText('Completado', { exact: true })).toBeVisible();
});

test(`cards are accessible and fit 360 pixels`, async ({ page, vocero }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  // The campaign runs as long as it is looked at.
  vocero.simulator.setSpeed(1e-6);
  await createCampaign(page, 'Renovación de contratos de todo el interior del país', 60, {
    rejectedRows: [{ row: 3, reason: 'Formato de teléfono inválido', values: { phone_number: 'mal' } }],
  });
  await page.goto(`${vocero.url}/historico-campanas`);
  await expect(page.getByRole('button', { name: 'Detener' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Detener' }).click();
  await expectAccessibleInBothThemes(page);
});
