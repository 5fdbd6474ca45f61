/** Handles F1: opens the focused element's help, or moves the focus to the next words with help. Loaded on demand. */

const isReachable = (term: HTMLElement): boolean => term.checkVisibility() && !term.closest('[aria-hidden=true]');

export function openOrFocusNextHelp(from: Element): void {
  // Find the help of the focused element. A field's help is inside its label. A link's or button's help is inside the
  // element itself.
  const host = (from as Partial<HTMLInputElement>).labels?.[0] ?? from;
  const own = host.matches('label, a, button') ? host.querySelector('[data-help]') : null;
  if (own) {
    // Dispatch the key 'Help' to open the help, because an F1 event would call this function again.
    own.dispatchEvent(new KeyboardEvent('keydown', { key: 'Help', bubbles: true }));
    return;
  }
  const terms = [...document.querySelectorAll<HTMLElement>('button[data-help]')].filter(isReachable);
  const following = (term: HTMLElement) => from.compareDocumentPosition(term) & Node.DOCUMENT_POSITION_FOLLOWING;
  (terms.find(following) ?? terms[0])?.focus();
}
