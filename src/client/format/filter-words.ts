/** Suggests history filters for typed words, by the names of results, analysis fields, moods and reasons. Pure. */
import { splitIntoSearchWords } from '../../contract/search-words.ts';
import { yesNoMetrics } from '../../contract/regional.ts';
import { callHistoryLabels } from '../../labels/call-history-es.ts';
import { callHistoryFilterSynonyms } from '../../labels/filter-words-es.ts';
import { formatFilterChip, callHistoryFilterOptionsByName, type ListChoiceCallFilterName } from './filter-options.ts';

export interface SuggestedCallFilter {
  readonly filter: ListChoiceCallFilterName;
  readonly value: string;
  /** Text of the filter's chip: 'Resultado: Contestador'. */
  readonly text: string;
  /** Display name of a filter value that a search field suggests. For a yes-or-no analysis field, the field's name. */
  readonly word: string;
  /** Display name of the filter that a search field suggests. All yes-or-no analysis fields share one name. */
  readonly name: string;
}

const fewestLetters = 3;
/**
 * Maximum number of words of a filter value that may be missing from the typed text, if the value is to be suggested.
 * Some values are whole sentences, which would otherwise be suggested for a single word.
 */
const mostUnsaid = 2;
const tags: ReadonlySet<ListChoiceCallFilterName> = new Set(yesNoMetrics);
const meantFilters: readonly ListChoiceCallFilterName[] = [
  'result',
  ...yesNoMetrics,
  'sentiment',
  'reason',
  'status',
  'origin',
  'channelType',
];

const everyValue = meantFilters.flatMap((filter) => {
  const { label, options } = callHistoryFilterOptionsByName[filter];
  const isTag = tags.has(filter);
  return options.flatMap(({ value, label: option }) => {
    if (isTag && value !== 'yes') return [];
    const word = isTag ? label : option;
    const other = callHistoryFilterSynonyms[filter]?.[value] ?? '';
    const meant: SuggestedCallFilter = {
      filter,
      value,
      text: formatFilterChip(filter, value),
      word,
      name: isTag ? callHistoryLabels.judged : label,
    };
    return [
      {
        meant,
        own: splitIntoSearchWords(word),
        words: [...splitIntoSearchWords(word), ...splitIntoSearchWords(other)],
        of: splitIntoSearchWords(label),
      },
    ];
  });
});

const isWhole = (typed: string, word: string): boolean => [word, `${word}s`, `${word}es`].includes(typed);
/**
 * True if the typed text is the given word or its Spanish plural. Also true if it is the beginning of the word and has
 * at least `fewestLetters` letters.
 */
const isMeant = (typed: string, word: string): boolean =>
  isWhole(typed, word) || (typed.length >= fewestLetters && word.startsWith(typed));

/**
 * Suggests history filters for typed words. Each typed word must occur in the name or synonyms of a filter's value, or
 * in the filter's own name. At least one word must occur in the value. For example, 'resultado contestador' is a
 * filter's name and its value. Values with the fewest untyped words come first.
 */
export function suggestCallHistoryFiltersFromWords(text: string): readonly SuggestedCallFilter[] {
  const typed = splitIntoSearchWords(text);
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
