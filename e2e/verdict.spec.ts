/** '¿Mejor o peor que antes?' with enough calls: the dashboard's line, the causes on Analytics, and the calls. */
import { report } from '../src/server/testing/call-reports.ts';
import { quietDayOf, quietMidnight } from '../src/server/testing/quiet-zone.ts';
import { expectGoodAtBothWidths } from './accessibility.ts';
import { expect, signIn, test, type ConsoleWorkspace } from './console-fixture.ts';
import { whenListed } from './past-calls.ts';

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const yesterday = quietMidnight(Date.now()).getTime() - dayMs;

/** By agent and hour: Ana falls from 40 of 50 the day before to 10 of 50 yesterday, at 10 h; Beto keeps 25, at 15 h. */
const groups = [
  { agent: 'agent_ana', hour: 10, dayAgo: 0, reached: 10 },
  { agent: 'agent_beto', hour: 15, dayAgo: 0, reached: 25 },
  { agent: 'agent_ana', hour: 10, dayAgo: 1, reached: 40 },
  { agent: 'agent_beto', hour: 15, dayAgo: 1, reached: 25 },
];
const perGroup = 50;
const day = quietDayOf(yesterday);

let workspace: ConsoleWorkspace;

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('operator');
  const { ingest } = vocero.server.app.features.calls;
  const calls = groups.flatMap(({ agent, hour, dayAgo, reached }) =>
    Array.from({ length: perGroup }, (_, index) => ({
      call_type: 'phone_call',
      direction: 'outbound',
      call_status: 'ended',
      agent_id: agent,
      start_timestamp: yesterday - dayAgo * dayMs + hour * hourMs + index * 1_000,
      duration_ms: 60_000,
      disconnection_reason: 'user_hangup',
      call_analysis: { call_successful: index < reached },
    })),
  );
  await Promise.all(
    calls.map((call, index) => ingest.record(workspace.id, report('call_analyzed', call, `call_veredicto_${index}`))),
  );
});

test('the verdict leads from the dashboard to what moved it, and each cause opens its calls', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, groups.length * perGroup);
  await page.goto(`${vocero.url}/?period=yesterday`);
  // 65 of 100 before, 35 of 100 now.
  const line = page.getByText('La tasa de objetivo pasó de 65,0% a 35,0% (−30,0 pts.).');
  await expect(line).toBeVisible();
  await expect(page.getByText('Peor que antes')).toBeVisible();
  await expectGoodAtBothWidths(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('link', { name: 'Ver por qué' }).click();
  await expect(page).toHaveURL(/\/analytics\?period=yesterday$/);

  const verdict = page.getByRole('region', { name: '¿Mejor o peor que antes?' });
  await expect(verdict).toContainText('Peor que antes');
  await expect(verdict).toContainText('La tasa de éxito sigue en 100,0%.');
  const causes = verdict.getByRole('listitem');
  await expect(causes).toHaveText([
    'Agente _ana: de 80,0% a 20,0% · 50 llamadas−30,0 pts.',
    '10 a 11 h: de 80,0% a 20,0% · 50 llamadas−30,0 pts.',
  ]);
  await expectGoodAtBothWidths(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await causes.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/historial-llamadas\?.*measure=judged.*hour=10/);
  await expect(page.getByText(/-20 de 50$/)).toBeVisible();
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByText('En esta lista: Cuenta: Con objetivo conocido · 10 h')).toBeVisible();

  await page.goto(`${vocero.url}/agente/agent_beto?period=custom&from=${day}&to=${day}`);
  await expect(page.getByRole('region', { name: '¿Mejor o peor que antes?' })).toContainText('Sin cambio claro');
});
