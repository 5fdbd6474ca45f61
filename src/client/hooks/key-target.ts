/** Decides whether a key press is a shortcut of the page. */

/** True if the key press goes into a text field. A slider takes no text, so it does not count. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'range') return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** True if a dialog or menu above the page receives the keys. */
export const isDialogOrMenuOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
