/** Analytics, or its report if the address asks for it. Composed here because the report combines several features. */
import type { ReadAhead } from '../api/read-ahead.ts';
import AnalyticsScreen, { readAnalyticsAhead } from '../features/analytics/analytics-page.tsx';
import { analyticsLabels } from '../../labels/analytics-es.ts';
import { useSearchState } from '../hooks/use-search-state.ts';
import { Page } from '../layout/page.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const report = lazyPart(() => import('./report/report-page.tsx'));

/** First data reads of Analytics; app/routes.tsx finds them by this name. @public */
export const readAhead: ReadAhead = readAnalyticsAhead;

export default function AnalyticsPage() {
  const [search] = useSearchState();
  if (search.get('informe') !== '1') return <AnalyticsScreen />;
  return <report.Part fallback={<Page title={analyticsLabels.report}>{null}</Page>} />;
}
