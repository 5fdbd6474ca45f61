/**
 * Builds tsqueries from lexemes of search-document.ts. Searched words are always quoted, so that PostgreSQL reads no
 * part of them as an operator.
 */
import { extractPhoneQueryDigits, splitIntoSearchWords } from '../../../../contract/search-words.ts';
import { readNumberKey } from '../../../../phone/number-key.ts';
import type { PhoneNumberReadingContext } from '../../../../phone/read-number.ts';
import type { ResolvedCallFilters } from '../state/call-list-query.ts';
import type { WeekHourFilter } from '../state/call-list-tallies.ts';
import {
  cutWordToIndexedLength,
  formatCompactUtcDay,
  minSearchableDigits,
  halfHoursPerWeek,
  buildSearchLexeme,
  maxIndexedWordPrefixLength,
  type SearchLexemeKind,
} from './search-document.ts';

export interface AgentIdAndName {
  readonly id: string;
  readonly name: string;
}

/** A parsed search text. A call matches if it contains all words, or the phone number as a whole. */
export interface ParsedSearchText {
  readonly words: readonly string[];
  readonly number: string | null;
  /** Number key of the search text, which finds a phone number in any spelling. Null if the text is no phone number. */
  readonly key: string | null;
}

/** Parses a search text; null if it has no word. A word is dropped if another word begins with it. */
export function parseSearchText(q: string, context: PhoneNumberReadingContext): ParsedSearchText | null {
  const all = [...new Set(splitIntoSearchWords(q).map((word) => cutWordToIndexedLength(word)))];
  if (all.length === 0) return null;
  return {
    words: all.filter((word) => !all.some((other) => other !== word && other.startsWith(word))),
    number: extractPhoneQueryDigits(q),
    key: readNumberKey(q, context)?.replace('+', '') ?? null,
  };
}

/** A time span that includes both ends. */
export interface SearchTimeSpan {
  readonly first: Date;
  readonly last: Date;
}

export interface IndexedCallFilters extends Pick<
  ResolvedCallFilters,
  'sentiment' | 'channelType' | 'agentId' | 'origin' | 'campaignId' | 'goal' | 'reason'
> {
  readonly statuses?: readonly string[];
}

/**
 * Builds the tsquery for calls that contain every word. A word also matches the calls of an agent whose name contains
 * it.
 */
export function buildWordsTsquery(
  workspaceId: string,
  { words, number, key }: ParsedSearchText,
  agents: readonly AgentIdAndName[],
): string {
  const idsOf = agentFinder(agents);
  const isSaid = (word: string): string[] => [
    word.length > maxIndexedWordPrefixLength
      ? prefix(buildSearchLexeme(workspaceId, 'word', word))
      : exact(buildSearchLexeme(workspaceId, 'beginning', word)),
    ...idsOf(word).map((id) => exact(buildSearchLexeme(workspaceId, 'agent', id))),
  ];
  const isDialled = (digits: string): string[] => [prefix(buildSearchLexeme(workspaceId, 'number', digits))];
  const isKey = key === null ? [] : [exact(buildSearchLexeme(workspaceId, 'number', key))];
  if (number === null)
    return or([
      joinTsqueriesByAnd(words.map((word) => or([...isSaid(word), ...(isNumber(word) ? isDialled(word) : [])]))),
      ...isKey,
    ]);
  return or([
    ...isDialled(number),
    ...isKey,
    ...isSaid(number),
    joinTsqueriesByAnd(words.map((word) => or(isSaid(word)))),
  ]);
}

/**
 * Builds the tsquery for calls whose customer's name or number contains every word. If `isWhole` is true, beginnings of
 * words do not match, which makes the query faster.
 */
export function buildContactTsquery(
  workspaceId: string,
  { words, number, key }: ParsedSearchText,
  isWhole = false,
): string {
  const asked = (word: string): string => {
    const lexeme = buildSearchLexeme(workspaceId, 'contact', word);
    return isWhole ? exact(lexeme) : prefix(lexeme);
  };
  const isNamed = joinTsqueriesByAnd((number === null ? words : [number]).map(asked));
  return key === null ? isNamed : or([isNamed, exact(buildSearchLexeme(workspaceId, 'contact', key))]);
}

const mostStricter = 3;

/**
 * Builds tsqueries that each match only a part of the search's calls. They contain no prefixes, so counting their
 * matches is several times faster. In some of them, an agent's id replaces the searched words that occur in the agent's
 * name.
 */
