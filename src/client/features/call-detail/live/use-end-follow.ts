/** Keeps the end of a growing list in sight within its own box, until the person scrolls away from it. Never moves page or focus. */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isAtEnd } from './live-items.ts';

interface EndFollow {
  readonly box: RefObject<HTMLElement | null>;
  /** Items that came since the person left the end; null while the end is in sight. */
  readonly missed: number | null;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

/** `count`: items of the list; `version` changes whenever anything of it does; `scrolled` is told how far the box is scrolled. */
export function useEndFollow(count: number, version: unknown, scrolled: RefObject<number | null>): EndFollow {
  const box = useRef<HTMLElement>(null);
  /** How many there were when the person left the end. */
  const [leftAt, setLeftAt] = useState<number | null>(null);

  const toEnd = useCallback(() => {
    setLeftAt(null);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  useLayoutEffect(() => {
    if (!box.current) return;
    if (leftAt === null) box.current.scrollTop = box.current.scrollHeight;
    scrolled.current = box.current.scrollTop;
  }, [leftAt, version, scrolled]);

  const onScroll = useCallback(() => {
    if (!box.current) return;
    scrolled.current = box.current.scrollTop;
    const atEnd = isAtEnd(box.current);
    setLeftAt((known) => (atEnd ? null : (known ?? count)));
  }, [count, scrolled]);

  return { box, missed: leftAt === null ? null : Math.max(0, count - leftAt), onScroll, toEnd };
}
