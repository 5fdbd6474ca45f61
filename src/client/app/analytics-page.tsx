/** The Analytics screen, or its printable report, by the URL. It is in app/, as the report uses several features. */
import type { ScreenPrefetchFunction } from '../api/read-ahead.ts';
import AnalyticsScreen, { prefetchAnalytics } from '../features/analytics/analytics-page.tsx';
import { analyticsLabels } from '../../labels/analytics-es.ts';
import { useUrlSearchState } from '../hooks/use-search-state.ts';
import { PageFrame } from '../layout/page.tsx';
import { createLazyComponent } from '../ui/lazy-part.tsx';

const report = createLazyComponent(() => import('./report/report-page.tsx'));

/** Data that the Analytics screen prefetches; app/routes.tsx finds this export by its name. @public */
export const readAhead: ScreenPrefetchFunction = prefetchAnalytics;

export default function AnalyticsPage() {
  const [search] = useUrlSearchState();
  if (search.get('informe') !== '1') return <AnalyticsScreen />;
  return <report.Part fallback={<PageFrame title={analyticsLabels.report}>{null}</PageFrame>} />;
}
