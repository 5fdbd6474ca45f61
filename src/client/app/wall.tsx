/**
 * '/?mural=1': the dashboard for a screen on the wall. The same cards, everything enlarged by the root's font size, without what is
 * for hands: sidebar, filters, the calls one by one. It goes on by itself: the screen stays awake, and a lost connection is
 * tried again.
 */
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { wallLabels as labels } from '../../labels/wall-es.ts';
import { useRealtimeStatus } from '../api/realtime.ts';
import { reconnect } from '../api/use-realtime.ts';
import { readPeriod } from '../features/dashboard/filters.ts';
import { MetricTiles } from '../features/dashboard/metric-tiles.tsx';
import { SharedMetrics } from '../features/dashboard/shared-figures.tsx';
import { VolumeSlot } from '../features/dashboard/volume-slot.tsx';
import { useSearchState } from '../hooks/use-search-state.ts';
import { Page } from '../layout/page.tsx';
import { Button } from '../ui/button.tsx';
import { NowSlot } from './now-slot.tsx';

/** Nobody stands there to press 'Reconectar'. */
const reconnectMs = 30_000;

/** A browser drops the lock with the tab's sight, and some have none. */
function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    async function hold(): Promise<void> {
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // Saving its battery, it may refuse.
      }
    }
    const ask = () => {
      const isHeld = lock !== undefined && !lock.released;
      if (!isHeld && document.visibilityState === 'visible' && 'wakeLock' in navigator) void hold();
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}

function useReconnection(): void {
  const { connection } = useRealtimeStatus();
  useEffect(() => {
    if (connection !== 'lost') return undefined;
    const timer = setInterval(reconnect, reconnectMs);
    return () => clearInterval(timer);
  }, [connection]);
}

function useLargeRoot(): void {
  useEffect(() => {
    document.documentElement.dataset['wall'] = '';
    return () => {
      delete document.documentElement.dataset['wall'];
    };
  }, []);
}

export default function Wall() {
  const [search, changeSearch] = useSearchState();
  const period = readPeriod(search);
  const agentId = search.get('agent');
  useAwakeScreen();
  useReconnection();
  useLargeRoot();
  useEffect(() => {
    const leaveByEscape = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) changeSearch({ mural: null });
    };
    document.addEventListener('keydown', leaveByEscape);
    return () => document.removeEventListener('keydown', leaveByEscape);
  }, [changeSearch]);
  return (
    <Page
      title={labels.title}
      className="flex max-w-none flex-col gap-4 lg:gap-6"
      actions={
        <Button size="icon" variant="ghost" aria-label={labels.leave} onClick={() => changeSearch({ mural: null })}>
          <X aria-hidden />
        </Button>
      }
    >
      <SharedMetrics period={period} agentId={agentId}>
        <MetricTiles period={period} agentId={agentId} />
        <NowSlot />
        <VolumeSlot period={period} agentId={agentId} />
      </SharedMetrics>
    </Page>
  );
}
