/** The words of all texts that people read: the polite forms, and one word for each thing. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Sources with texts for people. Conversations of the simulator are speech of other people. */
const sources = globSync('src/{labels,client,server,contract,files,phone,retell}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

/** Words that end like a form of 'vos' and are none. The future tense is known by its ending. */
const otherWords = new Set(
  'acá ahí allí además allá aquí así atrás bogotá café detrás después está estás esté estés inglés interés jamás más país portugués qué quizás sé sí té través'.split(
    ' ',
  ),
);
const futureForm = /r(?:á|ás|é)$/;
/** Imperatives of verbs in '-rar', which end like a future. */
const rarForm =
  /^(?:administr|aclar|ahorr|asegur|borr|cerr|compar|compr|configur|consider|dur|entr|esper|filtr|gener|integr|mir|mejor|mostr|prepar|recuper|registr|retir|tir)á$/;

/** Verbs of our texts whose imperative of 'tú' takes an accent before a pronoun: 'revísalo', where 'vos' has 'revisalo'. */
const pronounForm =
  /^(?:abr|activ|agreg|agregu|baj|busc|cambi|compar|complet|confirm|consult|copi|corr|descarg|elimin|envi|escrib|esper|gener|guard|indic|ingres|inici|intent|llam|marc|mir|orden|peg|prob|public|quit|recarg|revis|sub|us|verific)[aei](?:l[aeo]s?|te|nos|me)$/;

const isVoseo = (word: string): boolean =>
  /^(?:vos|sos)$/.test(word) ||
  pronounForm.test(word) ||
  rarForm.test(word) ||
  (/[áéí]s?$/.test(word) && !otherWords.has(word) && !futureForm.test(word));

const voseoIn = (text: string): string[] => wordsOf(text).filter((word) => isVoseo(word.toLowerCase()));

test('every text says tú', () => {
  expect(voseoIn('Consultalos y subí lo que podés: elegí, mirá, hacé, tenés, esperá.')).toHaveLength(8);
  expect(voseoIn('Consúltalos y sube lo que está aquí; después verás que así podrá ser.')).toEqual([]);
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(({ file, text }) => voseoIn(text).map((word) => `${file}: ${word}`))).toEqual([]);
});
