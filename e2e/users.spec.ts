// 'Gestión de Usuarios': creating, changing and deleting users, rights, and the message of each failure.
import type { Page } from '@playwright/test';
import { ownerOf } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, follow, signIn, test } from './console-fixture.ts';
import { addPerson, breakRequests } from './people-steps.ts';

const row = (page: Page, username: string) =>
  page
    .getByRole('table', { name: 'Usuarios' })
    .getByRole('row')
    .filter({ has: page.getByText(username, { exact: true }) });

const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Avisos', exact: true }).filter({ hasText: title });

const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });

test('a user is created with what is typed, and told what is wrong without losing it', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  await page.goto('/user-management');
  await expect(page.getByText('2 usuarios registrados')).toBeVisible();
  await page.getByRole('button', { name: 'Nuevo Usuario' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Usuario' });
  const submit = dialog.getByRole('button', { name: 'Crear Usuario' });
  await expect(field(page, 'Nombre de usuario')).toBeFocused();
  await field(page, 'Contraseña').fill('corta');
  await field(page, 'Email (opcional)').fill('no es un e-mail');
  await submit.click();
  await expect(dialog.getByText('El nombre de usuario es requerido')).toBeVisible();
  await expect(dialog.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible();
  await expect(dialog.getByText('Email inválido')).toBeVisible();

  await field(page, 'Nombre de usuario').fill(workspace.username);
  await field(page, 'Contraseña').fill('secreta');
  await field(page, 'Email (opcional)').fill('');
  await field(page, 'Nombre (opcional)').fill('Sofía');
  // A slip beside the dialog loses nothing.
  await page.mouse.click(5, 5);
  await submit.click();
  await expect(toast(page, 'Error')).toContainText('Ya existe un usuario con ese nombre.');
  const restore = await breakRequests(page, 'POST', /\/api\/users$/);
  await submit.click();
  await expect(toast(page, 'Error')).toContainText('No se pudo crear el usuario.');
  await restore();
  await expect(field(page, 'Contraseña')).toHaveValue('secreta');
  await dialog.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(field(page, 'Contraseña')).toHaveAttribute('type', 'text');

  const username = `${workspace.username}-nueva`;
  await field(page, 'Nombre de usuario').fill(username);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/users'));
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    username,
    password: 'secreta',
    email: null,
    firstName: 'Sofía',
    lastName: null,
    role: 'operator',
  });
  await expect(toast(page, 'Usuario creado')).toContainText(`${username} ha sido creado exitosamente.`);
  await expect(page.getByText('3 usuarios registrados')).toBeVisible();
  await expect(row(page, username)).toContainText('No especificado');
  await expect(row(page, username)).toContainText('Sofía');
  await expect(row(page, username)).toContainText('Nunca');
  await expect(row(page, username)).toContainText(/\d{2}\/\d{2}\/\d{4}/);

  // The user can sign in, and the sign-in is listed.
  await vocero.signInElsewhere({ username, password: 'secreta' });
  await page.reload();
  await expect(row(page, username)).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
});

