/** Page of the main dashboard: calls and campaigns in progress, and figures and calls of the chosen period. */
import { useContext } from 'react';
import { useWebhookStatus } from '../../api/queries.ts';
import type { ScreenPrefetchFunction } from '../../api/read-ahead.ts';
import { ActiveHelpBadge } from '../../help/help-toggle.tsx';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { dashboardLabels, dashboardPeriodOptions } from '../../../labels/dashboard-es.ts';
import { PageFrame } from '../../layout/page.tsx';
import { DashboardCurrentActivityContext } from '../../layout/screen-parts.ts';
import { PeriodAndAgentFilters } from '../../layout/range-filters.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { ActiveCallsCard } from './active-calls-card.tsx';
import { AgentCardsSkeleton } from './agent-skeletons.tsx';
import {
  readDashboardPeriodFromUrl,
  toAgentFilterQuery,
  toRecentCallsQuery,
  toAgentFiguresQuery,
  toDashboardMetricsQuery,
  toDashboardVolumeQuery,
} from './filters.ts';
import { FirstRunGuideSlot } from './guide-slot.tsx';
import { DashboardMetricTiles } from './metric-tiles.tsx';
import { RecentCallsSkeleton } from './recent-calls-skeleton.tsx';
import { SharedDashboardMetricsProvider } from './shared-figures.tsx';
import { DashboardCallVolumeSlot } from './volume-slot.tsx';

// Dashboard parts below the first screenful. Each is a code chunk of its own, preloaded after the page's own code.
const recentCalls = createLazyComponent(() => import('./recent-calls-card.tsx'));
const agents = createLazyComponent(() => import('./agent-cards.tsx'));
const verdictLine = createLazyComponent(() => import('./verdict-line.tsx'));
for (const part of [verdictLine, recentCalls, agents]) part.preload();

/** Starts the first API reads of the dashboard while its code loads. app/routes.tsx finds it by this name. @public */
export const readAhead: ScreenPrefetchFunction = ({ read, readPage }, { search, workspace }) => {
  const period = readDashboardPeriodFromUrl(search);
  const agentId = search.get('agent');
  read('getMetrics', { query: toDashboardMetricsQuery(period, agentId) });
  read('getVerdict', { query: toAgentFiguresQuery(period, agentId) });
  read('getCallVolume', { query: toDashboardVolumeQuery(period, agentId) });
  readPage('listActiveCalls', { query: toAgentFilterQuery(agentId) });
  // Preload campaigns, metrics and alerts, which another part of the dashboard shows (app/dashboard-now.tsx).
  readPage('listCampaigns', {});
  read('getCopcMetrics', { query: { timeRange: 'today' } });
  read('listAlerts', { query: { open: 'true' } });
  read('webhookStatus', {});
  if (workspace.role !== 'operator') read('getFirstSteps', {});
  readPage('listFilteredCalls', { query: toRecentCallsQuery(search, period, agentId) });
};

/**
 * Polls the webhook's status (spec A 7). This is a component without content, so that polling rerenders nothing else.
 */
function WebhookPoll() {
  useWebhookStatus(5_000);
  return null;
}

export default function DashboardPage() {
  const [search, changeSearch] = useUrlSearchState();
  const period = readDashboardPeriodFromUrl(search);
  const agentId = search.get('agent');
  const now = useContext(DashboardCurrentActivityContext);
  // On a phone the figures come first.
  const isPhone = !useMediaQuery('(min-width: 40rem)');
  const tiles = (
    <>
      <DashboardMetricTiles period={period} agentId={agentId} />
      <verdictLine.Part period={period} agentId={agentId} fallback={<div aria-busy className="verdict-line" />} />
    </>
  );
  return (
    <PageFrame title={dashboardLabels.title} className="flex flex-col gap-4 lg:gap-6">
      <SharedDashboardMetricsProvider period={period} agentId={agentId}>
        {isPhone ? tiles : null}
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 max-sm:w-full">
            <PeriodAndAgentFilters
              periods={dashboardPeriodOptions}
              period={period.value}
              agentId={agentId}
              onPeriod={(value) => changeSearch({ period: value === 'today' ? null : value, page: null })}
              onAgent={(value) => changeSearch({ agent: value, page: null })}
            />
          </div>
          <div className="ml-auto flex h-9 items-center gap-1">
            <ActiveHelpBadge />
          </div>
        </div>
        <WebhookPoll />
        <FirstRunGuideSlot />
        {isPhone ? null : tiles}
        {now}
        <DashboardCallVolumeSlot period={period} agentId={agentId} />
        <div className="grid gap-x-8 gap-y-4 lg:gap-y-6 xl:grid-cols-[minmax(23rem,2fr)_5fr]">
          <ActiveCallsCard agentId={agentId} />
          <recentCalls.Part
            key={`${period.value} ${agentId}`}
            period={period}
            agentId={agentId}
            fallback={<RecentCallsSkeleton period={period} />}
          />
        </div>
        <div className="grid gap-x-8 gap-y-4 lg:gap-y-6 xl:grid-cols-2">
          <agents.Part period={period} agentId={agentId} fallback={<AgentCardsSkeleton />} />
        </div>
      </SharedDashboardMetricsProvider>
    </PageFrame>
  );
}
