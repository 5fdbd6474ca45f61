/** A call's page with what people scored of the call: put together here, because features don't know each other. */
import CallDetailPage from '../features/call-detail/call-detail-page.tsx';
import { CallReviewBlock } from '../features/quality/call-review-block.tsx';

export default function CallPage() {
  return <CallDetailPage renderReview={(call) => <CallReviewBlock call={call} />} />;
}
