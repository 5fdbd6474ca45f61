/**
 * Words with a dotted underline that have help. The help opens after a delay under the pointer or on keyboard focus,
 * and at once by click or tap. F1 also opens it (next-help.ts). While help is off, these are plain words.
 */
import { Suspense, useState, type ReactNode } from 'react';
import { useHoverPopover, type HoverPopoverControl } from '../hooks/use-glance.ts';
import { classNames } from '../ui/class-names.ts';
import { useScreenHelpState, useHiddenHelpDescription } from './help-context.tsx';

/**
 * Kinds of help term:
 * - stop: a button that the Tab key reaches
 * - aside: a button that the Tab key skips
 * - label: the label of a field; a click on it also focuses the field
 * - pressed: words inside a button or link
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

export function TermWithHelp({
  children,
  text,
  place = 'stop',
  className,
  isDialog = false,
  load,
  renderPanel,
}: HelpTermProps) {
  const { isShown, delayMs } = useScreenHelpState();
  const isButton = place === 'stop' || place === 'aside';
  const { describedBy, description } = useHiddenHelpDescription(isButton ? text : undefined);
  // HTML element of the help term. Set at the first hover or focus, because setting it at mount would render twice.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const glance = useHoverPopover(delayMs);
  // Give the term the same width while help is off, so that switching help on or off does not move the page.
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
          // Help that opened by keyboard focus stays open as long as the term has the focus.
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
          : // This help term can't have the focus. If F1 is pressed in its field, button or link, next-help.ts sends a
            // key event to the term, which toggles the help.
            { onKeyDown: toggle })}
      >
        {children}
      </Term>
      {description}
      {glance.isOpen && anchor ? <Suspense fallback={null}>{renderPanel({ anchor, glance })}</Suspense> : null}
    </>
  );
}
