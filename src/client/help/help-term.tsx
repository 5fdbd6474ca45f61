/**
 * The words that help is about, with a dotted underline. Help opens over them where a pointer rests or the keyboard's focus comes
 * after the section's delay, and at once by click or tap; F1 reaches all of it (next-help.ts). Plain words while help is off.
 */
import { Suspense, useState, type ReactNode } from 'react';
import { useHoverPopover, type GlanceControl } from '../hooks/use-glance.ts';
import { classNames } from '../ui/class-names.ts';
import { useHelp, useHelpDescription } from './help-context.tsx';

/**
 * What the words are: a button that Tab stops at; one that it passes by (`aside`), so that it leads from row to row; a field's
 * `label`, whose click goes to the field too; or words of a button or link that is `pressed` for something else.
 */
export type HelpPlace = 'stop' | 'aside' | 'label' | 'pressed';

export interface HelpPanelProps {
  readonly anchor: HTMLElement;
  readonly glance: GlanceControl;
}

interface HelpTermProps {
  readonly children: ReactNode;
  readonly text: string;
  readonly place?: HelpPlace | undefined;
  readonly className?: string | undefined;
  readonly isDialog?: boolean;
  /** Fetches the panel's code. */
  readonly load: () => Promise<unknown>;
  readonly renderPanel: (props: HelpPanelProps) => ReactNode;
}

export function HelpTerm({
  children,
  text,
  place = 'stop',
  className,
  isDialog = false,
  load,
  renderPanel,
}: HelpTermProps) {
  const { isShown, delayMs } = useHelp();
  const isButton = place === 'stop' || place === 'aside';
  const { describedBy, description } = useHelpDescription(isButton ? text : undefined);
  // Known once somebody reaches for it: told of as it is mounted, each of a screen's terms would be drawn twice.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const glance = useHoverPopover(delayMs);
  // The same room stays, so that switching help moves nothing.
  if (!isShown) return <span className={classNames('help-room', className)}>{children}</span>;
  const reach = (open: () => void) => (event: { readonly currentTarget: HTMLElement }) => {
    void load();
    setAnchor(event.currentTarget);
    open();
  };
  const arrive = reach(glance.arrive);
  const toggle = reach(glance.toggle);
  const Term = isButton ? 'button' : 'span';
  return (
    <>
      <Term
        data-help=""
        className={classNames('help-room help-words', place !== 'pressed' && 'cursor-help', className)}
        onPointerEnter={(event) => {
          if (event.pointerType !== 'touch') arrive(event);
        }}
        onPointerLeave={(event) => {
          // What the keyboard's focus asked for stays as long as the focus.
          if (!event.currentTarget.matches(':focus-visible')) glance.leave();
        }}
        {...(place === 'pressed' ? { onPointerDown: glance.close } : { onClick: toggle })}
        {...(isButton
          ? {
              type: 'button' as const,
              tabIndex: place === 'aside' ? -1 : undefined,
              'aria-haspopup': isDialog ? ('dialog' as const) : undefined,
              'aria-expanded': glance.isOpen,
              'aria-describedby': describedBy,
              onFocus: (event) => {
                if (event.currentTarget.matches(':focus-visible')) arrive(event);
              },
              onBlur: glance.leave,
            }
          : // Sent by next-help.ts alone: the focus is on the field, button or link.
            { onKeyDown: toggle })}
      >
        {children}
      </Term>
      {description}
      {glance.isOpen && anchor ? <Suspense fallback={null}>{renderPanel({ anchor, glance })}</Suspense> : null}
    </>
  );
}
