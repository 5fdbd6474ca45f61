// Origin numbers: several chosen in the wizard, shown before and after sending, and their cap in the settings.
import { formatGroupedPhoneNumber } from '../src/phone/numbering-plan.ts';
import { askServer, chooseList, createCampaign, listCampaigns, ownerOf, successDefinition } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';
import { whenListed } from './past-calls.ts';

interface Origin {
  readonly phone_number: string;
  readonly outbound_agent_id: string | null;
}

test('a campaign calls from several numbers, and says so before and after', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  const [first = '', second = ''] = (await askServer<Origin[]>(page, '/api/retell/phone-numbers')).map(
    ({ phone_number: number }) => number,
  );
  await page.goto('/nueva-campana');
  await page.getByLabel('Nombre de la campaña', { exact: true }).fill('Dos números');
  await page.getByLabel('Definición de éxito', { exact: true }).fill(successDefinition);
  const add = page.getByRole('button', { name: 'Agregar número' });
  await expect(add).toBeHidden();
  await page.getByLabel('Número de origen', { exact: true }).selectOption(first);
  await add.click();
  const other = page.getByLabel('Número de origen 2');
  // A number that is already chosen is not offered again.
  await expect(other.getByRole('option', { name: formatGroupedPhoneNumber(first) })).toHaveCount(0);
  await other.selectOption(second);
  // The numbers' bindings differ, so an agent must be chosen.
  await expect(page.getByText('Los números elegidos no tienen el mismo agente y versión: elige uno.')).toBeVisible();
  await expect(add).toBeHidden();
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: `Quitar el número ${formatGroupedPhoneNumber(second)}` }).click();
  await expect(other).toBeHidden();
  await add.click();
  await other.selectOption(second);
  await page.getByLabel('Agente', { exact: true }).click();
  await page.getByRole('listbox', { name: 'Agente' }).getByRole('option').first().click();
  const summary = page.getByRole('region', { name: 'Resumen' });
  await expect(summary).toContainText(
    `Números de origen${formatGroupedPhoneNumber(first)}${formatGroupedPhoneNumber(second)}`,
  );

  await page.getByRole('button', { name: 'Siguiente' }).click();
  await chooseList(page, 'phone_number,name\n+5491145550301,Ana\n+5491145550302,Luis');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('checkbox', { name: 'Sin respuesta' }).check();
  await page.getByRole('checkbox', { name: 'Desde otro número: Sin respuesta' }).check();
  await expect(summary).toContainText('Sin respuesta: 1, tras 1 h, desde otro número');
  await page.getByRole('button', { name: 'Enviar Ahora' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText(
    `Números de origen${formatGroupedPhoneNumber(first)}${formatGroupedPhoneNumber(second)}`,
  );
  await asked.getByRole('button', { name: 'Llamar ahora' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  await expect(page.getByText(`Desde ${formatGroupedPhoneNumber(first)} y 1 más`)).toBeVisible();
  await expect(page.getByText('Sin respuesta: 1 intento más, 1 h después, desde otro número')).toBeVisible();
  expect(await listCampaigns(page)).toEqual([
    expect.objectContaining({ phoneNumber: first, phoneNumbers: [first, second] }),
  ]);
  // A copy has the same numbers.
  const [campaign] = await listCampaigns(page);
  await page.goto(`/nueva-campana?desde=${campaign?.id}`);
  await expect(page.getByLabel('Número de origen 2')).toHaveValue(second);
});

test('calls a number and day are capped in the settings', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  await page.goto('/settings?seccion=discado');
  const cap = page.getByLabel('Llamadas por número y día');
  await expect(cap).toHaveValue('0');
  await cap.fill('150');
  await page.getByRole('button', { name: 'Guardar Configuración' }).click();
  await expect(page.getByText('Configuración guardada')).toBeVisible();
  expect(await askServer(page, '/api/settings')).toMatchObject({ dialing: { callsPerNumberPerDay: 150 } });
});

test('the page of numbers says how each is used and for which campaigns', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  const [first = '', second = ''] = (await askServer<Origin[]>(page, '/api/retell/phone-numbers')).map(
    ({ phone_number: number }) => number,
  );
  const campaign = await createCampaign(page, 'Mañana', 2, {
    sendOption: 'scheduled',
    scheduledDate: '2098-11-21',
    scheduledTime: '10:00',
    phoneNumber: first,
  });
  await page.goto('/numeros');
  await expect(page.getByRole('heading', { level: 1, name: 'Números' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Números de origen' }).getByRole('row');
  const own = rows.filter({ hasText: formatGroupedPhoneNumber(first) });
  await expect(own).toContainText('En uso');
  await expect(own.getByRole('link', { name: 'Mañana' })).toHaveAttribute('href', `/campana/${campaign.id}`);
  const other = rows.filter({ hasText: formatGroupedPhoneNumber(second) });
  await expect(other).toContainText('Sin campañas');
  // Without calls there is no answer rate.
  await expect(other.getByText('—').first()).toBeVisible();
  await expectGoodAtBothWidths(page);

  // A number links to its own calls only.
  await createCampaign(page, 'Ahora', 2, { phoneNumber: first });
  await createCampaign(page, 'De otro', 1, { phoneNumber: second });
  await whenListed(vocero, page.request, 3);
  await page.setViewportSize({ width: 1366, height: 768 });
  await own.getByRole('link', { name: formatGroupedPhoneNumber(first) }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de Llamadas' })).toBeVisible();
  await expect(page.getByText('2 llamadas', { exact: true })).toBeVisible();
});
