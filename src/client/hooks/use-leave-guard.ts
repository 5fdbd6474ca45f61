/** Asks before a person leaves a screen with unsaved work. session/unsaved-work.ts guards closing the tab. */
import { useEffect, useState } from 'react';
import { guardLeaving } from '../layout/leave-guards.ts';

interface LeaveGuard {
  /** The navigation that waits for the person's answer to the question about unsaved work; null if none waits. */
  readonly pending: (() => void) | null;
  readonly stay: () => void;
}

/** Guards the screen against leaving while `active`. For `part`, see `guardLeaving`. */
export function useLeaveGuard(active: boolean, part?: string): LeaveGuard {
  const [pending, setPending] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!active) return undefined;
    const end = guardLeaving((leave) => setPending(() => leave), part);
    return () => {
      end();
      // The unsaved work has been saved meanwhile, so nobody needs to be asked.
      setPending(null);
    };
  }, [active, part]);
  return { pending, stay: () => setPending(null) };
}
