/** A recording played by keys and shown as a waveform; its transcript searched and followed, with all events in it. */
import type { Page } from '@playwright/test';
import type { WireCall } from '../src/retell/index.ts';
import { expect, signIn, test, type ConsoleWorkspace } from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';

const count = 120;
let workspace: ConsoleWorkspace;
/** A call with a transcript long enough to scroll. */
let long: WireCall;
/** A call in which the agent called a tool. */
let tooled: WireCall;

interface Tool {
  readonly role?: unknown;
  readonly name?: string;
  readonly arguments?: string;
}
const isTool = (item: unknown) => (item as Tool).role === 'tool_call_invocation';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ vocero }) => {
  workspace = await vocero.createWorkspace('operator');
  const calls = (await addPastCalls(vocero, workspace, count)).filter(
    (call) => call.recording_url && call.call_status === 'ended',
  );
  const whole = calls.flatMap(({ call_id }) => vocero.simulator.call(workspace.key, call_id) ?? []);
  const longest = whole.toSorted((a, b) => (b.transcript_object?.length ?? 0) - (a.transcript_object?.length ?? 0))[0];
  const asking = whole.find(({ transcript_with_tool_calls: said }) => said?.some(isTool));
  if (!longest || !asking || (longest.transcript_object?.length ?? 0) < 16)
    throw new Error('the history has no such calls: choose another seed');
  long = longest;
  tooled = asking;
});

test.beforeEach(async ({ page, vocero }) => {
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, count);
});

interface Sound {
  currentTime: number;
  playbackRate: number;
  readonly duration: number;
  readonly muted: boolean;
  readonly paused: boolean;
}

const sound = <T>(page: Page, read: (element: Sound) => T) =>
  page.locator('audio').evaluate(read as unknown as (element: unknown) => T);
const position = (page: Page) => sound(page, ({ currentTime }) => currentTime);
const line = (page: Page, index: number) => page.locator(`[data-line="${index}"]`);
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversación', exact: true });
const recording = (page: Page) => page.getByRole('region', { name: 'Grabación' });

async function openCall(page: Page, call: WireCall, query = ''): Promise<number> {
  await page.goto(`/call/${call.call_id}${query}`);
  await expect.poll(() => sound(page, ({ duration }) => duration)).toBeGreaterThan(1);
  return sound(page, ({ duration }) => duration);
}

test('obeys its keys, but not while somebody types, and keeps the person’s speed', async ({ page }) => {
  const seconds = await openCall(page, long);
  await page.keyboard.press('5');
  await expect.poll(() => position(page)).toBeCloseTo(seconds / 2, 0);
  const half = await position(page);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position(page)).toBeCloseTo(half - 5, 0);
  await page.keyboard.press('l');
  await expect.poll(() => position(page)).toBeCloseTo(half + 5, 0);
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Activar sonido' })).toBeVisible();
  await page.keyboard.press('>');
  await page.keyboard.press('>');
  await expect(page.getByRole('button', { name: 'Velocidad: 1,5×' })).toBeVisible();
  await expect.poll(() => sound(page, ({ playbackRate }) => playbackRate)).toBe(1.5);
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Buscar en la transcripción' }).pressSequentially('k 0m');
  expect(await sound(page, ({ paused, muted }) => ({ paused, muted }))).toEqual({ paused: true, muted: true });
  expect(await position(page)).toBeGreaterThan(1);

  await page.getByRole('button', { name: 'Velocidad: 1,5×' }).click();
  await page.getByRole('menuitemradio', { name: '2×' }).click();
  await openCall(page, tooled);
  await expect(page.getByRole('button', { name: 'Velocidad: 2×' })).toBeVisible();
  await expect.poll(() => sound(page, ({ playbackRate }) => playbackRate)).toBe(2);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('10 segundos atrás o adelante');
});

test('shows its waveform, which seeks, without moving anything; a recording that can’t be read offers to search again', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Delays the waveform's own request, not the player's.
  await page.route('**/recording/audio', async (route) => {
    if (route.request().resourceType() !== 'media') await held;
    await route.continue();
  });
  const seconds = await openCall(page, long);
  const before = await recording(page).boundingBox();
  release();
  await expect(recording(page).locator('svg path.stroke-accent')).toBeVisible();
  expect(await recording(page).boundingBox()).toEqual(before);
  const box = await page.getByRole('slider', { name: 'Posición de la grabación' }).boundingBox();
  if (!box) throw new Error('the slider is not drawn');
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2);
  await expect.poll(() => position(page)).toBeGreaterThan(seconds * 0.74);
  expect(await position(page)).toBeLessThan(seconds * 0.76);

  await page.unroute('**/recording/audio');
  await page.route('**/recording/audio', (route) => route.fulfill({ status: 502, body: '' }));
  await page.reload();
  await expect(page.getByText('Grabación no disponible', { exact: true })).toBeVisible();
  await page.unroute('**/recording/audio');
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();
});

