/**
 * Search in a transcript, by the rules of the history's search: accents and case are ignored, and a word matches by its
 * beginning. If the words occur together in this order, only those places match; otherwise each word by itself. Pure.
 */
import { foldText, wordsOf } from '../../../../contract/search-words.ts';

/** A search hit: characters of one line. */
export interface FoundPlace {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

interface Word {
  readonly folded: string;
  readonly from: number;
  readonly to: number;
}

/** The words of a text: letters and digits with their accents. */
function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)].map(({ 0: word, index }) => ({
    folded: foldText(word),
    from: index,
    to: index + word.length,
  }));
}

/** Position in the text where a word's beginning ends that folds to `prefix`. */
function endOfPrefix(text: string, word: Word, prefix: string): number {
  let end = word.from;
  for (const character of text.slice(word.from, word.to)) {
    if (foldText(text.slice(word.from, end)).length >= prefix.length && !/^\p{M}/u.test(character)) break;
    end += character.length;
  }
  return end;
}

/** Places where the whole query occurs, word after word; its last word may be a beginning. */
function phrasesIn(
  text: string,
  words: readonly Word[],
  query: readonly string[],
  line: number,
): readonly FoundPlace[] {
  const last = query.length - 1;
  return words.flatMap((first, at) => {
    const fits = query.every((wanted, step) => {
      const word = words[at + step]?.folded;
      return step === last ? word?.startsWith(wanted) : word === wanted;
    });
    const end = words[at + last];
    return fits && end ? [{ line, from: first.from, to: endOfPrefix(text, end, query[last] ?? '') }] : [];
  });
}

function singleWordsIn(
  text: string,
  words: readonly Word[],
  query: readonly string[],
  line: number,
): readonly FoundPlace[] {
  return words.flatMap((word) => {
    const longest = query.filter((wanted) => word.folded.startsWith(wanted)).sort((a, b) => b.length - a.length)[0];
    return longest === undefined ? [] : [{ line, from: word.from, to: endOfPrefix(text, word, longest) }];
  });
}

/** Drops places that overlap the one before. */
function apart(places: readonly FoundPlace[]): readonly FoundPlace[] {
  const kept: FoundPlace[] = [];
  for (const place of places) {
    const last = kept.at(-1);
    if (!last || last.line !== place.line || place.from >= last.to) kept.push(place);
  }
  return kept;
}

/** The hits in their order, without overlaps; none for a query without letters or digits. */
export function findInLines(lines: readonly string[], query: string): readonly FoundPlace[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const words = lines.map(wordsIn);
  const phrases = lines.flatMap((text, line) => phrasesIn(text, words[line] ?? [], wanted, line));
  if (phrases.length > 0) return apart(phrases);
  return lines.flatMap((text, line) => singleWordsIn(text, words[line] ?? [], wanted, line));
}
