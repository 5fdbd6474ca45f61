// Actions on a campaign: pause, resume, stop with its calls; messages when one fails or comes too late; copies.
import type { Page } from '@playwright/test';
import { askServer, createCampaign, listCampaigns } from './campaign-steps.ts';
import { expect, signIn, test } from './console-fixture.ts';

const scheduled = { sendOption: 'scheduled', scheduledDate: '2031-05-20', scheduledTime: '10:30' } as const;

const cardOf = (page: Page, name: string) => page.getByRole('article', { name });

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await cardOf(page, name)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('pauses, resumes by keyboard, and stops with the calls in progress; the log tells it all', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  await askServer(page, '/api/settings', {
    method: 'PUT',
    body: { dialing: { callsPerSecond: 20, reservedLines: 2 } },
  });
  // Calls that last for minutes, so that live ones stay until they are hung up.
  vocero.simulator.setSpeed(0.01);
  await createCampaign(page, 'Cobranzas', 200);
  await page.goto(`${vocero.url}/historico-campanas`);
  const card = cardOf(page, 'Cobranzas');
  await expect.poll(() => vocero.simulator.statistics(workspace.key).live).toBeGreaterThan(3);
  await card.getByRole('button', { name: 'Pausar' }).click();
  await expect(page.getByText('La campaña ha sido pausada exitosamente.')).toBeVisible();
  await expect(card.getByText('Pausado hasta que alguien la reanude. La pausó una persona.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Reanudar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('La campaña ha sido reanudada exitosamente.')).toBeVisible();
  await expect(card.getByText('En curso', { exact: true })).toBeVisible();

  await card.getByRole('link', { name: 'Cobranzas' }).press('Enter');
  const window = page.getByRole('dialog', { name: 'Cobranzas' });
  await window.getByRole('tab', { name: 'Registro' }).click();
  const log = window.getByRole('list', { name: 'Registro de la campaña' });
  await expect(log.getByText('Campaña reanudada.')).toContainText(`por ${workspace.username}`);
  await expect(log.getByRole('listitem').filter({ hasText: 'Campaña pausada.' })).toBeVisible();
  await window.getByRole('button', { name: 'Detener' }).click();
  const question = page.getByRole('alertdialog');
  const hangUp = question.getByLabel(/^Cortar también las \d+ llamadas en curso$/);
  await expect(hangUp).not.toBeChecked();
  await expect(question.getByText(/^\d+ llamadas en curso siguen hasta terminar\.$/)).toBeVisible();
  await hangUp.check();
  await expect(question.getByText(/siguen hasta terminar/)).toHaveCount(0);
  await question.getByRole('button', { name: 'Detener' }).click();
  await expect(page.getByText('La campaña ha sido detenida exitosamente.')).toBeVisible();
  await expect(window.getByText('Completado', { exact: true })).toBeVisible();
  await expect(
    log.getByText(/^Campaña detenida\. Quedaron \d+ destinatarios sin llamar\. Había \d+ llamadas en curso\./),
  ).toBeVisible();
  await expect.poll(() => vocero.simulator.statistics(workspace.key).live).toBe(0);
  await expect(log.getByText(/^Se cortaron \d+ llamadas en curso/)).toBeVisible();
  vocero.simulator.setSpeed(1);

  // Esc closes one window at a time, and the focus returns to its place.
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect(card.getByRole('link', { name: 'Cobranzas' })).toBeFocused();
  await expect(page).toHaveURL(`${vocero.url}/historico-campanas`);
});

test('says what failed in the words of the catalogue, and what a campaign is by now when somebody was quicker', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  const { id } = await createCampaign(page, 'Otoño', 3, scheduled);
  const { id: otherId } = await createCampaign(page, 'Invierno', 3, scheduled);
  // The campaign runs until somebody stops it.
  vocero.simulator.setSpeed(1e-6);
  const running = await createCampaign(page, 'Primavera', 200);
  const change = (campaignId: string, status: string) =>
    askServer(page, `/api/campaigns/${campaignId}`, { method: 'PATCH', body: { status } });
  await change(otherId, 'paused');
  await page.goto(`${vocero.url}/historico-campanas`);
  await page.route('**/api/campaigns/*', async (route) => {
    if (route.request().method() === 'PATCH') await route.abort();
    else await route.continue();
  });
  await choose(page, 'Otoño', 'Pausar');
  await expect(page.getByText('No se pudo pausar la campaña.', { exact: true })).toBeVisible();
  await cardOf(page, 'Invierno').getByRole('button', { name: 'Reanudar' }).click();
  await expect(page.getByText('No se pudo reanudar la campaña.', { exact: true })).toBeVisible();
  await cardOf(page, 'Primavera').getByRole('button', { name: 'Detener' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Detener' }).click();
  await expect(page.getByText('No se pudo detener la campaña.', { exact: true })).toBeVisible();
  await choose(page, 'Otoño', 'Eliminar');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('No se pudo eliminar la campaña.', { exact: true })).toBeVisible();
  await page.unroute('**/api/campaigns/*');

  await cardOf(page, 'Primavera').getByRole('button', { name: 'Detener' }).click();
  await expect(question).toBeVisible();
  await change(running.id, 'completed');
  await question.getByRole('button', { name: 'Detener' }).click();
  await expect(
    page.getByText('No se pudo detener la campaña. Su estado cambió mientras tanto: ahora es «Completado».'),
  ).toBeVisible();
  await choose(page, 'Otoño', 'Eliminar');
  await expect(question).toBeVisible();
  await change(id, 'failed');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('No se pudo eliminar la campaña. Alguien la eliminó mientras tanto.')).toBeVisible();
  await expect(cardOf(page, 'Otoño')).toHaveCount(0);
});

test('copies a campaign into the wizard, whole or those who were not contacted', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  const recipients = ['+5491147000000', '+5491147000001'].map((phone_number) => ({
    phone_number,
    customer_name: 'Ana Núñez',
  }));
  vocero.simulator.forceOutcome('agent_hangup', '+5491147000000');
  vocero.simulator.forceOutcome('dial_no_answer', '+5491147000001');
  await createCampaign(page, 'Bienvenida', 2, { recipients });
  await expect.poll(async () => (await listCampaigns(page))[0]?.status).toBe('completed');
  await page.goto(`${vocero.url}/nueva-campana?desde=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('No se pudo duplicar la campaña.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();

  await page.goto(`${vocero.url}/historico-campanas`);
  await page.getByRole('link', { name: /^Llamar a los no contactados \(\d+\)$/ }).click();
  const name = page.getByLabel('Nombre de la campaña', { exact: true });
  await expect(name).toHaveValue('Bienvenida (no contactados)');
  await expect(page.getByLabel('Definición de éxito', { exact: true })).not.toHaveValue('');
  await page.goto(`${vocero.url}/historico-campanas`);
  await choose(page, 'Bienvenida', 'Duplicar');
  // The earlier copy is kept until it is sent or discarded.
  await page.getByRole('button', { name: 'Descartar y abrir la campaña' }).click();
  await expect(name).toHaveValue('Bienvenida (copia)');
  expect((await listCampaigns(page)).map((campaign) => campaign.name)).toEqual(['Bienvenida']);
});
