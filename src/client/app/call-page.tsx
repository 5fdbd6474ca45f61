/** The page of a call together with its quality review. It is in app/ because features don't import each other. */
import type { ScreenPrefetchFunction } from '../api/read-ahead.ts';
import CallDetailPage from '../features/call-detail/call-detail-page.tsx';
import { CallQualityReviewSection } from '../features/quality/call-review-block.tsx';

/** Data that a call's page prefetches; app/routes.tsx finds this export by its name. @public */
export const readAhead: ScreenPrefetchFunction = ({ read }, { path }) => {
  const id = decodeURIComponent(path.split('/').at(-1) ?? '');
  read('getCall', { params: { id } });
  read('getCallContext', { params: { id } });
};

export default function CallPage() {
  return <CallDetailPage renderReview={(call) => <CallQualityReviewSection call={call} />} />;
}
