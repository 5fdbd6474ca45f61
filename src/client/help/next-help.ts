/** F1 opens the help of the focused element, otherwise focuses the next help term. Loaded when F1 is first pressed. */

const isReachable = (term: HTMLElement): boolean => term.checkVisibility() && !term.closest('[aria-hidden=true]');

export function openNextHelp(from: Element): void {
  // A field's help term is in its label, that of a link or button in the element itself.
  const host = (from as Partial<HTMLInputElement>).labels?.[0] ?? from;
  const own = host.matches('label, a, button') ? host.querySelector('[data-help]') : null;
  if (own) {
    // Sends another key event than F1, because this module would handle F1 again.
    own.dispatchEvent(new KeyboardEvent('keydown', { key: 'Help', bubbles: true }));
    return;
  }
  const terms = [...document.querySelectorAll<HTMLElement>('button[data-help]')].filter(isReachable);
  const following = (term: HTMLElement) => from.compareDocumentPosition(term) & Node.DOCUMENT_POSITION_FOLLOWING;
  (terms.find(following) ?? terms[0])?.focus();
}
