/** One agent's page: figures computed by hand, equal to other screens', ranges, keyboard, and unknown agents. */
import type { Page } from '@playwright/test';
import { parseWireCall } from '../src/retell/index.ts';
import {
  expect,
  expectGoodAtBothWidths,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import { pickAgent } from './pick-agent.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Placed {
  readonly agent: string;
  /** How long ago the call began, in ms. */
  readonly ago: number;
  readonly version: number;
  /** Nobody answered. */
  readonly busy?: true;
  readonly goal?: boolean;
}

const times = (count: number, each: (index: number) => Placed): Placed[] =>
  Array.from({ length: count }, (_, index) => each(index));

/** The first agent: 12 of 16 now, 6 of 12 before; the second has one old call. */
function placedCalls([first = '', second = '']: readonly string[]): readonly Placed[] {
  return [
    ...times(8, (index) => ({ agent: first, ago: (1 + 0.5 * index) * hourMs, version: 7, goal: index < 6 })),
    ...times(4, (index) => ({ agent: first, ago: 3 * dayMs + index * hourMs, version: 6, goal: index < 1 })),
    ...times(4, () => ({ agent: first, ago: 3 * dayMs, version: 6, busy: true })),
    ...times(6, () => ({ agent: first, ago: 9 * dayMs, version: 6 })),
    ...times(6, () => ({ agent: first, ago: 9 * dayMs, version: 6, busy: true })),
    { agent: second, ago: 60 * dayMs, version: 1 },
  ];
}

async function place(vocero: Console, workspace: ConsoleWorkspace, placed: readonly Placed[]): Promise<void> {
  const { ingest } = vocero.server.app.features.calls;
  await Promise.all(
    placed.map(({ agent, ago, version, busy, goal }, index) => {
      const startMs = Date.now() - ago;
      const seconds = busy ? 0 : 60;
      const call = parseWireCall({
        call_id: `call_agente_${index}`,
        call_type: 'phone_call',
        direction: 'outbound',
        agent_id: agent,
        agent_version: version,
        call_status: busy ? 'not_connected' : 'ended',
        start_timestamp: startMs,
        end_timestamp: startMs + 1_000 * seconds,
        duration_ms: 1_000 * seconds,
        disconnection_reason: busy ? 'dial_busy' : 'user_hangup',
        call_analysis: { user_sentiment: 'Positive', call_successful: goal },
      });
      if (!call) throw new Error('no call');
      return ingest.record(workspace.id, { event: 'call_analyzed', call, source: 'seed' });
    }),
  );
}

let workspace: ConsoleWorkspace;
let agents: readonly { readonly agent_id: string; readonly agent_name: string }[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('operator');
  const client = await vocero.signInElsewhere(workspace);
  agents = await client.get('/api/retell/agents');
  await place(vocero, workspace, placedCalls(agents.map(({ agent_id: id }) => id)));
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 29);
});

const addressOf = (index: number) => `/agente/${agents[index]?.agent_id}`;
const nameOf = (index: number) => agents[index]?.agent_name ?? '';
const region = (page: Page, name: string) => page.getByRole('region', { name });
const tile = (page: Page, name: string) =>
  page.locator('dl[aria-label="Cifras del agente"] > div').filter({ has: page.getByText(name, { exact: true }) });

