/** Whether the window fits a media query; for screens that show another tree when narrow, not merely another style. */
import { useCallback, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Chromium counts a print's pages after 'beforeprint' and before queries change. A tree that grew later would lose its last page. */
let isPrinting = false;

/** A query that names paper names it last: '(min-width: 48rem), print'. */
const namesPaper = (query: string): boolean => /(?:^|, )print$/.test(query);

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      const turn = ({ type }: Event) => {
        isPrinting = type === 'beforeprint';
        flushSync(listener);
      };
      const turns = namesPaper(query) ? (['beforeprint', 'afterprint'] as const) : [];
      for (const type of turns) window.addEventListener(type, turn);
      return () => {
        list.removeEventListener('change', listener);
        for (const type of turns) window.removeEventListener(type, turn);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => (isPrinting && namesPaper(query)) || window.matchMedia(query).matches);
}
