/** When campaigns began to dial, as marks of a chart. */
import type { Campaign } from '../../contract/campaigns.ts';
import { chartLabels } from '../../labels/chart-es.ts';
import { useCampaigns } from '../api/queries.ts';
import { paths } from '../paths.ts';
import type { ChartMark } from '../ui/chart-labels.ts';

/** Those of an agent, or of all; none while they are not known, for no chart waits for them. */
export function useCampaignsOf(agentId: string | null): readonly Campaign[] {
  const all = useCampaigns().data?.items ?? [];
  return agentId === null ? all : all.filter((campaign) => campaign.agentId === agentId);
}

/** `placeOf` answers −1 for what is not on the chart. */
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

/** What a place's tooltip, table and sentence say; undefined of one at which nothing began. */
export function startsText(marks: readonly ChartMark[], index: number): string | undefined {
  return marks.flatMap((mark) => (mark.index === index ? [mark.said] : [])).join(', ') || undefined;
}
