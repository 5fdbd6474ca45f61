/**
 * When a tooltip or help panel is open. A pointer that rests on its trigger, or keyboard focus there, only glances at it: it closes
 * again by itself. A click or tap holds it open until Esc, another click or one elsewhere.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

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
  const isOpen = glance !== 'closed';
  useEffect(() => () => clearTimeout(timer.current), []);
  // From the moment it opens: the panel, which listens too, may still be on its way.
  useLayoutEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // What is open below stays: this Esc is taken.
      event.stopPropagation();
      setGlance('closed');
    };
    if (isOpen) window.addEventListener('keydown', closeOnEscape, true);
    return () => window.removeEventListener('keydown', closeOnEscape, true);
  }, [isOpen]);
  return {
    isOpen,
    isHeld: glance === 'held',
    arrive: (afterMs = delayMs) => later(afterMs, 'closed', 'glanced'),
    stay,
    leave: () => later(leaveMs, 'glanced', 'closed'),
    toggle: () => become(glance === 'held' ? 'closed' : 'held'),
    close: () => become('closed'),
  };
}
