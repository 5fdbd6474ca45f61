/** What a campaign will cost and how fast it will go: by the workspace's own calls, once there are enough of them. */
import type { Kysely } from 'kysely';
import type { CampaignLines } from '../../../../contract/campaign-lines.ts';
import type { CampaignEstimates } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { findDialingRules } from '../../settings/index.ts';
import { keptLines } from '../rules/kept-lines.ts';
import { findDiallingBasis, type DiallingBasis } from './dialling-basis.ts';
import type { LineCapacity } from './line-capacity.ts';

export interface EstimateDeps {
  readonly db: Kysely<Schema>;
  readonly lines: LineCapacity;
}

/** Spec A 9. */
const specified: CampaignEstimates = {
  source: 'specification',
  calls: 0,
  costCentsPerRecipient: 5,
  recipientsPerMinute: 10,
};

/** By outbound calls of the last 30 days; until the cost of enough of them is known the specification's constants stand. */
export async function readEstimates({ db, lines }: EstimateDeps, workspaceId: string): Promise<CampaignEstimates> {
  const rules = await findDialingRules(db, workspaceId);
  if (!rules) throw new AppError('not_found');
  return estimatesOf(await findDiallingBasis(db, workspaceId, rules, await lines.find(workspaceId)));
}

export function estimatesOf(basis: DiallingBasis): CampaignEstimates {
  const { meanCostCents, callsWithCost } = basis;
  if (meanCostCents === null) return specified;
  return {
    source: 'workspace',
    calls: callsWithCost,
    costCentsPerRecipient: meanCostCents,
    recipientsPerMinute: paceOf(basis),
  };
}

/** The account's lines and those that campaigns leave alone. Throws `not_found` without a workspace. */
export async function readLines(
  { db, lines }: EstimateDeps,
  workspaceId: string,
): Promise<{ lines: CampaignLines | null }> {
  const rules = await findDialingRules(db, workspaceId);
  if (!rules) throw new AppError('not_found');
  const told = await lines.find(workspaceId);
  if (told === null) return { lines: null };
  return {
    lines: {
      limit: told.limit,
      ...keptLines(rules.dialing.reservedLines, told.reservedInbound),
      burstLimit: told.burstLimit ?? null,
    },
  };
}

/** A minute's calls: as many as may begin, or as the lines that are not reserved can end. */
function paceOf({ rules, holdSeconds, lines }: DiallingBasis): number {
  const begun = rules.dialing.callsPerSecond * 60;
  return lines && holdSeconds ? Math.min(begun, (lines.usable / holdSeconds) * 60) : begun;
}
