/**
 * What a call is found by, as the lexemes of a tsvector: cut by the contract's own words, so that what the server finds
 * is what the browser marks. Each lexeme begins with a mark of its workspace and a letter for its kind: one index
 * answers for one workspace, and for words and filters together.
 */
import { wordsOf } from '../../../../contract/search-words.ts';

/** A call as far as it can be searched for. */
export interface SearchableCall {
  readonly fromNumber: string | null;
  readonly toNumber: string | null;
  /** The other party's key, by today's spelling of its number. */
  readonly contactKey: string | null;
  readonly customerName: string | null;
  /** What was said, without the names of the speakers. */
  readonly transcript: string | null;
  readonly agentId: string | null;
  readonly campaignId: string | null;
  readonly direction: string;
  readonly status: string;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  /** Of a finished call. */
  readonly reason: string | null;
  readonly occurredAt: Date;
}

/**
 * beginning: the first letters of a word, one, two and three of them; word: a longer one whole; number: its digits from some place to
 * the end; contact: a word of the other party's name, or its number as `number` has it; month, day and hour, which is a half hour of the week: in UTC; the rest: values as `calls` has them.
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

/** Of a number, parts of at least so many digits are found. */
export const fewestDigits = 3;
/**
 * Beginnings of up to so many letters are lexemes of their own, or else the index would have to put together the calls of all
 * the words that share one: millions of entries, where it has to read one list of calls now.
 */
export const longestBeginning = 3;
const longestWord = 64;
const longestTranscript = 500_000;
const mostLexemes = 20_000;
/** A tsvector holds a megabyte of them. */
const mostBytes = 900_000;

/** Two workspaces may share a mark: what is found is always checked by its workspace too. */
export function lexemeOf(workspaceId: string, kind: LexemeKind, value: string): string {
  return workspaceId.slice(0, 4) + kindLetters[kind] + value;
}

/** A word as it is kept and asked for; what is longer than the bound is found by its beginning. */
export function cutWord(word: string, length = longestWord): string {
  return word.length <= length ? word : word.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** `YYYYMMDD` in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '');
}

const halfHourMs = 1_800_000;
export const halfHoursOfWeek = 336;
/** A Monday. */
const weekFrom = Date.UTC(2024, 0, 1);

/** Which half hour of the week in UTC, from 0: Monday's first. */
function halfHourOfWeek(at: Date): number {
  const halfHours = Math.floor((at.getTime() - weekFrom) / halfHourMs) % halfHoursOfWeek;
  return (halfHours + halfHoursOfWeek) % halfHoursOfWeek;
}

/** Each once; what makes a call findable by filters comes first, so that bounds only ever cost words. */
export function documentOf(workspaceId: string, call: SearchableCall): string[] {
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
  // 'anonymous', or the name of a SIP address: of digits alone, every end is there already.
  for (const number of [call.fromNumber, call.toNumber]) if (/\p{L}/u.test(number ?? '')) yield* wordsIn(number);
  yield* wordsIn(call.transcript?.slice(0, longestTranscript));
}

/** The digits of a number from each place to its end. */
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
