/** Attention rules: set by an editor; hits mark a live call in the room, in its lines and in the history. */
import { expect, expectAccessibleInBothThemes, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';
import { beginCall } from './live-call-steps.ts';

test('an editor sets rules; a hit marks the call everywhere, and its filter finds it', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  await page.goto('/settings?seccion=en-vivo');
  await page.getByLabel('Palabras y frases').fill('Defensa del Consumidor\n\n ¡! ');
  await page.getByLabel('Silencio de más de').fill('2');
  const save = page.getByRole('button', { name: 'Guardar Configuración' });
  await save.click();
  await expect(page.getByText('Al menos 5 segundos, o 0')).toBeVisible();
  await page.getByLabel('Silencio de más de').fill('0');
  await save.click();
  await expect(page.getByText('Escribe al menos una palabra')).toBeVisible();
  await page.getByLabel('Palabras y frases').fill('Defensa del Consumidor');
  await page.getByText('Una herramienta del agente falla').click();
  const agents = page.getByRole('group', { name: 'Agentes cuyas llamadas se siguen siempre' });
  await agents.getByRole('checkbox').first().check();
  await agents.getByLabel('Llamadas a la vez, como máximo').fill('0');
  await save.click();
  await expect(page.getByText('Como mínimo 1')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectGoodAtBothWidths(page);
  await agents.getByRole('checkbox').first().uncheck();
  await agents.getByLabel('Llamadas a la vez, como máximo').fill('10');
  await save.click();
  await expect(page.getByText('Configuración guardada')).toBeVisible();

  const callId = await beginCall(page, vocero, workspace);
  await page.goto('/en-vivo');
  const row = page.locator(`[data-room-row="${callId}"]`);
  await expect(row).toBeVisible();
  await expect.poll(() => vocero.simulator.watchers(workspace.key, callId)).toBe(1);
  vocero.simulator.speak(workspace.key, callId, {
    role: 'user',
    content: 'Mirá, voy a ir a defensa del CONSUMIDOR mañana',
  });
  await expect(row.getByText(/^Frase vigilada · \d+:\d\d$/)).toBeVisible();
  await page.getByRole('button', { name: '1 requiere atención' }).click();
  await expect(row).toBeVisible();
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: /^Alertas/ }).click();
  await expect(page.getByText('se dijo una palabra o frase vigilada', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/call/${callId}`);
  const conversation = page.getByRole('region', { name: 'Conversación', exact: true });
  await expect(conversation.getByText('Se dijo una palabra o frase vigilada')).toBeVisible();
  vocero.simulator.speak(workspace.key, callId, {
    role: 'tool_call_result',
    tool_call_id: 'tool_1',
    content: 'timeout',
    successful: false,
  });
  await expect(conversation.getByText('Falló una herramienta del agente')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.goto('/historial-llamadas');
  await page.getByRole('button', { name: 'Filtro', exact: true }).click();
  await page.getByRole('option', { name: 'Avisos en vivo' }).click();
  await page.getByRole('option', { name: 'Con avisos' }).click();
  await expect(page).toHaveURL(/attention=any/);
  await expect(page.getByText('1 llamada', { exact: true })).toBeVisible();
});
