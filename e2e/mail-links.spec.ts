// Links by mail: confirming an address, a forgotten password, and invitations with and without a mail server.
import type { Browser, Page } from '@playwright/test';
import { startMailReceiver, type MailReceiver } from '../src/server/testing/mail-receiver.ts';
import { findFreePort } from '../src/server/testing/oidc-provider.ts';
import { waitFor } from '../src/server/testing/wait-for.ts';
import { expectAccessibleInBothThemes } from './accessibility.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';
import { startConsole } from './console-server.ts';

let receiver: MailReceiver;
let mailing: Awaited<ReturnType<typeof startConsole>>;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  receiver = await startMailReceiver();
  const port = String(await findFreePort());
  const env = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, SMTP_URL: receiver.url };
  mailing = await startConsole(env);
});
test.afterAll(async () => {
  await mailing.stop();
  await receiver.close();
});

const openPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: mailing.url, reducedMotion: 'reduce' })).newPage();

const dialog = (page: Page) => page.getByRole('dialog');

/** The link in the mail to an address whose subject ends with `subject`. */
async function linkIn(address: string, subject: string): Promise<string> {
  const mail = await waitFor('the mail', () =>
    receiver.mails.find((each) => each.to.includes(address) && each.header('subject').endsWith(subject)),
  );
  return /http\S+#[\w-]{43}/.exec(mail.part('text/plain'))?.[0] ?? '';
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(password);
  await page.getByLabel('Repite la contraseña nueva', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
}

async function enterPassword(page: Page, username: string, password: string): Promise<void> {
  // The menu is in the sidebar, which needs a wide window.
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByLabel('Usuario')).toHaveValue(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Menú de usuario/ })).toBeVisible();
}

test('a person who was invited chooses a password, and recovers it when they forgot it', async ({ browser }) => {
  const workspace = await mailing.createWorkspace('admin');
  const admin = await openPage(browser);
  await signIn(admin, mailing, workspace);
  await admin.goto('/user-management?dialog=nuevo');
  await dialog(admin).getByLabel('Nombre de usuario').fill('invitada');
  await dialog(admin).getByLabel('Enviar una invitación').check();
  await expect(dialog(admin).getByLabel('Contraseña', { exact: true })).toBeDisabled();
  await dialog(admin).getByLabel('Email (opcional)').fill('invitada@ejemplo.com');
  await expectGoodAtBothWidths(admin);
  await expectAccessibleInBothThemes(admin);
  await dialog(admin).getByRole('button', { name: 'Crear Usuario' }).click();
  await expect(admin.getByText('invitada recibe la invitación en invitada@ejemplo.com.')).toBeVisible();
  await expect(admin.getByText('Sin contraseña todavía').first()).toBeVisible();
  await expectGoodAtBothWidths(admin);
  await admin.getByRole('button', { name: 'Enviar de nuevo la invitación a invitada' }).first().click();
  await expect(admin.getByRole('alertdialog')).toContainText('el anterior deja de servir');
  await expectGoodAtBothWidths(admin);
  await admin.getByRole('button', { name: 'Cancelar' }).click();

  const page = await openPage(browser);
  const invitation = await linkIn('invitada@ejemplo.com', 'Te invitaron a Vocero');
  await page.goto(invitation);
  await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible();
  await expect(page.getByLabel('Usuario')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('Contraseña nueva', { exact: true })).toHaveAttribute('autocomplete', 'new-password');
  await expectGoodAtBothWidths(page);
  await expectAccessibleInBothThemes(page);
  await choosePassword(page, 'invitada');
  await expect(page.getByText('La contraseña no puede ser el nombre de usuario')).toBeVisible();
  await page.getByLabel('Repite la contraseña nueva', { exact: true }).fill('otra');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible();
  await choosePassword(page, 'una clave que elegí');
  await enterPassword(page, 'invitada', 'una clave que elegí');

  // The invitation also confirmed the address.
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Mi email' }).click();
  await expect(dialog(page)).toContainText('Confirmado');
  // Links also work in a browser in which the person is signed in.
  await page.goto(invitation);
  await expect(page.getByRole('alert')).toHaveText(/Este enlace ya no sirve/);
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Pedir otro enlace' }).click();

  await expect(page).toHaveURL(/\/recuperar$/);
  await expect(page.getByLabel('Usuario')).toBeFocused();
  await expectGoodAtBothWidths(page);
  await page.keyboard.type('invitada');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Si el usuario existe y su email está confirmado/)).toBeVisible();
  await expectGoodAtBothWidths(page);
  await expectAccessibleInBothThemes(page);
  await page.goto(await linkIn('invitada@ejemplo.com', 'Elige una contraseña nueva'));
  await choosePassword(page, 'una clave más nueva');
  await enterPassword(page, 'invitada', 'una clave más nueva');

  await admin.reload();
  await expect(admin.getByText('invitada').first()).toBeVisible();
  await expect(admin.getByText('Sin contraseña todavía')).toHaveCount(0);
  await Promise.all([admin.context().close(), page.context().close()]);
});

