/** Panel of a tooltip, positioned beside the explained element. It has its own code chunk. */
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import type { HoverPopoverControl } from '../hooks/use-glance.ts';

interface TooltipPanelProps {
  /** Id for the element's aria-describedby. */
  readonly id?: string;
  readonly anchor: HTMLElement;
  readonly side: 'top' | 'right' | 'bottom' | 'left';
  readonly glance: Pick<HoverPopoverControl, 'stay' | 'leave' | 'close'>;
  readonly children: ReactNode;
}

/** Panel of a tooltip. It never takes the focus, and stays open while the pointer is in it. */
export default function TooltipPanel({ id, anchor, side, glance, children }: TooltipPanelProps) {
  const isOwn = (target: EventTarget | null) =>
    target instanceof Node && (anchor.contains(target) || anchor.closest('label')?.control === target);
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : glance.close())}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          {...(id === undefined ? {} : { id })}
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs break-words text-ground shadow-pop data-[state=open]:animate-enter"
          onPointerEnter={glance.stay}
          onPointerLeave={glance.leave}
          onInteractOutside={(event) => {
            // Ignore a press on the element that the tooltip explains, because that element itself opens and closes the
            // tooltip.
            if (isOwn(event.target)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
