/**
 * Keeps the spoken line in sight within its own box while the recording plays, until the person scrolls away. Never
 * moves the page or the focus.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Least distance of the line from the box's edges, as a part of its height. */
const margin = 0.15;
/** Position to which a line is scrolled, as a part of the box's height. */
const place = 0.3;

interface Follow {
  readonly box: RefObject<HTMLElement | null>;
  /** True if the person has scrolled away from the spoken line. */
  readonly isAway: boolean;
  readonly onScroll: () => void;
  /** Scrolls back to the spoken line and follows it again. */
  readonly resume: () => void;
  /** Scrolls to a search hit's line, which counts as the person's own scrolling. */
  readonly visit: (line: number) => void;
}

/** Follows the spoken line. `current` is its index, as in `data-line` of the box's elements. */
export function useFollow(current: number | null, isPlaying: boolean): Follow {
  const box = useRef<HTMLElement>(null);
  const ownTop = useRef(0);
  const [isAway, setAway] = useState(false);

  /** The line's top within the box, and its height; null if it is not drawn. */
  const measure = useCallback((line: number) => {
    const element = box.current?.querySelector(`[data-line="${line}"]`);
    if (!box.current || !element) return null;
    const { top, height } = element.getBoundingClientRect();
    return { top: top - box.current.getBoundingClientRect().top, height, room: box.current.clientHeight };
  }, []);

  const show = useCallback(
    (line: number) => {
      const found = measure(line);
      if (!box.current || !found) return;
      const { top, height, room } = found;
      if (top >= room * margin && top + height <= room * (1 - margin)) return;
      box.current.scrollTop += top - room * place;
      ownTop.current = box.current.scrollTop;
    },
    [measure],
  );

  useEffect(() => {
    if (isPlaying && !isAway && current !== null) show(current);
  }, [isPlaying, isAway, current, show]);

  // The spoken line, read on scrolling, so that a search does not run again with each line.
  const said = useRef(current);
  useEffect(() => {
    said.current = current;
  }, [current]);

  const judge = useCallback(() => {
    const found = measure(said.current ?? 0);
    setAway(found !== null && (found.top + found.height < 0 || found.top > found.room));
  }, [measure]);

  const onScroll = useCallback(() => {
    const top = box.current?.scrollTop ?? 0;
    // Our own scrolling fires the event, too.
    if (Math.abs(top - ownTop.current) < 2) return;
    ownTop.current = top;
    judge();
  }, [judge]);

  const visit = useCallback(
    (line: number) => {
      show(line);
      judge();
    },
    [show, judge],
  );

  const resume = useCallback(() => setAway(false), []);
  return { box, isAway, onScroll, resume, visit };
}
