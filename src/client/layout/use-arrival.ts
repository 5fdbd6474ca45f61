/** Focuses another screen's content on arrival, for keyboard and screen readers, and scrolls to the top. */
import { useEffect, type RefObject } from 'react';
import { useLocation } from 'wouter';

let shownPath: string | null = null;
/** True after the browser's back or forward, which restore the scroll position themselves. */
let wentBack = false;

window.addEventListener('popstate', () => {
  wentBack = true;
});
// The router wouter fires this event of its own for a navigation forward.
window.addEventListener('pushState', () => {
  wentBack = false;
});

/** Moves focus and scroll position on arrival; call it in each screen's frame. Ignores the tab's first screen. */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  useEffect(() => {
    if (shownPath !== null && shownPath !== path) {
      // An open dialog, such as the palette, keeps the focus; so does an element that the screen focused itself.
      if (
        !main.current?.contains(document.activeElement) &&
        !document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
      )
        main.current?.focus({ preventScroll: true });
      if (!wentBack) window.scrollTo(0, 0);
    }
    shownPath = path;
    wentBack = false;
  }, [main, path]);
}
