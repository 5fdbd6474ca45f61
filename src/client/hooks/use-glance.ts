/**
 * State of a tooltip or help panel. Hovering or focusing its trigger opens it for a glance, and it closes by itself. A
 * click or tap keeps it open until Esc, a second click or a click elsewhere.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

type Glance = 'closed' | 'glanced' | 'held';

/** Delay before closing, in ms: enough to move the pointer from the trigger into the panel. */
const leaveMs = 200;

export interface GlanceControl {
  readonly isOpen: boolean;
  readonly isHeld: boolean;
  /** Pointer or focus reached the trigger: opens after `afterMs`, by default `delayMs`. */
  readonly arrive: (afterMs?: number) => void;
  /** The pointer entered the panel, which stays open. */
  readonly stay: () => void;
  /** Pointer or focus left: the panel closes soon, unless a click keeps it open. */
  readonly leave: () => void;
  /** A click on the trigger: toggles the panel. */
  readonly toggle: () => void;
  readonly close: () => void;
}

export function useHoverPopover(delayMs: number): GlanceControl {
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
  // Listens as soon as it opens, because the panel that listens too may still be loading.
  useLayoutEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // This Esc closes the panel only, and not also a window below.
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
