// 'Gestión de Workspaces': tabs, the key on demand, editing and switching, and members by role.
import type { Page } from '@playwright/test';
import type { WorkspaceMember } from '../src/contract/access.ts';
import { ownerOf } from './campaign-steps.ts';
import {
  expect,
  expectGoodAtBothWidths,
  follow,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { addPerson, breakRequests } from './people-steps.ts';

/** Opens the screen as an admin of the workspace, with people in it. */
async function openMembers(page: Page, vocero: Console): Promise<ConsoleWorkspace> {
  // The window is high enough that a toast covers no row's actions.
  await page.setViewportSize({ width: 1366, height: 1100 });
  const workspace = await vocero.createWorkspace('admin');
  const { username } = workspace;
  await addPerson(vocero, workspace, {
    username: `${username}-ana`,
    firstName: 'Ana',
    lastName: 'Núñez',
    email: 'ana@ejemplo.com',
  });
  await addPerson(vocero, workspace, { username: `${username}-beto`, role: 'editor' });
  await addPerson(vocero, workspace, { username: `${username}-caro` });
  await signIn(page, vocero, workspace);
  await page.goto('/workspaces');
  await expect(row(page, `${username}-caro`)).toBeVisible();
  return workspace;
}

const row = (page: Page, username: string) =>
  page
    .getByRole('table', { name: 'Miembros' })
    .getByRole('row')
    .filter({ has: page.getByText(username, { exact: true }) });

async function chooseAction(page: Page, username: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Acciones de ${username}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Avisos', exact: true }).filter({ hasText: title });

test('the key is read only when an admin asks, is copied unseen, and hides again', async ({
  page,
  context,
  vocero,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await vocero.createWorkspace('admin');
  const other = await vocero.createWorkspace('operator');
  const { access } = vocero.server.app.features;
  const me = await addPerson(vocero, workspace, { username: `${workspace.username}-llaves`, role: 'admin' });
  await access.addMember(other.id, me, 'operator');
  await signIn(page, vocero, { username: `${workspace.username}-llaves`, password: workspace.password });
  await page.request.put(`/api/workspaces/${workspace.id}/switch`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api-key')) asked.push(request.url());
  });
  await page.goto('/workspaces');
  await expect(page.getByRole('tab', { name: workspace.name })).toContainText('Actual');
  await expect(page.getByText(`API Key terminada en ${workspace.key.slice(-4)}`)).toBeAttached();
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: 'Copiar API Key' }).click();
  await expect(page.getByText('API Key copiada')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(workspace.key);
  await expect(page.getByText(workspace.key)).toHaveCount(0);

  await page.getByRole('button', { name: 'Mostrar API Key' }).click();
  await expect(page.getByText(workspace.key)).toBeVisible();
  await page.keyboard.press('Control+h');
  await expect(page.getByText(workspace.key)).toHaveCount(0);
  await page.keyboard.press('Control+h');
  await expect(page.getByText(workspace.key)).toBeVisible();
  expect(asked).toHaveLength(3);

  // Leaving the tab hides the key; an operator of the other one sees only the last four characters.
  await page.getByRole('tab', { name: other.name }).click();
  await expect(page).toHaveURL(new RegExp(`tab=${other.id}`));
  await expect(page.getByText(`API Key terminada en ${other.key.slice(-4)}`)).toBeAttached();
  await expect(
    page
      .getByRole('button', { name: /API Key|Editar|Reemplazar|Invitar/ })
      .and(page.locator('main button:not([data-help])')),
  ).toHaveCount(0);
  await page.getByRole('tab', { name: workspace.name }).click();
  await expect(page.getByRole('button', { name: 'Mostrar API Key' })).toBeVisible();
  await expect(page.getByText(workspace.key)).toHaveCount(0);

  await breakRequests(page, 'GET', /\/api-key$/);
  await page.getByRole('button', { name: 'Copiar API Key' }).click();
  await expect(page.getByText('No se pudo copiar la API Key.')).toBeVisible();
});

test('a key is hidden again after a minute', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  await page.clock.install();
  await page.goto('/workspaces');
  await page.getByRole('button', { name: 'Mostrar API Key' }).click();
  await expect(page.getByText(workspace.key)).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(page.getByText(workspace.key)).toHaveCount(0);
});

