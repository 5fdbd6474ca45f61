/** The quality metrics: figures equal to hand-computed ones, targets and fields, windows, file, print, missing data. */
import { readFile } from 'node:fs/promises';
import type { Page, WebSocketRoute } from '@playwright/test';
import { parseWireCall, type WireCall } from '../src/retell/index.ts';
import { quietDayOf, quietOffsetMs } from '../src/server/testing/quiet-zone.ts';
import {
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  signIn,
  test,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import { pickAgent } from './pick-agent.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const yesterday = quietDayOf(Date.now() - dayMs);
/** Yesterday at 15:00 in the workspace's zone. */
const afternoon = Date.parse(`${yesterday}T15:00:00Z`) - quietOffsetMs;

interface Told {
  readonly at: number;
  readonly seconds: number;
  readonly direction?: 'inbound' | 'outbound';
  readonly agent?: string;
  readonly person: string;
  readonly reason?: string;
  /** Seconds from the call's start, with the speaker of each word. */
  readonly words?: readonly (readonly ['agent' | 'user', number, number])[];
  readonly reached?: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
}

const line = '+541150000000';

function callOf(
  {
    at,
    seconds,
    direction = 'outbound',
    agent = 'agent_una',
    person,
    reason = 'user_hangup',
    words,
    reached,
    fields = {},
  }: Told,
  index: number,
): WireCall {
  const call = parseWireCall({
    call_id: `call_copc_${index}`,
    call_type: 'phone_call',
    call_status: reason.startsWith('dial_') ? 'not_connected' : 'ended',
    direction,
    agent_id: agent,
    agent_name: agent === 'agent_una' ? 'Agente Una' : 'Agente Otra',
    from_number: direction === 'outbound' ? line : person,
    to_number: direction === 'outbound' ? person : line,
    ...(seconds > 0 ? { start_timestamp: at, duration_ms: seconds * 1_000 } : {}),
    end_timestamp: at + seconds * 1_000,
    disconnection_reason: reason,
    ...(words
      ? {
          transcript_object: words.map(([role, start, end]) => ({
            role,
            content: 'Hola',
            words: [{ word: 'Hola', start, end }],
          })),
        }
      : {}),
    call_analysis: {
      user_sentiment: 'Neutral',
      in_voicemail: reason === 'voicemail_reached',
      ...(reached === undefined ? {} : { call_successful: reached }),
      custom_analysis_data: fields,
    },
  });
  if (!call) throw new Error('no call');
  return call;
}

/**
 * Yesterday: five finished outbound calls, three of them human: 60 %. In one of these three the agent said nothing:
 * 33.3 %. Conversations last 60, 120, 30 and 210 s, 105 on average; one of the four was handed off: 25 %. Where the
 * agent speaks first, it begins after 0.8, 1.6 and 0.6 s: 1.0 s. Six seconds of silence and half a second of overlap in
 * 420 s: 1.5 %. Three calls have a judged goal: one reached it without a further call, one reached it with a further
 * call, one missed it: 33.3 %. Scores 5, 3 and 4: 66.7 % are high. One of two calls spoke with the right person, one of
 * two has a commitment. Health score: csat 66.67/80, aht 1, commitment 1 by weights 25, 20, 25: 94.0. The day before:
 * one of two outbound calls was human, for 100 s.
 */
const told: readonly Told[] = [
  {
    at: afternoon,
    seconds: 60,
    person: '+5491144440001',
    words: [
      ['agent', 0.8, 2],
      ['user', 8, 9],
    ],
    reached: true,
    fields: { right_party: true, commitment: 'sí', csat: 5 },
  },
  {
    at: afternoon + 5 * minuteMs,
    seconds: 120,
    person: '+5491144440002',
    agent: 'agent_otra',
    words: [
      ['agent', 1.6, 3],
      ['user', 2.5, 4],
    ],
    reached: false,
    fields: { right_party: false, commitment: false, csat: 3 },
  },
  { at: afternoon + 60 * minuteMs, seconds: 30, person: '+5491144440001', words: [['user', 1, 2]] },
  { at: afternoon + 61 * minuteMs, seconds: 0, person: '+5491144440003', reason: 'dial_no_answer' },
  { at: afternoon + 62 * minuteMs, seconds: 15, person: '+5491144440004', reason: 'voicemail_reached' },
  {
    at: afternoon + 63 * minuteMs,
    seconds: 210,
    direction: 'inbound',
    person: '+5491144440005',
    reason: 'call_transfer',
    words: [
      ['agent', 0.6, 2],
      ['user', 2.2, 3],
    ],
    reached: true,
    fields: { csat: 4, puntaje: 2, complaint: false },
  },
  { at: afternoon - dayMs, seconds: 100, person: '+5491144440006' },
  { at: afternoon - dayMs + minuteMs, seconds: 0, person: '+5491144440007', reason: 'dial_busy' },
];

const unavailable = {
  status: 503,
  json: { message: 'El servicio no está disponible.', error: '', code: 'unavailable', requestId: 'r' },
};

let workspace: ConsoleWorkspace;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('editor');
  const { ingest } = vocero.server.app.features.calls;
  await Promise.all(
    told.map((each, index) =>
      ingest.record(workspace.id, { event: 'call_analyzed', call: callOf(each, index), source: 'seed' }),
    ),
  );
});

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
const health = (page: Page) => page.getByRole('region', { name: 'Salud de la operación' });

