/** Message of the live room if no call is in progress: the number of recent calls, with a link to them. */
import { useState } from 'react';
import { Link } from 'wouter';
import { liveCallsPageLabels as labels } from '../../../labels/live-room-es.ts';
import { useListPageQuery } from '../../api/queries.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { getButtonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

const hourMs = 3_600_000;

export default function EmptyLiveCallsState() {
  const format = useRegionalFormat();
  const [fromDate] = useState(() => new Date(getServerTimeMs() - hourMs).toISOString());
  const total = useListPageQuery('listCalls', { query: { fromDate, pageSize: 1 } }).data?.total;
  const lately = total === undefined ? '' : total === 0 ? labels.noneInLastHour : labels.lastHour(format.count(total));
  return (
    <EmptyState
      picture="active"
      title={labels.none}
      text={`${labels.noneText} ${lately}`.trim()}
      className="min-h-80"
      action={
        <Link href={screenPaths.callHistory()} className={getButtonClasses({ size: 'small' })}>
          {labels.history}
        </Link>
      }
    />
  );
}
