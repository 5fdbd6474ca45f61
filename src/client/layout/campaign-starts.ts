/** Marks on a chart for the moments at which campaigns started. */
import type { Campaign } from '../../contract/campaigns.ts';
import { chartLabels } from '../../labels/chart-es.ts';
import { useCampaigns } from '../api/queries.ts';
import { paths } from '../paths.ts';
import type { ChartMark } from '../ui/chart-labels.ts';

/** Campaigns of an agent, or of all; empty until known, because no chart waits for them. */
export function useCampaignsOf(agentId: string | null): readonly Campaign[] {
  const all = useCampaigns().data?.items ?? [];
  return agentId === null ? all : all.filter((campaign) => campaign.agentId === agentId);
}

/** Chart marks of the campaigns' starts. `placeOf` returns -1 for a moment outside the chart. */
export function startMarks(
  campaigns: readonly Pick<Campaign, 'id' | 'name' | 'lastSentAt'>[],
  placeOf: (at: string) => number,
): readonly ChartMark[] {
  return campaigns.flatMap(({ id, name, lastSentAt }) => {
    if (lastSentAt === null) return [];
    const index = placeOf(lastSentAt);
    return index < 0 ? [] : [{ key: id, name, said: chartLabels.began(name), href: paths.campaign(id), index }];
  });
}

/** Text on the campaigns that started at one place of the chart; undefined if none did. */
export function startsText(marks: readonly ChartMark[], index: number): string | undefined {
  return marks.flatMap((mark) => (mark.index === index ? [mark.said] : [])).join(', ') || undefined;
}
