/**
 * When a tooltip or help panel is open. A pointer that rests on its trigger, or keyboard focus there, only glances at it: it closes
 * again by itself. A click or tap holds it open until Esc, another click or one elsewhere.
 */
import { useEffect, useRef, useState } from 'react';

type Glance = 'closed' | 'glanced' | 'held';

/** Long enough to move the pointer from the trigger into the panel. */
const leaveMs = 200;

export interface GlanceControl {
  readonly isOpen: boolean;
  readonly isHeld: boolean;
  /** The pointer or focus came: opens after the given delay, `delayMs` unless told. */
  readonly arrive: (afterMs?: number) => void;
  /** The pointer came into the panel: it stays. */
  readonly stay: () => void;
  /** The pointer or focus went: closes soon, unless held. */
  readonly leave: () => void;
  /** A click on the trigger. */
  readonly toggle: () => void;
  readonly close: () => void;
}

export function useGlance(delayMs: number): GlanceControl {
  const [glance, setGlance] = useState<Glance>('closed');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => clearTimeout(timer.current);
  const later = (milliseconds: number, from: Glance, to: Glance) => {
    stay();
    timer.current = setTimeout(() => setGlance((now) => (now === from ? to : now)), milliseconds);
  };
  const become = (next: Glance) => {
    stay();
    setGlance(next);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isOpen: glance !== 'closed',
    isHeld: glance === 'held',
    arrive: (afterMs = delayMs) => later(afterMs, 'closed', 'glanced'),
    stay,
    leave: () => later(leaveMs, 'glanced', 'closed'),
    toggle: () => become(glance === 'held' ? 'closed' : 'held'),
    close: () => become('closed'),
  };
}
