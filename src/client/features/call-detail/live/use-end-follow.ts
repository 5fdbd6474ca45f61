/** Keeps a growing list scrolled to its end until the user scrolls away. Never moves the page or the focus. */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isScrolledToEnd } from './live-items.ts';

interface EndFollow {
  readonly box: RefObject<HTMLElement | null>;
  /** Number of new list items since the user scrolled away from the end; null while the end is visible. */
  readonly missed: number | null;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

/** React hook that keeps a scrollable list of `count` items scrolled to its end. `onMove` gets each scroll position. */
export function useScrollToEnd(count: number, onMove: (top: number) => void): EndFollow {
  const box = useRef<HTMLElement>(null);
  const [leftAt, setLeftAt] = useState<number | null>(null);

  const toEnd = useCallback(() => {
    setLeftAt(null);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  // Runs after every change of the list.
  useLayoutEffect(() => {
    if (!box.current) return;
    if (leftAt === null) box.current.scrollTop = box.current.scrollHeight;
    onMove(box.current.scrollTop);
  });

  const onScroll = useCallback(() => {
    if (!box.current) return;
    onMove(box.current.scrollTop);
    const atEnd = isScrolledToEnd(box.current);
    setLeftAt((known) => (atEnd ? null : (known ?? count)));
  }, [count, onMove]);

  return { box, missed: leftAt === null ? null : Math.max(0, count - leftAt), onScroll, toEnd };
}
