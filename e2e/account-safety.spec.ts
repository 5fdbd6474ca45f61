// What a person does for the safety of their own account: other sessions ended, failed sign-ins told, common passwords refused.
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  openDashboard,
  test,
} from './console-fixture.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /^Menú de usuario/ });
const bell = (page: Page) => page.getByRole('button', { name: /^Alertas/ });

test('a person ends all their other sessions, and their tokens where they tick it, and hears how many; this one stays', async ({
  page,
  browser,
  vocero,
}) => {
  const who = await vocero.createWorkspace('admin');
  await openDashboard(page, vocero, who);
  for (const name of ['CRM', 'Tablero'])
    await page.request.post(`${vocero.url}/api/tokens`, { data: { name, role: 'operator' } });
  const elsewhere = await (await browser.newContext()).newPage();
  await openDashboard(elsewhere, vocero, who);

  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Cerrar las otras sesiones' }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Cerrar tus otras sesiones?' });
  await expect(dialog).toContainText('Esta sigue abierta.');
  await expect(dialog.getByLabel('Revocar también mis 2 tokens de API')).not.toBeChecked();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(elsewhere.getByText('Llamadas Activas').first()).toBeVisible();

  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Cerrar las otras sesiones' }).click();
  await dialog.getByLabel('Revocar también mis 2 tokens de API').check();
  await dialog.getByRole('button', { name: 'Cerrar las otras sesiones' }).click();
  await expect(page.getByText('Se cerró 1 sesión. Se revocaron 2 tokens de API.')).toBeVisible();
  await expect(dialog).toBeHidden();
  // By itself: its socket ended.
  await expect(elsewhere.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
  await elsewhere.context().close();
});

test('the bell tells of failed sign-ins until they are marked as read, and leads to what to do; a common password is refused', async ({
  page,
  browser,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  await openDashboard(page, vocero, who);
  await expect(bell(page)).toHaveAccessibleName('Alertas');
  const stranger = await browser.newContext();
  for (let count = 0; count < 5; count += 1) {
    const answer = await stranger.request.post(`${vocero.url}/api/auth/login`, {
      data: { username: who.username, password: `adivino ${count}` },
    });
    expect(answer.status()).toBe(401);
  }
  await stranger.close();
  // The person's own browser comes in from the same address: it is known there.
  await openDashboard(page, vocero, who);
  await expect(bell(page)).toHaveAccessibleName('Alertas: 1 para ti');
  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Alertas' });
  const notice = panel.getByRole('region', { name: 'Intentos fallidos de entrar a tu cuenta' });
  await expect(notice).toContainText('5 intentos con una contraseña equivocada desde 1 dirección. El último, ');
  await expect(notice).toContainText('Desde 127.0.0.1');
  await expectAccessibleInBothThemes(page);

  await notice.getByRole('button', { name: 'Cambiar contraseña' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await field('Contraseña actual').fill(who.password);
  for (const name of ['Contraseña nueva', 'Repite la contraseña nueva']) await field(name).fill('Password1');
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(field('Contraseña nueva')).toHaveAttribute('aria-invalid', 'true');
  await expect(
    dialog.getByText('Esta contraseña es de las más usadas y fáciles de adivinar. Elige otra').first(),
  ).toBeVisible();
  await expectGoodAtBothWidths(page);
  for (const name of ['Contraseña nueva', 'Repite la contraseña nueva']) await field(name).fill('una clave mejor');
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(dialog).toBeHidden();

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.reload();
  await bell(page).click();
  await notice.getByRole('button', { name: 'Marcar como leído' }).click();
  await expect(notice).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toHaveAccessibleName('Alertas');
});
