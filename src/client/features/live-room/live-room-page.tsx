/** Page 'En vivo': the list of all calls in progress, the most urgent first. */
import { screenLabels } from '../../../labels/shell-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useActiveCalls } from '../../api/queries.ts';
import type { ScreenPrefetchFunction } from '../../api/read-ahead.ts';
import { PageFrame } from '../../layout/page.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { FailedReadState, ForbiddenState } from '../../ui/states.tsx';

const room = createLazyComponent(() => import('./room.tsx'));
room.preload();

/** Starts the first API reads of the live room while its code loads. app/routes.tsx finds it by this name. @public */
export const readAhead: ScreenPrefetchFunction = ({ read, readPage }) => {
  read('getSettings', {});
  return readPage('listActiveCalls', { query: {} });
};

/** Placeholders as high as the rows. */
const waiting = (
  <div className="pt-8">
    <SkeletonRows count={8} className="min-h-29 border-b border-line last:border-0 xl:min-h-15" />
  </div>
);

export default function LiveCallsPage() {
  const { data, error, isError, refetch } = useActiveCalls({});
  const retry = () => void refetch();
  const isForbidden = isError && isApiErrorWithCode(error, 'forbidden');
  return (
    <PageFrame title={screenLabels.liveRoom} className="flex flex-col gap-4">
      {isForbidden ? <ForbiddenState /> : null}
      {isError && data && !isForbidden ? <StaleNotice onRetry={retry} /> : null}
      {isError && !data && !isForbidden ? (
        <FailedReadState text={getRequestErrorText(error)} onRetry={retry} className="min-h-80" />
      ) : null}
      {data || isError ? null : waiting}
      {data && !isForbidden ? <room.Part data={data} fallback={waiting} /> : null}
    </PageFrame>
  );
}
