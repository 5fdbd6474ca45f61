/** Hook: the present time for running clocks. It stops while the tab is hidden. */
import { useEffect, useState } from 'react';

/** Epoch ms from `read`, updated every `intervalMs`. */
export function useNow(read: () => number, intervalMs = 1_000): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible') setNow(read());
    };
    const timer = setInterval(tick, intervalMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [read, intervalMs]);
  return now;
}
