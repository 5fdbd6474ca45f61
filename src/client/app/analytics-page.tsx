/** Analytics, or its report where the address says so: chosen here, because the report is made of several features. */
import type { ReadAhead } from '../api/read-ahead.ts';
import AnalyticsScreen, { readAnalyticsAhead } from '../features/analytics/analytics-page.tsx';
import { useSearchState } from '../hooks/use-search-state.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const report = lazyPart(() => import('./report/report-page.tsx'));

/** What it reads first; found by app/routes.tsx. @public */
export const readAhead: ReadAhead = readAnalyticsAhead;

export default function AnalyticsPage() {
  const [search] = useSearchState();
  return search.get('informe') === '1' ? <report.Part /> : <AnalyticsScreen />;
}
