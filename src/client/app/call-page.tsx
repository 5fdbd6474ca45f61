/** A call's page with what people scored of the call: put together here, because features don't know each other. */
import type { ReadAhead } from '../api/read-ahead.ts';
import CallDetailPage from '../features/call-detail/call-detail-page.tsx';
import { CallReviewBlock } from '../features/quality/call-review-block.tsx';

/** What it reads first; found by app/routes.tsx. @public */
export const readAhead: ReadAhead = ({ read }, { path }) => {
  const id = decodeURIComponent(path.split('/').at(-1) ?? '');
  read('getCall', { params: { id } });
  read('getCallContext', { params: { id } });
};

export default function CallPage() {
  return <CallDetailPage renderReview={(call) => <CallReviewBlock call={call} />} />;
}
