/**
 * Search within a transcript. As in the call history, accents and case are ignored, and words match by their beginning.
 * If the query occurs as a phrase, only the phrase matches; otherwise each word matches by itself. Pure.
 */
import { removeAccentsAndCase, splitIntoSearchWords } from '../../../../contract/search-words.ts';

/** A search hit: characters of one line. */
export interface TranscriptSearchHit {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

interface Word {
  readonly folded: string;
  readonly from: number;
  readonly to: number;
}

/** Splits a text into words of letters and digits, with their positions. */
function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)].map(({ 0: word, index }) => ({
    folded: removeAccentsAndCase(word),
    from: index,
    to: index + word.length,
  }));
}

/**
 * Returns the index at which the part of a word that matches `prefix` ends. Only that part is highlighted. Accents and
 * case are ignored.
 */
function endOfPrefix(text: string, word: Word, prefix: string): number {
  let end = word.from;
  for (const character of text.slice(word.from, word.to)) {
    if (removeAccentsAndCase(text.slice(word.from, end)).length >= prefix.length && !/^\p{M}/u.test(character)) break;
    end += character.length;
  }
  return end;
}

/**
 * Returns the positions at which all words of a search occur as a phrase in a transcript line. The last word may be a
 * prefix.
 */
function phrasesIn(
  text: string,
  words: readonly Word[],
  query: readonly string[],
  line: number,
): readonly TranscriptSearchHit[] {
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
): readonly TranscriptSearchHit[] {
  return words.flatMap((word) => {
    const longest = query.filter((wanted) => word.folded.startsWith(wanted)).sort((a, b) => b.length - a.length)[0];
    return longest === undefined ? [] : [{ line, from: word.from, to: endOfPrefix(text, word, longest) }];
  });
}

/** Drops places that overlap the one before. */
function apart(places: readonly TranscriptSearchHit[]): readonly TranscriptSearchHit[] {
  const kept: TranscriptSearchHit[] = [];
  for (const place of places) {
    const last = kept.at(-1);
    if (!last || last.line !== place.line || place.from >= last.to) kept.push(place);
  }
  return kept;
}

/** Search hits in the transcript lines, in order and without overlaps; none if the query has no letters or digits. */
export function findTranscriptSearchHits(lines: readonly string[], query: string): readonly TranscriptSearchHit[] {
  const wanted = splitIntoSearchWords(query);
  if (wanted.length === 0) return [];
  const words = lines.map(wordsIn);
  const phrases = lines.flatMap((text, line) => phrasesIn(text, words[line] ?? [], wanted, line));
  if (phrases.length > 0) return apart(phrases);
  return lines.flatMap((text, line) => singleWordsIn(text, words[line] ?? [], wanted, line));
}
