/**
 * The point of a chart that is being read: under the pointer, or walked to with the arrow keys. One tab stop; Home and
 * End lead to the ends, Esc hides the point.
 */
import { useState, type KeyboardEvent, type PointerEvent } from 'react';

interface CursorHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface ChartCursor {
  /** The newest point until another one was chosen. */
  readonly index: number;
  readonly isShown: boolean;
  readonly handlers: CursorHandlers;
}

function stepOf(key: string, index: number, last: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return index + 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return index - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** @param pointAt the point nearest to a distance from the left edge, in pixels. */
export function useChartCursor(points: number, pointAt: (x: number) => number): ChartCursor {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isShown, setShown] = useState(false);
  const last = points - 1;
  const index = Math.max(0, Math.min(chosen ?? last, last));

  function follow(event: PointerEvent<HTMLElement>): void {
    setChosen(pointAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
    setShown(true);
  }

  return {
    index,
    isShown,
    handlers: {
      onPointerDown: follow,
      onPointerMove: follow,
      onPointerLeave: ({ pointerType }) => {
        // A finger that is lifted leaves too, and what it tapped should stay.
        if (pointerType !== 'touch') setShown(false);
      },
      onFocus: () => setShown(true),
      onBlur: () => setShown(false),
      onKeyDown: (event) => {
        if (event.key === 'Escape') setShown(false);
        const wanted = stepOf(event.key, index, last);
        if (wanted === null || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setChosen(Math.max(0, Math.min(wanted, last)));
        setShown(true);
      },
    },
  };
}
