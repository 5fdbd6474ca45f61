/** The dashboard, live: calls that arrive by themselves show without a reload, with exact figures. */
import { expect, openDashboard, signIn, test } from './console-fixture.ts';

test('a call shows while it lives and counts when it is over', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  vocero.simulator.forceOutcome('user_hangup');
  await openDashboard(page, vocero, who);
  const figures = page.getByLabel('Resumen');
  await expect(figures.getByText('Total de llamadas').locator('xpath=ancestor::div[1]')).toContainText('0');
  await expect(page.getByText('Sin llamadas activas')).toBeVisible();

  const callId = vocero.simulator.arrive(who.key, 'inbound');
  const active = page.locator(`a[href*="/call/${callId}"]`).first();
  await expect(active).toBeVisible();
  await expect(active).toContainText('Entrante');
  await expect(page.getByText('1 llamadas en curso')).toBeVisible();

  await expect(page.getByText('Sin llamadas activas')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('1 llamadas hoy')).toBeVisible();
  const truth = vocero.simulator.statistics(who.key);
  expect(truth.total).toBe(1);
});

test('figures equal what the provider knows, after many calls of every kind', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  vocero.simulator.forceOutcome(undefined);
  await openDashboard(page, vocero, who);
  for (let number = 0; number < 30; number += 1) vocero.simulator.arrive(who.key, number % 3 === 0 ? 'web' : 'inbound');
  await expect(page.getByText('30 llamadas hoy')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Sin llamadas activas')).toBeVisible({ timeout: 20_000 });
  const durations = [...vocero.simulator.calls(who.key)].map((call) => call.duration_ms ?? 0).filter((ms) => ms > 0);
  const seconds = Math.round(durations.reduce((sum, ms) => sum + ms, 0) / durations.length / 1000);
  const expected = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  await expect(page.getByLabel('Resumen')).toContainText(expected);
});

test('the period and agent filters stand in the address', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  await signIn(page, vocero, who);
  await page.goto(`${vocero.url}/?period=7d`);
  await expect(page.getByText('Historial de Llamadas (Últimos 7 días)')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Historial de Llamadas (Últimos 7 días)')).toBeVisible();
});
