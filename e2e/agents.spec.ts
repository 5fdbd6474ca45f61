// The provider's agents: figures, filters in the address, and details.
import { expect, expectAccessible, expectGoodAtBothWidths, openDashboard, signIn, test } from './console-fixture.ts';

test('agents are counted, found, and opened by an address', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('operator'));
  await page.goto(`${vocero.url}/agentes`);
  await expect(page.getByRole('heading', { name: 'Agentes de IA' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Agentes' }).getByRole('row');
  await expect(rows).toHaveCount(7);
  const figure = (name: string) => page.locator('dl div', { hasText: name }).locator('dd');
  await expect(figure('Total de Agentes')).toHaveText('6');
  await expect(figure('Publicados')).toHaveText('5');
  await expect(figure('Borradores')).toHaveText('1');
  await expect(figure('Idiomas')).toHaveText('5');
  await expect(page.getByText(/^Datos de Retell del \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/)).toBeVisible();

  const languages = page.getByRole('row', { name: /Atención al Cliente/ });
  await expect(languages.locator('[data-flag]')).toHaveCount(2);
  await expect(languages.locator('[data-flag="pt-BR"], [data-flag="globe"]')).toHaveCount(2);

  await page.getByLabel('Buscar por nombre o ID').fill('COBRANZA');
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Estado', { exact: true }).selectOption('Borradores');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/q=COBRANZA&status=draft/);
  await page.reload();
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: 'Ver detalles: Cobranza Tardía (prueba)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Detalles del Agente' });
  await expect(dialog.getByText('Borrador')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Voz' }).click();
  await expect(dialog.getByText('openai-Tomas')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Comportamiento' }).click();
  await expect(dialog.getByText('Sensibilidad a interrupciones')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Técnico' }).click();
  await expect(dialog.getByRole('region', { name: 'Motor de respuesta' })).toContainText('"type"');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByLabel('Buscar por nombre o ID').fill('no existe');
  await expect(page.getByText('No se encontraron agentes')).toBeVisible();
  await expect(page.getByText('Prueba ajustar los filtros de búsqueda')).toBeVisible();
});

test('filters by agent say that the agents could not be read, and ask again', async ({ page, vocero }) => {
  const address = '**/api/agents';
  await page.route(address, (route) =>
    route.fulfill({
      status: 502,
      json: { message: 'Retell no responde.', error: '', code: 'provider_unavailable', requestId: 'r' },
    }),
  );
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const retry = page.getByRole('button', { name: 'Reintentar' });
  await expect(page.getByLabel('Agente:')).toHaveText('Agentes no disponibles');
  await expect(retry).toBeVisible();
  await expectGoodAtBothWidths(page);

  await page.goto(`${vocero.url}/historial-llamadas`);
  await page.getByRole('button', { name: 'Filtro', exact: true }).click();
  await page.getByRole('option', { name: 'Agente' }).click();
  await expect(page.getByText('Agentes no disponibles')).toBeVisible();
  await expect(retry).toBeVisible();
  await expectGoodAtBothWidths(page);
  await page.unroute(address);
  await retry.click();
  await expect(page.getByRole('option', { name: 'Cobranza Tardía (prueba)' })).toBeVisible();
  await expect(retry).toHaveCount(0);
});

test('an agent whose events go elsewhere is seen, led here by an admin, and put back', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const elsewhere = 'https://otro.example/entrada?token=secreto-de-otro';
  const session = await vocero.signInElsewhere(workspace);
  const agents = await session.get<{ agent_id: string; agent_name: string }[]>('/api/agents');
  const agent = agents.find(({ agent_name }) => agent_name === 'Encuesta de Satisfacción');
  vocero.simulator.setAgentWebhookUrl(workspace.key, agent?.agent_id ?? '', elsewhere);
  await vocero.server.app.features.agents.refresh(workspace.id);

  await signIn(page, vocero, workspace);
  await page.goto(`${vocero.url}/agentes`);
  const row = page.getByRole('row', { name: /Encuesta de Satisfacción/ });
  await expect(row.getByText('A otra dirección')).toBeVisible();
  await expect(row.getByText('otro.example')).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Un agente envía sus eventos a otra dirección' });
  await expect(notice).toBeVisible();
  await expectGoodAtBothWidths(page);

  await page.getByRole('button', { name: 'Conectar los agentes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conectar los agentes' });
  await expect(dialog.getByText(`Sus eventos van a ${elsewhere}`)).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Todos' }).check();
  await dialog.getByRole('checkbox', { name: 'Todos' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Encuesta de Satisfacción' }).check();
  await expectGoodAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Conectar (1)' }).click();
  const connected = dialog.getByRole('region', { name: 'Conectados desde aquí' });
  await expect(connected.getByText('Conectado: sus eventos llegan aquí.')).toBeVisible();
  await expect(connected.getByText('Antes iban a otro.example')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(row.getByText('Aquí')).toBeVisible();
  await expect(notice).toHaveCount(0);

  await page.getByRole('button', { name: 'Conectar los agentes' }).click();
  await connected.getByRole('button', { name: 'Devolver los eventos de Encuesta de Satisfacción' }).click();
  const confirm = page.getByRole('alertdialog', { name: '¿Devolver los eventos?' });
  await expect(confirm).toContainText('vuelven a ir a otro.example');
  await confirm.getByRole('button', { name: 'Devolver' }).click();
  await expect(dialog.getByText('Sus eventos van de nuevo adonde iban.')).toBeVisible();
  await expect(dialog.getByText(`Sus eventos van a ${elsewhere}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(row.getByText('A otra dirección')).toBeVisible();

  // The webhook's settings link to the dialog too.
  await page.goto(`${vocero.url}/settings?seccion=webhook`);
  await page.getByRole('link', { name: 'Conectar los agentes' }).click();
  await expect(dialog).toBeVisible();
});

test('an operator sees where events go, and no address of anybody', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  const session = await vocero.signInElsewhere(workspace);
  const [agent] = await session.get<{ agent_id: string }[]>('/api/agents');
  vocero.simulator.setAgentWebhookUrl(
    workspace.key,
    agent?.agent_id ?? '',
    'https://otro.example/entrada?token=secreto-de-otro',
  );
  await vocero.server.app.features.agents.refresh(workspace.id);
  await signIn(page, vocero, workspace);
  await page.goto(`${vocero.url}/agentes?conectar=todos`);
  await expect(page.getByText('A otra dirección', { exact: true })).toBeVisible();
  await expect(page.getByText('Los conecta quien tiene el rol Administrador.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Conectar los agentes' })).toHaveCount(0);
  expect(await page.content()).not.toContain('secreto-de-otro');
});
