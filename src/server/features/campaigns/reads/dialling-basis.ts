/** What a forecast of dialling rests on: the rules, the lines as they are now, and how the workspace's own calls go. */
import type { Kysely } from 'kysely';
import type { RetryOutcome } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Concurrency } from '../../../platform/provider/provider.ts';
import { countOutboundReasons, findOutboundFigures } from '../../analytics/index.ts';
import type { DialingRules } from '../../settings/index.ts';
import { keptLines } from '../rules/kept-lines.ts';
import { retryOutcomeOf } from '../outcome/call-outcome.ts';
import { findLineSeconds } from './dialling-basis-query.ts';
import type { Capacity, OutcomeShares } from '../rules/dialling-outlook.ts';

/** Before a workspace has so many calls, its rates say nothing. */
export const callsNeeded = 50;
/** So many days tell what is usual. */
export const overDays = 30;

export interface DiallingBasis {
  readonly rules: DialingRules;
  /** US cents; null: of too few calls of 30 days the cost is known. */
  readonly meanCostCents: number | null;
  readonly callsWithCost: number;
  /** How long a call has its line; null: too few calls. */
  readonly holdSeconds: number | null;
  /** By how many calls that is known, or would be. */
  readonly callsHeld: number;
  /** As `Capacity` has them. */
  readonly lengths: Capacity['lengths'];
  /** Those that campaigns may use, and those of them that are free; null: the provider does not tell. */
  readonly lines: Capacity['lines'];
  /** Null: too few calls. */
  readonly shares: OutcomeShares | null;
}

export async function findDiallingBasis(
  db: Kysely<Schema>,
  workspaceId: string,
  rules: DialingRules,
  told: Concurrency | null,
): Promise<DiallingBasis> {
  const lastDays = { days: overDays, zone: rules.timeZone, now: rules.readAt };
  const figures = await findOutboundFigures(db, workspaceId, lastDays);
  const line = await findLineSeconds(db, workspaceId);
  const { callsWithCost, callsWithDuration } = figures;
  const isMeasured = line.calls >= callsNeeded;
  return {
    rules,
    meanCostCents: callsWithCost >= callsNeeded ? figures.meanCostCents : null,
    callsWithCost,
    // Of calls that other programs placed, the talk alone is known.
    holdSeconds: isMeasured ? line.meanSeconds : callsWithDuration >= callsNeeded ? figures.meanDurationSeconds : null,
    callsHeld: isMeasured ? line.calls : callsWithDuration,
    lengths: isMeasured ? line.lengths : null,
    lines: told && linesOf(rules, told),
    shares: sharesOf(await countOutboundReasons(db, workspaceId, lastDays)),
  };
}

/** One line there always is. */
function linesOf({ dialing }: DialingRules, told: Concurrency): Capacity['lines'] {
  const usable = Math.max(1, told.limit - keptLines(dialing.reservedLines, told.reservedInbound).reserved);
  return { usable, free: Math.max(0, usable - told.current) };
}

/** How fast the workspace can dial; null: it is not known. */
export function capacityOf({ rules, holdSeconds, lengths, lines }: DiallingBasis): Capacity | null {
  if (holdSeconds === null || lines === null) return null;
  return { callsPerSecond: rules.dialing.callsPerSecond, lines, holdSeconds, lengths };
}

/** How outbound calls end that may be tried again. */
function sharesOf(reasons: readonly { readonly reason: string; readonly calls: number }[]): OutcomeShares | null {
  const all = reasons.reduce((sum, { calls }) => sum + calls, 0);
  if (all < callsNeeded) return null;
  const shares: Partial<Record<RetryOutcome, number>> = {};
  for (const { reason, calls } of reasons) {
    const outcome = retryOutcomeOf(reason);
    if (outcome !== null) shares[outcome] = (shares[outcome] ?? 0) + calls / all;
  }
  return shares;
}
