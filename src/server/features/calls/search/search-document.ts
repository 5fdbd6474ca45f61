/**
 * A call's search document: lexemes of a tsvector, split into words by the contract's rules, so that the server matches
 * what the browser highlights. Each lexeme begins with a mark of its workspace and a letter for its kind. One index
 * therefore answers for one workspace, and for words and filters together.
 */
import { wordsOf } from '../../../../contract/search-words.ts';

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
  /** The disconnection reason of a finished call; otherwise null. */
  readonly reason: string | null;
  readonly occurredAt: Date;
}

/**
 * Kinds of search lexemes. `beginning` is a word's first one to three letters, `word` a longer word. `number` is its
 * digits from any position. `contact` is a word of the other party's name, or its number. `month`, `day` and `hour`
 * (half hour of the week) are in UTC.
 */
export type LexemeKind =
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

const kindLetters: Readonly<Record<LexemeKind, string>> = {
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

/** Fewest digits by which a part of a phone number can be found. */
export const fewestDigits = 3;
/**
 * Word beginnings up to this length are lexemes of their own. Otherwise a prefix search would merge the calls of all
 * words with that prefix: millions of entries instead of one list.
 */
export const longestBeginning = 3;
const longestWord = 64;
const longestTranscript = 500_000;
const mostLexemes = 20_000;
/** Limit in bytes for all lexemes of a search document, because a tsvector holds a megabyte. */
const mostBytes = 900_000;

/** Builds a lexeme with its workspace's mark. Two workspaces may share a mark, so matches need a check by workspace. */
export function lexemeOf(workspaceId: string, kind: LexemeKind, value: string): string {
  return workspaceId.slice(0, 4) + kindLetters[kind] + value;
}

/** Cuts a word to the longest indexed length, in search documents and search texts alike. */
export function cutWord(word: string, length = longestWord): string {
  return word.length <= length ? word : word.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns the day in UTC as `YYYYMMDD`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '');
}

const halfHourMs = 1_800_000;
export const halfHoursOfWeek = 336;
/** A Monday at 0:00 UTC, from which half hours of the week are counted. */
const weekFrom = Date.UTC(2024, 0, 1);

/** Returns the half hour of the week in UTC, from 0 for the first of Monday. */
function halfHourOfWeek(at: Date): number {
  const halfHours = Math.floor((at.getTime() - weekFrom) / halfHourMs) % halfHoursOfWeek;
  return (halfHours + halfHoursOfWeek) % halfHoursOfWeek;
}

/** Lists a call's search lexemes, each once. Lexemes for filters come first, so that the limits only drop words. */
export function searchLexemesOf(workspaceId: string, call: SearchableCall): string[] {
  const lexemes = new Set<string>();
  let bytes = 0;
  for (const [kind, value] of valuesOf(call)) {
    const lexeme = lexemeOf(workspaceId, kind, value);
    if (lexemes.has(lexeme)) continue;
    bytes += Buffer.byteLength(lexeme);
    if (lexemes.size === mostLexemes || bytes > mostBytes) break;
    lexemes.add(lexeme);
  }
  return [...lexemes];
}

function* valuesOf(call: SearchableCall): Generator<readonly [LexemeKind, string]> {
  const day = dayOf(call.occurredAt);
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
  for (const part of [...endsOf(contact), ...endsOf(call.contactKey), ...wordsOf(call.customerName ?? '')])
    yield ['contact', cutWord(part)];
  yield* wordsIn(call.customerName);
  // A number such as 'anonymous' or a SIP address is indexed as words. Digits are indexed by `endsOf`.
  for (const number of [call.fromNumber, call.toNumber]) if (/\p{L}/u.test(number ?? '')) yield* wordsIn(number);
  yield* wordsIn(call.transcript?.slice(0, longestTranscript));
}

/** Lists a phone number's digits from each position to its end, so that search finds any part of it. */
function endsOf(number: string | null): string[] {
  const digits = (number ?? '').replace(/\D/g, '');
  return Array.from({ length: Math.max(0, digits.length - fewestDigits + 1) }, (_, start) => digits.slice(start));
}

function* wordsIn(text: string | null | undefined): Generator<readonly [LexemeKind, string]> {
  for (const word of new Set(wordsOf(text ?? ''))) {
    if (word.length > longestBeginning) yield ['word', cutWord(word)];
    for (let length = 1; length <= longestBeginning; length += 1) {
      const beginning = cutWord(word, length);
      if (beginning !== '') yield ['beginning', beginning];
    }
  }
}
