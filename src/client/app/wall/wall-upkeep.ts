/** Keeps a wall running without anybody: screen awake, reconnecting for ever, always on the newest version. */
import { useEffect } from 'react';
import { useRealtimeStatus } from '../../api/realtime.ts';
import { useTabState } from '../../api/tab-state.ts';
import { reconnect } from '../../api/use-realtime.ts';

const reconnectMs = 30_000;
const lookForVersionMs = 5 * 60_000;

/** Keeps the screen awake. The browser drops the lock when the tab is hidden; some browsers have no such lock. */
function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    async function hold(): Promise<void> {
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // A browser that saves battery may refuse to keep the screen awake.
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

/** True if the server's page names another entry script than this page, because every version has its own. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    const page = await answer.text();
    // A page without the console's root is not ours, but for example a network's sign-in page.
    return answer.ok && Boolean(entry) && page.includes('id="root"') && !page.includes(`src="${entry}"`);
  } catch {
    // The server does not answer: the next check decides.
    return false;
  }
}

/** Looks for a new version when the connection comes back, because a deployment cuts it, and now and then besides. */
function useNewestVersion(): void {
  const isLive = useRealtimeStatus().connection === 'live';
  useEffect(() => {
    if (!isLive) return undefined;
    const look = async () => {
      if (await isOutdated()) window.location.reload();
    };
    void look();
    const timer = setInterval(() => void look(), lookForVersionMs);
    return () => clearInterval(timer);
  }, [isLive]);
}

/** Another tab of the session switched the workspace, so the wall reloads to follow. */
function useFollowedWorkspace(): void {
  const { mismatched } = useTabState();
  useEffect(() => {
    if (mismatched) window.location.reload();
  }, [mismatched]);
}

export function useWallSelfRepair(): void {
  useFollowedWorkspace();
  useAwakeScreen();
  useReconnection();
  useNewestVersion();
}
