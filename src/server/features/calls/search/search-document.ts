/**
 * Builds the search document of a call, which consists of the lexemes of a tsvector. The browser splits texts into the
 * same words, so it highlights the words that the server matched. Each lexeme begins with part of the workspace's id
 * and a letter for its kind. One index can therefore serve all workspaces, and both words and filters.
 */
import { splitIntoSearchWords } from '../../../../contract/search-words.ts';

export interface SearchableCall {
  readonly fromNumber: string | null;
  readonly toNumber: string | null;
  /** The number key of the other party. */
  readonly contactKey: string | null;
  readonly customerName: string | null;
  /** The transcript without the speakers' names. */
  readonly transcript: string | null;
  readonly agentId: string | null;
  readonly campaignId: string | null;
  readonly direction: string;
  readonly status: string;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  readonly reason: string | null;
  readonly occurredAt: Date;
}

/**
 * Kinds of search lexemes. `beginning`: the first one to three letters of a word; `word`: a longer word. `number`: the
 * end of a phone number. `contact`: a word of the customer's name, or the end of their number. `month`, `day` and
 * `hour` (half hour of the week) are in UTC.
 */
export type SearchLexemeKind =
  | 'beginning'
  | 'word'
  | 'number'
  | 'contact'
  | 'agent'
  | 'campaign'
  | 'direction'
  | 'status'
  | 'sentiment'
  | 'goal'
  | 'reason'
  | 'month'
  | 'day'
  | 'hour';

const kindLetters: Readonly<Record<SearchLexemeKind, string>> = {
  beginning: 'b',
  word: 'w',
  number: 'n',
  contact: 'p',
  agent: 'a',
  campaign: 'c',
  direction: 'i',
  status: 's',
  sentiment: 'e',
  goal: 'g',
  reason: 'r',
  month: 'm',
  day: 'd',
  hour: 'h',
};

/** Least number of digits with which a part of a phone number can be searched. */
export const minSearchableDigits = 3;
/**
 * Maximum length of the word beginnings that the search index contains as separate lexemes. Without them, a search for
 * two letters would read millions of index entries.
 */
export const maxIndexedWordPrefixLength = 3;
const longestWord = 64;
const longestTranscript = 500_000;
const mostLexemes = 20_000;
/** Maximum total size in bytes of a search document's lexemes. PostgreSQL limits a tsvector to one megabyte. */
const mostBytes = 900_000;

/**
 * Builds a lexeme of the search index. It begins with the first characters of the workspace's id, which may not be
 * unique. Queries therefore also check the whole id.
 */
export function buildSearchLexeme(workspaceId: string, kind: SearchLexemeKind, value: string): string {
  return workspaceId.slice(0, 4) + kindLetters[kind] + value;
}

/** Cuts a word to the longest length in the index. Search documents and searched words are cut in the same way. */
export function cutWordToIndexedLength(word: string, length = longestWord): string {
  return word.length <= length ? word : word.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns the day in UTC as `YYYYMMDD`. */
export function formatCompactUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '');
}

const halfHourMs = 1_800_000;
export const halfHoursPerWeek = 336;
/** A Monday at 0:00 UTC. Half hours of the week are counted from it. */
const weekFrom = Date.UTC(2024, 0, 1);

/** Returns the half hour of the week (UTC) that contains a moment. 0 is the first half hour of Monday. */
function halfHourOfWeek(at: Date): number {
  const halfHours = Math.floor((at.getTime() - weekFrom) / halfHourMs) % halfHoursPerWeek;
  return (halfHours + halfHoursPerWeek) % halfHoursPerWeek;
}

/**
 * Lists a call's search lexemes, without duplicates. Filter lexemes come first. If there are too many lexemes, only
 * words are left out.
 */
export function listSearchLexemes(workspaceId: string, call: SearchableCall): string[] {
  const lexemes = new Set<string>();
  let bytes = 0;
  for (const [kind, value] of valuesOf(call)) {
    const lexeme = buildSearchLexeme(workspaceId, kind, value);
    if (lexemes.has(lexeme)) continue;
    bytes += Buffer.byteLength(lexeme);
    if (lexemes.size === mostLexemes || bytes > mostBytes) break;
    lexemes.add(lexeme);
  }
  return [...lexemes];
}

function* valuesOf(call: SearchableCall): Generator<readonly [SearchLexemeKind, string]> {
  const day = formatCompactUtcDay(call.occurredAt);
  yield ['month', day.slice(0, 6)];
  yield ['day', day];
  yield ['hour', String(halfHourOfWeek(call.occurredAt))];
  for (const kind of ['direction', 'status'] as const) yield [kind, call[kind]];
  if (call.sentiment !== null) yield ['sentiment', call.sentiment];
  if (call.isSuccessful !== null) yield ['goal', call.isSuccessful ? 'reached' : 'missed'];
  if (call.reason !== null) yield ['reason', call.reason];
  if (call.agentId !== null) yield ['agent', call.agentId];
  if (call.campaignId !== null) yield ['campaign', call.campaignId];
  for (const number of [call.fromNumber, call.toNumber, call.contactKey])
    for (const end of endsOf(number)) yield ['number', end];
  const contact = call.direction === 'outbound' ? call.toNumber : call.fromNumber;
  for (const part of [...endsOf(contact), ...endsOf(call.contactKey), ...splitIntoSearchWords(call.customerName ?? '')])
    yield ['contact', cutWordToIndexedLength(part)];
  yield* wordsIn(call.customerName);
  // If a caller id contains letters, like 'anonymous' or a SIP address, it is also indexed as words.
  for (const number of [call.fromNumber, call.toNumber]) if (/\p{L}/u.test(number ?? '')) yield* wordsIn(number);
  yield* wordsIn(call.transcript?.slice(0, longestTranscript));
}

/**
 * Lists the suffixes of a phone number's digits that are long enough to be searched. A prefix search over the suffixes
 * finds any part of the number.
 */
function endsOf(number: string | null): string[] {
  const digits = (number ?? '').replace(/\D/g, '');
  return Array.from({ length: Math.max(0, digits.length - minSearchableDigits + 1) }, (_, start) =>
    digits.slice(start),
  );
}

function* wordsIn(text: string | null | undefined): Generator<readonly [SearchLexemeKind, string]> {
  for (const word of new Set(splitIntoSearchWords(text ?? ''))) {
    if (word.length > maxIndexedWordPrefixLength) yield ['word', cutWordToIndexedLength(word)];
    for (let length = 1; length <= maxIndexedWordPrefixLength; length += 1) {
      const beginning = cutWordToIndexedLength(word, length);
      if (beginning !== '') yield ['beginning', beginning];
    }
  }
}
