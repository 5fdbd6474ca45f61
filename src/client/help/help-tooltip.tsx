/**
 * Help in a panel that can be read at leisure and acted in: it opens on hover, keyboard focus and tap, stays while the
 * pointer is in it, and closes on Esc. By keyboard Enter leads into it. Nothing but its trigger's content while help is off.
 */
import { lazy, Suspense, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { actionLabels } from '../../labels/common-es.ts';
import { useGlance, type GlanceControl } from '../hooks/use-glance.ts';
import { classNames } from '../ui/class-names.ts';
import { useHelp } from './help-context.tsx';
import { helpLooks } from './help-looks.ts';
import type { HelpContent, HelpShortcut } from './help-panel.tsx';
import { arePressed } from './shortcut-keys.ts';

const loadPopover = () => import('./help-popover.tsx');
const HelpPopover = lazy(loadPopover);

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
  const arrive = () => {
    void loadPopover();
    glance.arrive();
  };
  return (
    <button
      ref={trigger}
      type="button"
      aria-haspopup="dialog"
      aria-expanded={glance.isOpen}
      aria-label={children ? undefined : `${actionLabels.moreInformation}: ${content.title}`}
      aria-describedby={glance.isOpen ? textId : undefined}
      className={classNames('inline-flex min-w-0 shrink-0 items-center', children ? words : mark)}
      onClick={glance.toggle}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') arrive();
      }}
      onPointerLeave={glance.leave}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) arrive();
      }}
      onBlur={glance.leave}
    >
      {children ?? <Icon aria-hidden />}
    </button>
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
    <>
      <Trigger content={content} glance={glance} textId={textId} trigger={trigger}>
        {children}
      </Trigger>
      {glance.isOpen ? (
        <Suspense fallback={null}>
          <HelpPopover content={content} glance={glance} textId={textId} trigger={trigger} side={side} />
        </Suspense>
      ) : null}
    </>
  );
}