test('replacing the key checks the new one first and keeps what was typed', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const other = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  await page.goto('/workspaces');
  await page.getByRole('button', { name: 'Reemplazar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reemplazar API Key' });
  await expect(dialog).toContainText('sigue verificando webhooks 24 h más');
  await expect(dialog.getByLabel('Nueva API Key de Retell')).toBeFocused();
  const submit = dialog.getByRole('button', { name: 'Reemplazar API Key' });
  await submit.click();
  await expect(dialog.getByText('La API Key de Retell es requerida')).toBeVisible();

  await dialog.getByLabel('Nueva API Key de Retell').fill('key_que_no_existe');
  await dialog.getByRole('combobox').selectOption('other');
  await submit.click();
  await expect(dialog.getByText('La Webhook Key es requerida')).toBeVisible();
  await dialog.getByLabel('Webhook Key de Retell', { exact: true }).fill('key_de_webhooks_9999');
  await submit.click();
  await expect(dialog.getByText('Retell rechazó la API Key.', { exact: false })).toBeVisible();
  await expect(dialog.getByLabel('Webhook Key de Retell', { exact: true })).toHaveValue('key_de_webhooks_9999');

  await dialog.getByLabel('Nueva API Key de Retell').fill(other.key);
  await submit.click();
  await expect(dialog.getByText('Esa API Key ya pertenece a otro workspace.')).toBeVisible();

  const spareKey = vocero.takeKey();
  await dialog.getByLabel('Nueva API Key de Retell').fill(spareKey);
  await submit.click();
  await expect(page.getByText('API Key reemplazada')).toBeVisible();
  await expect(page.getByText(`API Key terminada en ${spareKey.slice(-4)}`)).toBeAttached();
});

test('creating, editing and switching say what went wrong and what went well', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const other = await vocero.createWorkspace('operator');
  const me = await addPerson(vocero, workspace, { username: `${workspace.username}-edita`, role: 'admin' });
  await vocero.server.app.features.access.addMember(other.id, me, 'operator');
  await signIn(page, vocero, { username: `${workspace.username}-edita`, password: workspace.password });
  await page.request.put(`/api/workspaces/${workspace.id}/switch`);
  await page.goto('/workspaces');

  const mendCreate = await breakRequests(page, 'POST', /\/api\/workspaces$/);
  await page.getByRole('button', { name: 'Crear Workspace' }).click();
  const create = page.getByRole('dialog', { name: 'Crear Nuevo Workspace' });
  await create.getByLabel('Nombre del Workspace').fill('Cobranzas');
  await create.getByLabel('API Key de Retell').fill('key_cualquiera');
  await create.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(create.getByText('Failed to create workspace')).toBeVisible();
  await expect(page.getByText('No se pudo crear el workspace.')).toBeVisible();
  await mendCreate();
  await page.keyboard.press('Escape');
  await expect(create).toHaveCount(0);
  await expect(page).toHaveURL(/\/workspaces$/);

  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Editar workspace' });
  await edit.getByLabel('Nombre del Workspace').fill(' ');
  await edit.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(edit.getByText('El nombre es requerido')).toBeVisible();
  await edit.getByLabel('Nombre del Workspace').fill('Ventas del Norte');
  await edit.getByLabel('Descripción (opcional)').fill('Interior del país');
  const mendEdit = await breakRequests(page, 'PUT', /\/api\/workspaces\/[^/]+$/);
  await edit.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(edit.getByText('Failed to update workspace')).toBeVisible();
  await expect(page.getByText('No se pudo actualizar el workspace.')).toBeVisible();
  await mendEdit();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await edit.getByRole('button', { name: 'Guardar Cambios' }).click();
  expect((await sent).postDataJSON()).toEqual({ name: 'Ventas del Norte', description: 'Interior del país' });
  await expect(page.getByText('Workspace actualizado')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Ventas del Norte' })).toBeVisible();

  await page.getByRole('tab', { name: other.name }).click();
  const mendSwitch = await breakRequests(page, 'PUT', /\/switch$/);
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click();
  await expect(page.getByText('No se pudo cambiar de workspace.')).toBeVisible();
  await expect(page.getByText('Failed to switch workspace')).toBeVisible();
  await mendSwitch();
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click();
  await expect(page.getByText('Has cambiado de workspace exitosamente.')).toBeVisible();
  await expect(page.getByRole('tab', { name: other.name })).toContainText('Actual');
  await expect(page.getByRole('button', { name: 'Cambiar', exact: true })).toHaveCount(0);
});

