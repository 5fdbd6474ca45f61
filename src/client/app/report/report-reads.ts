/** Fetches the data of the Analytics report, one query for each section, all for the same days and agent. */
import { addDays } from '../../../contract/calendar-days.ts';
import { customRangeValue } from '../../../contract/figure-range.ts';
import {
  useAgentScorecards,
  useAgentNames,
  useAnalytics,
  useApiQuery,
  useCopcMetrics,
  usePeriodVerdict,
} from '../../api/queries.ts';
import {
  toDialingHoursQuery,
  toAnalyticsFiguresQuery,
  toCallVolumeQuery,
  type AnalyticsDateRange,
} from '../../features/analytics/analytics-filters.ts';
import { getTodayInZone } from '../../layout/figure-filters.tsx';
import { useWorkspaceTimeZone } from '../../session/session.ts';

/**
 * Converts the report's date range to parameters of the scorecards endpoint. Yesterday becomes a custom range, because
 * the endpoint has no name for it.
 */
function scorecardRange({ name, days }: AnalyticsDateRange, today: string) {
  if (name === 'today') return { timeFilter: '1d' } as const;
  if (name !== 'yesterday') return { timeFilter: name, ...days } as const;
  const yesterday = addDays(today, -1);
  return { timeFilter: customRangeValue, from: yesterday, to: yesterday } as const;
}

const often = { refetchInterval: 30_000 } as const;

/** React hook that fetches all sections of the Analytics report. `isWhole`: true once no section is loading. */
export function useAnalyticsReportQueries(range: AnalyticsDateRange, agentId: string | null) {
  const today = getTodayInZone(useWorkspaceTimeZone());
  const ofAgent = agentId ? { agentFilter: agentId } : {};
  const query = toAnalyticsFiguresQuery(range, agentId);
  const hours = toCallVolumeQuery(range, agentId);
  const analytics = useAnalytics(query);
  const verdict = usePeriodVerdict(query);
  const scorecards = useAgentScorecards({ ...scorecardRange(range, today), ...range.compare, ...ofAgent });
  const copc = useCopcMetrics({ timeRange: range.name, ...range.days, ...range.compare, ...ofAgent });
  const campaigns = useApiQuery('listCalledCampaigns', { query: toDialingHoursQuery(range, agentId) }, often);
  const volume = useApiQuery('getCallVolume', { query: hours ?? {} }, { ...often, enabled: hours !== null });
  const agents = useAgentNames();
  const reads = [analytics, verdict, scorecards, copc, campaigns, ...(hours === null ? [] : [volume])];
  return {
    analytics,
    verdict,
    scorecards,
    copc,
    campaigns,
    /** Number of calls by hour, if the report is about a single day; null for a longer range. */
    volume: hours === null ? null : volume,
    answered: [analytics, verdict, scorecards, copc].find(({ data }) => data !== undefined)?.data,
    isWhole:
      reads.every(({ isPending, isPlaceholderData }) => !isPending && !isPlaceholderData) &&
      (agentId === null || !agents.isPending),
  };
}

export type AnalyticsReportQueries = ReturnType<typeof useAnalyticsReportQueries>;
