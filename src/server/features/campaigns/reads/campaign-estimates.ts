/**
 * Estimates a campaign's cost and speed from the workspace's earlier calls, if there are enough, and from the number of
 * concurrent calls that are free.
 */
import type { Kysely } from 'kysely';
import type { AccountLineCapacity } from '../../../../contract/campaign-lines.ts';
import type { CampaignEstimates, RetryableOutcome } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ProviderConcurrency } from '../../../platform/provider/provider.ts';
import { countOutboundDisconnectionReasons, readOutboundCallAverages } from '../../analytics/index.ts';
import { findWorkspaceDialingRules, type WorkspaceDialingRules } from '../../settings/index.ts';
import { deriveRetryOutcome } from '../outcome/call-outcome.ts';
import type { DialingCapacity, RetryableOutcomeShares } from '../rules/forecast.ts';
import { calculateInboundLineReserve } from '../rules/kept-lines.ts';
import { measureLineOccupancySeconds } from './forecast-query.ts';
import type { ConcurrencyLimitReader } from './line-capacity.ts';

export interface CampaignEstimateDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly findLines: ConcurrencyLimitReader;
}

/** Minimum number of calls for estimates from the workspace's own costs and rates. */
const callsNeeded = 50;
export const campaignEstimatePeriodDays = 30;

/** Constants of the specification, A 9. */
const specified: CampaignEstimates = {
  source: 'specification',
  calls: 0,
  costCentsPerRecipient: 5,
  recipientsPerMinute: 10,
};

/** Rates of the workspace's own calls. */
export interface MeasuredDialingRates {
  readonly rules: WorkspaceDialingRules;
  /** Mean cost of a call in US cents; null if too few calls have a known cost. */
  readonly meanCostCents: number | null;
  readonly callsWithCost: number;
  /**
   * Mean time in seconds for which a call occupies one of the account's concurrent calls; null if too few calls were
   * measured.
   */
  readonly holdSeconds: number | null;
  /**
   * Number of calls from which the mean `holdSeconds` was computed. If this number is too small, `holdSeconds` is null.
   */
  readonly callsHeld: number;
  readonly lengths: DialingCapacity['lengths'];
  /**
   * Number of concurrent calls that campaigns may have, and how many of them are free now; null if the provider does
   * not say.
   */
  readonly lines: DialingCapacity['lines'];
  /**
   * For each call outcome that allows a retry, the share of outbound calls with that outcome; null if too few calls are
   * known.
   */
  readonly shares: RetryableOutcomeShares | null;
}

export async function measureDiallingRates(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  rules: WorkspaceDialingRules,
  told: ProviderConcurrency | null,
): Promise<MeasuredDialingRates> {
  const lastDays = { days: campaignEstimatePeriodDays, zone: rules.timeZone, now: rules.readAt };
  const figures = await readOutboundCallAverages(db, workspaceId, lastDays);
  const line = await measureLineOccupancySeconds(db, workspaceId);
  const { callsWithCost, callsWithDuration } = figures;
  const isMeasured = line.calls >= callsNeeded;
  return {
    rules,
    meanCostCents: callsWithCost >= callsNeeded ? figures.meanCostCents : null,
    callsWithCost,
    // If fewer than `callsNeeded` campaign calls were measured, use the mean duration of all outbound calls instead.
    holdSeconds: isMeasured ? line.meanSeconds : callsWithDuration >= callsNeeded ? figures.meanDurationSeconds : null,
    callsHeld: isMeasured ? line.calls : callsWithDuration,
    lengths: isMeasured ? line.lengths : null,
    lines: told && linesOf(rules, told),
    shares: sharesOf(await countOutboundDisconnectionReasons(db, workspaceId, lastDays)),
  };
}

/** Returns the maximum number of concurrent calls of campaigns (at least one), and how many of them are free now. */
function linesOf({ dialing }: WorkspaceDialingRules, told: ProviderConcurrency): DialingCapacity['lines'] {
  const usable = Math.max(
    1,
    told.limit - calculateInboundLineReserve(dialing.reservedLines, told.reservedInbound).reserved,
  );
  return { usable, free: Math.max(0, usable - told.current) };
}

function sharesOf(
  reasons: readonly { readonly reason: string; readonly calls: number }[],
): RetryableOutcomeShares | null {
  const all = reasons.reduce((sum, { calls }) => sum + calls, 0);
  if (all < callsNeeded) return null;
  const shares: Partial<Record<RetryableOutcome, number>> = {};
  for (const { reason, calls } of reasons) {
    const outcome = deriveRetryOutcome(reason);
    if (outcome !== null) shares[outcome] = (shares[outcome] ?? 0) + calls / all;
  }
  return shares;
}

/**
 * Estimates a campaign's cost and speed from the workspace's outbound calls of 30 days, or from fixed values if too few
 * calls have a known cost.
 */
export async function estimateCampaignFromPastCalls(
  { db, findLines }: CampaignEstimateDeps,
  workspaceId: string,
): Promise<CampaignEstimates> {
  const rules = await readDialingRules(db, workspaceId);
  return computeCampaignEstimates(await measureDiallingRates(db, workspaceId, rules, await findLines(workspaceId)));
}

export async function readDialingRules(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<WorkspaceDialingRules> {
  const rules = await findWorkspaceDialingRules(db, workspaceId);
  if (!rules) throw new AppError('not_found');
  return rules;
}

export function computeCampaignEstimates({
  meanCostCents,
  callsWithCost,
  ...basis
}: MeasuredDialingRates): CampaignEstimates {
  if (meanCostCents === null) return specified;
  const { rules, holdSeconds, lines } = basis;
  // The calls per minute are limited by the workspace's call rate, and by how fast calls end and make room for further
  // concurrent calls of campaigns.
  const begun = rules.dialing.callsPerSecond * 60;
  return {
    source: 'workspace',
    calls: callsWithCost,
    costCentsPerRecipient: meanCostCents,
    recipientsPerMinute: lines && holdSeconds ? Math.min(begun, (lines.usable / holdSeconds) * 60) : begun,
  };
}

/**
 * Returns the account's maximum number of concurrent calls, and how many of them campaigns keep free; null if the
 * provider does not say. Throws `not_found`.
 */
export async function readAccountLineCapacity(
  { db, findLines }: CampaignEstimateDeps,
  workspaceId: string,
): Promise<{ lines: AccountLineCapacity | null }> {
  const rules = await readDialingRules(db, workspaceId);
  const told = await findLines(workspaceId);
  if (told === null) return { lines: null };
  return {
    lines: {
      limit: told.limit,
      ...calculateInboundLineReserve(rules.dialing.reservedLines, told.reservedInbound),
      burstLimit: told.burstLimit ?? null,
    },
  };
}
