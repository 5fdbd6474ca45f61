/** Hook that returns the focus after a dialog closes, for dialogs that were not opened by their own Radix trigger. */
import { useRef } from 'react';

interface FocusReturn {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/** Element to focus after a dialog closes. If a menu item opened the dialog, this is the menu's button. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
}

/**
 * Hook: props for a Radix dialog's content that return the focus to the element which opened the dialog. Radix by
 * itself returns the focus only to the dialog's trigger.
 */
export function useDialogReturnFocus(): FocusReturn {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement);
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
  };
}
