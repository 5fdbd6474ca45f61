/** The page of a call under way: its conversation as it is spoken, a whisper, and its end without a jump. */
import type { Page } from '@playwright/test';
import { ownerOf } from './campaign-steps.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  signIn,
  test,
  type Console,
} from './console-fixture.ts';
import { beginCall } from './live-call-steps.ts';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversación', exact: true });

async function openCall(page: Page, vocero: Console, callId: string): Promise<void> {
  await page.goto(`${vocero.url}/call/${callId}`);
}

test('the conversation comes as it is spoken, is followed until somebody scrolls, and ends without a jump', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  const callId = await beginCall(page, vocero, workspace);
  const say = (role: 'agent' | 'user', content: string) =>
    vocero.simulator.speak(workspace.key, callId, { role, content });
  await openCall(page, vocero, callId);
  await expect(page.getByText(/^En curso · /)).toBeVisible();
  for (const text of ['Sin Éxito', 'in_progress', 'Análisis de la conversación'])
    await expect(page.getByText(text)).toHaveCount(0);

  say('agent', 'Buenas tardes, le hablo de la empresa');
  await expect(conversation(page).getByText('Buenas tardes, le hablo de la empresa')).toBeVisible();
  await expect(page.getByText('Habla el agente')).toBeVisible();
  say('user', 'Sí, dígame');
  await expect(page.getByText('Habla el cliente')).toBeVisible();
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Agente: Buenas tardes' })).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await expectGoodAtBothWidths(page);

  await page.setViewportSize({ width: 1366, height: 768 });
  for (let line = 1; line <= 30; line++) say(line % 2 ? 'agent' : 'user', `Línea número ${line}`);
  await expect(conversation(page).getByText('Línea número 30')).toBeInViewport();
  await conversation(page).evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(page.getByRole('button', { name: 'Ir al final' })).toBeVisible();
  say('agent', 'Línea nueva uno');
  say('user', 'Línea nueva dos');
  const toEnd = page.getByRole('button', { name: 'Ir al final: 2 líneas nuevas' });
  await expect(toEnd).toBeVisible();
  expect(await conversation(page).evaluate((box) => box.scrollTop)).toBe(0);
  await toEnd.press('Enter');
  await expect(conversation(page).getByText('Línea nueva dos')).toBeInViewport();
  await expect(toEnd).toHaveCount(0);

  const topOf = async () => Math.round((await conversation(page).boundingBox())?.y ?? 0);
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  const before = await topOf();
  vocero.simulator.setSpeed(1);
  await expect(page.getByText(/^En curso · /)).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Buscar en la transcripción' })).toBeVisible();
  expect(Math.abs((await topOf()) - before)).toBeLessThan(16);
});

test('an editor whispers to the agent by keyboard, and the conversation says who did', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, ownerOf(workspace));
  await page.request.put(`${vocero.url}/api/settings`, { data: { whispers: ['Ofrecé tres cuotas'] } });
  await signIn(page, vocero, workspace);
  const callId = await beginCall(page, vocero, workspace);
  await openCall(page, vocero, callId);
  await page.getByRole('button', { name: 'Susurrar al agente' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Susurrar al agente' });
  await dialog.getByRole('button', { name: 'Susurrar', exact: true }).press('Enter');
  await expect(dialog.getByText('Escribe la indicación.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Ofrecé tres cuotas' }).press('Enter');
  await expect(dialog.getByLabel('Indicación')).toHaveValue('Ofrecé tres cuotas');
  await dialog.getByLabel('Que lo diga ahora').press('Space');
  await dialog.getByRole('button', { name: 'Susurrar', exact: true }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Indicación enviada')).toBeVisible();
  await expect(conversation(page).getByText(`Indicación de ${workspace.username}`)).toBeVisible();
  expect(vocero.simulator.injected(workspace.key, callId)).toEqual(['Ofrecé tres cuotas']);
});

test('an operator is told why there is no text, and reads once the admin lets operators read', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  await signIn(page, vocero, workspace);
  const callId = await beginCall(page, vocero, workspace);
  await openCall(page, vocero, callId);
  await expect(page.getByText('Tu rol no lee llamadas en vivo en este workspace.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Susurrar al agente' })).toHaveCount(0);
  const admin = await vocero.signInElsewhere(ownerOf(workspace));
  await admin.put('/api/settings', { liveReaders: 'operator' });
  await page.reload();
  vocero.simulator.speak(workspace.key, callId, { role: 'agent', content: 'Ahora sí' });
  await expect(conversation(page).getByText('Ahora sí')).toBeVisible();
});
