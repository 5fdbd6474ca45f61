/** The printed forms, read back from their PDF: A4, complete, without overlaps or controls, with repeated heads. */
import type { Page } from '@playwright/test';
import { copcMetricLabels } from '../src/labels/copc-metrics-es.ts';
import { parseWireCall } from '../src/retell/index.ts';
import { askServer, createCampaign, listCampaigns } from './campaign-steps.ts';
import { expect, signIn, test, type Console, type ConsoleWorkspace } from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import { printPages, type PrintedPage, type PrintedText } from './printed-pages.ts';

const hourMs = 3_600_000;
const agentCount = 60;
const callsEach = 2;
/** Names that differ only at the end, which a cut name may lose. */
const agentNames = Array.from(
  { length: agentCount },
  (_, index) => `Renovaciones y cobranza amistosa de la región ${String(index + 1).padStart(2, '0')}`,
);
const people = Array.from({ length: 24 }, (_, index) => ({
  phone_number: `+54911${47_000_000 + index}`,
  customer_name: `Persona ${index + 1} de Apellido Compuesto`,
}));
const campaignName = 'Renovación de contratos de fibra óptica de toda la región del litoral';

/** Margins in points: 10 mm and 12 mm (theme.css), less half a point for rounding. */
const margins = { side: 27.8, end: 33.5 };
/** Left edge of text, in points: 10 mm and 16 px. */
const textLeft = 40.3;

async function placeCalls(vocero: Console, workspace: ConsoleWorkspace): Promise<void> {
  const { ingest } = vocero.server.app.features.calls;
  await Promise.all(
    agentNames.flatMap((name, place) =>
      Array.from({ length: callsEach }, (_, index) => {
        const startMs = Date.now() - (2 + place + 60 * index) * hourMs;
        const call = parseWireCall({
          call_id: `call_papel_${place}_${index}`,
          call_type: 'phone_call',
          direction: 'outbound',
          agent_id: `agent_papel_${place}`,
          agent_name: name,
          call_status: 'ended',
          start_timestamp: startMs,
          end_timestamp: startMs + 60_000,
          duration_ms: 60_000,
          disconnection_reason: place % 3 === 0 ? 'agent_hangup' : 'user_hangup',
          latency: { e2e: { p50: 900 + 10 * place } },
          call_cost: { combined_cost: 12.5 },
          call_analysis: {
            user_sentiment: place % 2 === 0 ? 'Positive' : 'Negative',
            call_successful: index === 0,
            custom_analysis_data: { csat: 1 + (place % 5) },
          },
        });
        if (!call) throw new Error('no call');
        return ingest.record(workspace.id, { event: 'call_analyzed', call, source: 'seed' });
      }),
    ),
  );
}

let workspace: ConsoleWorkspace;

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('admin');
  await placeCalls(vocero, workspace);
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
});

const overlapOf = (from: number, to: number, otherFrom: number, otherTo: number): number =>
  Math.min(to, otherTo) - Math.max(from, otherFrom);

/** True if two texts overlap by more than a little, because a line's box is higher than its letters. */
function isOver(a: PrintedText, b: PrintedText): boolean {
  const height = Math.min(a.bottom - a.top, b.bottom - b.top);
  return overlapOf(a.left, a.right, b.left, b.right) > 1 && overlapOf(a.top, a.bottom, b.top, b.bottom) > 0.35 * height;
}

/** Texts of the controls. */
const controlTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'header:not(main *) :is(button, a), main button:not([data-help], th button, [role=tab])',
      ),
    ]
      .map((each) => each.innerText.trim())
      .filter((text) => text.length > 3),
  );

const headingTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll('h1, h2, h3, h4')].map((each) => each.textContent.trim()));