async function open(page: Page, search: string): Promise<void> {
  await page.goto(`/copc-metrics${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Métricas COPC', includeHidden: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('both tabs say what the calls say, against targets and the day before, and each agent has its own', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, told.length);
  await open(page, '?period=yesterday');
  await expect(page.getByRole('banner').getByText('En Vivo', { exact: true })).toBeVisible();
  await expect(card(page, 'Tasa de conexión')).toContainText(
    'Regular60,0%No cumplePeor que el objetivo por 25,0 pts. (≥ 85%)sobre 5 llamadas',
  );
  await expect(card(page, 'Tasa de conexión')).toContainText('Muy pocas llamadas para decir· antes 50,0%');
  await expect(
    card(page, 'Tasa de conexión').getByRole('img', {
      name: 'Tasa de conexión por hora: 2 de 24 horas con datos; mínimo 33,3%, máximo 100,0%, último 33,3%',
    }),
  ).toBeVisible();
  await expect(card(page, 'Abandono del discador')).toContainText(
    /Crítico33,3%No cumplePeor que el objetivo por 30,3 pts\. \(≤ 3%\)sobre 3 llamadas/,
  );
  await expect(card(page, 'Tiempo hasta el saludo')).toContainText(
    /Excelente1,0 sCumpleMejor que el objetivo por 2,0 s \(≤ 3 s\)sobre 3 llamadas/,
  );
  await expect(card(page, 'Contacto con el titular')).toContainText(
    /Crítico50,0%No cumple.* \(≥ 75%\)sobre 2 llamadas/,
  );
  await expect(card(page, 'Conversión a compromiso')).toContainText(/Excelente50,0%Cumple.*sobre 2 llamadas/);
  await expect(card(page, 'Satisfacción')).toContainText(/Regular66,7%No cumple.* \(≥ 80%\)sobre 3 llamadas/);
  await expect(card(page, 'Tasa de quejas')).toContainText(/Excelente0,0%Cumple.*sobre 1 llamada /);
  await expect(card(page, 'Resolución en el primer contacto')).toContainText(/Crítico33,3%No cumpleProvisional/);
  await expect(card(page, 'Resolución en el primer contacto')).toContainText('sobre 3 llamadas');
  await expect(card(page, 'Promesas cumplidas')).toContainText(
    'Ninguna llamada del período trae el campo «promise_kept».',
  );
  await expect(card(page, 'Aprobación de calidad')).toContainText('Nadie calificó llamadas del período');
  await expect(card(page, 'Integridad de datos')).toContainText(
    'Ninguna conversación es de un agente con campos obligatorios.',
  );
  // A mean of 94 hides that other metrics are far off.
  await expect(health(page)).toContainText(
    /94,0de 100Excelente.*En Crítico, de todas las métricas: Contacto con el titular \(RPC\), Abandono del discador, .* y \d más/,
  );
  await expect(health(page)).toContainText(/El puntaje cuenta 3 de estas 4: .*Satisfacción \(CSAT\)/);

  await page.getByRole('tab', { name: 'ROLO - Agentes IA' }).click();
  await expect(card(page, 'Tiempo medio de atención')).toContainText(
    /Excelente1:45Cumple.* por 1:15 \(≤ 3:00\)sobre 4 llamadas/,
  );
  await expect(card(page, 'Tiempo medio de atención')).toContainText('Muy pocas llamadas para decir· antes 1:40');
  await expect(card(page, 'Contención')).toContainText(/Regular75,0%No cumple.*sobre 4 llamadas/);
  await expect(card(page, 'Derivación a personas')).toContainText(/Crítico25,0%No cumple.*sobre 4 llamadas/);
  await expect(card(page, 'Silencios y superposición')).toContainText(/Excelente1,5%Cumple.*sobre 4 llamadas/);
  await expect(card(page, 'Errores de transcripción')).toContainText('Sin datos');
  await expect(card(page, 'Trabajo posterior')).toContainText('acw_seconds (Number)');

  await open(page, '?period=yesterday&tab=rolo&agent=agent_otra');
  await expect(page.getByRole('tab', { name: 'ROLO - Agentes IA' })).toHaveAttribute('aria-selected', 'true');
  await expect(card(page, 'Tiempo medio de atención')).toContainText(/2:00Cumple.*sobre 1 llamada/);
  await pickAgent(page, 'Agente:', 'Todos los agentes');
  await expect(card(page, 'Tiempo medio de atención')).toContainText(/1:45Cumple.*sobre 4 llamadas/);
  await page.getByLabel('Período:').selectOption('today');
  await expect(page).toHaveURL(/copc-metrics\?tab=rolo$/);
  await expect(card(page, 'Tiempo medio de atención')).toContainText('Sin datos');
});

test('a card’s window stands in the address, is read by keyboard, opens the calls, and gives the focus back', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, workspace);
  await open(page, '?period=7d&metrica=connectRate');
  const dialog = page.getByRole('dialog', { name: 'Tasa de conexión' });
  await expect(dialog).toContainText('De las llamadas salientes finalizadas, las que atendió una persona.');
  const chart = dialog.getByRole('slider', { name: 'Evolución de Tasa de conexión' });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /: sin datos$/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /: 60,0%, sobre 5 llamadas$/);
  await expect(dialog.getByRole('region', { name: 'Puntos del gráfico' }).getByRole('row')).toHaveCount(8);
  // Each agent has a row, and the number of calls links to them.
  const byAgent = dialog.getByRole('region', { name: 'Por agente' });
  await expect(byAgent.getByRole('row').nth(1)).toContainText(/%/);
  await expect(byAgent.getByRole('link').first()).toHaveAttribute('href', /agent=agent_.*origin=outbound/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/copc-metrics\?period=7d$/);

  const link = card(page, 'Abandono del discador').getByRole('link', { name: 'Abandono del discador' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Abandono del discador' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  // The list has the answered calls with a known transcript, and no others.
  await expect(page.getByRole('dialog')).toContainText('sobre 3 llamadas');
  await page.getByRole('link', { name: 'Ver las 3 llamadas que cuenta' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de Llamadas' })).toBeVisible();
  await expect(page.getByText(/-3 de 3$/)).toBeVisible();
});

test('six cards are in sight on a small screen, three at 125 %', async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  for (const [width, height, least] of [
    [1366, 768, 6],
    [1093, 614, 3],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, '?period=7d');
    await expect(card(page, 'Tasa de conexión')).toContainText('57,1%');
    const boxes = await Promise.all((await page.locator('[data-metric]').all()).map((each) => each.boundingBox()));
    // A card without data is higher, because it explains how to get some.
    const inSight = boxes.filter((box) => box !== null && box.y + Math.min(box.height, 120) <= height);
    expect(inSight.length, `${width} × ${height}: ${boxes.map((box) => box?.y).join(' ')}`).toBeGreaterThanOrEqual(
      least,
    );
  }
});

test('which targets are missed, by how much, and the calls that miss them, by keyboard alone', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, workspace);
  await open(page, '?period=yesterday');
  await expect(card(page, 'Tasa de conexión')).toContainText('Peor que el objetivo por 25,0 pts.');
  await expect(card(page, 'Tiempo hasta el saludo')).toContainText('Mejor que el objetivo por 2,0 s');
  await expect(page.getByRole('tabpanel')).toContainText('ROMAN: las métricas de las campañas.');
  const outside = page.getByRole('button', { name: '7 de 12 fuera de objetivo' });
  await outside.focus();
  await page.keyboard.press('Enter');
  await expect(outside).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/fuera=1/);
  await expect(page.getByRole('tabpanel').getByRole('heading')).toHaveText([
    'Tasa de conexión',
    'Contacto con el titular (RPC)',
    'Abandono del discador',
    'Resolución en el primer contacto (FCR)',
    'Satisfacción (CSAT)',
  ]);
  await expectGoodAtBothWidths(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await card(page, 'Satisfacción').getByRole('link', { name: 'Satisfacción (CSAT)' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Satisfacción (CSAT)' });
  await expect(dialog).toContainText('Peor que el objetivo por 13,3 pts.');
  await dialog.getByRole('link', { name: 'Ver la llamada que no cumple' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de Llamadas' })).toBeVisible();
  await expect(page.getByText(/-1 de 1$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Quitar filtro No cumple: Satisfacción \(CSAT\)/ })).toBeVisible();
});

test('the file has every metric and every point, the paper both tabs, and all of it looks good', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, workspace);
  await open(page, '?period=yesterday');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`metricas-copc-${yesterday}-a-${yesterday}.csv`);
  const lines = (await readFile(await download.path(), 'utf8')).replaceAll(/["\uFEFF]/g, '').split('\r\n');
  expect(lines).toContain(`Workspace;${workspace.name}`);
  expect(lines).toContain(
    'Métrica;Valor;Unidad;Llamadas;Objetivo;Estado;Tendencia;Cambio;Unidad del cambio;Período comparado',
  );
  expect(lines).toContain('Tasa de conexión;60;%;5;85;Regular;Muy pocas llamadas para decir;10;pts.;50');
  expect(lines).toContain('Tiempo medio de atención (AHT);105;s;4;180;Excelente;Muy pocas llamadas para decir;5;%;100');
  expect(lines).toContain('Promesas cumplidas;;%;0;80;Sin datos;;;;');
  const [day, month, year] = yesterday.split('-').toReversed();
  expect(lines).toContain(`Tasa de conexión;${day}/${month}/${year} 15:00;100;%;2`);
  expect(lines).toContain(`Tasa de conexión;${day}/${month}/${year} 16:00;33,33;%;3`);
  const points = lines.indexOf('Métrica;Momento;Valor;Unidad;Llamadas');
  expect(lines.slice(points + 1).filter(Boolean)).toHaveLength(19 * 24);
  expect(
    points -
      lines.indexOf(
        'Métrica;Valor;Unidad;Llamadas;Objetivo;Estado;Tendencia;Cambio;Unidad del cambio;Período comparado',
      ) -
      2,
  ).toBe(19);
  await expectGoodAtBothWidths(page);

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText(/^Período: Ayer \(.*\) · Comparado con: .* · Agente: Todos los agentes · Impreso: /),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'ROLO - Agentes IA' })).toBeVisible();
  await expect(card(page, 'Tasa de conexión')).toBeVisible();
  await expect(card(page, 'Contención')).toBeVisible();
  // Words that open help stay, as plain words.
  await expect(page.locator('button:not([data-help])').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('[data-help]').first()).toHaveCSS('text-decoration-line', 'none');
  await expect(page.locator('[data-help]').first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
});

test('another field and target take effect at once, and the missing field is copied by its new name', async ({
  page,
  context,
  vocero,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, vocero, workspace);
  await open(page, '?period=yesterday');
  await expect(card(page, 'Tasa de conexión')).toContainText('Regular');
  const other = await vocero.signInElsewhere(workspace);
  await other.put('/api/settings', {
    copc: { fields: { csatT: 'puntaje', promiseKeptRate: 'cumplio' }, targets: { connectRate: 60, csatT: 10 } },
  });
  await expect(card(page, 'Tasa de conexión')).toContainText(
    /Excelente60,0%CumpleJusto en el objetivo \(≥ 60%\)sobre 5 llamadas/,
  );
  await expect(card(page, 'Satisfacción')).toContainText(
    /Crítico0,0%No cumplePeor que el objetivo por 10,0 pts\. \(≥ 10%\)sobre 1 llamada/,
  );
  await card(page, 'Promesas cumplidas').getByRole('button', { name: 'Copiar el campo cumplio' }).click();
  await expect(page.getByText('Campo copiado')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^cumplio \(Boolean\): true si la persona cumplió lo que prometió/,
  );

  await page.route('**/api/copc-metrics?*', (route) => route.fulfill(unavailable));
  await other.put('/api/settings', { copc: { fields: {}, targets: { connectRate: 90 } } });
  const stale = page.getByRole('alert').filter({ hasText: 'No se pudo actualizar. Se muestran los últimos datos.' });
  await expect(stale).toBeVisible();
  await expect(card(page, 'Tasa de conexión')).toContainText('(≥ 60%)');
  await page.unroute('**/api/copc-metrics?*');
  await stale.getByRole('button', { name: 'Reintentar' }).click();
  await expect(card(page, 'Tasa de conexión')).toContainText('(≥ 90%)');
  await expect(stale).toBeHidden();
  await page.getByRole('link', { name: 'Campos y objetivos' }).click();
  await expect(page.getByLabel('Objetivo de Tasa de conexión')).toHaveValue('90');
  await other.put('/api/settings', { copc: { fields: {}, targets: {} } });
});

test('an empty workspace is told where data comes from; away from the server it says so, and a failed read tries again', async ({
  page,
  vocero,
}) => {
  let isAway = false;
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/ws$/, (route) => {
    line = route;
    if (isAway) void route.close();
    else route.connectToServer();
  });
  await signIn(page, vocero, await vocero.createWorkspace('operator'));
  await page.route('**/api/copc-metrics?*', (route) => route.fulfill(unavailable));
  await page.goto('/copc-metrics');
  await expect(page.getByRole('alert')).toContainText('El servicio no está disponible.');
  await page.unroute('**/api/copc-metrics?*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  const guide = page.getByRole('region', { name: 'Sin datos en este período' });
  await expect(guide).toContainText('Campos propios del análisis');
  await expect(guide.getByRole('link', { name: 'Calificar llamadas' })).toHaveAttribute('href', '/revision-calidad');
  await expect(guide.getByRole('link', { name: 'Nueva Campaña' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Campos y objetivos' })).toBeHidden();
  await expect(card(page, 'Tasa de conexión')).toContainText('No terminó ninguna llamada saliente en el período.');
  await expect(health(page)).toContainText('Ninguna de sus 4 métricas tiene datos en el período.');
  await guide.getByRole('link', { name: 'Ver los últimos 90 días' }).click();
  await expect(page.getByLabel('Período:')).toHaveValue('90d');
  await expect(guide).toBeVisible();

  isAway = true;
  await line?.close();
  await expect(page.getByRole('banner').getByText('Desconectado', { exact: true })).toBeVisible();
  isAway = false;
  await expect(page.getByRole('banner').getByText('En Vivo', { exact: true })).toBeVisible();
});
