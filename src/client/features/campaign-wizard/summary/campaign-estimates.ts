/** What a campaign will cost and take: by the workspace's own last 30 days, else by the spec's constants (A 9). Pure. */
import type { CampaignEstimates } from '../../../../contract/campaigns.ts';

export const specifiedEstimates: CampaignEstimates = {
  source: 'specification',
  calls: 0,
  costCentsPerRecipient: 5,
  recipientsPerMinute: 10,
};

/** US dollars, for the recipients that will be called. */
export const estimateCost = (count: number, { costCentsPerRecipient }: CampaignEstimates): number =>
  (count * costCentsPerRecipient) / 100;

/** Whole minutes, rounded up. */
export const estimateMinutes = (count: number, { recipientsPerMinute }: CampaignEstimates): number =>
  Math.ceil(count / recipientsPerMinute);