test('a person confirms their address by a link that they open while signed in', async ({ browser }) => {
  const workspace = await mailing.createWorkspace('operator');
  const email = 'confirma@ejemplo.com';
  await mailing.createUser('confirma', { email, homeWorkspaceId: workspace.id });
  const page = await openPage(browser);
  await signIn(page, mailing, { ...workspace, username: 'confirma' });
  await page.goto('/');
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Mi email' }).click();
  await expect(dialog(page)).toContainText('Sin confirmar');
  await expectGoodAtBothWidths(page);
  await dialog(page).getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(dialog(page).getByRole('status')).toContainText(`Enviamos un enlace a ${email}.`);
  await expectGoodAtBothWidths(page);
  const link = await linkIn(email, 'Confirma tu email');
  await page.goto(link);
  await expect(dialog(page)).toContainText('Confirmado');
  await expect(page).toHaveURL(`${mailing.url}/`);
  await expectGoodAtBothWidths(page);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.goto(link);
  await expect(dialog(page).getByRole('alert')).toHaveText(/Este enlace ya no sirve/);
  await page.context().close();
});

test('the sign-in offers recovery only where the server sends mail', async ({ page, browser }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Olvidé mi contraseña' })).toHaveCount(0);
  const other = await openPage(browser);
  await other.goto('/login');
  await expectGoodAtBothWidths(other);
  await other.getByRole('button', { name: 'Olvidé mi contraseña' }).click();
  await expect(other.getByRole('heading', { name: 'Recuperar contraseña' })).toBeVisible();
  await other.getByRole('button', { name: 'Volver a iniciar sesión' }).click();
  await expect(other.getByLabel('Contraseña', { exact: true })).toBeVisible();
  await other.context().close();
});

test('without a mail server the admin passes the link of the invitation on', async ({ page, vocero, browser }) => {
  await signIn(page, vocero, await vocero.createWorkspace('admin'));
  await page.goto('/user-management?dialog=nuevo');
  await dialog(page).getByLabel('Nombre de usuario').fill('sin-correo');
  await dialog(page).getByLabel('Enviar una invitación').check();
  await expect(dialog(page)).toContainText('Te mostramos el enlace para que lo entregues.');
  await dialog(page).getByRole('button', { name: 'Crear Usuario' }).click();
  const shown = dialog(page).getByLabel('Enlace de invitación');
  await expect(shown).toHaveValue(/\/clave#[\w-]{43}$/);
  await expectGoodAtBothWidths(page);
  await expectAccessibleInBothThemes(page);
  const first = await shown.inputValue();
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  await page.getByRole('button', { name: 'Copiar enlace de invitación de sin-correo' }).first().click();
  await page.getByRole('button', { name: 'Crear enlace' }).click();
  await expect(shown).toHaveValue(/\/clave#[\w-]{43}$/);
  const second = await shown.inputValue();
  expect(second).not.toBe(first);
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  // A deactivated account gets none.
  const isActive = async (isOn: boolean): Promise<void> => {
    await page.getByRole('button', { name: 'Editar sin-correo' }).first().click();
    await dialog(page)
      .getByLabel('Estado')
      .selectOption(isOn ? 'true' : 'false');
    await dialog(page).getByRole('button', { name: 'Actualizar Usuario' }).click();
    await expect(dialog(page)).toBeHidden();
  };
  const invite = page.getByRole('button', { name: 'Copiar enlace de invitación de sin-correo' }).first();
  await isActive(false);
  await expect(invite).toBeHidden();
  await isActive(true);
  await expect(invite).toBeVisible();

  const context = await browser.newContext({ baseURL: vocero.url });
  const person = await context.newPage();
  await person.goto(first);
  await expect(person.getByRole('alert')).toHaveText(/Este enlace ya no sirve/);
  await expect(person.getByRole('button', { name: 'Pedir otro enlace' })).toHaveCount(0);
  await person.goto('/login');
  await person.goto(second);
  await choosePassword(person, 'una clave que elegí');
  await enterPassword(person, 'sin-correo', 'una clave que elegí');
  await context.close();
});