/** Prints the screen, and checks the properties of every sheet. */
async function printWhole(page: Page, sheets: number): Promise<readonly PrintedPage[]> {
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeEnabled();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const controls = await controlTexts(page);
  const headings = new Set(await headingTexts(page));
  const pages = await printPages(page);
  expect(pages.length).toBeGreaterThanOrEqual(sheets);
  for (const [index, { width, height, texts }] of pages.entries()) {
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    const outside = texts.filter(
      ({ left, right, top, bottom }) =>
        left < margins.side || right > width - margins.side || top < margins.end || bottom > height - margins.end,
    );
    expect(outside, `outside of the margins, page ${index + 1}`).toEqual([]);
    const over = texts.flatMap((a, place) =>
      texts.slice(place + 1).flatMap((b) => (isOver(a, b) ? [[a.text, b.text]] : [])),
    );
    expect(over, `over each other, page ${index + 1}`).toEqual([]);
    const last = texts.reduce((lowest, each) => (each.bottom > lowest.bottom ? each : lowest));
    expect(headings.has(last.text), `page ${index + 1} ends with the heading ${last.text}`).toBe(false);
    expect(texts.filter(({ text }) => controls.includes(text)).map(({ text }) => text)).toEqual([]);
  }
  // If anything is wider than a sheet, Chromium shrinks all sheets, and the title leaves its place.
  expect(Math.min(...(pages[0]?.texts.map(({ left }) => left) ?? []))).toBeCloseTo(textLeft, 0);
  expect(pages[0]?.text).toContain(workspace.name);
  expect(textOf(pages)).toMatch(/Impreso: \d/);
  expect(textOf(pages)).not.toMatch(/Navegación|Exportar CSV|Imprimir|Comparar con:|Ayudas activas/);
  return pages;
}

/** All printed text, with hyphenated words joined. */
const textOf = (pages: readonly PrintedPage[]): string =>
  pages
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');

function expectAgents(pages: readonly PrintedPage[]): void {
  const text = textOf(pages);
  expect(agentNames.filter((name) => !text.includes(name))).toEqual([]);
}

/** Expects a column's head on each page with rows. `head` occurs nowhere else. */
function expectHeadOnEach(pages: readonly PrintedPage[], head: string): void {
  const rows = pages.filter(({ text }) => / región \d\d /.test(`${text} `));
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const { text } of rows) expect(text).toContain(head);
}

test('Analytics is printed with all its agents, below the table’s head on each page', async ({ page, vocero }) => {
  await whenListed(vocero, page.request, agentCount * callsEach);
  await page.goto(`${vocero.url}/analytics?period=30d`);
  await expect(page.getByRole('grid')).toBeVisible();
  const pages = await printWhole(page, 3);
  expectAgents(pages);
  expectHeadOnEach(pages, 'Costo por objetivo');
  expect(textOf(pages)).toMatch(/Período: Últimos 30 días .* Agente: Todos los agentes/);
  expect(textOf(pages)).toContain('Cuándo Llamar');
});

