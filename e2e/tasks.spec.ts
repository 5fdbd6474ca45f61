/** Main tasks by keyboard alone from the dashboard, with a limit on the number of Tab presses. */
import type { Locator, Page } from '@playwright/test';
import { addMonths, getFirstDayOfMonth } from '../src/contract/calendar-months.ts';
import type { QualityCallReview } from '../src/contract/quality.ts';
import { report } from '../src/server/testing/call-reports.ts';
import { quietDayOf, quietMidnight } from '../src/server/testing/quiet-zone.ts';
import { askServer, listCampaigns, successDefinition } from './campaign-steps.ts';
import { expect, expectFits, openDashboard, test, type Console, type ConsoleWorkspace } from './console-fixture.ts';
import { whenListed } from './past-calls.ts';

const minuteMs = 60_000;
const monthAgo = quietMidnight(
  new Date(`${addMonths(getFirstDayOfMonth(quietDayOf(new Date())), -1)}T12:00:00Z`),
).getTime();

/** This month five of six answered calls reached their goal, at the beginning of the last one of four. */
const told = [
  { startMs: Date.now() - 10 * minuteMs, reached: 5, of: 6 },
  { startMs: monthAgo + minuteMs, reached: 1, of: 4 },
].flatMap(({ startMs, reached, of }) =>
  Array.from({ length: of }, (_, index) => ({ startMs: startMs + index, isReached: index < reached })),
);

let workspace: ConsoleWorkspace;

test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('editor');
  const { ingest } = vocero.server.app.features.calls;
  const said = [
    { role: 'agent', content: 'Hola, ¿hablo con Ana?', words: [{ word: 'Hola', start: 0.4, end: 2 }] },
    { role: 'user', content: 'Sí, soy yo.', words: [{ word: 'Sí', start: 3, end: 4 }] },
  ];
  for (const [index, { startMs, isReached }] of told.entries()) {
    const seconds = isReached ? 60 : 0;
    const call = {
      call_type: 'phone_call',
      direction: 'outbound',
      call_status: isReached ? 'ended' : 'not_connected',
      agent_id: 'agent_t',
      from_number: '+541150000000',
      to_number: `+54911000001${10 + index}`,
      start_timestamp: startMs,
      end_timestamp: startMs + seconds * 1_000,
      duration_ms: seconds * 1_000,
      disconnection_reason: isReached ? 'user_hangup' : 'dial_busy',
      ...(isReached && { transcript: 'Agent: Hola, ¿hablo con Ana?\nUser: Sí, soy yo.', transcript_object: said }),
      call_analysis: {
        call_successful: isReached,
        in_voicemail: false,
        user_sentiment: 'Neutral',
        custom_analysis_data: { complaint: index === 1 },
      },
    };
    await ingest.record(workspace.id, report('call_analyzed', call, `call_task_${index}`));
  }
});

async function openTold(page: Page, vocero: Console): Promise<void> {
  await openDashboard(page, vocero, workspace);
  await whenListed(vocero, page.request, told.length);
}

/** Name of the focused element, and whether its focus is visible on it or on its stand-in. */
const focused = (page: Page) =>
  page.evaluate<{ name: string; isLost: boolean; isSeen: boolean }>(`(() => {
    const element = document.activeElement;
    const text = element.ariaLabel ?? (element.labels?.[0] ?? element).innerText;
    const marked = [element, element.closest('label')].filter(Boolean).map((each) => getComputedStyle(each));
    return {
      name: element.tagName + ' ' + text.trim().split('\\n')[0].slice(0, 40),
      isLost: element === document.body,
      isSeen: marked.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px'),
    };
  })()`);

const hasFocus = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);

/** Presses Tab until `wanted` has the focus, at most `most` times; the focus is never lost, and visible at the end. */
async function reach(page: Page, wanted: Locator, most: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  const passed = [await focused(page)];
  expect(passed[0], 'the focus is not lost').toMatchObject({ isLost: false });
  while (!(await hasFocus(wanted))) {
    const names = passed.map(({ name }) => name).join(' > ');
    if (passed.length > most) throw new Error(`${most} times ${key} lead to ${names}, and not to ${String(wanted)}`);
    await page.keyboard.press(key);
    passed.push(await focused(page));
  }
  expect(passed.at(-1), 'the focus is seen').toMatchObject({ isSeen: true });
}

/** Moves the focus there and presses Enter. */
async function enter(page: Page, wanted: Locator, most: number, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await reach(page, wanted, most, key);
  await page.keyboard.press('Enter');
}

