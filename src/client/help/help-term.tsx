/**
 * Words with help, underlined by dots. Help opens after the section's delay under a resting pointer or on keyboard
 * focus, and at once by click or tap. F1 reaches each of them (next-help.ts). Plain words while help is off.
 */
import { Suspense, useState, type ReactNode } from 'react';
import { useHoverPopover, type HoverPopoverControl } from '../hooks/use-glance.ts';
import { classNames } from '../ui/class-names.ts';
import { useHelp, useHelpDescription } from './help-context.tsx';

/**
 * Kind of a help term: a button at which Tab stops (`stop`), or one that Tab skips (`aside`); a field's `label`, whose
 * click goes to the field too; or words of a button or link that is `pressed` for something else.
 */
export type HelpTermKind = 'stop' | 'aside' | 'label' | 'pressed';

export interface HelpPanelProps {
  readonly anchor: HTMLElement;
  readonly glance: HoverPopoverControl;
}

interface HelpTermProps {
  readonly children: ReactNode;
  readonly text: string;
  readonly place?: HelpTermKind | undefined;
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
  // The help term's element, set at the first hover or focus. Set at mount, each of the terms would render twice.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const glance = useHoverPopover(delayMs);
  // A help term takes the same room while help is off, so that switching help moves nothing.
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
          // Help that the keyboard's focus opened stays open as long as the term has the focus.
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
          : // Only next-help.ts sends this key event, for F1 while the focus is on the field, button or link.
            { onKeyDown: toggle })}
      >
        {children}
      </Term>
      {description}
      {glance.isOpen && anchor ? <Suspense fallback={null}>{renderPanel({ anchor, glance })}</Suspense> : null}
    </>
  );
}
