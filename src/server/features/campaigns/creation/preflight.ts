/** What would become of a list of numbers if it were sent as told: the claim's own rules, asked beforehand. Changes nothing. */
import type { z } from 'zod';
import type { CampaignEstimates, CampaignPreflight, campaignsEndpoints } from '../../../../contract/campaigns.ts';
import { nationalNumberKey } from '../../../../contract/phone-number.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DoNotCall } from '../../do-not-call/index.ts';
import { findDialingRules, type DialingRules } from '../../settings/index.ts';
import { readEstimates, type EstimateDeps } from './campaign-estimates.ts';
import { findSchedule, refuseTooMany, type ScheduleDeps } from './create-campaign.ts';
import { dayAround, windowAt } from '../dispatch/calling-window.ts';
import { countAttempts } from '../queue-store.ts';

export interface PreflightDeps extends EstimateDeps, ScheduleDeps {
  readonly doNotCall: Pick<DoNotCall, 'findListed' | 'digestOf'>;
}

type Order = z.output<typeof campaignsEndpoints.preflightCampaign.body>;

/** Throws `invalid_input` for a moment that has passed and for too many numbers. */
export async function preflight(deps: PreflightDeps, workspaceId: string, order: Order): Promise<CampaignPreflight> {
  const { startsAt } = await findSchedule(deps, workspaceId, order);
  const estimates = await readEstimates(deps, workspaceId);
  const byKey = new Map(order.phoneNumbers.map((phoneNumber) => [nationalNumberKey(phoneNumber), phoneNumber]));
  refuseTooMany(byKey.size);
  return deps.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const rules = await findDialingRules(tx, workspaceId);
      if (!rules) throw new AppError('not_found');
      const at = startsAt ?? rules.readAt;
      const listed = await deps.doNotCall.findListed(tx, workspaceId, [...byKey.values()]);
      const allowed = [...byKey].filter(([, phoneNumber]) => !listed.has(phoneNumber)).map(([key]) => key);
      const attempts = await countAttempts(
        tx,
        deps.doNotCall,
        workspaceId,
        allowed,
        dayAround(rules.timeZone, at).startsAt,
      );
      const dailyLimit = [...attempts.values()].filter((count) => count >= rules.dailyAttempts).length;
      return {
        total: order.phoneNumbers.length,
        duplicates: order.phoneNumbers.length - byKey.size,
        doNotCall: byKey.size - allowed.length,
        dailyLimit,
        outsideWindow: outsideWindow(rules, at, allowed.length - dailyLimit, estimates),
        estimates,
      };
    });
}

/** Of so many whom nothing else keeps from being called, beginning then. */
function outsideWindow(
  rules: DialingRules,
  at: Date,
  callable: number,
  estimates: CampaignEstimates,
): CampaignPreflight['outsideWindow'] {
  const { callingWindow, timeZone } = rules;
  const window = windowAt(callingWindow, timeZone, at);
  if (!window.isOpen) return { count: callable, opensAt: window.opensAt?.toISOString() ?? null };
  if ((callingWindow as { enabled?: unknown }).enabled === false) return null;
  if (window.closesAt === null) return { count: 0, opensAt: null };
  const minutes = (window.closesAt.getTime() - at.getTime()) / 60_000;
  const count = Math.max(0, callable - Math.floor(minutes * estimates.recipientsPerMinute));
  const next = count === 0 ? null : windowAt(callingWindow, timeZone, window.closesAt);
  return { count, opensAt: next && !next.isOpen ? (next.opensAt?.toISOString() ?? null) : null };
}
