/**
 * Help in a panel that can be read at leisure and acted in: it stays while the pointer is in it, and closes on Esc. By keyboard
 * Enter leads into it.
 */
import { lazy, type ReactNode } from 'react';
import type { HelpContent } from './help-panel.tsx';
import { HelpTerm, type HelpPlace } from './help-term.tsx';

const loadPopover = () => import('./help-popover.tsx');
const HelpPopover = lazy(loadPopover);

interface HelpTooltipProps extends HelpContent {
  /** The words on the screen, or a badge. */
  readonly children: ReactNode;
  readonly place?: HelpPlace | undefined;
}

export function HelpTooltip({ children, place, ...content }: HelpTooltipProps) {
  return (
    <HelpTerm
      text={content.text}
      place={place}
      isDialog
      load={loadPopover}
      renderPanel={(panel) => <HelpPopover {...panel} content={content} />}
    >
      {children}
    </HelpTerm>
  );
}
