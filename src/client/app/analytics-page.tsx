/** The Analytics screen, or its printable report, by the URL. It is in app/, as the report uses several features. */
import type { ReadAhead } from '../api/read-ahead.ts';
import AnalyticsScreen, { readAnalyticsAhead } from '../features/analytics/analytics-page.tsx';
import { analyticsLabels } from '../../labels/analytics-es.ts';
import { useSearchState } from '../hooks/use-search-state.ts';
import { Page } from '../layout/page.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const report = lazyPart(() => import('./report/report-page.tsx'));

/** Data that the Analytics screen prefetches; app/routes.tsx finds this export by its name. @public */
export const readAhead: ReadAhead = readAnalyticsAhead;

export default function AnalyticsPage() {
  const [search] = useSearchState();
  if (search.get('informe') !== '1') return <AnalyticsScreen />;
  return <report.Part fallback={<Page title={analyticsLabels.report}>{null}</Page>} />;
}
