/** Finds the history filters that typed words may mean: results, analysis fields, moods, reasons. Pure. */
import { wordsOf } from '../../contract/search-words.ts';
import { yesNoMetrics } from '../../contract/regional.ts';
import { callHistoryLabels } from '../../labels/call-history-es.ts';
import { filterWords } from '../../labels/filter-words-es.ts';
import { choiceText, filterOptions, type ChoiceFilter } from './filter-options.ts';

export interface SuggestedFilter {
  readonly filter: ChoiceFilter;
  readonly value: string;
  /** Text of the filter's chip: 'Resultado: Contestador'. */
  readonly text: string;
  /** Value of the history filter that typed words suggest; for a yes-or-no analysis field, the field's name. */
  readonly word: string;
  /** Name of the history filter that typed words suggest; for an analysis field, its source. */
  readonly name: string;
}

const fewestLetters = 3;
/** Most words of a disconnection reason that may stay untyped. Reasons are sentences, so one word identifies none. */
const mostUnsaid = 2;
const tags: ReadonlySet<ChoiceFilter> = new Set(yesNoMetrics);
/** History filters to search, likeliest first. Goal and days are missing: results and the calendar cover them. */
const meantFilters: readonly ChoiceFilter[] = [
  'result',
  ...yesNoMetrics,
  'sentiment',
  'reason',
  'status',
  'origin',
  'channelType',
];

const everyValue = meantFilters.flatMap((filter) => {
  const { label, options } = filterOptions[filter];
  const isTag = tags.has(filter);
  return options.flatMap(({ value, label: option }) => {
    if (isTag && value !== 'yes') return [];
    const word = isTag ? label : option;
    const other = filterWords[filter]?.[value] ?? '';
    const meant: SuggestedFilter = {
      filter,
      value,
      text: choiceText(filter, value),
      word,
      name: isTag ? callHistoryLabels.judged : label,
    };
    return [{ meant, own: wordsOf(word), words: [...wordsOf(word), ...wordsOf(other)], of: wordsOf(label) }];
  });
});

const isWhole = (typed: string, word: string): boolean => [word, `${word}s`, `${word}es`].includes(typed);
/** True if the typed text is the filter's word, its plural or its beginning. */
const isMeant = (typed: string, word: string): boolean =>
  isWhole(typed, word) || (typed.length >= fewestLetters && word.startsWith(typed));

/**
 * History filters whose value contains every typed word, in its name or synonyms. The filter's own name may be typed as
 * well ('resultado contestador'). Values typed in full come first.
 */
export function parseFiltersFromWords(text: string): readonly SuggestedFilter[] {
  const typed = wordsOf(text);
  if (typed.join('').length < fewestLetters) return [];
  const isSaid = (word: string, words: readonly string[]): boolean => words.some((each) => isMeant(word, each));
  return everyValue
    .filter(
      ({ words, of }) =>
        typed.some((word) => isSaid(word, words)) && typed.every((word) => isSaid(word, words) || isSaid(word, of)),
    )
    .map(({ meant, own }) => ({
      meant,
      unsaid: own.filter((word) => !typed.some((each) => isWhole(each, word))).length,
    }))
    .filter(({ unsaid }) => unsaid <= mostUnsaid)
    .toSorted((a, b) => a.unsaid - b.unsaid)
    .map(({ meant }) => meant);
}
