// 'API': a token is created, shown once, used by a program, and revoked.
import { askServer, ownerOf } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';

test('an admin makes a token, a program comes in with it, and no more once it is revoked', async ({
  page,
  context,
  vocero,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  await page.goto(`${vocero.url}/settings?seccion=api`);
  await expect(page.getByText('Sin tokens')).toBeVisible();
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Crear token' }).click();
  const creating = page.getByRole('dialog', { name: 'Crear token' });
  await expect(creating.getByLabel('Nombre')).toBeFocused();
  await creating.getByLabel('Direcciones permitidas').fill('cualquiera');
  await creating.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(creating.getByRole('alert')).toHaveText([
    'El nombre es requerido',
    'Usa una dirección, como 203.0.113.7, o una red, como 203.0.113.0/24',
  ]);
  await expectGoodAtBothWidths(page);
  await creating.getByLabel('Nombre').fill('CRM de ventas');
  await creating.getByLabel('Rol').selectOption('Editor');
  await creating.getByLabel('Vence en').selectOption('30 días');
  await creating.getByLabel('Direcciones permitidas').fill('127.0.0.0/8\n::1');
  await creating.getByRole('button', { name: 'Crear', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Token creado' });
  const token = (await shown.getByText(/^vcr_/).textContent()) ?? '';
  await shown.getByRole('button', { name: 'Copiar' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
  await shown.getByRole('button', { name: 'Listo' }).click();
  await expect(shown).toBeHidden();
  expect(await page.content()).not.toContain(token);

  const enter = async () =>
    (await fetch(`${vocero.url}/api/campaigns`, { headers: { authorization: `Bearer ${token}` } })).status;
  const row = page.getByRole('listitem').filter({ hasText: 'CRM de ventas' });
  await expect(row).toContainText('Sin uso · Solo desde 127.0.0.0/8, ::1');
  await expect(row).toContainText('Editor');
  expect(await enter()).toBe(200);
  await page.reload();
  await expect(row).toContainText('Último uso:');
  await expectGoodAtBothWidths(page);
  await row.getByRole('button', { name: 'Revocar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(page.getByText('Sin tokens')).toBeVisible();
  expect(await enter()).toBe(401);
});

test('the reference is searched, read and tried with a token', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  const { token } = await askServer<{ token: string }>(page, '/api/tokens', {
    method: 'POST',
    body: { name: 'Referencia', role: 'editor' },
  });
  await page.goto(`${vocero.url}/settings?seccion=api`);
  await page.getByRole('link', { name: 'Referencia' }).click();
  await expect(page.getByRole('heading', { name: 'Referencia de la API' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar en la API' }).fill('numero no llamar');
  const operation = page.getByRole('listitem').filter({ hasText: 'Agregar un número a No Llamar' });
  await expect(operation).toHaveCount(1);
  await expect(page.getByText('Crear una campaña')).toHaveCount(0);
  await operation.getByText('Agregar un número a No Llamar').click();
  await expect(operation).toContainText('Rol necesario: Editor.');
  await expect(
    operation.getByText('Número que no se llama más, en E.164 o como se escribe en su país · texto · obligatorio'),
  ).toBeVisible();
  await expect(operation.getByRole('button', { name: 'Enviar' })).toBeDisabled();
  await expectGoodAtBothWidths(page);
  await page.getByLabel('Token para probar').fill(token);
  await operation.getByLabel('Cuerpo').fill('{"phoneNumber": "nada"}');
  await operation.getByRole('button', { name: 'Enviar' }).click();
  await expect(operation.getByText(/^Respondió 400 en/)).toBeVisible();
  await operation.getByLabel('Cuerpo').fill('{"phoneNumber": "+5491140000001"}');
  await operation.getByRole('button', { name: 'Enviar' }).click();
  await expect(operation.getByText(/^Respondió 201 en/)).toBeVisible();
  await expect(operation.getByText('"numberKey": "1140000001"')).toBeVisible();
  await expect(operation.getByText(/x-ratelimit-remaining: \d+/)).toBeVisible();
  await expectGoodAtBothWidths(page);
  await page.getByRole('searchbox', { name: 'Buscar en la API' }).fill('historial');
  const calls = page.getByRole('listitem').filter({ hasText: 'Buscar en el historial' });
  await calls.getByText('Buscar en el historial').click();
  await calls.getByLabel('pageSize', { exact: true }).fill('5');
  await calls.getByRole('button', { name: 'Enviar' }).click();
  await expect(calls.getByText(/^Respondió 200 en/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar en la API' }).fill('zzz');
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
});
