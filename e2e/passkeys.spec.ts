// Passkeys on a virtual device of Chromium: adding, signing in alone and as second factor, renaming, removing.
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './accessibility.ts';
import { expect, expectGoodAtBothWidths, signIn, test as base, type Console } from './console-fixture.ts';

interface Device {
  /** Sets whether the device recognises the person. */
  respond(isVerified: boolean): Promise<void>;
  /** Lets pages opened from now on suggest passkeys in the username field. The virtual device picks one by itself. */
  allowSuggestions(): Promise<void>;
}

const test = base.extend<{ readonly local: Console; readonly device: Device }>({
  // Passkeys belong to a host name; an IP address is none.
  local: ({ vocero }, use) => use({ ...vocero, url: vocero.url.replace('127.0.0.1', 'localhost') }),
  device: async ({ page }, use) => {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const source = 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)';
    await session.send('Page.enable');
    const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await use({
      async respond(isVerified) {
        await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified });
      },
      async allowSuggestions() {
        await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
      },
    });
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await session.send('WebAuthn.disable');
    await session.detach();
  },
});

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => dialog(page).getByRole('list', { name: 'Tus passkeys' }).getByRole('listitem');

async function openPasskeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Passkeys' }).click();
}

/** Adds the person's first passkey in the open window, by keyboard. @returns the recovery codes. */
async function addFirst(page: Page, password: string): Promise<string[]> {
  await dialog(page).getByRole('button', { name: 'Agregar una passkey' }).click();
  await expect(dialog(page).getByLabel('Tu contraseña')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Nombre')).toBeFocused();
  await expect(dialog(page).getByLabel('Nombre')).toHaveValue('Chrome en Linux');
  await page.keyboard.press('Enter');
  const list = dialog(page).getByRole('list', { name: 'Códigos de recuperación' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  await expect(rows(page)).toHaveCount(1);
  return codes;
}

async function expectIn(page: Page): Promise<void> {
  // The check of both widths may leave the narrow one, which has no sidebar.
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByRole('button', { name: /Menú de usuario/ })).toBeVisible();
}

async function signOut(page: Page, { url }: Console): Promise<void> {
  await page.request.post(`${url}/api/auth/logout`);
  await page.goto(`${url}/login`);
}

test('a person adds one, signs in by it alone and as the second step, renames and removes it', async ({
  page,
  local,
  device,
}) => {
  const workspace = await local.createWorkspace('operator');
  await signIn(page, local, workspace);
  await page.goto(local.url);
  await openPasskeys(page);
  await expect(dialog(page)).toContainText('Todavía no tienes ninguna passkey.');
  await expectGoodAtBothWidths(page);
  await dialog(page).getByRole('button', { name: 'Agregar una passkey' }).click();
  await dialog(page).getByLabel('Tu contraseña').fill('equivocada');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText('La contraseña actual no es correcta.');
  await expectGoodAtBothWidths(page);
  await dialog(page).getByRole('button', { name: 'Volver' }).click();
  await addFirst(page, workspace.password);
  await expect(rows(page)).toContainText(['Chrome en LinuxDe un solo dispositivo']);
  await expect(rows(page)).toContainText(['Sin usar todavía']);
  await expectGoodAtBothWidths(page);
  await expectAccessibleInBothThemes(page);

  // First the passkey alone, by the button.
  await device.respond(false);
  await signOut(page, local);
  const enter = page.getByRole('button', { name: 'Entrar con passkey' });
  await expect(enter).toBeVisible();
  await expectGoodAtBothWidths(page);
  await enter.click();
  await expect(page.getByRole('alert')).toContainText('Tu dispositivo no confirmó la passkey.');
  await device.respond(true);
  await enter.click();
  await expectIn(page);

  // Then the passkey as second factor.
  await device.respond(false);
  await signOut(page, local);
  await page.getByLabel('Usuario').fill(workspace.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(workspace.password);
  await page.keyboard.press('Enter');
  const step = page.getByRole('button', { name: 'Usar una passkey' });
  await expect(step).toBeFocused();
  await expectGoodAtBothWidths(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Tu dispositivo no confirmó la passkey.');
  await expect(step).toBeFocused();
  await device.respond(true);
  await page.keyboard.press('Enter');
  await expectIn(page);

  await openPasskeys(page);
  await expect(rows(page)).toContainText(['Última vez']);
  await dialog(page).getByRole('button', { name: 'Cambiar nombre de Chrome en Linux' }).click();
  await expect(dialog(page).getByLabel('Nombre')).toBeFocused();
  await dialog(page).getByLabel('Nombre').fill('Portátil azul');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toContainText(['Portátil azul']);
  await dialog(page).getByRole('button', { name: 'Quitar Portátil azul' }).click();
  await expect(dialog(page)).toContainText('«Portátil azul» deja de servir para entrar.');
  await expect(dialog(page)).toContainText('Es tu última passkey: después entras con tu contraseña');
  await expectGoodAtBothWidths(page);
  // With the password a code is needed too, because the account has a second factor.
  await dialog(page).getByRole('button', { name: 'Usar la contraseña' }).click();
  await expect(dialog(page).getByLabel('Código de la app o de recuperación')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Usar una passkey' }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Quitar passkey' });
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Todavía no tienes ninguna passkey.');
});

test('signs in by the passkey that the browser suggests', async ({ page, local, device }) => {
  const workspace = await local.createWorkspace('operator');
  await signIn(page, local, workspace);
  await page.goto(local.url);
  await openPasskeys(page);
  await addFirst(page, workspace.password);
  await page.keyboard.press('Escape');
  await device.allowSuggestions();
  await device.respond(false);
  await signOut(page, local);
  await expect(page.getByLabel('Usuario')).toHaveAttribute('autocomplete', 'username webauthn');
  // A suggestion without result is no failure.
  await expect(page.getByRole('button', { name: 'Entrar con passkey' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await device.respond(true);
  await page.reload();
  await expectIn(page);
});

test('signs in by a recovery code without the device, and sets up an app beside the passkey', async ({
  page,
  local,
  device,
}) => {
  const workspace = await local.createWorkspace('operator');
  await signIn(page, local, workspace);
  await page.goto(local.url);
  await openPasskeys(page);
  const codes = await addFirst(page, workspace.password);
  await device.respond(false);
  await signOut(page, local);
  await page.getByLabel('Usuario').fill(workspace.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(workspace.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await expect(page.getByLabel('Código de recuperación')).toBeFocused();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expectIn(page);
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Segundo factor' }).click();
  await expect(dialog(page)).toContainText('Activo, con tus passkeys');
  await expect(dialog(page)).toContainText('Te quedan 9 códigos de recuperación.');
  await expectGoodAtBothWidths(page);
  await dialog(page).getByRole('button', { name: 'Agregar una app' }).click();
  await dialog(page)
    .getByLabel('Código de recuperación')
    .fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('img', { name: 'Código QR para tu app de autenticación' })).toBeVisible();
});

test('an admin with a passkey requires a second factor, and keeps the last one meanwhile', async ({
  page,
  local,
  device: _device,
}) => {
  const workspace = await local.createWorkspace('admin');
  await signIn(page, local, workspace);
  await page.goto(`${local.url}/settings`);
  await openPasskeys(page);
  await addFirst(page, workspace.password);
  await page.keyboard.press('Escape');
  const saved = await page.request.put(`${local.url}/api/settings`, { data: { secondFactor: 'all' } });
  expect(saved.ok(), await saved.text()).toBe(true);
  await openPasskeys(page);
  await dialog(page).getByRole('button', { name: 'Quitar Chrome en Linux' }).click();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('Es tu último segundo factor, y lo exige «Ventas');
});

test('at an address of numbers the window says why there are none', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  await signIn(page, vocero, workspace);
  await page.goto('/');
  await openPasskeys(page);
  await expect(dialog(page)).toContainText('no se puede usar en una dirección de números (IP)');
  await expect(dialog(page).getByRole('button', { name: 'Agregar una passkey' })).toHaveCount(0);
  await expectGoodAtBothWidths(page);
});
