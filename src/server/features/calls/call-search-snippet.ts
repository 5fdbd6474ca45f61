/** A few words of a transcript around the first one that a search found. */
import { foldText, wordsOf } from '../../../contract/search-words.ts';
import type { SearchWords } from './call-search-terms.ts';

const longest = 160;
/** Of what stands before the word found. */
const longestBefore = 50;

/** At most 160 characters, cut between words, '…' where something is left out; null when no word of the search is in it. */
export function snippetOf(transcript: string, { words, number }: SearchWords): string | null {
  const sought = number === null ? words : [...words, number];
  const isSought = (text: string): boolean => wordsOf(text).some((word) => sought.some((each) => word.startsWith(each)));
  // Most transcripts of a page are found by something else, or late: told apart before their words are looked at.
  const line = transcript.split('\n').find((each) => hasAny(each, sought) && isSought(each));
  if (line === undefined) return null;
  const start = transcript.indexOf(line);
  const found = [...line.matchAll(/\S+/g)].find(([text]) => isSought(text));
  if (!found) return null;
  return cutAround(transcript, start + found.index, found[0]);
}

function hasAny(text: string, sought: readonly string[]): boolean {
  const folded = foldText(text);
  return sought.some((word) => folded.includes(word));
}

/** Never wider than the bound, whatever the words' lengths. */
function cutAround(text: string, at: number, word: string): string {
  const before = text.slice(Math.max(0, at - 4 * longestBefore), at).split(/\s+/).filter(Boolean);
  const after = text.slice(at + word.length, at + word.length + 4 * longest).split(/\s+/).filter(Boolean);
  const isAll = { before: at <= 4 * longestBefore, after: at + word.length + 4 * longest >= text.length };
  let snippet = Array.from(word).slice(0, longest / 2 - 1).join('');
  if (snippet.length < word.length) snippet += '…';
  const room = { before: Math.min(longest - 2, snippet.length + longestBefore), after: longest - 1 };
  let next = before.pop();
  while (next !== undefined && snippet.length + next.length + 1 <= room.before) {
    snippet = `${next} ${snippet}`;
    next = before.pop();
  }
  if (next !== undefined || !isAll.before) snippet = `…${snippet}`;
  next = after.shift();
  while (next !== undefined && snippet.length + next.length + 1 <= room.after) {
    snippet = `${snippet} ${next}`;
    next = after.shift();
  }
  return next !== undefined || !isAll.after ? `${snippet}…` : snippet;
}
