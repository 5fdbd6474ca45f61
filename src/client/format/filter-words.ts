/** Which filters of the history somebody means by the words they typed: results, tags of the analysis, moods, reasons. Pure. */
import { wordsOf } from '../../contract/search-words.ts';
import { judgedMetrics } from '../../contract/regional.ts';
import { callHistoryLabels } from '../../labels/call-history-es.ts';
import { filterWords } from '../../labels/filter-words-es.ts';
import { choiceText, filterOptions, type ChoiceFilter } from './filter-options.ts';

export interface MeantFilter {
  readonly filter: ChoiceFilter;
  readonly value: string;
  /** As its chip reads: 'Resultado: Contestador'. */
  readonly text: string;
  /** The value alone; for a tag, which is yes or no, its name. */
  readonly word: string;
  /** The filter's name; of a tag, who says so. */
  readonly name: string;
}

const fewestLetters = 3;
/** Reasons are sentences: a word in a longer one is no name of it. */
const mostUnsaid = 2;
const tags: ReadonlySet<ChoiceFilter> = new Set(judgedMetrics);
/** The likeliest first. Goal and days are left out: results and the calendar say the same. */
const meantFilters: readonly ChoiceFilter[] = [
  'result',
  ...judgedMetrics,
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
    const meant: MeantFilter = {
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
/** Whole, in its plural, or its beginning. */
const isMeant = (typed: string, word: string): boolean =>
  isWhole(typed, word) || (typed.length >= fewestLetters && word.startsWith(typed));

/**
 * The filters whose value has every word of the text in its name or its other words; the name of the filter may be typed beside
 * them ('resultado contestador'). First the values that are said whole.
 */
export function filtersOfWords(text: string): readonly MeantFilter[] {
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
