/** Holds the person back on the screen while there is unsaved work. The tab's edge is watched by session/unsaved-work.ts. */
import { useEffect, useState } from 'react';
import { guardLeaving } from '../layout/leave-guards.ts';

interface LeaveGuard {
  /** Where the person wants to go and has not been let yet. */
  readonly pending: (() => void) | null;
  readonly stay: () => void;
}

/** `part` as of `guardLeaving`. */
export function useLeaveGuard(active: boolean, part?: string): LeaveGuard {
  const [pending, setPending] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!active) return undefined;
    const end = guardLeaving((leave) => setPending(() => leave), part);
    return () => {
      end();
      // A question about what is no longer unsaved is none.
      setPending(null);
    };
  }, [active, part]);
  return { pending, stay: () => setPending(null) };
}
