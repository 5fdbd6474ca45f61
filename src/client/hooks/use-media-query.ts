/** Hook: true if the window matches a media query, for screens that render other elements when narrow. */
import { useCallback, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Set at 'beforeprint', because Chromium counts the pages before media queries change, and would cut a grown page. */
let isPrinting = false;

/** True for a media query that includes print, which must come last: '(min-width: 48rem), print'. */
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
