/**
 * Finds search hits within a text, with the same folding of case and accents as the server. A word matches by its
 * beginning, a number by any three or more digits, across blanks and hyphens. Pure.
 */
import { foldText, digitsOfPhoneQuery, wordsOf } from '../../contract/search-words.ts';

export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Start and end of a part of a text, in UTF-16 units. */
type Stretch = readonly [from: number, to: number];

interface FoldedText {
  readonly text: string;
  /** Position of the original letter for each unit of the folded text. */
  readonly origins: readonly Stretch[];
}

function fold(text: string): FoldedText {
  const origins: Stretch[] = [];
  let folded = '';
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = foldText(letter);
    for (let unit = 0; unit < part.length; unit += 1) origins.push([index, index + letter.length]);
    folded += part;
  }
  // A letter may fold differently at the end of a word (Σ), but its folded length is the same.
  const whole = foldText(text);
  return { text: whole.length === folded.length ? whole : folded, origins };
}

/** Finds a sequence of digits in a text, whatever separates them. */
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
  const number = digitsOfPhoneQuery(query);
  const whole = number === null ? [] : findDigits(text, number);
  if (whole.length > 0) return whole;
  const words = wordsOf(query);
  return [
    ...findWords(text, words),
    ...words.filter((word) => /^\d{3,}$/.test(word)).flatMap((digits) => findDigits(text, digits)),
  ];
}

/** Cuts a text into parts that match the search or not, in order: one part without a hit, none without text. */
export function splitSearchHits(text: string, query: string): readonly TextPart[] {
  const folded = fold(text);
  const isMarked = new Uint8Array(text.length);
  for (const [from, to] of findAll(folded.text, query)) {
    for (const origin of folded.origins.slice(from, to)) isMarked.fill(1, ...origin);
  }
  const parts: TextPart[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    while (to < text.length && isMarked[to] === isMarked[from]) to += 1;
    parts.push({ text: text.slice(from, to), marked: isMarked[from] === 1 });
  }
  return parts;
}
