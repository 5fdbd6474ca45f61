/** Coming in, going out, and the frame around every screen. */
import { expect, expectAccessible, openDashboard, signIn, test } from './console-fixture.ts';

test('a stranger gets the login on every address, and the right password lets in', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  await page.goto(`${vocero.url}/historico-campanas`);
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Usuario').fill(who.username);
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Credenciales inválidas' })).toBeVisible();

  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByText('Inicio de sesión exitoso')).toBeVisible();
  await expect(page).toHaveURL(`${vocero.url}/`);
  await expect(page.getByText(who.name).first()).toBeVisible();
});

test('logging out ends the session in every tab', async ({ page, context, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  await openDashboard(page, vocero, who);
  const other = await context.newPage();
  await other.goto(vocero.url);
  await expect(other.getByText('Llamadas Activas').first()).toBeVisible();

  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${vocero.url}/login`);
  // The socket tells the other tab, which nobody touched.
  await expect(other.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
});

test('an unknown address reads 404', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('operator'));
  await page.goto(`${vocero.url}/no-existe`);
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('an admin creates a workspace and sees what is wrong with a bad key', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('admin'));
  await page.getByRole('button', { name: /Workspace Activo|Ventas/ }).first().click();
  await page.getByRole('menuitem', { name: 'Crear Workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Nuevo Workspace' });
  await dialog.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(dialog.getByText('El nombre es requerido')).toBeVisible();
  await expect(dialog.getByText('La API Key de Retell es requerida')).toBeVisible();

  await dialog.getByLabel('Nombre del Workspace').fill('Ventas Q2');
  await dialog.getByLabel('API Key de Retell').fill('key_que_no_existe');
  await dialog.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(page.getByText('Retell rechazó la API Key.', { exact: false }).first()).toBeVisible();
  // Nothing typed is lost.
  await expect(dialog.getByLabel('Nombre del Workspace')).toHaveValue('Ventas Q2');
});

for (const theme of ['light', 'dark'] as const) {
  for (const [name, width] of [['wide', 1366], ['narrow', 360]] as const) {
    test(`the frame is accessible and fits: ${theme}, ${name}`, async ({ page, vocero }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 768 });
      await openDashboard(page, vocero, await vocero.createWorkspace('admin'));
      await expectAccessible(page);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
}