test('COPC is printed with the metrics of both tabs', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/copc-metrics?period=30d`);
  const text = textOf(await printWhole(page, 2));
  expect(Object.values(copcMetricLabels).filter((name) => !text.includes(name))).toEqual([]);
  expect(text).toContain('ROLO - Agentes IA');
});

test('Rendimiento prints the chosen tab under its name, and sums up who is not on it', async ({ page, vocero }) => {
  const address = `${vocero.url}/rendimiento-agentes?period=30d`;
  await page.goto(address);
  await expect(page.getByText('Mejores Agentes')).toBeVisible();
  const summary = textOf(await printWhole(page, 1));
  expect(summary).toMatch(/Resumen .*Tendencias/);
  expect(summary).not.toMatch(/Por Agente|Comparación/);
  expect(summary.match(/y 55 agentes más/g)).toHaveLength(2);

  await page.goto(`${address}&tab=agents`);
  await expect(page.getByRole('article').first()).toBeVisible();
  expectAgents(await printWhole(page, 8));

  await page.goto(`${address}&tab=comparison`);
  await expect(page.getByRole('table', { name: 'Agentes por sus cifras' })).toBeVisible();
  const compared = await printWhole(page, 2);
  expectAgents(compared);
  expectHeadOnEach(compared, 'Respuesta');
});

test('an agent’s page is printed from its name to its latest calls', async ({ page, vocero }) => {
  await page.goto(`${vocero.url}/agente/agent_papel_3?period=30d`);
  await expect(page.getByText('Últimas llamadas')).toBeVisible();
  const text = textOf(await printWhole(page, 2));
  expect(text).toContain(`Agente: ${agentNames[3]}`);
  for (const part of ['Motivos de Desconexión', 'Versiones que hablaron', 'Últimas llamadas'])
    expect(text).toContain(part);
});

test('a campaign is printed tab by tab; a longer list says how many are not on the sheet', async ({ page, vocero }) => {
  await askServer(page, '/api/settings', {
    method: 'PUT',
    body: { dialing: { callsPerSecond: 50, reservedLines: 0 } },
  });
  vocero.simulator.forceOutcome('dial_no_answer');
  const { id } = await createCampaign(page, campaignName, people.length, { recipients: people });
  await expect.poll(async () => (await listCampaigns(page))[0]?.status).toBe('completed');
  await page.goto(`${vocero.url}/campana/${id}`);
  await expect(page.getByText('Embudo de rendimiento')).toBeVisible();
  const summary = textOf(await printWhole(page, 1));
  expect(summary).toContain(campaignName);
  expect(summary).toMatch(/Resumen .*Embudo de rendimiento.*Información de la campaña/);
  expect(summary).not.toMatch(/Destinatarios|Registro/);

  await page.goto(`${vocero.url}/campana/${id}?vista=destinatarios`);
  await expect(page.getByRole('table', { name: 'Destinatarios' })).toBeVisible();
  const list = await printWhole(page, 2);
  const text = textOf(list);
  expect(people.slice(0, 20).filter(({ customer_name: name }) => !text.includes(name))).toEqual([]);
  expect(text).toContain('y 4 destinatarios más');
  for (const { text: sheet } of list.filter((each) => each.text.includes('Persona')))
    expect(sheet).toContain('Último motivo');

  await page.goto(`${vocero.url}/campana/${id}?vista=registro`);
  await expect(page.getByRole('list', { name: 'Registro de la campaña' })).toBeVisible();
  expect(textOf(await printWhole(page, 1))).toMatch(/Registro .*Campaña creada con 24 destinatarios/);
});

test('a setting of a campaign that is changed where it is shown is printed as its value', async ({ page, vocero }) => {
  const { id } = await createCampaign(page, campaignName, 1, {
    sendOption: 'scheduled',
    scheduledDate: '2031-05-20',
    scheduledTime: '10:30',
    weight: 7,
  });
  await page.goto(`${vocero.url}/campana/${id}`);
  await expect(page.getByLabel('Peso')).toHaveValue('7');
  const texts = (await printWhole(page, 1)).flatMap((each) => each.texts);
  const name = texts.find(({ text }) => text === 'Peso');
  const below = texts.find(
    ({ left, top }) => name && Math.abs(left - name.left) < 2 && top > name.top && top - name.bottom < 12,
  );
  expect(below?.text).toBe('7');
});

test('what is drawn by its ground is drawn on paper too, light in a dark theme', async ({ page, vocero }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const drawn = async (address: string, selector: string) => {
    await page.goto(`${vocero.url}${address}`);
    const first = page.locator(selector).first();
    await expect(first).toBeVisible();
    await expect(first).toHaveCSS('print-color-adjust', 'exact');
    expect(
      await page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()"),
    ).toMatch(/oklch\((?:1|100%) 0 0\)/);
  };
  await drawn('/rendimiento-agentes?period=30d', 'main progress');
  await drawn('/rendimiento-agentes?period=30d', 'main ol .rounded-full');
  await drawn('/analytics?period=30d', 'main [role=slider] svg');
  await page.emulateMedia({ media: 'screen' });
});
