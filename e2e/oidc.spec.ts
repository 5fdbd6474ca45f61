// Sign-in by a real identity provider in its own process: sign-in, linking, rules, second factor, and losing access.
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { findFreePort, startOidcProvider, type OidcProvider } from '../src/server/testing/oidc-provider.ts';
import { expect, expectGoodAtBothWidths, signIn, test, type ConsoleWorkspace } from './console-fixture.ts';
import { startConsole } from './console-server.ts';

const homes: string[] = [];
let provider: OidcProvider;
let running: Awaited<ReturnType<typeof startConsole>>;
let home: ConsoleWorkspace;

async function startWith(env: Readonly<Record<string, string>> = {}) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const own = await startOidcProvider(url);
  const oidc = {
    OIDC_ISSUER: own.issuer,
    OIDC_CLIENT_ID: 'vocero',
    OIDC_CLIENT_SECRET: 'una clave de cliente',
    OIDC_SCOPES: 'openid profile email groups',
    OIDC_NAME: 'Mi empresa',
  };
  return { own, console: await startConsole({ PORT: String(port), PUBLIC_URL: url, ...oidc, ...env }, homes) };
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  ({ own: provider, console: running } = await startWith());
  home = await running.createWorkspace('admin');
  homes.push(home.id);
});
test.afterAll(async () => {
  await running.stop();
  await provider.stop();
});

const openPage = async (browser: Browser, url = running.url): Promise<Page> =>
  (await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })).newPage();

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page) => page.getByRole('link', { name: 'Entrar con Mi empresa' });

/** Confirms at the provider's own page. */
async function confirmAtProvider(page: Page, sub: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(sub);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

async function enterByProvider(page: Page, sub: string, address = '/'): Promise<void> {
  await page.goto(address);
  await button(page).click();
  await confirmAtProvider(page, sub);
}

async function openMenu(page: Page, entry: string): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Closes the open dialog. A dialog listens to Escape only once it has the focus. */
async function closeDialog(page: Page): Promise<void> {
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

async function signOut(page: Page): Promise<void> {
  await page.request.post('/api/auth/logout');
  await page.goto('/');
  await expect(button(page)).toBeVisible();
}

/** Adds a rule as the admin, outside the browser. */
async function addRule(value: string, role: string): Promise<void> {
  const admin = await running.signInElsewhere(home);
  await admin.post('/api/sign-on-rules', { claim: 'groups', value, role });
}

test('somebody whom a rule lets in comes to the address that they opened, and sets a password of their own', async ({
  browser,
}) => {
  await addRule('ventas', 'editor');
  await provider.setPerson('nadia', { groups: ['ventas'], preferred_username: 'nadia' });
  const page = await openPage(browser);
  await page.goto('/agentes');
  await expectGoodAtBothWidths(page);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await confirmAtProvider(page, 'nadia');
  await expect(page).toHaveURL(/\/agentes$/);
  await expect(page.getByRole('heading', { level: 1, name: /Agentes/ })).toBeVisible();

  await openMenu(page, 'Cuenta de Mi empresa');
  await expect(dialog(page)).toContainText('Es tu única forma de entrar.');
  await expect(dialog(page).getByRole('button', { name: 'Desvincular' })).toBeHidden();
  await expectGoodAtBothWidths(page);
  await closeDialog(page);
  await openMenu(page, 'Sesiones');
  await expect(dialog(page)).toContainText('Mi empresa');
  await closeDialog(page);

  await openMenu(page, 'Cambiar contraseña');
  await expect(dialog(page).getByLabel('Contraseña actual', { exact: true })).toBeHidden();
  await dialog(page).getByLabel('Contraseña nueva', { exact: true }).fill('la que elijo yo');
  await dialog(page).getByLabel('Repite la contraseña nueva', { exact: true }).fill('la que elijo yo');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await signOut(page);
  await page.getByLabel('Usuario').fill('nadia');
  await page.getByLabel('Contraseña', { exact: true }).fill('la que elijo yo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Menú de usuario: nadia/ })).toBeVisible();
});

test('somebody unknown is told what to do, and the password form is still there', async ({ browser }) => {
  await provider.setPerson('extraña', { groups: [] });
  const page = await openPage(browser);
  await enterByProvider(page, 'extraña', '/rendimiento-agentes');
  await expect(page.getByRole('alert')).toContainText('Tu cuenta de Mi empresa no está vinculada a nadie');
  await expect(page).toHaveURL(/\/rendimiento-agentes$/);
  await expectGoodAtBothWidths(page);
  await page.reload();
  await expect(page.getByLabel('Usuario')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a person links their account, comes in by it with their second factor, and takes it away again', async ({
  browser,
}) => {
  await provider.setPerson('bea-en-la-empresa', {});
  const workspace = await running.createWorkspace('operator');
  const page = await openPage(browser);
  await signIn(page, running, workspace);
  await page.goto('/');
  await openMenu(page, 'Cuenta de Mi empresa');
  await expect(dialog(page)).toContainText('Sin vincular');
  await expectGoodAtBothWidths(page);
  await dialog(page).getByLabel('Contraseña actual', { exact: true }).fill('equivocada');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await dialog(page).getByLabel('Contraseña actual', { exact: true }).fill(workspace.password);
  await page.keyboard.press('Enter');
  await confirmAtProvider(page, 'bea-en-la-empresa');
  await expect(dialog(page)).toContainText('Identificador: bea-en-la-empresa');
  await expect(page).toHaveURL(/\/$/);
  await expectGoodAtBothWidths(page);

  const begun = await page.request.post('/api/auth/second-factor/begin', { data: {} });
  const { secret } = (await begun.json()) as { secret: string };
  const codeOf = (steps: number) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
  await page.request.post('/api/auth/second-factor/confirm', { data: { code: codeOf(0) } });
  await signOut(page);
  await button(page).click();
  await page.getByLabel('Código', { exact: true }).fill(codeOf(1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: new RegExp(`Menú de usuario: ${workspace.username}`) })).toBeVisible();

  await openMenu(page, 'Cuenta de Mi empresa');
  await dialog(page).getByLabel('Contraseña actual', { exact: true }).fill(workspace.password);
  await dialog(page).getByRole('button', { name: 'Desvincular' }).click();
  await expect(dialog(page)).toContainText('Sin vincular');
});

test('an admin writes rules, links an identity, and sees who came by the provider', async ({ browser }) => {
  await provider.setPerson('carla', { groups: ['nuevas'], preferred_username: 'carla' });
  const page = await openPage(browser);
  await signIn(page, running, home);
  await page.goto('/settings?seccion=ingreso');
  await page.getByRole('button', { name: 'Agregar regla' }).click();
  await expectGoodAtBothWidths(page);
  await dialog(page).getByLabel('Valor').fill('nuevas');
  await dialog(page).getByLabel('Rol').selectOption('Editor');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: 'groups = nuevas' });
  await expect(row).toContainText('Editor');
  await expectGoodAtBothWidths(page);

  const other = await openPage(browser);
  await enterByProvider(other, 'carla');
  await expect(other.getByRole('button', { name: /Menú de usuario: carla/ })).toBeVisible();

  await row.getByRole('button', { name: 'Quitar la regla groups = nuevas' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(row).toBeHidden();

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/user-management');
  await page.getByRole('button', { name: /Editar.*carla/ }).click();
  await expect(dialog(page)).toContainText('solo la persona elige su contraseña');
  await closeDialog(page);
  const name = `local-${Date.now()}`;
  const admin = await running.signInElsewhere(home);
  await admin.post('/api/users', { username: name, password: 'una clave de prueba' });
  await provider.setPerson('dora', {});
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`Editar.*${name}`) }).click();
  await dialog(page).getByLabel('Identificador en Mi empresa').fill('dora');
  await dialog(page).getByRole('button', { name: 'Vincular', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: 'Desvincular' })).toBeVisible();
  await expectGoodAtBothWidths(page);
  const third = await openPage(browser);
  await enterByProvider(third, 'dora');
  await expect(third.getByRole('button', { name: new RegExp(`Menú de usuario: ${name}`) })).toBeVisible();
});

