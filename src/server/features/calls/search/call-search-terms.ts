/**
 * Builds tsquery text from lexemes of search-document.ts. Typed text appears only as quoted lexemes, so that no part of
 * it is read as an operator.
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

/** A parsed search text. All its words must match, or its phone number as a whole. */
export interface SearchWords {
  readonly words: readonly string[];
  readonly number: string | null;
  /** The phone number in its normal form (key) if the search text is one. It finds calls in any spelling. */
  readonly key: string | null;
}

/** Parses a search text; null without words and digits. A word with which another begins is dropped as redundant. */
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

/** The call filters that the search index knows, without the searched words. */
export interface IndexedFilters extends Pick<
  CallFilters,
  'sentiment' | 'channelType' | 'agentId' | 'origin' | 'campaignId' | 'goal' | 'reason'
> {
  readonly statuses?: readonly string[];
}

/** Builds the tsquery for calls with every word. An agent's name counts as words of its calls, also by prefix. */
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
    return or([
      andTsqueries(words.map((word) => or([...isSaid(word), ...(isNumber(word) ? isDialled(word) : [])]))),
      ...isKey,
    ]);
  // The searched number matches as one run of digits. In speech it may consist of several words.
  return or([...isDialled(number), ...isKey, ...isSaid(number), andTsqueries(words.map((word) => or(isSaid(word))))]);
}

/** Builds the tsquery for calls whose customer's name or number has every word. `isWhole`: no prefixes, faster. */
export function contactQuery(workspaceId: string, { words, number, key }: SearchWords, isWhole = false): string {
  const asked = (word: string): string => {
    const lexeme = lexemeOf(workspaceId, 'contact', word);
    return isWhole ? exact(lexeme) : prefix(lexeme);
  };
  const isNamed = andTsqueries((number === null ? words : [number]).map(asked));
  return key === null ? isNamed : or([isNamed, exact(lexemeOf(workspaceId, 'contact', key))]);
}

const mostStricter = 3;

/**
 * Builds stricter tsqueries with a single way to find each word: by one agent, tried for as many words as possible, or
 * as a whole word. Without prefixes and alternatives the index is several times faster.
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
    andTsqueries(
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
  // An empty agent filter means calls without an agent, for which the search index has no lexeme.
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
 * Builds the tsquery part for hours of the week: the half hours in UTC that may belong to them. `offsets` are the
 * zone's half hours ahead of UTC. With a clock change, neighbouring hours match too and must be filtered out.
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
 * Builds the tsquery part for the days of a time span, with whole months as months. Calls of the first and last day
 * must be checked by time. Empty if the span would take too many terms.
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
export function andTsqueries(parts: readonly string[]): string {
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
