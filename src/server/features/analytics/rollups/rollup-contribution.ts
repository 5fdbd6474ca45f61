/**
 * What one call adds to the rollups, and what a change of it adds and takes away. The half hour in UTC decides the day
 * as well: every zone on offer lies whole or half hours from UTC, and the database cuts the days, so that all servers
 * and all screens cut them by one table of zones.
 */
import { goal, isFinished, type CallChange, type CallState } from '../../calls/index.ts';
import { rollupCounters } from './rollup-counters.ts';
import { fieldsOf, type FieldContribution } from './rollup-fields.ts';

export interface RollupKey {
  /** The beginning of the half hour, ISO 8601. */
  readonly bucketAt: string;
  /** Empty: not known. */
  readonly agentId: string;
  readonly direction: CallState['direction'];
}

export interface Contribution extends RollupKey {
  /** In the order of rollupCounters. */
  readonly counters: readonly (number | string)[];
  /** Of every call its outcome, and its result once it has one; of finished calls why they ended and how the person felt, where known. */
  readonly tallies: readonly { readonly kind: 'reason' | 'sentiment' | 'outcome' | 'result'; readonly value: string }[];
  readonly fields: readonly FieldContribution[];
}

export interface SignedContribution {
  readonly sign: 1 | -1;
  readonly contribution: Contribution;
}

const halfHourMs = 30 * 60_000;

export function contributionOf(call: CallState): Contribution {
  const bucketMs = Math.floor(call.occurredAt.getTime() / halfHourMs) * halfHourMs;
  return {
    bucketAt: new Date(bucketMs).toISOString(),
    agentId: call.agentId ?? '',
    direction: call.direction,
    counters: rollupCounters.map((counter) => counter.measure(call)),
    tallies: [
      { kind: 'outcome', value: outcomeOf(call.status, call.sentiment) },
      ...resultsOf(call),
      ...(isFinished(call) ? talliesOf(call) : []),
    ],
    fields: fieldsOf(call),
  };
}

/** Takes away what each call added before and adds what it adds now, keys included; nothing where both are equal. */
export function contributionsOf(changes: readonly CallChange[]): SignedContribution[] {
  return changes.flatMap(({ before, after }) => {
    const added: SignedContribution = { sign: 1, contribution: contributionOf(after) };
    if (!before) return [added];
    const taken: SignedContribution = { sign: -1, contribution: contributionOf(before) };
    return isSame(taken.contribution, added.contribution) ? [] : [taken, added];
  });
}

/** Status and sentiment as one value, by which lists are counted. */
export function outcomeOf(status: CallState['status'], sentiment: string | null): string {
  return `${status}|${sentiment ?? ''}`;
}

/** In a result's value nothing but its last part may hold what separates them. */
export function resultPart(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('|', '%7C');
}

/** Goal, status, reason and sentiment as one value, of calls of which a goal or, once finished, a reason is known: any filters of both add up. */
function resultsOf(call: CallState): Contribution['tallies'] {
  const { status, sentiment } = call;
  const reached = goal(call);
  const reason = isFinished(call) ? call.disconnectionReason : null;
  if (reached === null && reason === null) return [];
  const judged = reached === null ? '' : reached ? 'reached' : 'missed';
  return [{ kind: 'result', value: `${judged}|${status}|${resultPart(reason ?? '')}|${sentiment ?? ''}` }];
}

function isSame(a: Contribution, b: Contribution): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function talliesOf({ disconnectionReason, sentiment }: CallState): Contribution['tallies'] {
  return [
    ...(disconnectionReason === null ? [] : [{ kind: 'reason' as const, value: disconnectionReason }]),
    ...(sentiment === null ? [] : [{ kind: 'sentiment' as const, value: sentiment }]),
  ];
}
