/** Signing in and out, and the frame around every screen. */
import type { Browser, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  openDashboard,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { addPerson, breakRequests } from './people-steps.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /Menú de usuario/ });
const selector = (page: Page) => page.getByRole('button', { name: /Workspace Activo/ });

/** A person of two workspaces: an admin of the first, an operator of the second. */
async function belongToTwo(
  vocero: Console,
): Promise<{ first: ConsoleWorkspace; second: ConsoleWorkspace; who: { username: string; password: string } }> {
  const first = await vocero.createWorkspace('operator');
  const second = await vocero.createWorkspace('operator');
  const username = `${first.username}-dos`;
  const userId = await addPerson(vocero, first, { username, role: 'admin' });
  await vocero.server.app.features.access.addMember(second.id, userId, 'operator');
  return { first, second, who: { username, password: first.password } };
}

async function openFirst(
  page: Page,
  vocero: Console,
  who: { username: string; password: string },
  first: ConsoleWorkspace,
): Promise<void> {
  await signIn(page, vocero, who);
  await page.request.put(`/api/workspaces/${first.id}/switch`);
  await page.goto(vocero.url);
  await expect(selector(page)).toContainText(first.name);
}

test('a stranger gets the login on every address, and the right password lets in', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  const address = `${vocero.url}/historico-campanas?estado=paused`;
  await page.goto(`${address}&ws=${who.id}`);
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await expect(page.getByText(/^v\d.* · Build: /)).toBeVisible();
  await expectAccessible(page);

  // The browser itself requires both fields, so nothing is sent.
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.locator('input:invalid')).toHaveCount(2);

  await page.getByLabel('Usuario').fill(who.username);
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Credenciales inválidas' })).toBeVisible();

  // The password is shown on request, and masked by default.
  const password = page.getByLabel('Contraseña', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await password.fill(who.password);
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue(who.password);
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByText('Inicio de sesión exitoso')).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(page.getByText(who.name).first()).toBeVisible();
});

test('a press leaves no ring around what it chose; the keyboard draws one', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const period = page.getByLabel('Período:');
  await period.click();
  await expect(period).toBeFocused();
  await expect(period).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(period).toBeFocused();
  await expect(period).toHaveCSS('outline-style', 'solid');
});

