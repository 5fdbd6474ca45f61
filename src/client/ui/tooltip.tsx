/**
 * Tooltip on hover and focus, for example with an icon's name. Contextual help is in client/help. The panel's code
 * loads with the first tooltip.
 */
import {
  cloneElement,
  lazy,
  Suspense,
  useId,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useHoverPopover } from '../hooks/use-glance.ts';

const loadPanel = () => import('./tooltip-panel.tsx');
const TooltipPanel = lazy(loadPanel);

interface TriggerProps {
  readonly 'aria-describedby'?: string | undefined;
  readonly onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

interface TooltipProps {
  readonly text: ReactNode;
  /** Element that the tooltip explains. It must be focusable, pass its props on, and have a name of its own. */
  readonly children: ReactElement<TriggerProps>;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** False for the element alone, without tooltip. */
  readonly enabled?: boolean;
}

/** Delay in ms before a tooltip opens (spec B 9). */
const delayMs = 300;
/** Time in ms after a tooltip closes, in which another tooltip opens without delay. */
const warmMs = 300;
let warmUntilMs = 0;

export function Tooltip({ text, children, side = 'top', enabled = true }: TooltipProps) {
  const id = useId();
  const glance = useHoverPopover(delayMs);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const given = children.props;
  const isOpen = enabled && glance.isOpen;
  const arrive = (element: HTMLElement, afterMs: number): void => {
    void loadPanel();
    setAnchor(element);
    glance.arrive(afterMs);
  };
  const leave = (): void => {
    if (isOpen) warmUntilMs = Date.now() + warmMs;
    glance.leave();
  };
  const trigger = cloneElement(children, {
    'aria-describedby': isOpen ? id : given['aria-describedby'],
    onPointerEnter: (event) => {
      given.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') arrive(event.currentTarget, Date.now() < warmUntilMs ? 0 : delayMs);
    },
    onPointerLeave: (event) => {
      given.onPointerLeave?.(event);
      leave();
    },
    onPointerDown: (event) => {
      given.onPointerDown?.(event);
      glance.close();
    },
    onFocus: (event) => {
      given.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) arrive(event.currentTarget, 0);
    },
    onBlur: (event) => {
      given.onBlur?.(event);
      glance.close();
    },
  });
  return (
    <>
      {trigger}
      {isOpen && anchor ? (
        <Suspense fallback={null}>
          <TooltipPanel id={id} anchor={anchor} side={side} glance={glance}>
            {text}
          </TooltipPanel>
        </Suspense>
      ) : null}
    </>
  );
}
