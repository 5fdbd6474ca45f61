/** Functions that decide whether a key press counts as a keyboard shortcut. */

/** True if the target of a key press is a text field. A slider does not count as one. */
export function isTextFieldTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'range') return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** True if an open dialog or menu should get the key press instead of the page. */
export const isDialogOrMenuOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
