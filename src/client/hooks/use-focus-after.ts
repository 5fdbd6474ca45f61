/** Where the keyboard goes on after a window whose button is gone. */
import { useEffect, useRef, type RefObject } from 'react';

/** Once `isOpen` turns false and the focus is nowhere, gives it to `place`. */
export function useFocusAfter(isOpen: boolean, place: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed) return undefined;
    // After the window itself has given the focus back, which it does in a task of its own.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    }, 0);
    return () => clearTimeout(timer);
  }, [isOpen, place]);
}
