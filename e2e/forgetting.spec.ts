// The right to be forgotten: retention, a number forgotten in the settings, a call erased on its page.
import type { Locator, Page } from '@playwright/test';
import type { WorkspaceSettings } from '../src/contract/settings.ts';
import { formatGroupedPhoneNumber } from '../src/phone/numbering-plan.ts';
import { createCampaign } from './campaign-steps.ts';
import { expect, expectAccessible, signIn, test, type Console, type ConsoleWorkspace } from './console-fixture.ts';
import { addPastCalls } from './past-calls.ts';

async function openAs(page: Page, vocero: Console, workspace: ConsoleWorkspace, address: string): Promise<void> {
  await signIn(page, vocero, workspace);
  await page.goto(address);
}

const retention = (page: Page): Locator => page.getByRole('region', { name: 'Retención de datos' });
const forgetting = (page: Page): Locator => page.getByRole('region', { name: 'Olvidar un número' });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar Configuración' }).click();
const daysKept = async (page: Page): Promise<number | null> =>
  ((await (await page.request.get('/api/settings')).json()) as WorkspaceSettings).retentionDays;

/** Adds past calls, one of them with a person; their numbers are the provider's. */
async function addCallWithPerson(
  vocero: Console,
  workspace: ConsoleWorkspace,
): Promise<{ readonly id: string; readonly number: string }> {
  const calls = await addPastCalls(vocero, workspace, 12);
  const call = calls.find(({ direction, call_status: status }) => direction === 'outbound' && status === 'ended');
  if (!call?.to_number) throw new Error('no call with anybody');
  return { id: call.call_id, number: call.to_number };
}

test('an admin says for how long people’s data are kept, after being told what that deletes', async ({
  page,
  vocero,
}) => {
  await openAs(page, vocero, await vocero.createWorkspace('admin'), '/settings?seccion=datos');
  const days = retention(page).getByLabel('Días que se conservan');
  await expect(days).toHaveValue('');
  await expect(retention(page)).toContainText('no se eliminan por sí solos');
  await days.fill('3');
  await save(page);
  await expect(retention(page)).toContainText('Al menos 7 días');
  await expect(days).toHaveValue('3');

  await days.fill('30');
  await expect(retention(page)).toContainText('Cada noche se eliminan');
  await save(page);
  const dialog = page.getByRole('alertdialog', { name: '¿Guardar el plazo de retención?' });
  await expect(dialog).toContainText('se eliminan para siempre');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  expect(await daysKept(page)).toBeNull();
  await save(page);
  await dialog.getByRole('button', { name: 'Guardar plazo' }).click();
  await expect(page.getByText('Configuración guardada')).toBeVisible();
  expect(await daysKept(page)).toBe(30);

  // A longer retention deletes nothing.
  await days.fill('');
  await save(page);
  await expect(page.getByText('Sin cambios', { exact: true })).toBeVisible();
  await expect.poll(() => daysKept(page)).toBeNull();
});

test('leaving the section asks for the term that is not saved, and for the number that is typed', async ({
  page,
  vocero,
}) => {
  await openAs(page, vocero, await vocero.createWorkspace('admin'), '/settings?seccion=datos');
  await retention(page).getByLabel('Días que se conservan').fill('30');
  await forgetting(page).getByLabel('Número').fill('11 4444-0001');
  await page.getByRole('link', { name: 'Regional' }).click();
  const ofTerm = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' });
  await ofTerm.getByRole('button', { name: 'Salir sin guardar' }).click();
  const ofNumber = page.getByRole('alertdialog', { name: '¿Salir sin olvidar el número?' });
  await ofNumber.getByRole('button', { name: 'Cancelar' }).click();
  // Nothing is lost until both are agreed to.
  await expect(retention(page).getByLabel('Días que se conservan')).toHaveValue('30');
  await page.getByRole('link', { name: 'Regional' }).click();
  await ofTerm.getByRole('button', { name: 'Salir sin guardar' }).click();
  await ofNumber.getByRole('button', { name: 'Salir sin olvidar' }).click();
  await expect(page).toHaveURL(/seccion=regional$/);
  await expect(page.getByText('Sin cambios', { exact: true })).toBeVisible();
});