/** Presses `g` and the screen's letter. */
async function goTo(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.type(`g${letter}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test('a campaign is launched from a file with mistakes in it', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('editor'));
  await goTo(page, 'n', 'Crear Nueva Campaña');
  await reach(page, field(page, 'Nombre de la campaña'), 1);
  await page.keyboard.type('Renovación');
  await reach(page, field(page, 'Definición de éxito'), 1);
  await page.keyboard.type(successDefinition);
  await reach(page, field(page, 'Número de origen'), 1);
  await page.keyboard.press('ArrowDown');
  await expect(field(page, 'Agente')).toHaveAttribute('value', /./);
  await enter(page, button(page, 'Siguiente'), 3);

  const choosing = page.waitForEvent('filechooser');
  await enter(page, page.locator('button', { hasText: 'Elegir archivo' }), 1);
  await (await choosing).setFiles('examples/clientes.csv');
  await expect(page.getByText('7 destinatarios válidos')).toBeVisible();
  await enter(page, button(page, 'Omitir 3 filas con errores'), 1);
  // The way passes the offered corrections; in a zone of Argentina a local number has two.
  await enter(page, button(page, 'Siguiente'), 14);

  await enter(page, button(page, 'Enviar Ahora'), 13);
  const asks = page.getByRole('alertdialog', { name: /^Llamar a 7 personas · US/ });
  await enter(page, asks.getByRole('button', { name: 'Llamar ahora' }), 1);
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  expect(await listCampaigns(page)).toMatchObject([{ totalRecipients: 7, rejectedCount: 3 }]);
});

test('a complaint is found and opened', async ({ page, vocero }) => {
  await openTold(page, vocero);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Ir a…' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('queja');
  await expect(palette.getByRole('option').first()).toContainText('Llamadas: Queja');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/-1 de 1$/)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/call\/call_task_1\?/);
});

test('this month is compared with the last, and its calls are opened', async ({ page, vocero }) => {
  await openTold(page, vocero);
  await goTo(page, 'y', 'Analytics');
  await reach(page, page.getByLabel('Período:'), 1);
  await page.keyboard.type('Este mes');
  await reach(page, page.getByLabel('Comparar con:'), 2);
  await page.keyboard.type('Mismo período del mes');
  const tile = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(tile('Tasa de objetivo')).toContainText('Muy pocas llamadas para decir · antes 25,0%');
  await expect(tile('Total de llamadas')).toContainText('+50,0% vs. 4');
  await enter(page, tile('Total de llamadas').getByRole('link'), 3);
  await expect(page.getByText(/-6 de 6$/)).toBeVisible();
});

test('the target that is missed is found, by how much, and the call that misses it', async ({ page, vocero }) => {
  await openTold(page, vocero);
  await goTo(page, 'c', 'Métricas COPC');
  await enter(page, button(page, /\d+ de \d+ fuera de objetivo/), 12);
  const link = page.getByRole('tabpanel').getByRole('link', { name: 'Tasa de conexión' });
  await enter(page, link, 3);
  const dialog = page.getByRole('dialog', { name: 'Tasa de conexión' });
  await expect(dialog).toContainText('Peor que el objetivo por 1,7 pts.');
  await enter(page, dialog.getByRole('link', { name: 'Ver la llamada que no cumple' }), 1, 'Shift+Tab');
  await expect(page.getByText(/-1 de 1$/)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/call\/call_task_5\?/);
});

test('a call is scored on a phone’s width', async ({ page, vocero }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTold(page, vocero);
  await goTo(page, 'q', 'Revisión de Calidad');
  await enter(page, page.getByRole('link', { name: 'Evaluar la primera' }), 5);
  const panel = page.getByRole('region', { name: 'Evaluar llamada' });
  await expect(panel).toContainText('0 de 6 respondidas');
  await expectFits(page);
  const call = new URL(page.url()).pathname;
  await reach(page, panel.getByRole('radio').first(), 2);
  for (const key of 'ssnass') await page.keyboard.press(key);
  await expect(panel).toContainText('6 de 6 respondidas');
  await reach(page, panel.getByLabel('Nota'), 1);
  await page.keyboard.type('Apuró a la persona.');
  await enter(page, button(page, 'Guardar y siguiente'), 3);
  await expect(page.getByText('Evaluación guardada')).toBeVisible();
  await expect(page).not.toHaveURL(call);
  await expect(panel).toContainText('0 de 6 respondidas');
  const heading = panel.getByRole('heading', { name: 'Evaluar llamada' });
  await expect(heading).toBeFocused();
  // Again from the queue, with everything read already.
  await enter(page, panel.getByRole('link', { name: 'en la cola' }), 9);
  await enter(page, page.getByRole('link', { name: 'Evaluar la primera' }), 5);
  await expect(heading).toBeFocused();
  const { review } = await askServer<{ review: QualityCallReview | null }>(
    page,
    `/api/calls/${call.split('/')[2]}/review`,
  );
  expect(review).toMatchObject({ note: 'Apuró a la persona.' });
  expect(Object.values(review?.answers ?? {}).toSorted()).toEqual(['na', 'no', 'yes', 'yes', 'yes', 'yes']);
});
