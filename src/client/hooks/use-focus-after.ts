/** Hook: sets the focus after a window closes if the button that opened the window no longer exists. */
import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the element `place` after a window closes (`isOpen` becomes false), unless another element has the focus. */
export function useFocusAfterClose(isOpen: boolean, place: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed) return undefined;
    // Run in a later task, because only then has the closing dialog returned the focus.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    }, 0);
    return () => clearTimeout(timer);
  }, [isOpen, place]);
}
