/** Filters of the campaign history, as URL parameters. Pure. */
import type { Campaign, CampaignStatus } from '../../../contract/campaigns.ts';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { matchesSearch } from '../../format/text-search.ts';

/** Campaign statuses in the order of a campaign's life. */
export const campaignStatusOrder = Object.keys(campaignStatusLabels) as CampaignStatus[];

export interface CampaignFilters {
  readonly query: string;
  readonly status: CampaignStatus | null;
}

export function readCampaignFilters(search: URLSearchParams): CampaignFilters {
  const status = campaignStatusOrder.find((each) => each === search.get('estado')) ?? null;
  return { query: search.get('buscar') ?? '', status };
}

export const hasCampaignFilters = ({ query, status }: CampaignFilters): boolean => query !== '' || status !== null;

export function filterCampaigns(
  campaigns: readonly Campaign[],
  { query, status }: CampaignFilters,
): readonly Campaign[] {
  return campaigns.filter(
    (each) =>
      (status === null || each.status === status) &&
      matchesSearch(query, [each.name, ...each.phoneNumbers, ...each.phoneNumbersShown]),
  );
}
