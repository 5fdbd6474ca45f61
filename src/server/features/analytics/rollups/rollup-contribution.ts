/**
 * Computes what a call adds to the rollups, and what a change of the call changes in them. Rollups count by half hours
 * in UTC. A half hour never spans two local days, because UTC offsets of supported zones are multiples of half an hour.
 * The database converts half hours to days, so that all servers use the same time zone data.
 */
import { goalReached, isFinished, type CallChange, type CallState } from '../../calls/index.ts';
import { rollupCounters } from './rollup-counters.ts';
import { fieldsOf, type FieldContribution } from './rollup-fields.ts';

export interface RollupKey {
  /** Start of the half hour (UTC) in whose rollups the call is counted, in ISO 8601. */
  readonly bucketAt: string;
  /** The agent's id; empty if unknown. */
  readonly agentId: string;
  readonly direction: CallState['direction'];
}

export interface Contribution extends RollupKey {
  /** The call's values for the rollup counters, in the order of `rollupCounters`. */
  readonly counters: readonly (number | string)[];
  /** Keys of the tallies (counts by value) that include the call. Result, reason and mood are missing if unknown. */
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

/** For each changed call, lists its old rollup contribution to subtract and its new one to add. */
export function contributionsOf(changes: readonly CallChange[]): SignedContribution[] {
  return changes.flatMap(({ before, after }) => {
    const added: SignedContribution = { sign: 1, contribution: rollupContributionOf(after) };
    if (!before) return [added];
    const taken: SignedContribution = { sign: -1, contribution: rollupContributionOf(before) };
    return isSame(taken.contribution, added.contribution) ? [] : [taken, added];
  });
}

/** Builds the key under which tallies (counts by value) count calls with this status and mood. */
export function joinStatusAndMood(status: CallState['status'], sentiment: string | null): string {
  return `${status}|${sentiment ?? ''}`;
}

export function resultPart(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('|', '%7C');
}

/** Builds the tally key under which calls with the same goal, status, reason and mood are counted. */
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
