/**
 * Scrolls the transcript's box to the spoken line during playback, until the user scrolls away. Never scrolls the page
 * or moves the focus.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Minimum distance of the transcript line being played from the scroll box's edges, as a fraction of its height. */
const margin = 0.15;
/** Position to which the transcript line being played is scrolled, as a fraction of the scroll box's height. */
const place = 0.3;

interface Follow {
  readonly box: RefObject<HTMLElement | null>;
  /** True if the user has scrolled away from the line being spoken. */
  readonly isAway: boolean;
  readonly onScroll: () => void;
  /** Scrolls the transcript back to the spoken line and follows it again. */
  readonly resume: () => void;
  /** Scrolls the transcript to the line of a search hit, which counts as scrolling by the user. */
  readonly visit: (line: number) => void;
}

/**
 * Hook: scrolls to the spoken transcript line during playback. `current` is the index of the spoken line. Each line's
 * element must have the line's index in the attribute `data-line`.
 */
export function useSpokenLineScroll(current: number | null, isPlaying: boolean): Follow {
  const box = useRef<HTMLElement>(null);
  const ownTop = useRef(0);
  const [isAway, setAway] = useState(false);

  /** Position of a transcript line's top within its scroll box, and its height; null if it is not rendered. */
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

  // Keep the spoken line's index in a ref. As a hook dependency, it would make the transcript search scroll again
  // whenever another line is spoken.
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
