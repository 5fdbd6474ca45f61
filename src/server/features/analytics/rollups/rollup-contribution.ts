/**
 * Computes how a new or changed call changes the rollups. Rollups count calls by half hours in UTC.
 * A half hour never spans two local days, because UTC offsets of supported time zones are multiples of half an hour.
 * The database converts half hours to local days, so that all servers use the same time zone data.
 */
import { isCallGoalReached, finishedCallCondition, type CallRowChange, type CallTableRow } from '../../calls/index.ts';
import { rollupCounters } from './rollup-counters.ts';
import { listAnalysisFieldRollupContributions, type AnalysisFieldRollupContribution } from './rollup-fields.ts';

export interface RollupRowKey {
  /** Start of the half hour (UTC) in whose rollups the call is counted, in ISO 8601. */
  readonly bucketAt: string;
  /** The agent's id; empty if unknown. */
  readonly agentId: string;
  readonly direction: CallTableRow['direction'];
}

export interface CallRollupContribution extends RollupRowKey {
  /** The call's values for the rollup counters, in the order of `rollupCounters`. */
  readonly counters: readonly (number | string)[];
  /**
   * Kind and value of each tally (count by value) that includes the call. Result, reason and mood are absent if
   * unknown.
   */
  readonly tallies: readonly { readonly kind: 'reason' | 'sentiment' | 'outcome' | 'result'; readonly value: string }[];
  readonly fields: readonly AnalysisFieldRollupContribution[];
}

export interface SignedRollupContribution {
  readonly sign: 1 | -1;
  readonly contribution: CallRollupContribution;
}

const halfHourMs = 30 * 60_000;

export function computeRollupContribution(call: CallTableRow): CallRollupContribution {
  const bucketMs = Math.floor(call.occurredAt.getTime() / halfHourMs) * halfHourMs;
  return {
    bucketAt: new Date(bucketMs).toISOString(),
    agentId: call.agentId ?? '',
    direction: call.direction,
    counters: rollupCounters.map((counter) => counter.measure(call)),
    tallies: [
      { kind: 'outcome', value: buildStatusMoodTallyKey(call.status, call.sentiment) },
      ...resultsOf(call),
      ...(finishedCallCondition(call) ? talliesOf(call) : []),
    ],
    fields: listAnalysisFieldRollupContributions(call),
  };
}

/**
 * For each changed call, lists the old rollup contribution, to be subtracted, and the new one, to be added. Unchanged
 * contributions are left out.
 */
export function computeRollupContributionChanges(changes: readonly CallRowChange[]): SignedRollupContribution[] {
  return changes.flatMap(({ before, after }) => {
    const added: SignedRollupContribution = { sign: 1, contribution: computeRollupContribution(after) };
    if (!before) return [added];
    const taken: SignedRollupContribution = { sign: -1, contribution: computeRollupContribution(before) };
    return isSame(taken.contribution, added.contribution) ? [] : [taken, added];
  });
}

/** Builds the key of the tally (count by value) that counts calls with this status and mood. */
export function buildStatusMoodTallyKey(status: CallTableRow['status'], sentiment: string | null): string {
  return `${status}|${sentiment ?? ''}`;
}

export function escapeResultTallyPart(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('|', '%7C');
}

/** Builds the tally key under which calls with the same goal, status, reason and mood are counted. */
function resultsOf(call: CallTableRow): CallRollupContribution['tallies'] {
  const { status, sentiment } = call;
  const reached = isCallGoalReached(call);
  const reason = finishedCallCondition(call) ? call.disconnectionReason : null;
  if (reached === null && reason === null) return [];
  const judged = reached === null ? '' : reached ? 'reached' : 'missed';
  return [{ kind: 'result', value: `${judged}|${status}|${escapeResultTallyPart(reason ?? '')}|${sentiment ?? ''}` }];
}

function isSame(a: CallRollupContribution, b: CallRollupContribution): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function talliesOf({ disconnectionReason, sentiment }: CallTableRow): CallRollupContribution['tallies'] {
  return [
    ...(disconnectionReason === null ? [] : [{ kind: 'reason' as const, value: disconnectionReason }]),
    ...(sentiment === null ? [] : [{ kind: 'sentiment' as const, value: sentiment }]),
  ];
}