export function buildStricterTsqueries(
  workspaceId: string,
  { words, number }: ParsedSearchText,
  agents: readonly AgentIdAndName[],
): string[] {
  const idsOf = agentFinder(agents);
  const asked = (number === null ? words : [number]).map((word) => ({ word, agents: idsOf(word) }));
  const count = new Map<string, number>();
  for (const id of asked.flatMap((each) => each.agents)) count.set(id, (count.get(id) ?? 0) + 1);
  const ranked = [...count].toSorted((a, b) => b[1] - a[1]).map(([id]) => id);
  return [...ranked.slice(0, mostStricter - 1), null].map((agent) =>
    joinTsqueriesByAnd(
      asked.map(({ word, agents: ids }) => {
        if (agent !== null && ids.includes(agent)) return exact(buildSearchLexeme(workspaceId, 'agent', agent));
        if (word.length <= maxIndexedWordPrefixLength) return exact(buildSearchLexeme(workspaceId, 'beginning', word));
        return exact(buildSearchLexeme(workspaceId, isNumber(word) ? 'number' : 'word', word));
      }),
    ),
  );
}

function isNumber(word: string): boolean {
  return word.length >= minSearchableDigits && /^[0-9]+$/.test(word);
}

function agentFinder(agents: readonly AgentIdAndName[]): (word: string) => string[] {
  const named = agents.map(({ id, name }) => ({ id, words: splitIntoSearchWords(name) }));
  return (word) => named.filter((agent) => agent.words.some((each) => each.startsWith(word))).map(({ id }) => id);
}

const directionsOf = { phone_call: ['inbound', 'outbound'], web_call: ['web_call'] } as const;

/** Returns one query part for each filter. */
export function buildFilterTsqueries(workspaceId: string, filters: IndexedCallFilters): string[] {
  const { statuses, sentiment, channelType, agentId, origin, campaignId, goal, reason } = filters;
  const term = (kind: SearchLexemeKind, value: string): string => exact(buildSearchLexeme(workspaceId, kind, value));
  const one = (kind: SearchLexemeKind, value: string | undefined): string[] =>
    value === undefined || value === '' ? [] : [term(kind, value)];
  return [
    ...(statuses ? [or(statuses.map((status) => term('status', status)))] : []),
    ...one('sentiment', sentiment),
    ...(channelType ? [or(directionsOf[channelType].map((direction) => term('direction', direction)))] : []),
    ...one('agent', agentId),
    ...one('direction', origin),
    ...one('campaign', campaignId),
    ...one('goal', goal),
    ...one('reason', reason),
  ];
}

/**
 * Builds the tsquery of calls in a local weekday and hour. The index stores half hours of the week in UTC. `offsets`
 * are the time zone's UTC offsets in half hours. If the time zone has several (clock changes), the caller must exclude
 * wrong matches.
 */
export function buildWeekHoursTsquery(
  workspaceId: string,
  { weekday, hour }: WeekHourFilter,
  offsets: readonly number[],
): string[] {
  const isAsked = (local: number): boolean =>
    (weekday === undefined || Math.floor(local / 48) === weekday - 1) &&
    (hour === undefined || Math.floor((local % 48) / 2) === hour);
  const halfHours = Array.from({ length: halfHoursPerWeek }, (_, index) => index);
  const asked = halfHours.filter((each) =>
    offsets.some((offset) => isAsked((each + offset + halfHoursPerWeek) % halfHoursPerWeek)),
  );
  return asked.length === 0
    ? []
    : [or(asked.map((each) => exact(buildSearchLexeme(workspaceId, 'hour', String(each)))))];
}

const dayMs = 86_400_000;
const mostTerms = 120;

/**
 * Builds the terms of a tsquery that matches all calls of the UTC days from `first` to `last`. It matches these two
 * days whole, so the caller must check the exact times. Each whole month is one term. Returns an empty list if the
 * tsquery would need too many terms.
 */
export function buildDayRangeTsqueryTerms(workspaceId: string, { first, last }: SearchTimeSpan): string[] {
  const terms: string[] = [];
  let at = Math.floor(first.getTime() / dayMs) * dayMs;
  while (at <= last.getTime()) {
    if (terms.length === mostTerms) return [];
    const day = new Date(at);
    const nextMonth = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
    const isWhole = day.getUTCDate() === 1 && nextMonth - dayMs <= last.getTime();
    const date = formatCompactUtcDay(day);
    terms.push(
      exact(
        isWhole
          ? buildSearchLexeme(workspaceId, 'month', date.slice(0, 6))
          : buildSearchLexeme(workspaceId, 'day', date),
      ),
    );
    at = isWhole ? nextMonth : at + dayMs;
  }
  return [or(terms)];
}

/** Joins query parts, at least one, by '&'. */
export function joinTsqueriesByAnd(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' & ')})`;
}

function or(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`;
}

function exact(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function prefix(lexeme: string): string {
  return `${exact(lexeme)}:*`;
}