test('a created workspace opens its own tab', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await page.goto('/workspaces?dialog=crear');
  const dialog = page.getByRole('dialog', { name: 'Crear Nuevo Workspace' });
  await dialog.getByLabel('Nombre del Workspace').fill('Encuestas');
  await dialog.getByLabel('API Key de Retell').fill(vocero.takeKey());
  await dialog.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(page.getByText('El workspace se ha creado exitosamente.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Encuestas', selected: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invitar' })).toBeVisible();
});

test('members are found by search and role, which stand in the address', async ({ page, vocero }) => {
  const { username } = await openMembers(page, vocero);
  const ana = row(page, `${username}-ana`);
  await expect(ana).toContainText('ana@ejemplo.com');
  await expect(ana).toContainText('Ana Núñez');
  await expect(ana).toContainText('Operador');
  await expect(ana).toContainText('Activo');
  await expect(ana).toContainText('Nunca');
  await expect(row(page, `${username}-beto`)).toContainText('No registrado');
  // The person's own last access is now.
  await expect(row(page, username)).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);

  await page.getByLabel('Buscar miembros').fill('NUNEZ');
  await expect(page.getByText('1 de 5 miembros')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Buscar miembros')).toHaveValue('NUNEZ');
  await expect(ana).toBeVisible();
  await expect(row(page, `${username}-beto`)).toHaveCount(0);
  await page.getByLabel('Rol', { exact: true }).selectOption('Editor');
  await expect(page.getByText('Ningún miembro coincide')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await expect(page.getByText('5 miembros', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/workspaces$/);
});

test('inviting and changing a role say why not, and what happened', async ({ page, vocero }) => {
  const workspace = await openMembers(page, vocero);
  // A user of this home who has left the workspace, so that they return at once.
  const guest = { username: `${workspace.username}-vuelve` };
  const guestId = await addPerson(vocero, workspace, guest);
  await (
    await vocero.signInElsewhere(ownerOf(workspace))
  ).request('DELETE', `/api/workspaces/${workspace.id}/members/${guestId}`);
  await page.getByRole('button', { name: 'Invitar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar usuario' });
  await expect(dialog.getByLabel('Operador')).toBeChecked();
  await expect(dialog.getByRole('link', { name: 'Crear usuario' })).toHaveAttribute('href', /\?dialog=nuevo$/);
  await dialog.getByLabel('Nombre de usuario').fill('  ');
  await dialog.getByRole('button', { name: 'Invitar' }).click();
  await expect(dialog.getByText('Por favor ingresa un nombre de usuario')).toBeVisible();
  await dialog.getByLabel('Nombre de usuario').fill(`${workspace.username}-ana`);
  await dialog.getByLabel('Editor').check();
  await dialog.getByRole('button', { name: 'Invitar' }).click();
  await expect(toast(page, 'Error al invitar usuario')).toContainText(
    `${workspace.username}-ana ya pertenece a este workspace.`,
  );
  const mendInvite = await breakRequests(page, 'POST', /\/members$/);
  await dialog.getByRole('button', { name: 'Invitar' }).click();
  await expect(toast(page, 'Error al invitar usuario')).toContainText('No se pudo agregar el usuario al workspace');
  await mendInvite();
  await expect(dialog.getByLabel('Nombre de usuario')).toHaveValue(`${workspace.username}-ana`);
  await dialog.getByLabel('Nombre de usuario').fill(guest.username);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Usuario invitado')).toBeVisible();
  await expect(row(page, guest.username)).toContainText('Editor');

  await chooseAction(page, guest.username, 'Cambiar rol');
  const role = page.getByRole('dialog', { name: `Cambiar rol de ${guest.username}` });
  await expect(role.getByLabel('Editor')).toBeChecked();
  await role.getByLabel('Administrador').check();
  const mendRole = await breakRequests(page, 'PUT', /\/members\//);
  await role.getByRole('button', { name: 'Cambiar rol' }).click();
  await expect(toast(page, 'Error al actualizar rol')).toContainText('No se pudo actualizar el rol del usuario');
  await mendRole();
  await role.getByRole('button', { name: 'Cambiar rol' }).click();
  await expect(page.getByText('Rol actualizado')).toBeVisible();
  await expect(row(page, guest.username)).toContainText('Administrador');

  // The other admins are demoted one by one; the last one can't be.
  for (const username of [`${workspace.username}-titular`, guest.username]) {
    await chooseAction(page, username, 'Cambiar rol');
    await page.getByRole('dialog').getByLabel('Operador').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Cambiar rol' }).click();
    await expect(row(page, username)).toContainText('Operador');
  }
  await chooseAction(page, workspace.username, 'Cambiar rol');
  await expect(page.getByRole('dialog')).toContainText('Es tu propio rol');
  await page.getByRole('dialog').getByLabel('Editor').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar rol' }).click();
  await expect(toast(page, 'Error al actualizar rol')).toContainText('Es la última persona con rol Administrador');
});

test('removing a member asks, names what happens, and the last admin stays', async ({ page, vocero }) => {
  const { username, name } = await openMembers(page, vocero);
  await chooseAction(page, `${username}-ana`, 'Remover');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(`${username}-ana perderá el acceso a ${name} al instante.`);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(row(page, `${username}-ana`)).toBeVisible();

  await chooseAction(page, `${username}-ana`, 'Remover');
  const restore = await breakRequests(page, 'DELETE', /\/members\//);
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(toast(page, 'Error al remover usuario')).toContainText('No se pudo remover el usuario del workspace');
  await restore();
  await chooseAction(page, `${username}-ana`, 'Remover');
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('Usuario removido')).toBeVisible();
  await expect(row(page, `${username}-ana`)).toHaveCount(0);

  await chooseAction(page, `${username}-titular`, 'Remover');
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(row(page, `${username}-titular`)).toHaveCount(0);
  await chooseAction(page, username, 'Remover');
  await expect(dialog).toContainText(`Perderás el acceso a ${name}`);
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(toast(page, 'Error al remover usuario')).toContainText('Es la última persona con rol Administrador');
});

test("another admin's change appears by itself, and whoever removes themself is led out", async ({ page, vocero }) => {
  const workspace = await openMembers(page, vocero);
  const owner = await vocero.signInElsewhere(ownerOf(workspace));
  await owner.put(`/api/workspaces/${workspace.id}/switch`);
  const { username } = await owner.post<{ username: string }>('/api/users', {
    username: `${workspace.username}-nueva`,
    password: 'una clave',
  });
  await expect(row(page, username)).toContainText('Operador');

  await chooseAction(page, workspace.username, 'Remover');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('Usuario removido')).toBeVisible();
  await expect(page.getByText('No tienes workspaces')).toBeVisible();
});

test('bulk removal sends one request a member and says once who stayed', async ({ page, vocero }) => {
  const { username } = await openMembers(page, vocero);
  const removals: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') removals.push(request.url());
  });
  await page.getByLabel(`Seleccionar a ${username}-ana`).check();
  await page.getByLabel(`Seleccionar a ${username}-beto`).check();
  await expect(page.getByText('2 seleccionados')).toBeVisible();
  const members = /\/members\//;
  await page.route(members, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Remover seleccionados' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(toast(page, 'Error al remover usuarios')).toContainText(
    'Error de conexión. Por favor, intenta nuevamente.',
  );
  await page.unroute(members);
  removals.length = 0;

  await page.getByRole('button', { name: 'Remover seleccionados' }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Remover 2 miembros?' });
  await expect(dialog.getByRole('listitem')).toHaveText([`${username}-ana`, `${username}-beto`]);
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(toast(page, 'Usuarios removidos')).toContainText('2 miembros perdieron el acceso.');
  await expect(page.getByText('3 miembros', { exact: true })).toBeVisible();
  expect(removals).toHaveLength(2);

  // All remaining members, oneself included, who is the last admin by then.
  await page.getByLabel('Seleccionar todos').check();
  await page.getByRole('button', { name: 'Remover seleccionados' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('También te quitarás a ti');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(toast(page, 'Error al remover usuarios')).toContainText(
    `No se pudieron remover algunos usuarios. Siguen seleccionados: ${username}. Es la última persona con rol Administrador`,
  );
  await expect(page.getByText('1 miembro', { exact: true })).toBeVisible();
  await expect(page.getByLabel(`Seleccionar a ${username}`, { exact: true })).toBeChecked();
});

test('failed and empty differ, and the last good list stays', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  const restore = await breakRequests(page, 'GET', /\/members$/);
  await page.goto('/workspaces');
  await expect(page.getByText('Failed to fetch workspace members')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(row(page, workspace.username)).toBeVisible();
});

for (const role of ['editor', 'operator'] as const) {
  test(`the ${role} sees the header alone`, async ({ page, vocero }) => {
    const workspace = await vocero.createWorkspace(role);
    await signIn(page, vocero, workspace);
    await page.goto('/workspaces?dialog=invitar');
    const panel = page.getByRole('region', { name: workspace.name });
    await expect(panel.getByText(role === 'editor' ? 'Editor' : 'Operador')).toBeVisible();
    await expect(panel.getByText(`API Key terminada en ${workspace.key.slice(-4)}`)).toBeAttached();
    await expect(
      page.getByRole('button', { name: /Mostrar API Key|Copiar API Key|Reemplazar|Editar|Invitar/ }),
    ).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Crear Workspace' })).toHaveCount(role === 'editor' ? 1 : 0);
    await expect(page.getByText('Miembros')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('who belongs to no workspace is told so and may create one', async ({ page, vocero }) => {
  const who = { username: 'sin-workspaces', password: 'una clave de prueba' };
  await vocero.createUser(who.username);
  await page.request.post('/api/auth/login', { data: who });
  await page.goto('/workspaces');
  await expect(page.getByText('No tienes workspaces')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(page.getByRole('dialog', { name: 'Crear Nuevo Workspace' })).toBeVisible();
});

test('the first admin connects the account on the page, and unknown paths are none to them either', async ({
  page,
  vocero,
}) => {
  const who = { username: 'primera-admin', password: 'una clave de prueba' };
  await vocero.createUser(who.username);
  await page.request.post('/api/auth/login', { data: who });
  await page.goto('/no-existe');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await page.goto('/settings');
  const form = page.getByRole('region', { name: 'Conecta tu cuenta de Retell' });
  await form.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(form.getByText('La API Key de Retell es requerida')).toBeVisible();
  await expect(page.getByText('Sin acceso a ningún workspace')).toHaveCount(0);
  await expectGoodAtBothWidths(page);
  await form.getByLabel('Nombre del Workspace').fill('Primero');
  await form.getByLabel('API Key de Retell', { exact: true }).fill('key_que_nadie_tiene_00000');
  await form.getByRole('button', { name: 'Crear Workspace' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByLabel('API Key de Retell', { exact: true }).fill(vocero.takeKey());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Configuración', exact: true })).toBeVisible();
});

test('who lost their last workspace is told so', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  const owner = await vocero.signInElsewhere(ownerOf(workspace));
  const members = await owner.get<WorkspaceMember[]>(`/api/workspaces/${workspace.id}/members`);
  const id = members.find(({ username }) => username === workspace.username)?.id;
  await owner.request('DELETE', `/api/workspaces/${workspace.id}/members/${id}`);
  const { username, password } = workspace;
  await page.request.post('/api/auth/login', { data: { username, password } });
  await page.goto('/');
  await expect(page.getByText('Sin acceso a ningún workspace')).toBeVisible();
  await expect(page.getByText('Conecta tu cuenta de Retell')).toHaveCount(0);
});

test('dialogs and selection are accessible and fit, wide and narrow', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const id = await addPerson(vocero, workspace, {
    username: `${workspace.username}-con-un-nombre-bastante-largo`,
    email: 'maria.de.los.angeles@contactcenter-argentina.com.ar',
    firstName: 'María de los Ángeles',
    lastName: 'Fernández Núñez',
  });
  await signIn(page, vocero, workspace);
  await page.goto('/workspaces');
  for (const address of ['?dialog=invitar', '?dialog=clave', `?dialog=remover&member=${id}`]) {
    await follow(page, `/workspaces${address}`);
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    await expectGoodAtBothWidths(page);
  }
  await page.keyboard.press('Escape');
  await page.getByLabel('Seleccionar todos').check();
  await page.getByRole('button', { name: 'Mostrar API Key' }).click();
  await expect(page.getByText(workspace.key)).toBeVisible();
  await expectGoodAtBothWidths(page);
});