test('editing sends what is typed, a password only when given, and a deactivation ends the sessions', async ({
  page,
  browser,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  const username = `${workspace.username}-lucas`;
  await addPerson(vocero, workspace, { username, email: 'lucas@ejemplo.com', firstName: 'Lucas' });
  const theirs = await browser.newPage({ baseURL: vocero.url });
  await signIn(theirs, vocero, { username, password: workspace.password });
  await theirs.goto('/');
  await expect(theirs.getByText('Llamadas Activas').first()).toBeVisible();

  await signIn(page, vocero, workspace);
  await page.goto('/user-management');
  const edit = page.getByRole('button', { name: `Editar ${username}` });
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Actualizar Usuario' });
  const nextBody = async () =>
    (await page.waitForRequest((request) => request.method() === 'PUT')).postDataJSON() as unknown;
  await edit.click();
  await expect(field(page, 'Contraseña')).toHaveAttribute('placeholder', 'Dejar vacío para mantener actual');
  await field(page, 'Contraseña').fill('abc');
  await field(page, 'Email (opcional)').fill('');
  await submit.click();
  await expect(page.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible();
  await field(page, 'Contraseña').fill('');
  await field(page, 'Apellido (opcional)').fill('Paz');
  const restore = await breakRequests(page, 'PUT', /\/api\/users\//);
  await submit.click();
  await expect(toast(page, 'Error')).toContainText('No se pudo actualizar el usuario.');
  await restore();
  let body = nextBody();
  await submit.click();
  expect(await body).toEqual({ username, email: null, firstName: 'Lucas', lastName: 'Paz', isActive: 'true' });
  await expect(toast(page, 'Usuario actualizado')).toContainText(`${username} ha sido actualizado exitosamente.`);
  await expect(row(page, username)).toContainText('Lucas Paz');

  await edit.click();
  await field(page, 'Estado').selectOption('Inactivo');
  await field(page, 'Contraseña').fill('otra clave');
  body = nextBody();
  await submit.click();
  expect(await body).toMatchObject({ password: 'otra clave', isActive: 'false' });
  await expect(row(page, username)).toContainText('Inactivo');
  await expect(theirs.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await theirs.close();
});

test('a user is made with a role, which they have from the start', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const username = `${workspace.username}-editora`;
  await signIn(page, vocero, workspace);
  await page.goto('/user-management');
  await page.getByRole('button', { name: 'Nuevo Usuario' }).click();
  const role = page.getByRole('group', { name: 'Rol (opcional)' });
  await expect(role.getByLabel('Operador')).toBeChecked();
  await expectGoodAtBothWidths(page);
  await field(page, 'Nombre de usuario').fill(username);
  await field(page, 'Contraseña').fill('secreta');
  await role.getByLabel('Editor').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Crear Usuario' }).click();
  await expect(toast(page, 'Usuario creado')).toBeVisible();
  const theirs = await vocero.signInElsewhere({ username, password: 'secreta' });
  expect(await theirs.get('/api/workspaces/current')).toMatchObject({ id: workspace.id, role: 'editor' });
});

test('deleting asks, says why it could not be done, and says what was done', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const username = `${workspace.username}-bruno`;
  await addPerson(vocero, workspace, { username });
  await signIn(page, vocero, workspace);
  await page.goto('/user-management');
  await page.getByRole('button', { name: `Eliminar ${username}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Eliminar usuario?' });
  await expect(dialog).toContainText('Esta acción no se puede deshacer.');
  const restore = await breakRequests(page, 'DELETE', /\/api\/users\//);
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(toast(page, 'Error')).toContainText('No se pudo eliminar el usuario.');
  await restore();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(row(page, username)).toBeVisible();
  await page.getByRole('button', { name: `Eliminar ${username}` }).click();
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(toast(page, 'Usuario eliminado')).toContainText(`${username} ha sido eliminado exitosamente.`);
  await expect(row(page, username)).toHaveCount(0);
});

test('what one may not do to somebody says why', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const other = await vocero.createWorkspace('admin');
  const { access } = vocero.server.app.features;
  const foreign = `${workspace.username}-ajena`;
  const shared = `${workspace.username}-compartida`;
  await addPerson(vocero, workspace, { username: foreign, home: other });
  await access.addMember(other.id, await addPerson(vocero, workspace, { username: shared }), 'operator');
  // A user removed from their home workspace: membership here alone gives nobody their password.
  const left = `${workspace.username}-cedida`;
  const leftId = await addPerson(vocero, workspace, { username: left, home: other });
  const theirs = await vocero.signInElsewhere(other);
  expect((await theirs.request('DELETE', `/api/workspaces/${other.id}/members/${leftId}`)).ok).toBe(true);
  const loose = `${workspace.username}-suelta`;
  const looseId = await addPerson(vocero, workspace, { username: loose });
  const mine = await vocero.signInElsewhere(workspace);
  expect((await mine.request('DELETE', `/api/workspaces/${workspace.id}/members/${looseId}`)).ok).toBe(true);

  await signIn(page, vocero, workspace);
  await page.goto('/user-management');
  const refused = { name: /Lo administra el workspace donde se creó/ };
  await expect(row(page, foreign).getByRole('button', refused)).toHaveCount(2);
  await expect(row(page, left).getByRole('button', refused)).toHaveCount(2);
  await expect(row(page, loose)).toContainText('Sin workspace');
  await page.getByRole('button', { name: `Editar ${loose}` }).click();
  await expect(field(page, 'Contraseña')).toBeDisabled();
  await expect(
    page.getByText('No pertenece a ningún workspace: su contraseña se restablece en el servidor'),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await row(page, workspace.username)
    .getByRole('button', { name: `Editar ${workspace.username}`, exact: true })
    .click();
  await expect(field(page, 'Estado')).toBeDisabled();
  await field(page, 'Nombre (opcional)').fill('Yo');
  await page.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await expect(toast(page, 'Usuario actualizado')).toContainText(`${workspace.username} ha sido`);
  await expect(
    row(page, workspace.username).getByRole('button', { name: /No puedes eliminar tu propia cuenta/ }),
  ).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('button', { name: `Editar ${shared}` }).click();
  await expect(field(page, 'Contraseña')).toBeDisabled();
  await expect(page.getByText('Pertenece también a workspaces que no administras')).toBeVisible();
  await field(page, 'Nombre (opcional)').fill('Común');
  await page.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await expect(row(page, shared)).toContainText('Común');
});

test('search stands in the address; failed, empty and no match are different', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await addPerson(vocero, workspace, { username: `${workspace.username}-ines`, firstName: 'Inés', lastName: 'Ibáñez' });
  await signIn(page, vocero, workspace);
  await page.goto('/user-management');
  await page.getByLabel('Buscar usuarios').fill('ibanez INES');
  await expect(page.getByText('1 de 3 usuarios registrados')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Buscar usuarios')).toHaveValue('ibanez INES');
  await page.getByLabel('Buscar usuarios').fill('nadie');
  await expect(page.getByText('Ningún usuario coincide')).toBeVisible();

  const restore = await breakRequests(page, 'GET', /\/api\/users$/);
  await page.goto('/user-management');
  await expect(page.getByText('No se pudieron cargar los datos')).toBeVisible();
  await restore();
  await page.route('**/api/users', (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('No hay usuarios registrados')).toBeVisible();
});

test('an editor reads, an operator does not', async ({ page, vocero }) => {
  const editor = await vocero.createWorkspace('editor');
  await signIn(page, vocero, editor);
  await page.goto('/user-management?dialog=nuevo');
  await expect(row(page, ownerOf(editor).username)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Acciones' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Nuevo Usuario|^Editar|^Eliminar/ })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Solo los administradores pueden crear y editar usuarios.')).toBeVisible();

  const operator = await vocero.createWorkspace('operator');
  await signIn(page, vocero, operator);
  await page.goto('/user-management');
  await expect(page.getByText('Sin permisos para ver esta sección')).toBeVisible();
});

test('users and their dialogs are accessible and fit, wide and narrow', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const id = await addPerson(vocero, workspace, {
    username: `${workspace.username}-con-un-nombre-bastante-largo`,
    email: 'maria.de.los.angeles@contactcenter-argentina.com.ar',
    firstName: 'María de los Ángeles',
    lastName: 'Fernández Núñez',
  });
  await signIn(page, vocero, workspace);
  await page.goto('/user-management');
  for (const address of [`?dialog=editar&user=${id}`, `?dialog=eliminar&user=${id}`]) {
    await follow(page, `/user-management${address}`);
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    await expectGoodAtBothWidths(page);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Nuevo Usuario' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Crear Usuario' }).click();
  await expectGoodAtBothWidths(page);
});
