// The fields of a call's analysis that can be counted: true or false, and numbers. Texts are read where they say one of the
// two; all others are words about a person and stay where the transcript stays.

import { readYesNo } from './yes-no.ts';

export type AnalysisFigures = Readonly<Record<string, number | boolean>>;

/** A day in seconds: no score, share or duration is above it, while document and account numbers are. */
const largestFigure = 86_400;
const mostFigures = 40;
const longestName = 100;
/** Longer texts are not read as numbers. */
const longestText = 20;
const decimal = /^\d{1,5}(?:[.,]\d{1,4})?$/u;

/** By name, in the order of names, at most 40, numbers to four decimals; null where there is none. `analysis` is the provider's `call_analysis`. */
export function analysisFiguresOf(analysis: unknown): AnalysisFigures | null {
  const figures = Object.entries(customFieldsOf(analysis)).flatMap(([name, value]): [string, number | boolean][] => {
    const figure = figureOf(value);
    return figure === null || !isFieldName(name) ? [] : [[name, figure]];
  });
  if (figures.length === 0) return null;
  return Object.fromEntries(figures.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostFigures));
}

/** How many of these fields the analysis has a value for; a text of blanks is none. */
export function countFilledFields(analysis: unknown, names: readonly string[]): number {
  const fields = customFieldsOf(analysis);
  return names.filter((name) => Object.hasOwn(fields, name) && isFilled(fields[name])).length;
}

/** Whether the analysis says that the called person asked for no more calls (`do_not_call`). */
export function asksForNoCalls(analysis: unknown): boolean {
  return readYesNo(customFieldsOf(analysis)['do_not_call']) === true;
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

/** Names that begin with '@' are the console's own, for what its people scored. */
function isFieldName(name: string): boolean {
  return name !== '' && name.length <= longestName && !name.startsWith('@') && name !== '__proto__';
}

function figureOf(value: unknown): number | boolean | null {
  if (typeof value === 'number')
    return value >= 0 && value <= largestFigure ? Math.round(value * 10_000) / 10_000 + 0 : null;
  if (typeof value !== 'string') return readYesNo(value);
  const text = value.length > longestText ? '' : value.trim();
  // Read '1' as a figure before reading it as yes, because it may be the lowest of five stars.
  return decimal.test(text) ? figureOf(Number(text.replace(',', '.'))) : readYesNo(value);
}