test('an editor sees the term and changes nothing', async ({ page, vocero }) => {
  await openAs(page, vocero, await vocero.createWorkspace('editor'), '/settings?seccion=datos');
  await expect(retention(page).getByLabel('Días que se conservan')).toBeDisabled();
  await expect(retention(page)).toContainText('Solo quien tiene el rol Administrador puede cambiarlo.');
  await expect(forgetting(page)).toHaveCount(0);
});

test('a number is forgotten once it is known how much that deletes', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const { id, number } = await addCallWithPerson(vocero, workspace);
  vocero.simulator.setContact(workspace.key, { phoneNumber: number, firstName: 'Zoraida', isSynced: true });
  await signIn(page, vocero, workspace);
  const recipients = [{ phone_number: number, customer_name: 'Zoraida Quintriqueo' }];
  const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' } as const;
  const campaign = await createCampaign(page, 'Programada', 1, { recipients, ...later });
  await page.goto('/settings?seccion=datos');
  const field = forgetting(page).getByLabel('Número');
  const ask = () => forgetting(page).getByRole('button', { name: 'Olvidar' }).click();
  await field.fill('4444-5555');
  await ask();
  await expect(forgetting(page)).toContainText('falta el código de área');
  await expect(field).toHaveValue('4444-5555');

  await field.fill(number);
  await ask();
  const dialog = page.getByRole('alertdialog', { name: '¿Olvidar este número?' });
  await expect(dialog).toContainText(
    /Se eliminarán para siempre los datos de \d+ llamadas? y 1 destinatario de campañas con \+54 /,
  );
  await expect(dialog).toContainText('El contacto es de toda la organización de Retell');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(field).toHaveValue(number);
  await ask();
  await dialog.getByRole('button', { name: 'Olvidar número' }).click();
  await expect(forgetting(page)).toContainText(/Se eliminaron los datos de \d+ llamada/);
  await expect(forgetting(page)).toContainText('Su contacto en Retell se vacía a continuación.');
  await expect(field).toHaveValue('');
  expect(await (await page.request.get(`/api/calls/${id}`)).json()).toMatchObject({
    toNumber: null,
    transcript: null,
    erasedAt: expect.any(String),
  });
  await expect.poll(() => vocero.simulator.call(workspace.key, id)).toBeUndefined();
  // The provider synchronises its contact with a CRM.
  await expect(async () => {
    await page.reload();
    await expect(forgetting(page)).toContainText('se sincroniza con un CRM', { timeout: 1_000 });
  }).toPass();

  await field.fill(number);
  await ask();
  await expect(dialog).toContainText('No hay llamadas ni destinatarios');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await field.fill('');
  await page.goto(`/historico-campanas?campana=${campaign.id}&vista=destinatarios`);
  const recipient = page
    .getByRole('dialog', { name: 'Programada' })
    .getByRole('row')
    .filter({ hasText: 'Datos eliminados' });
  await expect(recipient).toContainText('No llamar');
  await expect(page.getByText('Zoraida')).toHaveCount(0);
});

test('a call’s data are deleted from its page, which then shows what is left', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const { id, number } = await addCallWithPerson(vocero, workspace);
  await openAs(page, vocero, workspace, `/call/${id}`);
  await expect(page.getByText(formatGroupedPhoneNumber(number)).first()).toBeVisible();
  await page.getByRole('button', { name: 'Eliminar datos' }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Eliminar los datos de la llamada?' });
  await expect(dialog).toContainText('aquí y en Retell');
  await expect(dialog).toContainText('las cifras no cambian');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Eliminar datos' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Los datos de esta llamada se eliminaron el', { exact: false })).toBeVisible();
  await expect(page.getByText(formatGroupedPhoneNumber(number))).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Eliminar datos' })).toHaveCount(0);
});