test('opens by a link from Rendimiento, says how it went, and agrees with what it links to', async ({
  page,
  vocero,
}) => {
  await page.goto(`${vocero.url}/rendimiento-agentes?tab=comparison&compare=previous`);
  const row = page.getByRole('table', { name: 'Agentes por sus cifras' }).locator('tbody tr').first();
  await expect(row).toContainText('75,0%');
  await expect(row).toContainText('Muy pocas llamadas para decir · antes 50,0%');
  await row.getByRole('link', { name: nameOf(0), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${addressOf(0)}\\?compare=previous$`));
  await expect(page.getByRole('heading', { level: 1, name: nameOf(0) })).toBeVisible();

  const verdict = region(page, '¿Mejor o peor que antes?');
  // verdict.spec.ts tests more calls and their causes.
  await expect(verdict).toContainText('Muy pocas llamadas para decir');
  await expect(verdict).toContainText('La tasa de éxito: 16 llamadas ahora, 12 llamadas antes; hacen falta 30');
  await expect(verdict).toContainText('Hablaron 2 versiones; la 7, última en hablar');

  await expect(tile(page, 'Tasa de éxito')).toContainText('75,0%');
  await expect(tile(page, 'Tasa de éxito')).toContainText('Muy pocas llamadas para decir · antes 50,0%');
  await expect(tile(page, 'Total de llamadas')).toContainText('16');
  await expect(tile(page, 'Total de llamadas')).toContainText('+33,3% vs. 12');
  await expect(tile(page, 'Duración promedio')).toContainText('Sin cambios vs. 1:00');
  await expect(tile(page, 'Satisfacción')).toContainText('5,0');
  await expect(tile(page, 'Tasa de objetivo')).toContainText('58,3%');
  await expect(tile(page, 'Tasa de objetivo')).toContainText('sobre 12 analizadas');
  await expect(tile(page, 'Tiempo de respuesta')).toContainText('Sin datos');

  const reasons = region(page, 'Motivos de Desconexión').getByRole('listitem');
  await expect(reasons.nth(0)).toContainText('75,0%');
  await expect(reasons.nth(0)).toContainText('Muy pocas llamadas para decir · antes 50,0%');
  const versions = region(page, 'Versiones que hablaron').locator('tbody tr');
  await expect(versions).toHaveCount(2);
  await expect(versions.nth(0)).toContainText(/^Versión 7.*8100,0%75,0%1:00$/);
  await expect(versions.nth(1)).toContainText(/^Versión 6.*850,0%25,0%1:00$/);
  await expect(region(page, 'Cuándo Llamar').getByRole('grid')).toBeVisible();

  const latest = region(page, 'Últimas llamadas');
  await expect(latest).toContainText('Las 8 más nuevas de 16');
  await latest.getByRole('listitem').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/call\/call_agente_0\?/);
  await page.getByRole('link', { name: nameOf(0), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${addressOf(0)}$`));
  await tile(page, 'Total de llamadas').getByRole('link').click();
  await expect(page.getByText(/-16 de 16$/)).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Volver a Rendimiento de Agentes' }).click();
  await expect(page).toHaveURL(/\/rendimiento-agentes$/);
});

test('keeps range and comparison through a reload, and changes to another agent with them', async ({
  page,
  vocero,
}) => {
  await page.goto(`${vocero.url}${addressOf(0)}`);
  await page.getByLabel('Período:').selectOption('30d');
  await page.getByLabel('Comparar con:').selectOption('year');
  await expect(tile(page, 'Total de llamadas')).toContainText('28');
  await expect(region(page, '¿Mejor o peor que antes?')).toContainText(
    'La tasa de éxito: 28 llamadas ahora, 0 llamadas antes',
  );
  await page.reload();
  await expect(page.getByLabel('Período:')).toHaveValue('30d');
  await expect(page.getByLabel('Comparar con:')).toHaveValue('year');
  await expect(tile(page, 'Total de llamadas')).toContainText('28');
  await expect(tile(page, 'Total de llamadas')).not.toContainText('vs.');

  await pickAgent(page, 'Agente:', nameOf(1));
  await expect(page).toHaveURL(new RegExp(`${addressOf(1)}\\?period=30d&compare=year$`));
  await expect(page.getByText('Sin llamadas en este período')).toBeVisible();
  await page.getByRole('button', { name: 'Ver los últimos 90 días' }).click();
  await expect(tile(page, 'Total de llamadas')).toContainText('1');
  await page.getByLabel('Agente:').click();
  await page.getByRole('option', { name: 'Todos los agentes' }).click();
  await expect(page).toHaveURL(/\/rendimiento-agentes\?period=90d&compare=year$/);
});

test('is found by Ctrl+K and read by keyboard alone, in both themes and widths', async ({ page, vocero }) => {
  await page.goto(vocero.url);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(nameOf(0));
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(nameOf(0));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${addressOf(0)}$`));
  const chart = page.getByRole('slider', { name: 'Tasa de éxito por día' });
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /: .*sobre \d+ finalizadas?/);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  const table = region(page, 'Tasa de Éxito por Día').getByRole('table');
  await expect(table.locator('tbody tr')).toHaveCount(7);
  await table.getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/historial-llamadas\\?.*agent=${agents[0]?.agent_id}`));
  await page.goBack();
  await expectGoodAtBothWidths(page);
});

test('an agent of which nobody knows, and one that can not be read, look different', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/agente/agent_de_nadie`);
  await expect(page.getByText('No encontramos este agente')).toBeVisible();
  await page.getByRole('link', { name: 'Ver todos los agentes' }).click();
  await expect(page).toHaveURL(/\/rendimiento-agentes$/);

  await page.route('**/report?*', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'El servicio no está disponible.', error: '', code: 'unavailable', requestId: 'r' },
    }),
  );
  await page.goto(`${vocero.url}${addressOf(0)}`);
  await expect(page.getByRole('alert')).toContainText('El servicio no está disponible.');
  await page.unroute('**/report?*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(tile(page, 'Total de llamadas')).toContainText('16');
});
