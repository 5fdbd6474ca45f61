/** Hook: asks before a person leaves a screen with unsaved work. session/unsaved-work.ts guards closing the tab. */
import { useEffect, useState } from 'react';
import { addScreenLeaveGuard } from '../layout/leave-guards.ts';

interface LeaveGuard {
  /**
   * Callback that continues the navigation which was stopped to ask the user about unsaved work. Null if none was
   * stopped.
   */
  readonly pending: (() => void) | null;
  readonly stay: () => void;
}

/** Hook: asks before leaving while `active` is true. `part`: the guarded part of the screen, see `addScreenLeaveGuard`. */
export function useUnsavedWorkLeaveGuard(active: boolean, part?: string): LeaveGuard {
  const [pending, setPending] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!active) return undefined;
    const end = addScreenLeaveGuard((leave) => setPending(() => leave), part);
    return () => {
      end();
      // Close the question about unsaved work if the work was saved in the meantime.
      setPending(null);
    };
  }, [active, part]);
  return { pending, stay: () => setPending(null) };
}
