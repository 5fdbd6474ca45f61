/** Holds the person back on the screen while there is unsaved work. The tab's edge is watched by session/unsaved-work.ts. */
import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { guardLeaving } from '../layout/leave-guard.ts';

interface LeaveGuard {
  /** Where the person wants to go and has not been let yet. */
  readonly pending: (() => void) | null;
  readonly stay: () => void;
}

export function useLeaveGuard(active: boolean): LeaveGuard {
  const [pending, setPending] = useState<(() => void) | null>(null);
  const search = useSearch();
  const own = useRef('');
  useEffect(() => {
    own.current = `${window.location.pathname}${search ? `?${search}` : ''}`;
  }, [search]);
  useEffect(() => {
    if (!active) return undefined;
    const release = guardLeaving((leave) => setPending(() => leave));
    const listening = new AbortController();
    const { signal } = listening;
    const { pathname } = window.location;
    window.addEventListener(
      'popstate',
      (event) => {
        if (window.location.pathname === pathname) return;
        // The browser has gone back already: stand here again, above where it went, before the router hears of it.
        event.stopImmediatePropagation();
        window.history.pushState(null, '', own.current);
        setPending(() => () => {
          listening.abort();
          window.history.back();
        });
      },
      { signal, capture: true },
    );
    return () => {
      release();
      listening.abort();
    };
  }, [active]);
  return { pending, stay: () => setPending(null) };
}
