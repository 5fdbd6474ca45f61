/**
 * Finds search hits in a text, ignoring case and accents as the server's search does. Words match by their beginning,
 * numbers by any three or more digits, whatever separates the digits. Pure.
 */
import { removeAccentsAndCase, extractPhoneQueryDigits, splitIntoSearchWords } from '../../contract/search-words.ts';

export interface SearchHitTextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Start and end of a part of a text, as JavaScript string indices. */
type Stretch = readonly [from: number, to: number];

interface FoldedText {
  readonly text: string;
  /**
   * For each character of `text`, the start and end of the original letter that it was made from. `text` is without
   * accents and upper case.
   */
  readonly origins: readonly Stretch[];
}

function fold(text: string): FoldedText {
  const origins: Stretch[] = [];
  let folded = '';
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = removeAccentsAndCase(letter);
    for (let unit = 0; unit < part.length; unit += 1) origins.push([index, index + letter.length]);
    folded += part;
  }
  // Fold the whole text at once if that gives the same length as folding letter by letter. Only folding the whole text
  // converts a Σ at the end of a word correctly.
  const whole = removeAccentsAndCase(text);
  return { text: whole.length === folded.length ? whole : folded, origins };
}

/** Finds a sequence of digits in a text, ignoring blanks and punctuation between them. */
function findDigits(text: string, digits: string): readonly Stretch[] {
  return [...text.matchAll(/\d(?:[\s+().-]*\d)*/g)].flatMap(({ 0: number, index }) => {
    const places = [...number.matchAll(/\d/g)].map((digit) => index + digit.index);
    const bare = number.replace(/\D/g, '');
    const found: Stretch[] = [];
    for (let at = bare.indexOf(digits); at !== -1; at = bare.indexOf(digits, at + 1)) {
      found.push([places[at] ?? 0, (places[at + digits.length - 1] ?? 0) + 1]);
    }
    return found;
  });
}

function findWords(text: string, words: readonly string[]): readonly Stretch[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) =>
    words
      .filter((beginning) => word.startsWith(beginning))
      .map((beginning) => [index, index + beginning.length] as const),
  );
}

function findAll(text: string, query: string): readonly Stretch[] {
  const number = extractPhoneQueryDigits(query);
  const whole = number === null ? [] : findDigits(text, number);
  if (whole.length > 0) return whole;
  const words = splitIntoSearchWords(query);
  return [
    ...findWords(text, words),
    ...words.filter((word) => /^\d{3,}$/.test(word)).flatMap((digits) => findDigits(text, digits)),
  ];
}

/** Cuts a text into parts and marks the parts that are search hits. */
export function splitTextBySearchHits(text: string, query: string): readonly SearchHitTextPart[] {
  const folded = fold(text);
  const isMarked = new Uint8Array(text.length);
  for (const [from, to] of findAll(folded.text, query)) {
    for (const origin of folded.origins.slice(from, to)) isMarked.fill(1, ...origin);
  }
  const parts: SearchHitTextPart[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    while (to < text.length && isMarked[to] === isMarked[from]) to += 1;
    parts.push({ text: text.slice(from, to), marked: isMarked[from] === 1 });
  }
  return parts;
}
