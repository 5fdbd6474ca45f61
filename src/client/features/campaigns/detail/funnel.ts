/** Computes the stages of a campaign's funnel: for each, the recipients and their percentages. Pure. */
import type { Campaign } from '../../../../contract/campaigns.ts';
import { computePercent } from '../../../format/numbers.ts';

type FunnelStage = 'total' | 'sent' | 'pickedUp' | 'contacted' | 'successful';

interface FunnelStep {
  readonly stage: FunnelStage;
  /** The stage before; null for the first. */
  readonly previous: FunnelStage | null;
  readonly count: number;
  /**
   * Recipients of this funnel stage in percent. `ofTotal`: of all recipients. `ofPrevious`: of the previous stage's
   * recipients.
   */
  readonly ofTotal: number;
  readonly ofPrevious: number;
}

type FunnelCounts = Pick<
  Campaign,
  'totalRecipients' | 'sentCount' | 'pickedUpCount' | 'contactedCount' | 'successfulCount'
>;

export function computeCampaignFunnel(campaign: FunnelCounts): readonly FunnelStep[] {
  const { totalRecipients, sentCount, pickedUpCount, contactedCount, successfulCount } = campaign;
  const counts: readonly (readonly [FunnelStage, number])[] = [
    ['total', totalRecipients],
    ['sent', sentCount],
    ['pickedUp', pickedUpCount],
    ['contacted', contactedCount],
    ['successful', successfulCount],
  ];
  return counts.map(([stage, count], index) => {
    const before = counts[index - 1];
    return {
      stage,
      previous: before?.[0] ?? null,
      count,
      ofTotal: Math.min(100, computePercent(count, totalRecipients)),
      ofPrevious: computePercent(count, before?.[1] ?? count),
    };
  });
}
