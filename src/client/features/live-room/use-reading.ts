/**
 * Hook: true while somebody probably reads a list, because the focus is in the list or the mouse moved over it less
 * than 30 seconds ago.
 */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** Time in ms without mouse movement after which nobody is assumed to read the list under the mouse. */
const restingMs = 30_000;
const lookEveryMs = 1_000;

interface ReadingHandlers {
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: () => void;
}

const hasFocus = (list: HTMLElement | null): boolean => list?.contains(document.activeElement) ?? false;

export function useIsListBeingRead(list: RefObject<HTMLElement | null>): [boolean, ReadingHandlers] {
  const [isReading, setReading] = useState(false);
  const pointedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    // Check the focus at intervals, because the browser fires no event when the focused element is removed.
    const look = () => setReading(hasFocus(list.current) || performance.now() - pointedAt.current < restingMs);
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [list]);
  return [
    isReading,
    {
      onPointerMove(event) {
        // A touch leaves no resting pointer.
        if (event.pointerType !== 'mouse') return;
        pointedAt.current = performance.now();
        setReading(true);
      },
      onPointerLeave() {
        pointedAt.current = Number.NEGATIVE_INFINITY;
        setReading(hasFocus(list.current));
      },
      onFocus: () => setReading(true),
    },
  ];
}
