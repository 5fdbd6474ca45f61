// Safety of a person's own account: ending other sessions, reports of failed sign-ins, refusal of common passwords.
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  openDashboard,
  test,
} from './console-fixture.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /^Menú de usuario/ });
const bell = (page: Page) => page.getByRole('button', { name: /^Alertas/ });

async function openSessions(page: Page): Promise<Locator> {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sesiones' }).click();
  return page.getByRole('dialog', { name: 'Sesiones' });
}

test('a person sees where their account is open, this session first, and ends one of the others', async ({
  page,
  browser,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  await openDashboard(page, vocero, who);
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
  const elsewhere = await (await browser.newContext({ userAgent })).newPage();
  await openDashboard(elsewhere, vocero, who);
  await vocero.signInElsewhere(who);

  const sessions = await openSessions(page);
  const rows = sessions.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Chrome en Linux');
  await expect(rows.first()).toContainText('Esta sesión');
  await expect(rows.first().getByText('Contraseña', { exact: true })).toBeVisible();
  await expect(rows.first()).toContainText('127.0.0.1');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expect(sessions.getByText('Esta sesión')).toHaveCount(1);
  const phone = rows.filter({ hasText: 'Safari en iPhone' });
  await expect(phone).toContainText(/Desde el \d\d\/\d\d\/\d{4} \d\d:\d\d\s*Activa ahora/);
  await expectGoodAtBothWidths(page);

  await phone.getByRole('button', { name: 'Cerrar la sesión de Safari en iPhone' }).click();
  await expect(page.getByText('En Safari en iPhone habrá que iniciar sesión de nuevo.')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(sessions.getByRole('list')).toBeFocused();
  // The other page leaves by itself, because its socket ended.
  await expect(elsewhere.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await elsewhere.context().close();
  await page.keyboard.press('Escape');
  await expect(sessions).toBeHidden();
});

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

  const sessions = await openSessions(page);
  await sessions.getByRole('button', { name: 'Cerrar las otras sesiones' }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Cerrar tus otras sesiones?' });
  await expect(dialog).toContainText('Esta sigue abierta.');
  await expect(dialog.getByLabel('Revocar también mis 2 tokens de API')).not.toBeChecked();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(elsewhere.getByText('Llamadas Activas').first()).toBeVisible();

  await sessions.getByRole('button', { name: 'Cerrar las otras sesiones' }).click();
  await dialog.getByLabel('Revocar también mis 2 tokens de API').check();
  await dialog.getByRole('button', { name: 'Cerrar las otras sesiones' }).click();
  await expect(page.getByText('Se cerró 1 sesión. Se revocaron 2 tokens de API.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  // The other page leaves by itself, because its socket ended.
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
  // The person's own browser signs in from the same address, where it is a known device.
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

test('fields of passwords mask them, take what is pasted, and name themselves to password managers', async ({
  page,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  await page.goto('/login');
  const paste = async (text: string, from: Locator, into: Locator) => {
    await from.fill(text);
    await from.press('ControlOrMeta+a');
    await from.press('ControlOrMeta+c');
    await into.press('ControlOrMeta+v');
    await expect(into).toHaveValue(text);
    await expect(into).toHaveAttribute('type', 'password');
  };
  const username = page.getByLabel('Usuario');
  const password = page.getByLabel('Contraseña', { exact: true });
  await paste(who.password, username, password);
  await expect(username).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await username.fill(who.username);
  await page.keyboard.press('Enter');

  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Cambiar contraseña' }).click();
  const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
  await expect(field('Contraseña actual')).toHaveAttribute('autocomplete', 'current-password');
  for (const name of ['Contraseña nueva', 'Repite la contraseña nueva']) {
    await expect(field(name)).toHaveAttribute('autocomplete', 'new-password');
    await field(name).press('ControlOrMeta+v');
    await expect(field(name)).toHaveValue(who.password);
    await expect(field(name)).toHaveAttribute('type', 'password');
  }
});
