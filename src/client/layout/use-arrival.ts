/** Arriving at another screen: focus goes to its content, so that keyboard and screen reader start there, and it is seen from the top. */
import { useEffect, type RefObject } from 'react';
import { useLocation } from 'wouter';

let shownPath: string | null = null;
/** Back and forward: the browser itself restores where the person was. */
let wentBack = false;

window.addEventListener('popstate', () => {
  wentBack = true;
});
// wouter's name for a step forward.
window.addEventListener('pushState', () => {
  wentBack = false;
});

/** Call in the frame of each screen with its main element. Does nothing on the first screen of the tab. */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  useEffect(() => {
    if (shownPath !== null && shownPath !== path) {
      // Whoever is in a window by now (the palette, quicker than the screen's code) stays there, or at what the content itself chose.
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
