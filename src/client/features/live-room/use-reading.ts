/** True while somebody reads a list: the focus is in it, or the mouse moved over it a moment ago. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** Ms without movement after which a mouse over the list no longer counts as reading. */
const restingMs = 30_000;
const lookEveryMs = 1_000;

interface ReadingHandlers {
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: () => void;
}

const hasFocus = (list: HTMLElement | null): boolean => list?.contains(document.activeElement) ?? false;

export function useIsReadingList(list: RefObject<HTMLElement | null>): [boolean, ReadingHandlers] {
  const [isReading, setReading] = useState(false);
  const pointedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    // Polls for the focus, because no event reports that it was lost with its removed element.
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