test('all screens have one edge and one width, on a wide screen too', async ({ page, vocero }) => {
  await page.setViewportSize({ width: 2560, height: 1300 });
  await openDashboard(page, vocero, await vocero.createWorkspace('editor'));
  const boxes = new Set<string>();
  for (const path of ['/', '/historico-campanas', '/nueva-campana', '/historial-llamadas', '/analytics', '/settings']) {
    await page.goto(`${vocero.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The screen's code may load while it is measured.
    await expect(async () => {
      const [box, head] = [await page.getByRole('main').boundingBox(), await page.getByRole('banner').boundingBox()];
      expect([box?.x, box?.width], path).toEqual([head?.x, head?.width]);
      boxes.add(`${head?.x} ${head?.width}`);
    }).toPass();
  }
  expect(boxes.size).toBe(1);
});

test('logging out says why it failed, then ends the session in every tab', async ({ page, context, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  await openDashboard(page, vocero, who);
  const other = await context.newPage();
  await other.goto(vocero.url);
  await expect(other.getByText('Llamadas Activas').first()).toBeVisible();
  // A tab in the background is painted once a second.
  await page.bringToFront();

  const leave = async () => {
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await page.route('**/api/auth/logout', (route) => route.abort());
  await leave();
  await expect(page.getByText('Error de conexión', { exact: true })).toBeVisible();
  await page.unroute('**/api/auth/logout');
  await breakRequests(page, 'POST', /\/api\/auth\/logout$/);
  await leave();
  await expect(page.getByText('No se pudo cerrar la sesión')).toBeVisible();
  await page.unrouteAll();

  await leave();
  await expect(page.getByText('Has cerrado sesión exitosamente')).toBeVisible();
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
  await selector(page).click();
  await page.getByRole('menuitem', { name: 'Crear Workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Nuevo Workspace' });
  await dialog.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(dialog.getByText('El nombre es requerido')).toBeVisible();
  await expect(dialog.getByText('La API Key de Retell es requerida')).toBeVisible();

  await dialog.getByLabel('Nombre del Workspace').fill('Ventas Q2');
  await dialog.getByLabel('API Key de Retell').fill('key_que_no_existe');
  await dialog.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(page.getByText('Retell rechazó la API Key.', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('No se pudo crear el workspace.')).toBeVisible();
  // Typed input is kept.
  await expect(dialog.getByLabel('Nombre del Workspace')).toHaveValue('Ventas Q2');

  await dialog.getByLabel('API Key de Retell').fill(vocero.takeKey());
  await dialog.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(page.getByText('El workspace se ha creado exitosamente.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await selector(page).click();
  await expect(page.getByRole('menuitem', { name: 'Ventas Q2' })).toBeVisible();
});

test('all of the sidebar is in sight on a laptop, an admin’s too', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('admin'));
  const navigation = page.getByRole('complementary').getByRole('navigation');
  await expect(navigation.getByRole('link')).toHaveCount(14);
  expect(await navigation.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await expect(navigation.getByRole('link', { name: 'Gestión de Usuarios' })).toBeInViewport({ ratio: 1 });
});

test('the sidebar is 256 px or 64, remembered, and lists what the role may use', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  await openDashboard(page, vocero, workspace);
  const sidebar = page.getByRole('complementary');
  const width = async () => (await sidebar.boundingBox())?.width;
  await expect.poll(width).toBe(256);
  await expect(sidebar.getByText('Admin', { exact: true })).toBeHidden();
  await expect(sidebar.getByRole('link', { name: 'Nueva Campaña' })).toBeHidden();
  await expect(sidebar.getByRole('link', { name: /Operacional/ })).toHaveAttribute('target', '_blank');

  await page.getByRole('button', { name: 'Contraer menú' }).click();
  await expect.poll(width).toBe(64);
  await page.reload();
  await expect.poll(width).toBe(64);
  await page.getByRole('link', { name: 'Histórico' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Histórico');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Expandir menú' }).click();
  await expect.poll(width).toBe(256);

  // By address, screens without permission say so, each with its own title.
  for (const [address, title] of [
    ['/settings', 'Configuración'],
    ['/user-management', 'Gestión de Usuarios'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText('Sin permisos para ver esta sección')).toBeVisible();
  }
  await page.goto('/workspaces');
  await expect(page.getByRole('tab', { name: workspace.name })).toBeVisible();
});

test('on a narrow screen the sidebar is a drawer that closes on the way', async ({ page, vocero }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page, vocero, await vocero.createWorkspace('editor'));
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navegación principal' });
  await expect(drawer.getByText('Admin', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: /^Alertas/ })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Workspaces' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Gestión de Workspaces' })).toBeVisible();
});

test('switching a workspace takes the other tabs along, and waits where something is typed', async ({
  page,
  context,
  vocero,
}) => {
  const { first, second, who } = await belongToTwo(vocero);
  await openFirst(page, vocero, who, first);
  const idle = await context.newPage();
  await idle.goto(`${vocero.url}/historial-llamadas?campaign=de-otro&name=Otra&pageSize=50`);
  const busy = await context.newPage();
  await busy.goto(`${vocero.url}/nueva-campana`);
  await busy.getByRole('textbox', { name: 'Nombre de la campaña' }).fill('A medias');

  await page.bringToFront();
  await breakRequests(page, 'PUT', /\/switch$/);
  await selector(page).click();
  await page.getByRole('menuitem', { name: second.name }).click();
  await expect(page.getByText('No se pudo cambiar de workspace.')).toBeVisible();
  await page.unrouteAll();
  await selector(page).click();
  // The notice is shown for some seconds in both tabs at once, so both are watched from before.
  const toldThere = idle.getByText('Workspace cambiado en otra pestaña').waitFor();
  await page.getByRole('menuitem', { name: second.name }).click();
  await expect(page.getByText('Has cambiado de workspace exitosamente.')).toBeVisible();
  await expect(selector(page)).toContainText(second.name);

  await expect(selector(idle)).toContainText(second.name);
  await toldThere;
  // The campaign belonged to the last workspace, so its parameter is gone.
  await expect(idle).toHaveURL(`${vocero.url}/historial-llamadas?pageSize=50`);

  await expect(busy.getByText('Esta pestaña muestra otro workspace. Recárgala para continuar.')).toBeVisible();
  await expect(busy.getByRole('textbox', { name: 'Nombre de la campaña' })).toHaveValue('A medias');
  await expect(selector(busy)).toContainText(first.name);
  // A write from the old workspace is refused.
  const refused = await busy.request.post('/api/campaigns', { data: {}, headers: { 'x-workspace-id': first.id } });
  expect(refused.status()).toBe(409);

  // Back in the first workspace, the waiting tab is right again.
  await selector(page).click();
  await page.getByRole('menuitem', { name: first.name }).click();
  await expect(busy.getByText('Esta pestaña muestra otro workspace.', { exact: false })).toBeHidden();
});

async function freshPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test('a person changes their own password, which ends their other sessions', async ({ page, browser, vocero }) => {
  const who = await vocero.createWorkspace('admin');
  await openDashboard(page, vocero, who);
  await page.request.post(`${vocero.url}/api/tokens`, { data: { name: 'CRM', role: 'operator' } });
  const elsewhere = await freshPage(browser);
  await openDashboard(elsewhere, vocero, who);

  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Cambiar contraseña' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' });
  await expectAccessible(page);
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await field('Contraseña actual').fill('no es esta');
  await field('Contraseña nueva').fill('corta');
  await field('Repite la contraseña nueva').fill('otra');
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(dialog.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible();
  await field('Contraseña nueva').fill('una clave nueva');
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(dialog.getByText('Las contraseñas no coinciden')).toBeVisible();
  await field('Repite la contraseña nueva').fill('una clave nueva');
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(dialog.getByText('La contraseña actual no es correcta.')).toBeVisible();
  await expect(field('Contraseña actual')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Contraseña nueva')).toHaveValue('una clave nueva');

  await field('Contraseña actual').fill(who.password);
  await dialog.getByLabel('Revocar también mi token de API').check();
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByText('Contraseña cambiada')).toBeVisible();
  expect(await (await page.request.get(`${vocero.url}/api/tokens/own`)).json()).toEqual({ count: 0 });
  await expect(dialog).toBeHidden();
  await expect(elsewhere.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await signIn(elsewhere, vocero, { username: who.username, password: 'una clave nueva' });
  await elsewhere.context().close();
});

/** Expects only the browser's errors about missing code. */
function expectMissingCode(pageErrors: string[]): void {
  expect(pageErrors.filter((error) => !error.includes('dynamically imported module'))).toEqual([]);
  pageErrors.length = 0;
}

test('a screen whose code does not come while the server is away opens by itself once it is back', async ({
  page,
  vocero,
  pageErrors,
}) => {
  const away = /\/assets\/analytics-page|\/healthz/;
  await page.route(away, (route) => route.abort());
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('alert')).toContainText('Sin conexión');
  await expect(page.getByText('Hay una versión nueva')).toHaveCount(0);
  await page.unroute(away);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(page.getByText('Sin conexión')).toHaveCount(0);
  expectMissingCode(pageErrors);
});

test('a screen whose code the server has no more says that there is a new version', async ({
  page,
  vocero,
  pageErrors,
}) => {
  await page.route(/\/assets\/analytics-page/, (route) => route.fulfill({ status: 404 }));
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('alert')).toContainText('Hay una versión nueva');
  await page.unroute(/\/assets\/analytics-page/);
  await page.getByRole('button', { name: 'Recargar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  expectMissingCode(pageErrors);
});

test('the theme is chosen in the user menu and stands before the first paint', async ({ page, vocero }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Tema' }).hover();
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Without the application's code only the blocking script runs, which sets the theme.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the user menu leads to the workspaces by keyboard alone', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await userMenu(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Workspace' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(userMenu(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Workspace' }).press('Enter');
  await expect(page).toHaveURL(`${vocero.url}/workspaces`);
});

test('the console is written in its own typeface, with figures of one width where they stand in columns', async ({
  page,
  vocero,
}) => {
  await page.goto(`${vocero.url}/login`);
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  const drawn = await page.evaluate(async () => {
    await document.fonts.load('14px Geist', '1−→ñ');
    const widthOf = (text: string, style: string) => {
      const span = document.createElement('span');
      span.style.cssText = `position:absolute;font:14px Geist;${style}`;
      span.textContent = text;
      document.body.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    };
    const inColumns = 'font-variant-numeric:tabular-nums';
    const face = [...document.fonts].find(({ family }) => family === 'Geist');
    return {
      status: face?.status,
      family: getComputedStyle(document.body).fontFamily.split(',')[0],
      isTabular: widthOf('1111', inColumns) === widthOf('0000', inColumns),
      isProportional: widthOf('1111', '') < widthOf('0000', ''),
    };
  });
  expect(drawn).toEqual({ status: 'loaded', family: 'Geist', isTabular: true, isProportional: true });
  const [href] = await page
    .locator('link[rel=preload][as=font]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const font = await page.request.get(`${vocero.url}${href ?? ''}`);
  expect(font.headers()['cache-control']).toContain('immutable');
  expect((await font.body()).length).toBeLessThanOrEqual(35 * 1024);
});