test('finds words in the transcript, beginning with those of the list', async ({ page }) => {
  const lines = (long.transcript_object ?? []).map(({ content }) => content ?? '');
  const words = lines.join(' ').match(/\p{L}{5,}/gu) ?? [];
  const word =
    words.find((each) => words.filter((other) => other.toLowerCase() === each.toLowerCase()).length > 1) ??
    words[0] ??
    '';
  await openCall(page, long, `?lista=${encodeURIComponent(`q=${word.toUpperCase()}`)}`);
  const field = page.getByRole('searchbox', { name: 'Buscar en la transcripción' });
  await expect(field).toHaveValue(word.toUpperCase());
  const marks = conversation(page).locator('mark');
  await expect(marks.first()).toHaveText(new RegExp(`^${word}$`, 'i'));
  const found = await marks.count();
  await expect(page.getByRole('search').getByRole('status')).toHaveText(`1 de ${found}`);
  await field.press('Shift+Enter');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(`${found} de ${found}`);
  await expect(conversation(page).locator('mark[data-shown]')).toBeInViewport();
  await field.press('Enter');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(`1 de ${found}`);
  await field.fill('xyzzy');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Sin resultados');
  await expect(marks).toHaveCount(0);
});

test('follows the line that is said until the person scrolls away, and again when asked', async ({ page }) => {
  const seconds = await openCall(page, long);
  const last = (long.transcript_object ?? []).length - 1;
  const top = () => conversation(page).evaluate((box) => (box as unknown as { scrollTop: number }).scrollTop);
  // The position is beside the start of the last line, and so slow that it stays there.
  const at = long.transcript_object?.[last]?.words?.[0]?.start ?? seconds;
  await page.locator('audio').evaluate((element, moment) => {
    const audio = element as unknown as Sound;
    audio.playbackRate = 0.0625;
    audio.currentTime = moment;
  }, at + 0.05);
  expect(await top()).toBe(0);
  await page.getByRole('button', { name: 'Reproducir' }).click();
  await expect(line(page, last)).toHaveAttribute('aria-current', 'true');
  await expect.poll(top).toBeGreaterThan(0);
  await expect(line(page, last)).toBeInViewport();
  const pageTop = await page.evaluate<number>('window.scrollY');

  await conversation(page).hover();
  await page.mouse.wheel(0, -20_000);
  const follow = page.getByRole('button', { name: 'Seguir' });
  await expect(follow).toBeVisible();
  await expect.poll(top).toBe(0);
  await follow.click();
  await expect.poll(top).toBeGreaterThan(0);
  await expect(follow).toBeHidden();
  expect(await page.evaluate<number>('window.scrollY')).toBe(pageTop);

  // A search hit elsewhere stays in sight, too.
  const [word = ''] = /\p{L}{2,}/u.exec(long.transcript_object?.[0]?.content ?? '') ?? [];
  await page.getByRole('searchbox', { name: 'Buscar en la transcripción' }).fill(word);
  await expect(line(page, 0).locator('mark').first()).toBeInViewport();
  await expect(follow).toBeVisible();
});

test('shows tools at their place, and who interrupted whom', async ({ page }) => {
  const said = tooled.transcript_with_tool_calls ?? [];
  const at = said.findIndex(isTool);
  const tool = said[at] as Tool;
  const before = said.slice(0, at).filter((item) => ['agent', 'user'].includes(String((item as Tool).role))).length;
  await openCall(page, tooled);
  const shown = conversation(page).getByRole('group').first();
  await expect(shown).toContainText(tool.name ?? '-');
  await expect(shown).toContainText(/Correcta|Con error/);
  await expect(shown.getByText('Argumentos')).toBeHidden();
  await shown.locator('summary').click();
  await expect(shown.locator('pre').first()).toHaveText(JSON.stringify(JSON.parse(tool.arguments ?? '{}'), null, 2));
  const place = await conversation(page)
    .locator('ol > li')
    .evaluateAll((items) =>
      items.findIndex(
        (item) => (item as unknown as { querySelector(name: string): unknown }).querySelector('summary') !== null,
      ),
    );
  expect(
    await conversation(page)
      .locator('ol > li')
      .nth(place - 1)
      .getAttribute('data-line'),
  ).toBe(String(before - 1));

  const spoken = tooled.transcript_object ?? [];
  const interruptions = spoken.filter(({ role, words }, index) => {
    const start = words?.[0]?.start ?? Number.POSITIVE_INFINITY;
    return spoken
      .slice(0, index)
      .some((other) => other.role !== role && (other.words?.at(-1)?.end ?? 0) > start + 0.001);
  });
  await expect(conversation(page).getByText('Interrupción')).toHaveCount(interruptions.length);
});
