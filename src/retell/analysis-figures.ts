// The countable fields of a call's analysis: booleans and numbers, also if written as text. All other texts may
// describe a person, so they are stored only with the transcript.

import { parseYesNo } from './yes-no.ts';

export type CallAnalysisFigures = Readonly<Record<string, number | boolean>>;

/**
 * Largest number that is kept from a call's analysis: a day in seconds. The limit excludes larger numbers, such as
 * those of identity documents.
 */
const largestFigure = 86_400;
const mostFigures = 40;
const longestName = 100;
/** Longer texts are not read as numbers. */
const longestText = 20;
const decimal = /^\d{1,5}(?:[.,]\d{1,4})?$/u;

/** Returns the countable fields of `call_analysis` by name: at most 40, rounded to four decimals. Null if none. */
export function analysisFiguresOf(analysis: unknown): CallAnalysisFigures | null {
  const figures = Object.entries(customFieldsOf(analysis)).flatMap(([name, value]): [string, number | boolean][] => {
    const figure = figureOf(value);
    return figure === null || !isFieldName(name) ? [] : [[name, figure]];
  });
  if (figures.length === 0) return null;
  return Object.fromEntries(figures.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostFigures));
}

/** Counts how many of the named fields have a value in a call's analysis. A blank text is no value. */
export function countFilledFields(analysis: unknown, names: readonly string[]): number {
  const fields = customFieldsOf(analysis);
  return names.filter((name) => Object.hasOwn(fields, name) && isFilled(fields[name])).length;
}

/** True if the analysis says that the person asked for no more calls (`do_not_call`). */
export function isDoNotCallRequestedInAnalysis(analysis: unknown): boolean {
  return parseYesNo(customFieldsOf(analysis)['do_not_call']) === true;
}

function customFieldsOf(analysis: unknown): Readonly<Record<string, unknown>> {
  return partsOf(partsOf(analysis)['custom_analysis_data']);
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
}

/** False for analysis field names that begin with '@', because the console uses them for its review results. */
function isFieldName(name: string): boolean {
  return name !== '' && name.length <= longestName && !name.startsWith('@') && name !== '__proto__';
}

function figureOf(value: unknown): number | boolean | null {
  if (typeof value === 'number')
    return value >= 0 && value <= largestFigure ? Math.round(value * 10_000) / 10_000 + 0 : null;
  if (typeof value !== 'string') return parseYesNo(value);
  const text = value.length > longestText ? '' : value.trim();
  // Read '1' as a number before reading it as yes, because it may be the lowest of five stars.
  return decimal.test(text) ? figureOf(Number(text.replace(',', '.'))) : parseYesNo(value);
}
