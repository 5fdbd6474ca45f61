// Edge cases of the second factor: a closed workspace, a removed factor, another app, the second step.
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectFits,
  expectGoodAtBothWidths,
  openDashboard,
  signIn,
  test,
} from './console-fixture.ts';
import { addPerson } from './people-steps.ts';
import { codeOf, setUpFactor } from './second-factor-steps.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Segundo factor' });
const userMenu = (page: Page) => page.getByRole('button', { name: /^Menú de usuario/ });
const wrong = 'El código no es correcto o ya se usó.';

/** Returns to the width with the sidebar, after both widths were checked. */
const widen = (page: Page) => page.setViewportSize({ width: 1366, height: 768 });

async function openFactor(page: Page): Promise<void> {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Segundo factor' }).click();
}

/** Reads the secret from the window that shows a new one. */
async function readSecret(page: Page): Promise<string> {
  return ((await dialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
}

async function enterPassword(page: Page, who: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Usuario').fill(who.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
}

test('after seven days the workspace is closed to a person without one, and opens by itself once it is set up', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  await vocero.requireSecondFactor(workspace, 'all', 8);
  await signIn(page, vocero, workspace);
  await page.goto('/historial-llamadas?period=7d');
  const closed = page.getByText('Configura tu segundo factor para continuar');
  await expect(closed).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`${workspace.name} exige un segundo factor y el plazo terminó.`);
  await expect(page.getByRole('main')).not.toContainText('Tus otros workspaces');
  await expectGoodAtBothWidths(page);
  await widen(page);
  // Reads behind the second step are refused.
  expect((await page.request.get('/api/calls/all')).status()).toBe(403);

  await page.getByRole('main').getByRole('button', { name: 'Configurar' }).click();
  await dialog(page).getByRole('button', { name: 'Configurar' }).click();
  await page.keyboard.type(codeOf(await readSecret(page)));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Listo' }).click();
  await page.keyboard.press('Escape');
  await expect(closed).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Historial de Llamadas' })).toBeVisible();
  await expect(page).toHaveURL(/historial-llamadas\?period=7d$/);
});

test('from a closed workspace a person still changes to another of theirs, and not back', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  const other = await vocero.createWorkspace('operator');
  const who = { username: `${workspace.username}-dos`, password: workspace.password };
  const id = await addPerson(vocero, workspace, { username: who.username });
  await signIn(page, vocero, who);
  await vocero.server.app.features.access.addMember(other.id, id, 'operator');
  await vocero.requireSecondFactor(workspace, 'all', 8);
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText('Tus otros workspaces siguen en el menú.');
  await page.getByRole('button', { name: /^Workspace Activo/ }).click();
  await page.getByRole('menuitem', { name: other.name }).click();
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
  expect((await page.request.put(`/api/workspaces/${workspace.id}/switch`)).status()).toBe(403);
});

