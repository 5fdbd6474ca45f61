/** Filters of the campaign history, as URL parameters. Pure. */
import type { Campaign, CampaignStatus } from '../../../contract/campaigns.ts';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { containsAllSearchWords } from '../../format/text-search.ts';

/** Campaign statuses in the order of a campaign's life. */
export const campaignStatusOrder = Object.keys(campaignStatusLabels) as CampaignStatus[];

export interface CampaignHistoryFilters {
  readonly query: string;
  readonly status: CampaignStatus | null;
}

export function readCampaignFiltersFromUrl(search: URLSearchParams): CampaignHistoryFilters {
  const status = campaignStatusOrder.find((each) => each === search.get('estado')) ?? null;
  return { query: search.get('buscar') ?? '', status };
}

export const hasCampaignFilters = ({ query, status }: CampaignHistoryFilters): boolean =>
  query !== '' || status !== null;

export function filterCampaigns(
  campaigns: readonly Campaign[],
  { query, status }: CampaignHistoryFilters,
): readonly Campaign[] {
  return campaigns.filter(
    (each) =>
      (status === null || each.status === status) &&
      containsAllSearchWords(query, [each.name, ...each.phoneNumbers, ...each.phoneNumbersShown]),
  );
}
