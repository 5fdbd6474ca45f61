/** State of the realtime connection and age of the data. Screen readers hear changes of the state, not of the age. */
import { RefreshCw, WifiOff } from 'lucide-react';
import { liveConnectionLabels } from '../../labels/shell-es.ts';
import { formatDurationInWords } from '../../labels/waits-es.ts';
import { useRealtimeStatus } from '../api/realtime.ts';
import { reconnectRealtime } from '../api/use-realtime.ts';
import { useNow } from '../hooks/use-now.ts';
import { useRegionalFormat } from '../session/use-format.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

export function RealtimeConnectionIndicator() {
  const { connection, updatedAt, clockOffsetMs } = useRealtimeStatus();
  const format = useRegionalFormat();
  const live = connection === 'live';
  const away = connection === 'offline' || connection === 'lost';
  const word = live ? liveConnectionLabels.live : away ? liveConnectionLabels.offline : liveConnectionLabels.connecting;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <output
        className={classNames(
          'inline-flex items-center gap-1.5 font-medium',
          live ? 'text-good' : away ? 'text-bad' : 'text-muted',
        )}
      >
        {away ? (
          <WifiOff aria-hidden className="size-3.5" />
        ) : (
          <span aria-hidden className={classNames('size-2 rounded-full bg-current', live && 'animate-live')} />
        )}
        {word}
      </output>
      {updatedAt !== null && away ? <DataAge since={updatedAt} /> : null}
      {updatedAt === null || away ? null : (
        <span className="whitespace-nowrap text-muted tabular-nums max-sm:sr-only">
          {liveConnectionLabels.updated} {format.timeWithSeconds(new Date(updatedAt + clockOffsetMs).toISOString())}
        </span>
      )}
      {connection === 'lost' ? (
        <Button size="small" onClick={reconnectRealtime}>
          <RefreshCw aria-hidden />
          {liveConnectionLabels.reconnect}
        </Button>
      ) : null}
    </div>
  );
}

function DataAge({ since }: { readonly since: number }) {
  const seconds = Math.max(0, Math.floor((useNow(Date.now) - since) / 1_000));
  return (
    <span className="whitespace-nowrap text-muted tabular-nums">
      {liveConnectionLabels.age(formatDurationInWords(seconds))}
    </span>
  );
}
