/** Actions in a page's header: side by side, or on a phone in a popover of the button 'Acciones'. */
import { ChevronDown } from 'lucide-react';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { commonActionLabels } from '../../labels/common-es.ts';
import { Button } from '../ui/button.tsx';

/**
 * Closes the popover before the clicked action runs, so that the action's dialog can return the focus later. A button
 * that opens a menu keeps the popover open.
 */
function closeAfterAction({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a, button:not([aria-haspopup])')) currentTarget.hidePopover?.();
}

export function PageHeaderActions({ children }: { readonly children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Button size="small" className="sm:hidden" popoverTarget={id}>
        {commonActionLabels.actions}
        <ChevronDown aria-hidden />
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its actions take the keys */}
      <div id={id} popover="auto" className="header-actions" onClickCapture={closeAfterAction}>
        {children}
      </div>
    </>
  );
}
