/**
 * Queries as tsquery text over the lexemes of search-document.ts. Typed text appears only as quoted lexemes, so that
 * none of it is read as an operator.
 */
import { digitsOfPhoneQuery, wordsOf } from '../../../../contract/search-words.ts';
import { readNumberKey } from '../../../../phone/number-key.ts';
import type { NumberContext } from '../../../../phone/read-number.ts';
import type { CallFilters } from '../state/call-list-query.ts';
import type { WeekHours } from '../state/call-list-tallies.ts';
import {
  cutWord,
  dayOf,
  fewestDigits,
  halfHoursOfWeek,
  lexemeOf,
  longestBeginning,
  type LexemeKind,
} from './search-document.ts';

export interface NamedAgent {
  readonly id: string;
  readonly name: string;
}

/** The parsed search: all words must match, or the number as a whole. */
export interface SearchWords {
  readonly words: readonly string[];
  readonly number: string | null;
  /** The digits of the number's key, if the query is a whole number. They find calls in any spelling of the number. */
  readonly key: string | null;
}

/** Parses a search; null without words and digits. Drops words with which another one begins, as they add nothing. */
export function parseSearch(q: string, context: NumberContext): SearchWords | null {
  const all = [...new Set(wordsOf(q).map((word) => cutWord(word)))];
  if (all.length === 0) return null;
  return {
    words: all.filter((word) => !all.some((other) => other !== word && other.startsWith(word))),
    number: digitsOfPhoneQuery(q),
    key: readNumberKey(q, context)?.replace('+', '') ?? null,
  };
}

/** A time span that includes both ends. */
export interface DaySpan {
  readonly first: Date;
  readonly last: Date;
}

/** The filters that the search index knows, without the words. */
export interface IndexedFilters extends Pick<
  CallFilters,
  'sentiment' | 'channelType' | 'agentId' | 'origin' | 'campaignId' | 'goal' | 'reason'
> {
  readonly statuses?: readonly string[];
}

/** Builds the query for calls with every word. An agent's name counts as words of its calls, also by prefix. */
export function wordsQuery(
  workspaceId: string,
  { words, number, key }: SearchWords,
  agents: readonly NamedAgent[],
): string {
  const idsOf = agentFinder(agents);
  const isSaid = (word: string): string[] => [
    word.length > longestBeginning
      ? prefix(lexemeOf(workspaceId, 'word', word))
      : exact(lexemeOf(workspaceId, 'beginning', word)),
    ...idsOf(word).map((id) => exact(lexemeOf(workspaceId, 'agent', id))),
  ];
  const isDialled = (digits: string): string[] => [prefix(lexemeOf(workspaceId, 'number', digits))];
  const isKey = key === null ? [] : [exact(lexemeOf(workspaceId, 'number', key))];
  if (number === null)
    return or([and(words.map((word) => or([...isSaid(word), ...(isNumber(word) ? isDialled(word) : [])]))), ...isKey]);
  // The number as one run of digits. In speech it may be several words.
  return or([...isDialled(number), ...isKey, ...isSaid(number), and(words.map((word) => or(isSaid(word))))]);
}

/** Matches calls whose other party has every word in its name or number. `isWhole`: no prefixes, for fast counts. */
export function contactQuery(workspaceId: string, { words, number, key }: SearchWords, isWhole = false): string {
  const asked = (word: string): string => {
    const lexeme = lexemeOf(workspaceId, 'contact', word);
    return isWhole ? exact(lexeme) : prefix(lexeme);
  };
  const isNamed = and((number === null ? words : [number]).map(asked));
  return key === null ? isNamed : or([isNamed, exact(lexemeOf(workspaceId, 'contact', key))]);
}

const mostStricter = 3;

/**
 * Builds stricter queries with a single way to find each word: by one agent, tried for as many words as possible, or as
 * a whole word. Without prefixes and alternatives the index is several times faster.
 */
