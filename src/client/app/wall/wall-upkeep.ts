/** Keeps a wall display running unattended: prevents sleep, reconnects forever, and reloads for new versions. */
import { useEffect } from 'react';
import { useRealtimeStatus } from '../../api/realtime.ts';
import { useTabWorkspaceState } from '../../api/tab-state.ts';
import { reconnectRealtime } from '../../api/use-realtime.ts';

const reconnectMs = 30_000;
const lookForVersionMs = 5 * 60_000;

/** Keeps the screen awake by a wake lock, if the browser has one. The browser releases it when the tab is hidden. */
function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    async function hold(): Promise<void> {
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // Ignore the error: a browser in battery-saving mode may refuse the wake lock.
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
    const timer = setInterval(reconnectRealtime, reconnectMs);
    return () => clearInterval(timer);
  }, [connection]);
}

/** True if a new version is deployed: the server's HTML then names another entry script than this page. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    const page = await answer.text();
    // Ignore HTML without the console's root element. It comes from elsewhere, for example from a Wi-Fi sign-in page.
    return answer.ok && Boolean(entry) && page.includes('id="root"') && !page.includes(`src="${entry}"`);
  } catch {
    // If the server does not respond to the version check, the page counts as current until the next check.
    return false;
  }
}

/** Looks for a new version periodically and after each reconnection, because a deployment cuts the connection. */
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

/** Reloads the wall display if another tab switched the session's workspace, so that it shows the new one. */
function useFollowedWorkspace(): void {
  const { mismatched } = useTabWorkspaceState();
  useEffect(() => {
    if (mismatched) window.location.reload();
  }, [mismatched]);
}

export function useWallDisplayUpkeep(): void {
  useFollowedWorkspace();
  useAwakeScreen();
  useReconnection();
  useNewestVersion();
}
