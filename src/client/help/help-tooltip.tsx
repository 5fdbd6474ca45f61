/**
 * Help in a panel that can be read at leisure and acted in: it opens on hover, keyboard focus and tap, stays while the
 * pointer is in it, and closes on Esc. By keyboard Enter leads into it. Nothing but its trigger's content while help is off.
 */
import { Popover } from 'radix-ui';
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { actionLabels } from '../../labels/common-es.ts';
import { classNames } from '../ui/class-names.ts';
import { useHelp } from './help-context.tsx';
import { helpLooks } from './help-looks.ts';
import { HelpPanel, type HelpContent, type HelpShortcut } from './help-panel.tsx';
import { arePressed } from './shortcut-keys.ts';
import { useGlance, type GlanceControl } from './use-glance.ts';

interface HelpTooltipProps extends HelpContent {
  /** What the help is about, as words or a badge; nothing interactive. Without it a small icon stands there. */
  readonly children?: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}

function useShortcuts(shortcuts: readonly HelpShortcut[] | undefined, isOpen: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const pressed = shortcuts?.find(({ keys, onPress }) => onPress && arePressed(keys, event));
      if (!pressed) return;
      event.preventDefault();
      pressed.onPress?.();
    };
    if (isOpen) document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [shortcuts, isOpen]);
}

const mark = '-m-1 rounded-full p-1 text-muted hover:text-ink [&_svg]:size-3.5';
const words = 'cursor-help rounded-sm';

interface PartProps {
  readonly content: HelpContent;
  readonly glance: GlanceControl;
  readonly textId: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
}

function Trigger({ content, glance, textId, trigger, children }: PartProps & { readonly children: ReactNode }) {
  const { Icon } = helpLooks[content.variant ?? 'default'];
  return (
    <Popover.Trigger
      ref={trigger}
      aria-label={children ? undefined : `${actionLabels.moreInformation}: ${content.title}`}
      aria-describedby={glance.isOpen ? textId : undefined}
      className={classNames('inline-flex min-w-0 shrink-0 items-center', children ? words : mark)}
      onClick={(event) => {
        // Radix would close what a hover has opened.
        event.preventDefault();
        glance.toggle();
      }}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') glance.arrive();
      }}
      onPointerLeave={glance.leave}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) glance.arrive();
      }}
      onBlur={glance.leave}
    >
      {children ?? <Icon aria-hidden />}
    </Popover.Trigger>
  );
}

/** A glance takes no focus; who holds the panel open by click or Enter is led to its button. */
function leadInto(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}

function Panel({ content, glance, textId, trigger, side }: PartProps & { readonly side: 'top' | 'right' | 'bottom' | 'left' }) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const { isHeld } = glance;
  useEffect(() => {
    if (isHeld) leadInto(panel.current);
  }, [isHeld]);
  return (
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
      onInteractOutside={() => {
        hadFocus.current = false;
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
  );
}

export function HelpTooltip({ children, side = 'top', ...content }: HelpTooltipProps) {
  const { isShown, delayMs } = useHelp();
  const textId = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const glance = useGlance(delayMs);
  useShortcuts(content.shortcuts, isShown && glance.isOpen);
  // The mark's room stays, so that switching help moves nothing.
  if (!isShown) return children ?? <span aria-hidden className="inline-flex size-3.5 shrink-0" />;
  return (
    <Popover.Root open={glance.isOpen} onOpenChange={(open) => (open ? undefined : glance.close())}>
      <Trigger content={content} glance={glance} textId={textId} trigger={trigger}>
        {children}
      </Trigger>
      <Popover.Portal>
        <Panel content={content} glance={glance} textId={textId} trigger={trigger} side={side} />
      </Popover.Portal>
    </Popover.Root>
  );
}