export function stricterQueries(
  workspaceId: string,
  { words, number }: SearchWords,
  agents: readonly NamedAgent[],
): string[] {
  const idsOf = agentFinder(agents);
  const asked = (number === null ? words : [number]).map((word) => ({ word, agents: idsOf(word) }));
  const count = new Map<string, number>();
  for (const id of asked.flatMap((each) => each.agents)) count.set(id, (count.get(id) ?? 0) + 1);
  const ranked = [...count].toSorted((a, b) => b[1] - a[1]).map(([id]) => id);
  return [...ranked.slice(0, mostStricter - 1), null].map((agent) =>
    and(
      asked.map(({ word, agents: ids }) => {
        if (agent !== null && ids.includes(agent)) return exact(lexemeOf(workspaceId, 'agent', agent));
        if (word.length <= longestBeginning) return exact(lexemeOf(workspaceId, 'beginning', word));
        return exact(lexemeOf(workspaceId, isNumber(word) ? 'number' : 'word', word));
      }),
    ),
  );
}

function isNumber(word: string): boolean {
  return word.length >= fewestDigits && /^[0-9]+$/.test(word);
}

function agentFinder(agents: readonly NamedAgent[]): (word: string) => string[] {
  const named = agents.map(({ id, name }) => ({ id, words: wordsOf(name) }));
  return (word) => named.filter((agent) => agent.words.some((each) => each.startsWith(word))).map(({ id }) => id);
}

const directionsOf = { phone_call: ['inbound', 'outbound'], web_call: ['web_call'] } as const;

/** Returns one query part for each filter. */
export function filtersQuery(workspaceId: string, filters: IndexedFilters): string[] {
  const { statuses, sentiment, channelType, agentId, origin, campaignId, goal, reason } = filters;
  const term = (kind: LexemeKind, value: string): string => exact(lexemeOf(workspaceId, kind, value));
  // An empty agent means calls without an agent, which are not in the index.
  const one = (kind: LexemeKind, value: string | undefined): string[] =>
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
 * Returns at most one part: the half hours of the week in UTC that may be these hours in the zone. `offsets` are the
 * zone's, in half hours ahead of UTC. With a clock change, neighbouring hours match too and must be filtered out.
 */
export function hoursQuery(workspaceId: string, { weekday, hour }: WeekHours, offsets: readonly number[]): string[] {
  const isAsked = (local: number): boolean =>
    (weekday === undefined || Math.floor(local / 48) === weekday - 1) &&
    (hour === undefined || Math.floor((local % 48) / 2) === hour);
  const halfHours = Array.from({ length: halfHoursOfWeek }, (_, index) => index);
  const asked = halfHours.filter((each) =>
    offsets.some((offset) => isAsked((each + offset + halfHoursOfWeek) % halfHoursOfWeek)),
  );
  return asked.length === 0 ? [] : [or(asked.map((each) => exact(lexemeOf(workspaceId, 'hour', String(each)))))];
}

const dayMs = 86_400_000;
const mostTerms = 120;

/**
 * Returns at most one part: the days that a span touches, whole months as months. Calls of its first and last day must
 * be checked by time. No part if the span would take too many terms.
 */
export function daysQuery(workspaceId: string, { first, last }: DaySpan): string[] {
  const terms: string[] = [];
  let at = Math.floor(first.getTime() / dayMs) * dayMs;
  while (at <= last.getTime()) {
    if (terms.length === mostTerms) return [];
    const day = new Date(at);
    const nextMonth = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
    const isWhole = day.getUTCDate() === 1 && nextMonth - dayMs <= last.getTime();
    const date = dayOf(day);
    terms.push(exact(isWhole ? lexemeOf(workspaceId, 'month', date.slice(0, 6)) : lexemeOf(workspaceId, 'day', date)));
    at = isWhole ? nextMonth : at + dayMs;
  }
  return [or(terms)];
}

/** Joins query parts, at least one, by '&'. */
export function and(parts: readonly string[]): string {
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
