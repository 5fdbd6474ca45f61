/** A call's page with its review. Composed here because features don't import each other. */
import type { ReadAhead } from '../api/read-ahead.ts';
import CallDetailPage from '../features/call-detail/call-detail-page.tsx';
import { CallReviewBlock } from '../features/quality/call-review-block.tsx';

/** First data reads of a call's page; app/routes.tsx finds them by this name. @public */
export const readAhead: ReadAhead = ({ read }, { path }) => {
  const id = decodeURIComponent(path.split('/').at(-1) ?? '');
  read('getCall', { params: { id } });
  read('getCallContext', { params: { id } });
};

export default function CallPage() {
  return <CallDetailPage renderReview={(call) => <CallReviewBlock call={call} />} />;
}
