// Invitations: for the sender, and for the receiver in the selector, in the bell and without any workspace.
import type { Page } from '@playwright/test';
import type { WorkspaceMember } from '../src/contract/access.ts';
import { ownerOf } from './campaign-steps.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  openDashboard,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { addPerson } from './people-steps.ts';

const row = (page: Page, username: string) =>
  page
    .getByRole('table', { name: 'Miembros' })
    .getByRole('row')
    .filter({ has: page.getByText(username, { exact: true }) });
const bell = (page: Page) => page.getByRole('button', { name: /^Alertas/ });

/** Invites as the workspace's owner, outside the browser. */
async function inviteTo(vocero: Console, workspace: ConsoleWorkspace, username: string): Promise<WorkspaceMember> {
  const owner = await vocero.signInElsewhere(ownerOf(workspace));
  return owner.post<WorkspaceMember>(`/api/workspaces/${workspace.id}/members`, { username, role: 'editor' });
}

test('who invites sees the name as pending, withdraws it, and sees the person once they accept', async ({
  page,
  vocero,
}) => {
  const [workspace, home] = [await vocero.createWorkspace('admin'), await vocero.createWorkspace('operator')];
  await signIn(page, vocero, workspace);
  async function invite(): Promise<void> {
    await page.getByRole('button', { name: 'Invitar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invitar usuario' });
    await dialog.getByLabel('Nombre de usuario').fill(home.username);
    await dialog.getByLabel('Editor').check();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(row(page, home.username)).toContainText('Pendiente');
  }
  await page.setViewportSize({ width: 1366, height: 1100 });
  await page.goto('/workspaces');
  await invite();
  await expect(page.getByText('Usuario invitado')).toBeVisible();
  await expect(page.getByText(`Si existe, ${home.username} entra como Editor cuando acepte.`)).toBeVisible();
  await expect(row(page, home.username)).toContainText('Sin datos');
  await expect(page.getByText('2 miembros, 1 pendiente', { exact: true })).toBeVisible();
  await expectGoodAtBothWidths(page);
  await page.setViewportSize({ width: 1366, height: 1100 });

  await page.getByRole('button', { name: `Acciones de ${home.username}`, exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Retirar invitación']);
  await page.getByRole('menuitem', { name: 'Retirar invitación' }).click();
  const dialog = page.getByRole('alertdialog', { name: `¿Retirar la invitación a ${home.username}?` });
  await dialog.getByRole('button', { name: 'Retirar' }).click();
  await expect(page.getByText('Invitación retirada')).toBeVisible();
  await expect(row(page, home.username)).toHaveCount(0);

  await invite();
  const guest = await vocero.signInElsewhere(home);
  const [invitation] = await guest.get<{ id: string }[]>('/api/invitations');
  await guest.post(`/api/invitations/${invitation?.id}/accept`);
  await expect(row(page, home.username)).toContainText('Activo');
  await expect(row(page, home.username)).not.toContainText('Pendiente');
});

test('a name that is in none of my workspaces reads the same, whether it exists elsewhere or not', async ({
  page,
  vocero,
}) => {
  const [workspace, elsewhere] = [await vocero.createWorkspace('admin'), await vocero.createWorkspace('operator')];
  const mine = `${workspace.username}-nueva`;
  await addPerson(vocero, workspace, { username: mine });
  await signIn(page, vocero, workspace);
  await page.goto('/workspaces?dialog=invitar');
  const field = page.getByRole('dialog', { name: 'Invitar usuario' }).getByLabel('Nombre de usuario');
  for (const username of [elsewhere.username, 'nadie-se-llama-asi']) {
    await field.fill(username);
    await expect(field).toHaveAccessibleDescription(
      'En tus workspaces no hay nadie con ese nombre. Si existe en otro equipo, verá la invitación.',
    );
  }
  await field.fill(mine.toUpperCase());
  await expect(field).toHaveAccessibleDescription('Entra al instante.');
  await expectGoodAtBothWidths(page);
});

test('the bell and the selector bring it by themselves; refused it goes, accepted the workspace is there to switch to', async ({
  page,
  vocero,
}) => {
  const [home, place] = [await vocero.createWorkspace('operator'), await vocero.createWorkspace('admin')];
  await openDashboard(page, vocero, home);
  await expect(bell(page)).toHaveAccessibleName('Alertas');
  await inviteTo(vocero, place, home.username);
  await expect(bell(page)).toHaveAccessibleName('Alertas: 1 para ti');
  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Alertas' });
  await expect(panel.getByText(`Te invitaron a ${place.name}`)).toBeVisible();
  await expect(panel.getByText(`Como Editor, por ${ownerOf(place).username}.`)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await panel.getByRole('button', { name: `Rechazar la invitación a ${place.name}` }).click();
  await expect(page.getByText('Invitación rechazada')).toBeVisible();
  await expect(panel.getByText('Para ti')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toHaveAccessibleName('Alertas');

  await inviteTo(vocero, place, home.username);
  await expect(bell(page)).toHaveAccessibleName('Alertas: 1 para ti');
  const selector = page.getByRole('button', { name: /^Workspace Activo/ });
  await selector.click();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('menuitem', { name: `Aceptar la invitación a ${place.name}` }).click();
  await expect(page.getByText('Invitación aceptada')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Alertas');
  await expect(selector).toContainText(home.name);
  await selector.click();
  await page.getByRole('menuitem', { name: place.name, exact: true }).click();
  await expect(selector).toContainText(place.name);
});

test('without any workspace the invitations stand on the screen, until they are withdrawn or one is entered', async ({
  page,
  vocero,
}) => {
  const [first, second] = [await vocero.createWorkspace('admin'), await vocero.createWorkspace('admin')];
  const username = `${first.username}-sola`;
  await vocero.createUser(username);
  await page.request.post(`${vocero.url}/api/auth/login`, { data: { username, password: first.password } });
  await page.goto('/');
  await expect(page.getByText('Conecta tu cuenta de Retell')).toBeVisible();
  const { id } = await inviteTo(vocero, first, username);
  await inviteTo(vocero, second, username);
  const list = page.getByRole('region', { name: 'Invitaciones' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectGoodAtBothWidths(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await (await vocero.signInElsewhere(ownerOf(first))).request('DELETE', `/api/workspaces/${first.id}/members/${id}`);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: `Aceptar la invitación a ${second.name}` }).click();
  await expect(page.getByRole('button', { name: /^Workspace Activo/ })).toContainText(second.name);
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
});
