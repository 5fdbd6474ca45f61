// 'API': a token is created, shown once, used by a program, and revoked; the API's page says how a program begins.
import { readFile } from 'node:fs/promises';
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

test('the page of the API begins with a request that works, and leads to the document', async ({
  page,
  context,
  vocero,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, ownerOf(workspace));
  const { token } = await askServer<{ token: string }>(page, '/api/tokens', {
    method: 'POST',
    body: { name: 'Referencia', role: 'editor' },
  });
  await page.goto(`${vocero.url}/settings?seccion=api`);
  await page.getByRole('link', { name: 'Referencia' }).click();
  await expect(page.getByRole('heading', { name: 'Referencia de la API' })).toBeVisible();
  await expectGoodAtBothWidths(page);

  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  await page.getByRole('button', { name: 'Copiar el pedido' }).click();
  await expect(page.getByText('Copiado', { exact: true })).toBeVisible();
  const [, header = '', address = ''] = /^curl -H "([^"]+)" (\S+)$/.exec(await clipboard()) ?? [];
  const [name = '', value = ''] = header.replace('$VOCERO_TOKEN', token).split(': ');
  const answer = await fetch(address, { headers: { [name]: value } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar OpenAPI' }).click(),
  ]);
  const whole = JSON.parse(await readFile(await file.path(), 'utf8')) as { openapi: string };
  expect(whole.openapi).toBe('3.1.1');
  await page.getByRole('button', { name: 'Copiar la dirección del documento' }).click();
  await expect.poll(clipboard).toBe(`${vocero.url}/api/openapi.json`);
  await expect(page.getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', '/api/openapi.json');
  await page.getByRole('link', { name: 'Ir a los eventos salientes' }).click();
  await expect(page).toHaveURL(`${vocero.url}/settings?seccion=eventos`);
  await page.goBack();
  await page.getByRole('link', { name: 'Ir a los tokens' }).click();
  await expect(page.getByText('Tokens de API')).toBeVisible();
});

test('an operator reads how to begin, and is led to no settings', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('operator'));
  await page.goto(`${vocero.url}/referencia-api`);
  await expect(page.getByText('Lo crea un administrador en Configuración → API.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Ir a los/ })).toHaveCount(0);
});
