/** Hook: true if the window matches a media query. For screens that render other elements on narrow windows. */
import { useCallback, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/**
 * True while the page is printed. It is set at the event 'beforeprint', because Chromium counts the printed pages
 * before media queries change.
 */
let isPrinting = false;

/** True if the media query also applies to print. Print must be its last part: '(min-width: 48rem), print'. */
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
