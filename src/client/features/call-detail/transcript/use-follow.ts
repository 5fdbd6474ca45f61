/**
 * Keeps the line that is being said in sight within its own box while the recording plays, until the person scrolls it out
 * of sight. Never moves the page or the focus.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** How far from its edges a line should keep, as a part of the box. */
const margin = 0.15;
/** Where a line is put that has to be brought, as a part of the box. */
const place = 0.3;

interface Follow {
  readonly box: RefObject<HTMLElement | null>;
  /** The person has scrolled away from the line that is being said. */
  readonly isAway: boolean;
  readonly onScroll: () => void;
  /** Goes back to the line that is being said, and goes on with it. */
  readonly resume: () => void;
  /** Brings a line into sight, as a search wants it, which counts as the person's own scrolling. */
  readonly visit: (line: number) => void;
}

/** `current`: index of the line that is being said, as the elements in the box name it by `data-line`. */
export function useFollow(current: number | null, isPlaying: boolean): Follow {
  const box = useRef<HTMLElement>(null);
  const ownTop = useRef(0);
  const [isAway, setAway] = useState(false);

  /** The line's top within the box's window, and its height; null where it is not drawn. */
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

  // Read when somebody scrolls, so that a search is not repeated with each line.
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
    // Our own moves are told, too.
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
