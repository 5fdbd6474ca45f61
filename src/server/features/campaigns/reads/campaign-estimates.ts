/** Estimates a campaign's cost and speed from the workspace's calls, if there are enough, and from its free lines. */
import type { Kysely } from 'kysely';
import type { CampaignLines } from '../../../../contract/campaign-lines.ts';
import type { CampaignEstimates, RetryOutcome } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Concurrency } from '../../../platform/provider/provider.ts';
import { countOutboundReasons, findOutboundFigures } from '../../analytics/index.ts';
import { findDialingRules, type DialingRules } from '../../settings/index.ts';
import { retryOutcomeOf } from '../outcome/call-outcome.ts';
import type { DialingCapacity, OutcomeShares } from '../rules/forecast.ts';
import { keptLines } from '../rules/kept-lines.ts';
import { findLineSeconds } from './forecast-query.ts';
import type { FindLines } from './line-capacity.ts';

export interface EstimateDeps {
  readonly db: Kysely<Schema>;
  readonly findLines: FindLines;
}

/** Minimum number of calls for estimates from the workspace's own costs and rates. */
const callsNeeded = 50;
/** Number of past days whose calls are measured for estimates. */
export const overDays = 30;

/** Constants of the specification, A 9. */
const specified: CampaignEstimates = {
  source: 'specification',
  calls: 0,
  costCentsPerRecipient: 5,
  recipientsPerMinute: 10,
};

/** Rates of the workspace's own calls. */
export interface MeasuredRates {
  readonly rules: DialingRules;
  /** Mean cost of a call in US cents; null if too few calls have a known cost. */
  readonly meanCostCents: number | null;
  readonly callsWithCost: number;
  /** Mean seconds for which a call occupies a line; null if too few calls were measured. */
  readonly holdSeconds: number | null;
  /** Number of calls from which `holdSeconds` was measured, even if they are too few. */
  readonly callsHeld: number;
  readonly lengths: DialingCapacity['lengths'];
  /** Concurrent calls that campaigns may have, and how many are free now; null if the provider does not say. */
  readonly lines: DialingCapacity['lines'];
  /** Shares of outbound calls with each outcome that allows a retry; null if too few calls are known. */
  readonly shares: OutcomeShares | null;
}

export async function measureDiallingRates(
  db: Kysely<Schema>,
  workspaceId: string,
  rules: DialingRules,
  told: Concurrency | null,
): Promise<MeasuredRates> {
  const lastDays = { days: overDays, zone: rules.timeZone, now: rules.readAt };
  const figures = await findOutboundFigures(db, workspaceId, lastDays);
  const line = await findLineSeconds(db, workspaceId);
  const { callsWithCost, callsWithDuration } = figures;
  const isMeasured = line.calls >= callsNeeded;
  return {
    rules,
    meanCostCents: callsWithCost >= callsNeeded ? figures.meanCostCents : null,
    callsWithCost,
    // If too few calls of campaigns were measured, take the mean length of all calls for the time on a line.
    holdSeconds: isMeasured ? line.meanSeconds : callsWithDuration >= callsNeeded ? figures.meanDurationSeconds : null,
    callsHeld: isMeasured ? line.calls : callsWithDuration,
    lengths: isMeasured ? line.lengths : null,
    lines: told && linesOf(rules, told),
    shares: sharesOf(await countOutboundReasons(db, workspaceId, lastDays)),
  };
}

/** Returns the concurrent calls that campaigns may have, at least one, and how many are free now. */
function linesOf({ dialing }: DialingRules, told: Concurrency): DialingCapacity['lines'] {
  const usable = Math.max(1, told.limit - keptLines(dialing.reservedLines, told.reservedInbound).reserved);
  return { usable, free: Math.max(0, usable - told.current) };
}

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

/** Estimates a campaign from outbound calls of 30 days, or from fixed values if too few costs are known. */
export async function readEstimates({ db, findLines }: EstimateDeps, workspaceId: string): Promise<CampaignEstimates> {
  const rules = await readRules(db, workspaceId);
  return estimatesOf(await measureDiallingRates(db, workspaceId, rules, await findLines(workspaceId)));
}

export async function readRules(db: Kysely<Schema>, workspaceId: string): Promise<DialingRules> {
  const rules = await findDialingRules(db, workspaceId);
  if (!rules) throw new AppError('not_found');
  return rules;
}

export function estimatesOf({ meanCostCents, callsWithCost, ...basis }: MeasuredRates): CampaignEstimates {
  if (meanCostCents === null) return specified;
  const { rules, holdSeconds, lines } = basis;
  // Calls per minute are limited by the rate setting, and by how fast calls end on the lines that campaigns may use.
  const begun = rules.dialing.callsPerSecond * 60;
  return {
    source: 'workspace',
    calls: callsWithCost,
    costCentsPerRecipient: meanCostCents,
    recipientsPerMinute: lines && holdSeconds ? Math.min(begun, (lines.usable / holdSeconds) * 60) : begun,
  };
}

/** Returns the account's lines (concurrent calls), and how many campaigns leave free. Throws `not_found`. */
export async function readLines(
  { db, findLines }: EstimateDeps,
  workspaceId: string,
): Promise<{ lines: CampaignLines | null }> {
  const rules = await readRules(db, workspaceId);
  const told = await findLines(workspaceId);
  if (told === null) return { lines: null };
  return {
    lines: {
      limit: told.limit,
      ...keptLines(rules.dialing.reservedLines, told.reservedInbound),
      burstLimit: told.burstLimit ?? null,
    },
  };
}
