// 'Comprobar la conexión': started by a button, shown row by row, saved as a file without data of the account.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';
import { breakRequests } from './people-steps.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Comprobar la conexión' });

test('an admin checks the connection, reads what differs first, and keeps the report', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/check-connection')) asked.push(request.method());
  });
  await page.goto('/workspaces');
  await page.getByRole('button', { name: 'Comprobar la conexión' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('No cambia ni cuesta nada');
  // Opening the dialog, by its address too, sends no request to the provider.
  await page.reload();
  await expect(dialog.getByRole('button', { name: 'Comprobar', exact: true })).toBeVisible();
  expect(asked).toEqual([]);

  const restore = await breakRequests(page, 'POST', /\/check-connection$/);
  await dialog.getByRole('button', { name: 'Comprobar', exact: true }).click();
  await expect(dialog.getByText('No se pudo comprobar la conexión.')).toBeVisible();
  await restore();
  vocero.simulator.setAgentWebhookUrl(workspace.key, await anAgent(page), 'https://otra.ejemplo/recibe');
  vocero.simulator.setFaults({ others: { slow: { delayMs: 30, probability: 1 } } });
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expect(dialog.getByRole('button', { name: 'Comprobando la conexión...' })).toBeDisabled();
  const rows = dialog.getByRole('list', { name: 'Lo que no se cumple o no se puede saber' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Difiere');
  vocero.simulator.setFaults({});
  await expect(rows.first()).toContainText(
    'Los eventos de algún agente van a otra dirección: se ve y se cambia en Agentes.',
  );
  const held = dialog.getByRole('list', { name: 'Lo que se cumple' }).getByRole('listitem');
  await expect(held).toHaveCount(0);
  await dialog.getByText(/^Ver lo que se cumple \(\d+\)$/).click();
  await expect(held.first()).toContainText('La API Key abre una cuenta del proveedor.');
  await expect(dialog).toContainText(/Se cumple: \d+\. Difiere: 1\. No se puede saber: \d+\./);
  await expectGoodAtBothWidths(page);

  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Descargar informe' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('informe-conexion.json');
  const report = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(report)).toMatchObject({ format: 'vocero-account-report' });
  expect(report).not.toContain(workspace.key);

  // A check too soon is refused in words.
  await dialog.getByRole('button', { name: 'Comprobar de nuevo' }).click();
  await expect(dialog).toContainText('se acaba de comprobar o se está comprobando');
  expect(asked).toHaveLength(3);
});

test('says first that Retell cannot reach the address of the console', async ({ page, vocero }) => {
  const unreachable = { webhookUrl: 'http://localhost:3000/api/webhooks/retell/secreto', isReachable: false };
  await page.route('**/api/webhook-url', (route) => route.fulfill({ json: unreachable }));
  await signIn(page, vocero, await vocero.createWorkspace('admin'));
  await page.goto('/workspaces?dialog=conexion');
  await expect(dialogOf(page)).toContainText('Retell no llega a la dirección de esta consola');
  await expectGoodAtBothWidths(page);
});

async function anAgent(page: Page): Promise<string> {
  const agents = (await (await page.request.get('/api/agents')).json()) as { agent_id: string }[];
  return agents[0]?.agent_id ?? '';
}

test('an operator is offered none of it', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  await signIn(page, vocero, workspace);
  await page.goto('/workspaces?dialog=conexion');
  await expect(page.getByRole('region', { name: workspace.name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comprobar la conexión' })).toHaveCount(0);
  await expect(dialogOf(page)).toHaveCount(0);
});
