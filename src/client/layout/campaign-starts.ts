/** Marks in a chart that show when campaigns started. */
import type { Campaign } from '../../contract/campaigns.ts';
import { chartLabels } from '../../labels/chart-es.ts';
import { useCampaigns } from '../api/queries.ts';
import { screenPaths } from '../paths.ts';
import type { ChartEventMark } from '../ui/chart-labels.ts';

/** Hook: campaigns of an agent, or all campaigns for null. Empty while they load. */
export function useCampaignsOfAgent(agentId: string | null): readonly Campaign[] {
  const all = useCampaigns().data?.items ?? [];
  return agentId === null ? all : all.filter((campaign) => campaign.agentId === agentId);
}

/**
 * Builds the chart's marks for campaign starts. `placeOf` returns the position of a moment on the time axis, or -1 if
 * the moment is outside the chart.
 */
export function buildCampaignStartMarks(
  campaigns: readonly Pick<Campaign, 'id' | 'name' | 'lastSentAt'>[],
  placeOf: (at: string) => number,
): readonly ChartEventMark[] {
  return campaigns.flatMap(({ id, name, lastSentAt }) => {
    if (lastSentAt === null) return [];
    const index = placeOf(lastSentAt);
    return index < 0 ? [] : [{ key: id, name, said: chartLabels.began(name), href: screenPaths.campaign(id), index }];
  });
}

/** Text that names the campaigns which started at one position of the chart's time axis; undefined if there is none. */
export function describeCampaignStartsAtChartIndex(
  marks: readonly ChartEventMark[],
  index: number,
): string | undefined {
  return marks.flatMap((mark) => (mark.index === index ? [mark.said] : [])).join(', ') || undefined;
}
