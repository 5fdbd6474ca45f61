/**
 * A call's contribution to the rollups, and the difference that a change of the call makes. Every supported time zone
 * is a multiple of half an hour from UTC, so the half hour in UTC also decides the day. The database computes the days,
 * so that all servers use the same time zone data.
 */
import { goalReached, isFinished, type CallChange, type CallState } from '../../calls/index.ts';
import { rollupCounters } from './rollup-counters.ts';
import { fieldsOf, type FieldContribution } from './rollup-fields.ts';

export interface RollupKey {
  /** Start of the half hour to which a call's rollup counters belong, in ISO 8601. */
  readonly bucketAt: string;
  /** The agent's id; empty if unknown. */
  readonly agentId: string;
  readonly direction: CallState['direction'];
}

export interface Contribution extends RollupKey {
  /** The call's values for the rollup counters, in the order of `rollupCounters`. */
  readonly counters: readonly (number | string)[];
  /** Values under which tallies count the call: its outcome always; result, reason and mood only if they are known. */
  readonly tallies: readonly { readonly kind: 'reason' | 'sentiment' | 'outcome' | 'result'; readonly value: string }[];
  readonly fields: readonly FieldContribution[];
}

export interface SignedContribution {
  readonly sign: 1 | -1;
  readonly contribution: Contribution;
}

const halfHourMs = 30 * 60_000;

export function rollupContributionOf(call: CallState): Contribution {
  const bucketMs = Math.floor(call.occurredAt.getTime() / halfHourMs) * halfHourMs;
  return {
    bucketAt: new Date(bucketMs).toISOString(),
    agentId: call.agentId ?? '',
    direction: call.direction,
    counters: rollupCounters.map((counter) => counter.measure(call)),
    tallies: [
      { kind: 'outcome', value: joinStatusAndMood(call.status, call.sentiment) },
      ...resultsOf(call),
      ...(isFinished(call) ? talliesOf(call) : []),
    ],
    fields: fieldsOf(call),
  };
}

/** For each changed call, subtracts the rollup contribution from before the change and adds the new one. */
export function contributionsOf(changes: readonly CallChange[]): SignedContribution[] {
  return changes.flatMap(({ before, after }) => {
    const added: SignedContribution = { sign: 1, contribution: rollupContributionOf(after) };
    if (!before) return [added];
    const taken: SignedContribution = { sign: -1, contribution: rollupContributionOf(before) };
    return isSame(taken.contribution, added.contribution) ? [] : [taken, added];
  });
}

/** Joins status and mood of a call to one text, under which the tallies count calls with this combination. */
export function joinStatusAndMood(status: CallState['status'], sentiment: string | null): string {
  return `${status}|${sentiment ?? ''}`;
}

/** Escapes the separator in one part of a text that joins goal, status, reason and mood of a call. */
export function resultPart(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('|', '%7C');
}

/** Joins goal, status, reason and mood of a call to one text, under which tallies count calls with this combination. */
function resultsOf(call: CallState): Contribution['tallies'] {
  const { status, sentiment } = call;
  const reached = goalReached(call);
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