test('somebody who leaves the provider is out here at once, in every tab', async ({ browser }) => {
  await addRule('salientes', 'operator');
  await provider.setPerson('elsa', { groups: ['salientes'] });
  const page = await openPage(browser);
  await enterByProvider(page, 'elsa');
  await expect(page.getByRole('button', { name: /Menú de usuario/ })).toBeVisible();
  const atProvider = await page.context().newPage();
  await atProvider.goto(`${provider.issuer}/session/end`);
  await atProvider.getByRole('button', { name: /Yes/ }).click();
  await expect(button(page)).toBeVisible();
});

test('with OIDC_ONLY nobody else comes in by password, but for the emergency', async ({ browser }) => {
  test.setTimeout(300_000);
  const { own, console: only } = await startWith({ OIDC_ONLY: 'true' });
  const workspace = await only.createWorkspace('admin');
  await own.setPerson('jefa', {});
  const page = await openPage(browser, only.url);
  await page.goto('/');
  // Nobody has signed in by the provider yet.
  await expect(page.getByLabel('Usuario')).toBeVisible();
  await signIn(page, only, workspace);
  await page.goto('/');
  await openMenu(page, 'Cuenta de Mi empresa');
  await dialog(page).getByLabel('Contraseña actual', { exact: true }).fill(workspace.password);
  await page.keyboard.press('Enter');
  await confirmAtProvider(page, 'jefa');
  await expect(dialog(page)).toContainText('Vinculada');
  await signOut(page);
  await button(page).click();
  await expect(page.getByRole('button', { name: /Menú de usuario/ })).toBeVisible();
  await page.goto('/user-management?dialog=nuevo');
  await expect(dialog(page).getByLabel('Nombre de usuario')).toBeVisible();
  await expect(dialog(page).getByLabel('Enviar una invitación')).toBeHidden();
  await signOut(page);
  await expect(page.getByText('Aquí se entra con tu cuenta de Mi empresa.')).toBeVisible();
  await expect(page.getByLabel('Usuario')).toBeHidden();
  await expectGoodAtBothWidths(page);
  await page.goto('/#emergencia');
  await page.reload();
  await page.getByLabel('Usuario').fill(workspace.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(workspace.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Credenciales inválidas');
  await only.stop();
  await own.stop();
});
