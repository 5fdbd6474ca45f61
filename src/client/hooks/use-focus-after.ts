/** Sets the focus after closing a window whose opening button is gone. */
import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the element `place` when a window closes (`isOpen` turns false) and nothing has the focus. */
export function useFocusAfterClose(isOpen: boolean, place: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed) return undefined;
    // The focus moves after the closing window has returned it, which it does in a task of its own.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    }, 0);
    return () => clearTimeout(timer);
  }, [isOpen, place]);
}
