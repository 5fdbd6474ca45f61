/**
 * Help panel that may contain a button. It stays open while the pointer is in it, and closes on Esc. Enter on the
 * explained words moves the keyboard focus into it.
 */
import { lazy, type ReactNode } from 'react';
import type { HelpContent } from './help-panel.tsx';
import { TermWithHelp, type HelpTermKind } from './help-term.tsx';

const loadPopover = () => import('./help-popover.tsx');
const HelpPopover = lazy(loadPopover);

interface HelpTooltipProps extends HelpContent {
  /** Words or badge that this help explains. */
  readonly children: ReactNode;
  readonly place?: HelpTermKind | undefined;
}

export function HelpTooltip({ children, place, ...content }: HelpTooltipProps) {
  return (
    <TermWithHelp
      text={content.text}
      place={place}
      isDialog
      load={loadPopover}
      renderPanel={(panel) => <HelpPopover {...panel} content={content} />}
    >
      {children}
    </TermWithHelp>
  );
}
