/** The words of all texts that people read: the polite forms, and one word for each thing. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callExportHeadings } from '../server/features/calls/call-export-es.ts';
import { callHistoryLabels, callHistoryColumnLabels } from './call-history-es.ts';
import { performanceSummaryLabels } from './performance-es.ts';
import { getBilledProductName } from '../client/features/call-detail/product-names-es.ts';

/** Sources with texts for people. Conversations of the simulator are speech of other people. */
const sources = globSync('src/{labels,client,server,contract,files,phone,retell}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

/** Words that end like a form of 'vos' and are none. The future tense is known by its ending. */
const otherWords = new Set(
  'acá ahí allí además allá aquí así atrás bogotá café demás detrás después está estás esté estés inglés interés jamás más olvidé país portugués qué quizás sé sí té través'.split(
    ' ',
  ),
);
const futureForm = /r(?:á|ás|é)$/;
/** Imperatives of verbs in '-rar', which end like a future. */
const rarForm =
  /^(?:administr|aclar|ahorr|asegur|borr|cerr|compar|compr|configur|consider|dur|entr|esper|filtr|gener|integr|mir|mejor|mostr|prepar|recuper|registr|retir|tir)á$/;

/** Verbs of our texts whose imperative of 'tú' takes an accent before a pronoun: 'revísalo', where 'vos' has 'revisalo'. */
const pronounForm =
  /^(?:abr|activ|agreg|agregu|baj|busc|cambi|compar|complet|confirm|consult|copi|corr|descarg|elimin|envi|escrib|esper|guard|indic|ingres|inici|intent|llam|marc|mir|orden|peg|prob|public|quit|recarg|revis|sub|us|verific)[aei](?:l[aeo]s?|nos|me)$/;

const isVoseo = (word: string): boolean =>
  /^(?:vos|sos|fijate|quedate)$/.test(word) ||
  pronounForm.test(word) ||
  rarForm.test(word) ||
  (/\p{L}{2}[áéí]s?$/u.test(word) && !otherWords.has(word) && !futureForm.test(word));

const voseoIn = (text: string): string[] => wordsOf(text).filter((word) => isVoseo(word.toLowerCase()));

test('every text says tú', () => {
  expect(voseoIn('Consultalos y subí lo que podés: elegí, mirá, hacé, tenés, esperá.')).toHaveLength(8);
  expect(voseoIn('Consúltalos y sube lo que está aquí; después verás que así podrá ser.')).toEqual([]);
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(({ file, text }) => voseoIn(text).map((word) => `${file}: ${word}`))).toEqual([]);
});

/** All texts and text functions below a label table. */
function textsOf(value: unknown, path: string): [path: string, text: string | ((...args: unknown[]) => unknown)][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, value as (...args: unknown[]) => unknown]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}

/** Words that GLOSSARY.md ('One word for each thing') replaces, with the right word. */
const otherNames: readonly [pattern: RegExp, word: string][] = [
  [/(?<!\p{L})ánimo/iu, 'sentimiento'],
  [/(?<!\p{L})(?:otra persona (?:deja|colgó|habla)|interlocutor|llamante)(?!\p{L})/iu, 'cliente'],
  [/(?<!\p{L})el usuario (?:colgó|pidió|rechazó|habl|deja|no se unió)/iu, 'cliente'],
  [/(?<!\p{L})(?:sentido|origen) de las? llamadas?(?!\p{L})/iu, 'dirección'],
];

test('each thing has one word', () => {
  const labels = sources.filter(({ file }) => file.startsWith('src/labels/') || file.endsWith('-es.ts'));
  expect(
    labels.flatMap(({ file, text }) =>
      otherNames.flatMap(([pattern, word]) => (pattern.test(text) ? [`${file}: write '${word}'`] : [])),
    ),
  ).toEqual([]);
  expect(new Set([callHistoryLabels.origin, callHistoryColumnLabels.direction, callExportHeadings.direction])).toEqual(
    new Set(['Dirección']),
  );
  expect(
    new Set([callHistoryLabels.sentiment, callHistoryColumnLabels.sentiment, callExportHeadings.sentiment]),
  ).toEqual(new Set(['Sentimiento']));
  expect(new Set([callHistoryColumnLabels.contact, callExportHeadings.customer])).toEqual(new Set(['Cliente']));
});

test('products of a bill have names, models are spelled out', () => {
  const names = ['elevenlabs_tts', 'gpt_4_1', 'claude_3_7_sonnet', 'gpt_4o_realtime'].map(getBilledProductName);
  expect(names).toEqual(['Voz de ElevenLabs', 'GPT 4.1', 'Claude 3.7 sonnet', 'GPT 4o realtime']);
});

/** The result of a text function for ones alone; null if it takes something else. */
function writtenWith(write: (...args: unknown[]) => unknown, one: unknown): string | null {
  try {
    const written = write(...Array.from({ length: Math.max(write.length, 1) }, () => one));
    return typeof written === 'string' ? written : null;
  } catch {
    return null;
  }
}

/** Text functions whose count is never 1, or whose noun counts something else. */
const neverOne = new Set([
  // A recommended hour has 20 attempts, and a list shows its newest thousands.
  'analytics-hours-es.ts.answerRateHeatMapLabels.best',
  'analytics-hours-es.ts.answerRateHeatMapLabels.tooFew',
  'analytics-hours-es.ts.answerRateHeatMapLabels.fewLegend',
  'agent-page-es.ts.agentVersionsLabels.capped',
  // The health score and the guide have four parts and three.
  'copc-es.ts.copcHealthLabels.over',
  'copc-es.ts.copcHealthLabels.none',
  'first-run-guide-es.ts.firstRunGuideLabels.progress',
  // The list links to all campaigns from the sixth on.
  'dashboard-now-es.ts.dashboardCurrentActivityLabels.allCampaigns',
  // Shares and delays, not counts.
  'numbers-es.ts.originNumbersLabels.answered',
  'campaign-detail-es.ts.campaignInfoLabels.retry',
  // Above a maximum of thousands.
  'recipient-list-es.ts.recipientFileMessages.tooManyRecipients',
  'recipient-list-es.ts.recipientFileMessages.tooManyRows',
  'recipient-list-es.ts.recipientFileMessages.tooManyRowsAtAll',
  // The noun belongs to another word.
  'wizard-es.ts.copiedCampaignWizardLabels.erased',
]);

const pluralAtOne = /(?<![\p{L}\d.,])1 (?!(?:más|ms|es|de)\b)\p{L}+s(?!\p{L})/u;

test('a count of 1 has a singular noun', async () => {
  const found: string[] = [];
  let asked = 0;
  for (const file of globSync('src/**/*-es.ts')) {
    for (const [name, write] of textsOf(await import(path.resolve(file)), path.basename(file))) {
      if (typeof write === 'string') continue;
      // A text function takes its count as it is written, or as a number.
      const written = ['1', 1].map((one) => writtenWith(write, one)).filter((text) => text !== null);
      asked += Math.min(written.length, 1);
      if (!neverOne.has(name) && written.length > 0 && written.every((text) => pluralAtOne.test(text)))
        found.push(`${name}: ${written[0]}`);
    }
  }
  expect(asked).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

test('no list shows its first none', () => {
  for (const text of [performanceSummaryLabels.topText('0'), performanceSummaryLabels.trendsText('0')])
    expect(text).not.toMatch(/\b0\b/);
});
