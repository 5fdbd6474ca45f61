// The second factor: set-up, sign-in by code and by recovery code, the requirement, and removal.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './accessibility.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';
import { codeOf } from './second-factor-steps.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function openMenuEntry(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Segundo factor' }).click();
}

/** Sets a second factor up in the open window. @returns the secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await dialog(page).getByRole('button', { name: 'Configurar' }).click();
  await expect(dialog(page).getByRole('img', { name: 'Código QR para tu app de autenticación' })).toBeVisible();
  const secret = ((await dialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
  await expect(dialog(page).getByLabel('Código de la app')).toBeFocused();
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  const list = dialog(page).getByRole('list', { name: 'Códigos de recuperación' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  return { secret, codes: await list.getByRole('listitem').allTextContents() };
}

test('a person sets one up by the keyboard, and signs in by a code and by a recovery code', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  await signIn(page, vocero, workspace);
  await page.goto('/');
  await openMenuEntry(page);
  await expectGoodAtBothWidths(page);
  await dialog(page).getByRole('button', { name: 'Configurar' }).click();
  await expectGoodAtBothWidths(page);
  await dialog(page).getByLabel('Código de la app').fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText('El código no es correcto o ya se usó.');
  await dialog(page).getByRole('button', { name: 'Volver' }).click();
  const { secret, codes } = await setUp(page);
  await expectGoodAtBothWidths(page);
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Descargar' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  for (const code of codes) expect(text).toContain(code);
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  await expect(dialog(page)).toContainText('Te quedan 10 códigos de recuperación.');
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');

  const { username, password } = workspace;
  const enterPassword = async () => {
    await page.request.post('/api/auth/logout');
    await page.goto('/login');
    await page.getByLabel('Usuario').fill(username);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Código', { exact: true })).toBeFocused();
  };
  await enterPassword();
  await expectGoodAtBothWidths(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('El código no es correcto o ya se usó.');
  await expect(page.getByLabel('Código', { exact: true })).toBeFocused();
  await page.keyboard.type(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Menú de usuario/ })).toBeVisible();

  await enterPassword();
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await expect(page.getByLabel('Código de recuperación')).toBeFocused();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await openMenuEntry(page);
  await expect(dialog(page)).toContainText('Te quedan 9 códigos de recuperación.');
});

test('an admin who has one requires it of everybody', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  await page.goto('/settings');
  await expect(page.getByText('Configura primero tu propio segundo factor, en tu menú de usuario.')).toBeVisible();
  await openMenuEntry(page);
  await setUp(page);
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('De quién se exige').selectOption('all');
  await expectGoodAtBothWidths(page);
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/settings'),
  );
  await page.getByRole('button', { name: 'Guardar Configuración' }).click();
  expect((await saved).status()).toBe(200);
  // An operator who joins now has seven days.
  const operator = { ...workspace, username: `${workspace.username}-nueva`, password: 'una clave larga de verdad' };
  const { username, password } = operator;
  const made = await page.request.post('/api/users', { data: { username, password, role: 'operator' } });
  expect(made.ok(), await made.text()).toBe(true);
  await signIn(page, vocero, operator);
  await page.goto('/historial-llamadas');
  await expect(page.getByText(/Configura tu segundo factor antes del .+ \(quedan 6 días\)\./)).toBeVisible();
  await expectGoodAtBothWidths(page);
});
