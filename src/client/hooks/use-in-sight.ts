/** Hook: true while an element is in the viewport. All elements share one IntersectionObserver. */
import { useEffect, useState, type RefObject } from 'react';

const listeners = new WeakMap<Element, (isInSight: boolean) => void>();
let observer: IntersectionObserver | null = null;

function observe(element: Element, listener: (isInSight: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  });
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

export function useIsInViewport(element: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => (element.current ? observe(element.current, setInSight) : undefined), [element]);
  return isInSight;
}
