/** Several actions of a page's header: side by side where there is room, below one button 'Acciones' on a phone. */
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { actionLabels } from '../../labels/common-es.ts';
import { Button } from '../ui/button.tsx';

export function HeaderActions({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = new AbortController();
    const listen = (type: string, mayClose: (target: Element, event: Event) => boolean): void =>
      document.addEventListener(
        type,
        (event) => {
          if (event.target instanceof Element && mayClose(event.target, event)) setOpen(false);
        },
        { signal: leave.signal },
      );
    // A press in a menu that one of the actions opened is no press outside.
    const isOutside = (target: Element) => !frame.current?.contains(target) && !target.closest('[role="menu"]');
    listen('pointerdown', isOutside);
    listen('focusin', isOutside);
    listen('click', (target) => target.closest('.header-actions :is(a, button:not([aria-haspopup]))') !== null);
    listen('keydown', (_, event) => {
      const isEscape = (event as KeyboardEvent).key === 'Escape' && !event.defaultPrevented;
      if (isEscape) frame.current?.querySelector('button')?.focus();
      return isEscape;
    });
    return () => leave.abort();
  }, [isOpen]);
  return (
    <div ref={frame} className="sm:contents">
      <Button
        size="small"
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {actionLabels.actions}
        <ChevronDown aria-hidden />
      </Button>
      <div id={id} className={isOpen ? 'header-actions flex' : 'header-actions max-sm:hidden'}>
        {children}
      </div>
    </div>
  );
}
