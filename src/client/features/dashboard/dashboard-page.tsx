/** The main dashboard: what is going on now, and the period's figures and calls. Every figure comes from the API. */
import { useSearchState } from '../../hooks/use-search-state.ts';
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { Page } from '../../layout/page.tsx';
import { ActiveCallsCard } from './active-calls-card.tsx';
import { DashboardFilters } from './dashboard-filters.tsx';
import { readPeriod } from './filters.ts';
import { MetricTiles } from './metric-tiles.tsx';
import { RecentCallsCard } from './recent-calls-card.tsx';

export default function DashboardPage() {
  const [search, changeSearch] = useSearchState();
  const period = readPeriod(search);
  const agentId = search.get('agent');
  return (
    <Page title={dashboardLabels.title} className="flex flex-col gap-4 lg:gap-6">
      <DashboardFilters
        period={period}
        agentId={agentId}
        onPeriod={(value) => changeSearch({ period: value === 'today' ? null : value, page: null })}
        onAgent={(value) => changeSearch({ agent: value, page: null })}
      />
      <MetricTiles period={period} agentId={agentId} />
      <div className="grid items-start gap-4 lg:gap-6 xl:grid-cols-[minmax(23rem,2fr)_5fr]">
        <ActiveCallsCard />
        <RecentCallsCard key={`${period.value} ${agentId}`} period={period} agentId={agentId} />
      </div>
    </Page>
  );
}
