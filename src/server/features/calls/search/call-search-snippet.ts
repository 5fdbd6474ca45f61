/** Returns the snippet of a transcript around the first searched word. It begins and ends between two words. */
import { removeAccentsAndCase, splitIntoSearchWords } from '../../../../contract/search-words.ts';
import type { ParsedSearchText } from './call-search-terms.ts';

const longest = 160;
/** Longest text before the match, in characters. */
const longestBefore = 50;

/** Returns at most 160 characters of the transcript around the first searched word. Null if no searched word occurs. */
export function cutTranscriptSnippet(transcript: string, { words, number }: ParsedSearchText): string | null {
  const sought = number === null ? words : [...words, number];
  let start = 0;
  for (const line of transcript.split('\n')) {
    const found = findWord(line, sought);
    if (found) return cutAround(transcript, start + found.index, found.text);
    start += line.length + 1;
  }
  return null;
}

function findWord(line: string, sought: readonly string[]): { readonly index: number; readonly text: string } | null {
  // First check quickly whether the transcript line contains a searched word at all, because comparing it word by word
  // is slow.
  const folded = removeAccentsAndCase(line);
  if (!sought.some((word) => folded.includes(word))) return null;
  for (const { 0: text, index } of line.matchAll(/\S+/g)) {
    if (splitIntoSearchWords(text).some((word) => sought.some((each) => word.startsWith(each)))) return { index, text };
  }
  return null;
}

function cutAround(transcript: string, at: number, found: string): string {
  const before = wordsBefore(transcript, at);
  const after = wordsAfter(transcript, at + found.length);
  let snippet =
    found.length < longest / 2
      ? found
      : `${Array.from(found.slice(0, longest / 2))
          .slice(0, -1)
          .join('')}…`;
  const mostBefore = snippet.length + longestBefore;
  let next = before.pop();
  for (; next !== undefined && snippet.length + next.length < mostBefore; next = before.pop())
    snippet = `${next} ${snippet}`;
  if (next !== undefined) snippet = `…${snippet}`;
  next = after.shift();
  for (; next !== undefined && snippet.length + next.length + 1 < longest; next = after.shift())
    snippet = `${snippet} ${next}`;
  return next === undefined ? snippet : `${snippet}…`;
}

function wordsBefore(transcript: string, at: number): string[] {
  return transcript
    .slice(0, at)
    .slice(-2 * longest)
    .split(/\s+/)
    .filter((word) => word !== '');
}

function wordsAfter(transcript: string, from: number): string[] {
  return transcript
    .slice(from, from + 2 * longest)
    .split(/\s+/)
    .filter((word) => word !== '');
}
