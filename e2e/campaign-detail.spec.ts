// One campaign's window: its address, summary, recipients with their attempts, log and files; updated without moving.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatGroupedPhoneNumber } from '../src/phone/numbering-plan.ts';
import { askServer, createCampaign, listCampaigns } from './campaign-steps.ts';
import { expect, expectAccessibleInBothThemes, expectFits, signIn, test, type Console } from './console-fixture.ts';

const numberOf = (index: number) => `+54911${46_000_000 + index}`;
const recipients = Array.from({ length: 25 }, (_, index) => ({
  phone_number: numberOf(index),
  customer_name: index === 24 ? 'Íñigo Núñez' : `Persona ${index + 1}`,
}));

/** A campaign of 25: one recipient does not answer, one is on the do-not-call list; with rejected rows of the file. */
async function furnish(page: Page, vocero: Console) {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  await askServer(page, '/api/settings', {
    method: 'PUT',
    body: { dialing: { callsPerSecond: 50, reservedLines: 0 } },
  });
  await askServer(page, '/api/do-not-call', { method: 'POST', body: { phoneNumber: numberOf(2) } });
  vocero.simulator.forceOutcome('agent_hangup', numberOf(0));
  vocero.simulator.forceOutcome('dial_no_answer', numberOf(1));
  vocero.simulator.forceOutcome('voicemail_reached', numberOf(3));
  return workspace;
}

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return readFile(await file.path(), 'utf8');
}