test('an admin takes one away that was lost; the person signs in by the password alone and reads in the bell who did it', async ({
  page,
  browser,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  const person = { username: `${workspace.username}-perdio`, password: workspace.password };
  await addPerson(vocero, workspace, { username: person.username });
  await setUpFactor(await vocero.signInElsewhere(person));
  await signIn(page, vocero, workspace);
  await page.goto('/user-management');
  const row = page.getByRole('row').filter({ has: page.getByText(person.username, { exact: true }) });
  await expect(row.getByText('Segundo factor')).toBeVisible();
  await expectGoodAtBothWidths(page);
  await widen(page);
  await row.getByRole('button', { name: `Quitar segundo factor de ${person.username}` }).click();
  const question = page.getByRole('alertdialog', { name: '¿Quitar el segundo factor?' });
  await expect(question).toContainText('verá que lo quitaste tú');
  await expectGoodAtBothWidths(page);
  await widen(page);
  await question.getByRole('button', { name: 'Quitar segundo factor' }).click();
  await expect(page.getByText('Segundo factor quitado')).toBeVisible();
  await expect(row.getByText('Segundo factor')).toHaveCount(0);

  const context = await browser.newContext({ baseURL: vocero.url, reducedMotion: 'reduce' });
  const theirs = await context.newPage();
  await openDashboard(theirs, vocero, person);
  const bell = theirs.getByRole('button', { name: /^Alertas/ });
  await expect(bell).toHaveAccessibleName('Alertas: 1 para ti');
  await bell.click();
  const notice = theirs.getByRole('region', { name: 'Te quitaron el segundo factor' });
  await expect(notice).toContainText(`${workspace.username} lo quitó el `);
  await expectAccessibleInBothThemes(theirs);
  await theirs.keyboard.press('Escape');
  // On a narrow screen the bell is in the drawer.
  await theirs.setViewportSize({ width: 360, height: 740 });
  await theirs.getByRole('button', { name: /^Abrir menú/ }).click();
  await bell.click();
  await expect(notice).toBeVisible();
  await expectAccessibleInBothThemes(theirs);
  await expectFits(theirs);
  await theirs.keyboard.press('Escape');
  await theirs.keyboard.press('Escape');
  await widen(theirs);
  await bell.click();
  await notice.getByRole('button', { name: 'Configurar' }).click();
  await expect(dialog(theirs)).toContainText('Todavía no tienes un segundo factor.');
  await theirs.keyboard.press('Escape');
  await bell.click();
  await notice.getByRole('button', { name: 'Marcar como leído' }).click();
  await expect(notice).toHaveCount(0);
  await theirs.keyboard.press('Escape');
  await expect(bell).toHaveAccessibleName('Alertas');
  await context.close();
});

test('a person moves to another app: the first one signs in until the other is proven, and never after', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  const { secret, codes } = await setUpFactor(await vocero.signInElsewhere(workspace));
  await page.goto('/login');
  await enterPassword(page, workspace);
  await page.getByLabel('Código', { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await openFactor(page);
  await expect(dialog(page)).toContainText('Te quedan 10 códigos de recuperación.');
  await expectGoodAtBothWidths(page);
  await dialog(page).getByRole('button', { name: 'Cambiar de app' }).click();
  const current = dialog(page).getByLabel('Código actual o de recuperación');
  await expect(current).toBeFocused();
  await expect(dialog(page)).toContainText('La app que usas hoy sigue sirviendo hasta que actives la nueva.');
  await expectGoodAtBothWidths(page);
  await current.fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText(wrong);
  await expect(current).toBeFocused();
  await expectGoodAtBothWidths(page);
  await current.fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('img', { name: 'Código QR para tu app de autenticación' })).toBeVisible();
  await expect(dialog(page).getByLabel('Código de la app')).toBeFocused();
  await expectGoodAtBothWidths(page);
  const next = await readSecret(page);
  expect(next).not.toBe(secret);

  await dialog(page).getByLabel('Código de la app').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText(wrong);
  await dialog(page).getByLabel('Código de la app').fill(codeOf(next));
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Códigos de recuperación' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(list).toBeFocused();
  expect(await list.getByRole('listitem').allTextContents()).not.toContain(codes[1]);
  await expectGoodAtBothWidths(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Listo' }).click();
  await expect(dialog(page)).toContainText('Te quedan 10 códigos de recuperación.');

  const { username, password } = workspace;
  const login = await page.request.post('/api/auth/login', { data: { username, password } });
  const { challenge } = (await login.json()) as { challenge: string };
  const enter = async (code: string) =>
    (await page.request.post('/api/auth/login/code', { data: { challenge, code } })).status();
  expect([await enter(codes[1] ?? ''), await enter(codeOf(next, 1))]).toEqual([401, 200]);
});

test('the second step says what is wrong, goes back, and begins again once its time is over', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  const open = await vocero.signInElsewhere(workspace);
  const { secret } = await setUpFactor(open);
  await page.goto('/historial-llamadas?period=7d');
  await enterPassword(page, workspace);
  const code = page.getByLabel('Código', { exact: true });
  await expect(code).toBeFocused();
  await expectGoodAtBothWidths(page);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(wrong);
  await expect(code).toBeFocused();
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Código de recuperación')).toBeFocused();
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByLabel('Usuario')).toHaveValue(workspace.username);

  // A new password ends sign-ins that wait for a code.
  await enterPassword(page, workspace);
  await expect(code).toBeFocused();
  const newPassword = 'otra clave larga de verdad';
  await open.put('/api/auth/password', { currentPassword: workspace.password, newPassword });
  await code.fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Usuario')).toHaveValue(workspace.username);
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Tu sesión no comenzó a tiempo. Inicia sesión de nuevo.');
  await expectGoodAtBothWidths(page);
  await widen(page);
  await enterPassword(page, { ...workspace, password: newPassword });
  // The code is typed with a space, as an app shows it.
  await code.fill(codeOf(secret, 1).replace(/^.../, '$& '));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Historial de Llamadas' })).toBeVisible();
  await expect(page).toHaveURL(/historial-llamadas\?period=7d$/);
});
