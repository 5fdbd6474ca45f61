/** The panel of a help tooltip, beside its trigger. In a chunk of its own. */
import { Popover } from 'radix-ui';
import { useEffect, useId, useRef, type RefObject } from 'react';
import type { GlanceControl } from '../hooks/use-glance.ts';
import { classNames } from '../ui/class-names.ts';
import { helpLooks } from './help-looks.ts';
import { HelpPanel, type HelpContent } from './help-panel.tsx';

/** A glance takes no focus; who holds the panel open by click or Enter is led to its button. */
function leadInto(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}

interface HelpPopoverProps {
  readonly content: HelpContent;
  readonly glance: GlanceControl;
  /** Of the text, by which the trigger is described. */
  readonly textId: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly side: 'top' | 'right' | 'bottom' | 'left';
}

/** Open while it is mounted. */
export default function HelpPopover({ content, glance, textId, trigger, side }: HelpPopoverProps) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const { isHeld } = glance;
  useEffect(() => {
    if (isHeld) leadInto(panel.current);
  }, [isHeld]);
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : glance.close())}>
      <Popover.Anchor virtualRef={trigger} />
      <Popover.Portal>
        <Popover.Content
          ref={panel}
          aria-labelledby={titleId}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            'z-50 w-72 max-w-[calc(100vw-1rem)] rounded-md border border-t-2 border-line bg-surface text-ink shadow-pop outline-none data-[state=open]:animate-enter',
            helpLooks[content.variant ?? 'default'].edge,
          )}
          onPointerEnter={glance.stay}
          onPointerLeave={glance.leave}
          onFocus={() => {
            hadFocus.current = true;
          }}
          onBlur={({ relatedTarget, currentTarget }) => {
            if (relatedTarget && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
          }}
          onInteractOutside={(event) => {
            hadFocus.current = false;
            // Its own trigger decides by itself.
            if (event.target instanceof Node && trigger.current?.contains(event.target)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            hadFocus.current = false;
            if (isHeld) leadInto(panel.current);
          }}
          onCloseAutoFocus={(event) => {
            // Focus comes back from within the panel only, and opens nothing: the end of a glance must not pull it here.
            event.preventDefault();
            if (hadFocus.current) trigger.current?.focus();
            glance.stay();
          }}
        >
          <HelpPanel content={content} titleId={titleId} textId={textId} onDone={glance.close} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
