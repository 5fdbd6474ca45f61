/** Hook: after a change of screen, focuses the new screen's content and scrolls to the top. */
import { useEffect, type RefObject } from 'react';
import { useLocation } from 'wouter';

let shownPath: string | null = null;
/**
 * True if the user opened the current screen by the browser's back or forward button. The browser then restores the
 * scroll position itself.
 */
let wentBack = false;

window.addEventListener('popstate', () => {
  wentBack = true;
});
// The router (wouter) fires the custom event 'pushState' for every new navigation, but not for the browser's back
// button.
window.addEventListener('pushState', () => {
  wentBack = false;
});

/** Moves focus and scroll position when another screen opens. The first screen after loading is ignored. */
export function useFocusOnScreenArrival(main: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  useEffect(() => {
    if (shownPath !== null && shownPath !== path) {
      // Don't move the focus if it is in an open dialog, or on an element of the new screen that the screen itself has
      // focused.
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
