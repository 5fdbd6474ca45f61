/** Cost and speed of a campaign by the workspace's own calls, once there are enough of them, and by its lines now. */
import type { Kysely } from 'kysely';
import type { CampaignLines } from '../../../../contract/campaign-lines.ts';
import type { CampaignEstimates, RetryOutcome } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Concurrency } from '../../../platform/provider/provider.ts';
import { countOutboundReasons, findOutboundFigures } from '../../analytics/index.ts';
import { findDialingRules, type DialingRules } from '../../settings/index.ts';
import { retryOutcomeOf } from '../outcome/call-outcome.ts';
import type { Capacity, OutcomeShares } from '../rules/forecast.ts';
import { keptLines } from '../rules/kept-lines.ts';
import { findLineSeconds } from './forecast-query.ts';
import type { FindLines } from './line-capacity.ts';

export interface EstimateDeps {
  readonly db: Kysely<Schema>;
  readonly findLines: FindLines;
}

/** Before a workspace has so many calls, its rates say nothing. */
const callsNeeded = 50;
/** So many days tell what is usual. */
export const overDays = 30;

/** Spec A 9. */
const specified: CampaignEstimates = {
  source: 'specification',
  calls: 0,
  costCentsPerRecipient: 5,
  recipientsPerMinute: 10,
};

/** How the workspace's own calls go. */
export interface DiallingBasis {
  readonly rules: DialingRules;
  /** US cents; null: of too few calls of 30 days the cost is known. */
  readonly meanCostCents: number | null;
  readonly callsWithCost: number;
  /** How long a call has its line; null: too few calls. */
  readonly holdSeconds: number | null;
  /** By how many calls that is known, or would be. */
  readonly callsHeld: number;
  readonly lengths: Capacity['lengths'];
  /** Lines that campaigns may use, and the free ones among them; null: the provider does not say. */
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

/** At least one line is always there. */
function linesOf({ dialing }: DialingRules, told: Concurrency): Capacity['lines'] {
  const usable = Math.max(1, told.limit - keptLines(dialing.reservedLines, told.reservedInbound).reserved);
  return { usable, free: Math.max(0, usable - told.current) };
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

/** By outbound calls of the last 30 days; until the cost of enough of them is known the specification's constants stand. */
export async function readEstimates({ db, findLines }: EstimateDeps, workspaceId: string): Promise<CampaignEstimates> {
  const rules = await readRules(db, workspaceId);
  return estimatesOf(await findDiallingBasis(db, workspaceId, rules, await findLines(workspaceId)));
}

/** Throws `not_found` without a workspace. */
export async function readRules(db: Kysely<Schema>, workspaceId: string): Promise<DialingRules> {
  const rules = await findDialingRules(db, workspaceId);
  if (!rules) throw new AppError('not_found');
  return rules;
}

export function estimatesOf({ meanCostCents, callsWithCost, ...basis }: DiallingBasis): CampaignEstimates {
  if (meanCostCents === null) return specified;
  const { rules, holdSeconds, lines } = basis;
  // A minute's calls: as many as may begin, or as the lines that are not reserved can end.
  const begun = rules.dialing.callsPerSecond * 60;
  return {
    source: 'workspace',
    calls: callsWithCost,
    costCentsPerRecipient: meanCostCents,
    recipientsPerMinute: lines && holdSeconds ? Math.min(begun, (lines.usable / holdSeconds) * 60) : begun,
  };
}

/** The account's lines and those that campaigns leave alone. Throws `not_found` without a workspace. */
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
