/**
 * Hook: the chart point that the user reads, chosen by pointer or arrow keys. The chart is one tab stop. Home and End
 * go to its ends, and Esc hides the point.
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

export interface ChartPointCursor {
  /** Index of the chart point that the user chose; until then, index of the newest point. */
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

/** @param pointAt returns the index of the chart's point nearest to a distance from its left edge, in pixels. */
export function useChartPointCursor(points: number, pointAt: (x: number) => number): ChartPointCursor {
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
        // Keep a touched chart point shown, because lifting the finger fires `pointerleave` too.
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
