/** Label of a figure or field, with a short help text on what it counts or asks for. */
import { lazy, type ReactNode } from 'react';
import { TermWithHelp, type HelpTermKind } from './help-term.tsx';

const loadPanel = () => import('../ui/tooltip-panel.tsx');
const TooltipPanel = lazy(loadPanel);

interface HelpTipProps {
  /** The words on the screen. */
  readonly about: ReactNode;
  readonly text: string;
  readonly place?: HelpTermKind | undefined;
  readonly className?: string;
}

export function LabelWithHelp({ about, ...term }: HelpTipProps) {
  return (
    <TermWithHelp
      {...term}
      load={loadPanel}
      renderPanel={(panel) => (
        <TooltipPanel {...panel} side="top">
          {term.text}
        </TooltipPanel>
      )}
    >
      {about}
    </TermWithHelp>
  );
}
