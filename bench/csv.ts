/** CSV: a recipients' file of 50 MB on the wizard's second step, read in a worker, and whether the page stays free meanwhile. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { recipientListLabels as listLabels } from '../src/labels/recipient-list-es.ts';
import { recipientsStepLabels as labels } from '../src/labels/wizard-es.ts';
import { startBenchServer } from './bench-server.ts';
import {
  measuresOfPage,
  openBenchPage,
  sayLongFrames,
  shown,
  type BenchPage,
  type PageActivity,
} from './bench-page.ts';
import type { BenchPart, Measure } from './measure.ts';

const fileBytes = 50 * 2 ** 20;
const rows = 10_000;
const columns = 40;
const fileName = 'grande.csv';
/** The same file so often: the middle time counts, and the worst of all else. */
const runs = 3;
/** After the preview, what it leaves to do: the draft is kept, the parsed rows are let go. */
const afterwardsMs = 1_500;
const fileInput = 'input[type=file]';

export const csvPart: BenchPart = {
  name: 'csv',
  about: `A CSV of ${fileBytes / 2 ** 20} MB with ${rows} rows of ${columns + 2} columns on the wizard's second step, in a Chromium: from choosing the file to the painted preview, the middle one of ${runs}; what the page did meanwhile and for ${afterwardsMs / 1_000} s after, the worst of them; then the reading cancelled under way.`,
  async run(say) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-bench-csv-'));
    const server = await startBenchServer({
      simulator: { seed: 1 },
      lines: 20,
      dialing: { callsPerSecond: 1, reservedLines: 0 },
    });
    let bench: BenchPage | undefined;
    try {
      const file = path.join(folder, fileName);
      say('writing the file');
      await writeFile(file);
      bench = await openBenchPage(server, '/nueva-campana');
      await fillDetails(bench.page);
      const readings: Reading[] = [];
      for (let run = 0; run < runs; run += 1) {
        say(`reading, ${run + 1} of ${runs}`);
        readings.push(await readOnce(bench, file));
        await bench.page.getByRole('button', { name: `${labels.remove} ${fileName}` }).click();
      }
      for (const { activity } of readings) sayLongFrames(activity, say);
      say('cancelling');
      return [...measuresOf(readings), ...(await measureCancelling(bench, file))];
    } finally {
      await bench?.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Reading {
  readonly seconds: number;
  readonly activity: PageActivity;
}

/** The first step, as somebody fills it. */
async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Nombre de la campaña', { exact: true }).fill('Medición');
  await page.getByLabel('Definición de éxito', { exact: true }).fill('El cliente acepta.');
  await page.getByLabel('Número de origen', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('heading', { name: 'Destinatarios' }).waitFor();
}

async function readOnce(bench: BenchPage, file: string): Promise<Reading> {
  const { page } = bench;
  const { result: paintedAt, activity } = await bench.watch(async () => {
    // Watched in the page itself: asking from here all the while would be work for its thread.
    const watching = page.evaluate(([selector, text]) => window.benchProbe.whenShown(selector, text), [
      'h3',
      listLabels.preview,
    ] as const);
    const preview = shown(watching, 'the preview');
    await page.setInputFiles(fileInput, file);
    const painted = await preview;
    await delay(afterwardsMs);
    return painted;
  });
  await page.getByText(listLabels.valid('10.000')).waitFor();
  if (activity.inputAt === null) throw new Error('the page did not notice the chosen file');
  return { seconds: (paintedAt - activity.inputAt) / 1_000, activity };
}

function measuresOf(readings: readonly Reading[]): Measure[] {
  const activities = readings.map(({ activity }) => activity);
  const together: PageActivity = {
    longTasks: activities.flatMap(({ longTasks }) => longTasks),
    longFrames: [],
    taskTimes: activities.flatMap(({ taskTimes }) => taskTimes),
    longestGapMs: Math.max(...activities.map(({ longestGapMs }) => longestGapMs)),
    inputAt: null,
    progressSteps: Math.min(...activities.map(({ progressSteps }) => progressSteps)),
  };
  const seconds = readings.map((reading) => reading.seconds).toSorted((a, b) => a - b);
  return [
    { name: 'file chosen to preview painted', value: seconds[Math.floor(seconds.length / 2)] ?? Number.NaN, unit: 's' },
    { name: 'the slowest of them', value: seconds.at(-1) ?? Number.NaN, unit: 's' },
    ...measuresOfPage(together),
    { name: 'steps of progress shown, at least', value: together.progressSteps, unit: '' },
  ];
}

async function measureCancelling(bench: BenchPage, file: string): Promise<Measure[]> {
  const { page } = bench;
  const { result: freeAt, activity } = await bench.watch(async () => {
    const starts = page.waitForEvent('worker', (worker) => worker.url().includes('csv-worker'));
    const cancelling = page.evaluate(
      async ([button, drop]) => {
        await window.benchProbe.whenShown('button', button);
        const pressed = [...document.querySelectorAll('button')].find((each) => each.textContent.includes(button));
        pressed?.click();
        return window.benchProbe.whenShown('p', drop);
      },
      [labels.cancelReading, labels.drop] as const,
    );
    const cancelled = shown(cancelling, 'the step without a file');
    await page.setInputFiles(fileInput, file);
    const reader = await starts;
    const ends = page.workers().includes(reader) ? reader.waitForEvent('close') : undefined;
    const free = await cancelled;
    await ends;
    return free;
  });
  if (activity.inputAt === null) throw new Error('the page did not notice the click');
  return [{ name: 'reading cancelled, its worker ended, after', value: freeAt - activity.inputAt, unit: 'ms' }];
}

/** Rows as long as they must be, in quotes, with delimiters and letters of two bytes. */
async function writeFile(file: string): Promise<void> {
  const names = Array.from({ length: columns }, (_, index) => `columna ${index}`);
  const cells = names.map((_, index) => `"Texto con acentos áéí; y ${'más '.repeat(18)}${index}"`).join(';');
  const handle = await open(file, 'w');
  await handle.write(`phone_number;cliente;${names.join(';')}\n`);
  let text = '';
  for (let row = 0; row < rows; row += 1) text += `+5411${40_000_000 + row};Ana Ñandú;${cells}\n`;
  await handle.write(text);
  const { size } = await handle.stat();
  // Up to the limit exactly: a last row of spaces, which counts as empty.
  await handle.write(' '.repeat(fileBytes - size));
  await handle.close();
}