test('opens from its card and from its address; tells what came of the campaign and of each recipient', async ({
  page,
  vocero,
}) => {
  const workspace = await furnish(page, vocero);
  const { id } = await createCampaign(page, 'Renovación de contratos', 25, {
    recipients: [...recipients, { phone_number: numberOf(0), customer_name: 'Otra vez' }],
    rejectedRows: [{ row: 4, reason: 'Formato de teléfono inválido', values: { phone_number: 'mal' } }],
  });
  await expect.poll(async () => (await listCampaigns(page))[0]?.status).toBe('completed');
  await page.goto(`${vocero.url}/historico-campanas`);
  const card = page.getByRole('article', { name: 'Renovación de contratos' });
  // The click may be anywhere on the card.
  await card.click({ position: { x: 30, y: 120 } });
  await expect(page).toHaveURL(`${vocero.url}/historico-campanas?campana=${id}`);
  await page.reload();
  const window = page.getByRole('dialog', { name: 'Renovación de contratos' });
  await expect(window.getByText(/^Se llamó a 24 de 25 destinatarios\./)).toBeVisible();
  await expect(window.getByRole('listitem').filter({ hasText: /^Enviados/ })).toContainText('96,0% del total');
  await expect(window.getByText('Inmediato')).toBeVisible();
  await expect(window.getByText('Sin reintentos')).toBeVisible();
  await expect(window.getByRole('link', { name: 'Ver Call Logs' })).toHaveAttribute(
    'href',
    `/historial-llamadas?${new URLSearchParams({ campaign: id, name: 'Renovación de contratos' }).toString()}`,
  );
  // Recipients answered by a machine are counted apart, with a link to them.
  const machines = window.getByRole('link', { name: /^[\d.]+$/ });
  await expect(machines).toHaveAttribute('href', /vista=destinatarios&mostrar=voicemail/);
  expect(await download(page, 'Descargar filas omitidas')).toContain('Formato de teléfono inválido');
  await expectAccessibleInBothThemes(page);

  await window.getByRole('tab', { name: 'Destinatarios' }).click();
  const rows = window.getByRole('table', { name: 'Destinatarios' }).getByRole('button', { name: /^Ver intentos de/ });
  await expect(rows).toHaveCount(20);
  await window.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(rows).toHaveCount(5);
  await expect(page).toHaveURL(`${vocero.url}/historico-campanas?campana=${id}&vista=destinatarios&hoja=2`);
  await window.getByLabel('Buscar destinatarios').fill('inigo');
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAccessibleName('Ver intentos de Íñigo Núñez');
  await window.getByLabel('Buscar destinatarios').fill('');
  await window.getByLabel('Mostrar').selectOption('Con contestador');
  await expect(window.getByRole('row').filter({ hasText: formatGroupedPhoneNumber(numberOf(3)) })).toBeVisible();
  await window.getByLabel('Mostrar').selectOption('Omitidos');
  await expect(window.getByRole('row').filter({ hasText: formatGroupedPhoneNumber(numberOf(2)) })).toContainText(
    'Omitido',
  );
  await page.reload();
  await expect(rows).toHaveCount(1);
  await window.getByLabel('Mostrar').selectOption('Todos');
  await rows.nth(1).click();
  const attempts = window.getByRole('list', { name: 'Intentos de Persona 2', exact: true });
  await expect(attempts).toContainText('Sin respuesta · Nadie atendió la llamada.');
  await expect(attempts.getByRole('link', { name: /^Ver llamada del/ })).toHaveAttribute('href', /^\/call\/.+/);
  await expectAccessibleInBothThemes(page);
  const results = await download(page, 'Descargar resultados');
  for (const { phone_number } of recipients) expect(results).toContain(phone_number);

  await window.getByRole('tab', { name: 'Registro' }).click();
  const log = window.getByRole('list', { name: 'Registro de la campaña' });
  await expect(log.getByRole('listitem').last()).toContainText(
    `Campaña creada con 25 destinatarios, sin contar 1 duplicado ni 1 fila omitida. por ${workspace.username}`,
  );
  await expect(log.getByText('Campaña completada: llegaron todos los resultados.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByRole('link', { name: 'Renovación de contratos' })).toBeFocused();
  await expect(page).toHaveURL(`${vocero.url}/historico-campanas`);
  await page.goto(`${vocero.url}/historico-campanas?campana=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('Campaña no encontrada')).toBeVisible();
});

test('shows a running campaign live: open rows stay open, those who get another try say when', async ({
  page,
  vocero,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await furnish(page, vocero);
  // Calls do not advance while they are looked at.
  vocero.simulator.setSpeed(1e-6);
  const { id } = await createCampaign(page, 'En vivo', 25, {
    recipients,
    retryPolicy: { no_answer: { attempts: 1, delayMinutes: 60 } },
  });
  await page.goto(`${vocero.url}/historico-campanas?campana=${id}&vista=destinatarios`);
  const window = page.getByRole('dialog', { name: 'En vivo' });
  const card = window.getByRole('list', { name: 'Destinatarios', exact: true }).locator('> li').nth(1);
  await expect(card.getByText('En llamada', { exact: true }).first()).toBeVisible();
  const toggle = card.getByRole('button', { name: 'Ver intentos de Persona 2', exact: true });
  await toggle.click();
  await expect(window.getByRole('list', { name: 'Intentos de Persona 2', exact: true })).toBeVisible();
  await expectFits(page);
  await expectAccessibleInBothThemes(page);

  vocero.simulator.setSpeed(1);
  await expect(card.getByText('Con otro intento')).toBeVisible();
  await expect(card.getByText(/^Próximo: \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(toggle).toBeFocused();
  await window.getByRole('tab', { name: 'Resumen' }).click();
  await expect(window.getByText(/^En espera hasta .* Los que quedan esperan su próximo intento\.$/)).toBeVisible();
  await expect(window.getByText('Sin respuesta: 1 intento más, 1 h después')).toBeVisible();
  // The count links to the recipients that it counts.
  await window.getByRole('link', { name: 'Con otro intento' }).click();
  await expect(page).toHaveURL(/vista=destinatarios&mostrar=retrying$/);
  await expect(window.getByRole('button', { name: 'Ver intentos de Persona 2', exact: true })).toBeVisible();
  await window.getByRole('tab', { name: 'Registro' }).click();
  await expect(window.getByText(/tendrán? otro intento, desde el .*: no contestaron\./).first()).toBeVisible();
});

test("a campaign's own page is a link that can be sent: its tabs, its people and its actions, by keyboard too", async ({
  page,
  vocero,
}) => {
  await furnish(page, vocero);
  const { id } = await createCampaign(page, 'Página propia', 3, { recipients: recipients.slice(0, 3) });
  const planned = { sendOption: 'scheduled', scheduledDate: '2031-05-20', scheduledTime: '10:30' } as const;
  const waiting = await createCampaign(page, 'Sin resultados', 2, planned);
  await expect.poll(async () => (await listCampaigns(page)).find((each) => each.id === id)?.status).toBe('completed');
  await page.goto(`${vocero.url}/historico-campanas?campana=${id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Abrir página' }).click();
  await expect(page).toHaveURL(`${vocero.url}/campana/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Página propia' })).toBeVisible();
  await page.getByRole('tab', { name: 'Resumen' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${vocero.url}/campana/${id}?vista=destinatarios`);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Destinatarios' })).toBeVisible();
  await page.goto(`${vocero.url}/campana/${id}`);
  await page.getByRole('link', { name: 'Omitidos' }).click();
  await expect(page).toHaveURL(`${vocero.url}/campana/${id}?vista=destinatarios&mostrar=skipped`);
  await expect(page.getByRole('button', { name: /^Ver intentos de/ })).toHaveCount(1);
  // One recipient talked and one is not to be called, so one is left to be called again.
  await page.getByRole('link', { name: 'Llamar a los no contactados (1)' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nombre de la campaña', { exact: true })).toHaveValue('Página propia (no contactados)');

  // No call has a result yet.
  await page.goto(`${vocero.url}/campana/${waiting.id}`);
  await expect(page.getByText('Tasa de respuesta')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^—$/ })).toHaveCount(4);
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Peso', { exact: true }).selectOption('9');
  await expect(page.getByText('Peso cambiado').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Peso', { exact: true })).toHaveValue('9');
  await page.getByRole('button', { name: /^Más acciones/ }).click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historico-campanas`);
  await page.goto(`${vocero.url}/campana/${waiting.id}`);
  await expect(page.getByText('Campaña no encontrada')).toBeVisible();
});
