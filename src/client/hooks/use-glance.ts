/**
 * Hook: open state of a tooltip or help panel. Hovering or focusing opens it until pointer or focus leave. A click or
 * tap opens it until Esc, a second click or a click elsewhere.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

type Glance = 'closed' | 'glanced' | 'held';

/** Delay in ms before a tooltip or help panel closes, so that the pointer can move into it. */
const leaveMs = 200;

export interface HoverPopoverControl {
  readonly isOpen: boolean;
  readonly isHeld: boolean;
  /** Opens the tooltip or help panel after `afterMs`; call it when pointer or focus reach the trigger. */
  readonly arrive: (afterMs?: number) => void;
  /** Keeps the tooltip or help panel open; call it when the pointer enters it. */
  readonly stay: () => void;
  /** Closes the tooltip or help panel soon, unless a click opened it; call it when pointer or focus leave. */
  readonly leave: () => void;
  /** Toggles the tooltip or help panel on a click on its trigger. */
  readonly toggle: () => void;
  readonly close: () => void;
}

export function useHoverPopover(delayMs: number): HoverPopoverControl {
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
  // Listen for Esc in this hook, because the help panel's code, which has its own listener, may still be loading.
  useLayoutEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Esc closes only this tooltip or help panel, not a dialog below it.
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
