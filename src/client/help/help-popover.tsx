/** Panel of a help text, positioned beside the words that it explains. It has its own code chunk. */
import { Popover } from 'radix-ui';
import { useEffect, useId, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { helpVariantLooks } from './help-looks.ts';
import { HelpPanel, type HelpContent, type HelpShortcut } from './help-panel.tsx';
import type { HelpPanelProps } from './help-term.tsx';
import { areShortcutKeysPressed } from './shortcut-keys.ts';

function useShortcuts(shortcuts: readonly HelpShortcut[] | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const pressed = shortcuts?.find(({ keys, onPress }) => onPress && areShortcutKeysPressed(keys, event));
      if (!pressed) return;
      event.preventDefault();
      pressed.onPress?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [shortcuts]);
}

/** Focuses the first link or button in a panel that was opened by click or Enter, not by hovering. */
function leadInto(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}

interface HelpPopoverProps extends HelpPanelProps {
  readonly content: HelpContent;
}

/** Open while it is mounted. */
export default function HelpPopover({ content, glance, anchor }: HelpPopoverProps) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const { isHeld } = glance;
  useShortcuts(content.shortcuts);
  useEffect(() => {
    if (isHeld) leadInto(panel.current);
  }, [isHeld]);
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : glance.close())}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          ref={panel}
          aria-labelledby={titleId}
          side="top"
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            'z-50 w-72 max-w-[calc(100vw-1rem)] rounded-md border border-t-2 border-line bg-surface text-ink shadow-pop outline-none data-[state=open]:animate-enter',
            helpVariantLooks[content.variant ?? 'default'].edge,
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
            // Its own words decide by themselves.
            if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            hadFocus.current = false;
            if (isHeld) leadInto(panel.current);
          }}
          onCloseAutoFocus={(event) => {
            // When the help panel closes, return the focus to its button only if the panel had the focus. So a panel
            // opened by hovering never moves the focus.
            event.preventDefault();
            if (hadFocus.current) anchor.closest<HTMLElement>('a, button')?.focus();
            glance.stay();
          }}
        >
          <HelpPanel content={content} titleId={titleId} onDone={glance.close} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
