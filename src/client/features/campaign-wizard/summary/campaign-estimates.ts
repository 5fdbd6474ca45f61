/**
 * Estimates a campaign's cost and duration from averages of the workspace's calls in the last 30 days. If too few calls
 * are known, default values of the specification (A 9) are used. Pure.
 */
import type { CampaignEstimates } from '../../../../contract/campaigns.ts';

export const defaultCampaignEstimates: CampaignEstimates = {
  source: 'specification',
  calls: 0,
  costCentsPerRecipient: 5,
  recipientsPerMinute: 10,
};

/** Estimated cost in US dollars of calling `count` recipients. */
export const estimateCampaignCost = (count: number, { costCentsPerRecipient }: CampaignEstimates): number =>
  (count * costCentsPerRecipient) / 100;

/** Estimated duration in whole minutes, rounded up. */
export const estimateCampaignMinutes = (count: number, { recipientsPerMinute }: CampaignEstimates): number =>
  Math.ceil(count / recipientsPerMinute);
