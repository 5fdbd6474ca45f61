/** Words on hover and focus: the name of an icon, why a call ended. Help on what a figure means is in client/help. */
import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

/** The look of a small tooltip. */
export const tooltipPanel =
  'z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs break-words text-ground shadow-pop data-[state=delayed-open]:animate-enter';

/** Stands once around the application; 300 ms unless a tooltip says otherwise (spec B 9). */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Primitive.Provider delayDuration={300}>{children}</Primitive.Provider>;
}

interface TooltipProps {
  readonly text: ReactNode;
  /** One focusable element that forwards its ref. It needs a name of its own: a tooltip is not a label. */
  readonly children: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** False: only the element, no tooltip. */
  readonly enabled?: boolean;
}

export function Tooltip({ text, children, side = 'top', enabled = true }: TooltipProps) {
  if (!enabled) return children;
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content side={side} sideOffset={6} collisionPadding={8} className={tooltipPanel}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
