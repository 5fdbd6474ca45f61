/** F1: the help of what has the focus, else the next one on the screen. Fetched when the key is first pressed. */

const isReachable = (term: HTMLElement): boolean => term.checkVisibility() && !term.closest('[aria-hidden=true]');

export function openNextHelp(from: Element): void {
  // A field's stands in its label, a link's or button's in itself.
  const host = (from as Partial<HTMLInputElement>).labels?.[0] ?? from;
  const own = host.matches('label, a, button') ? host.querySelector('[data-help]') : null;
  if (own) {
    // Not F1 itself, which would be heard here again.
    own.dispatchEvent(new KeyboardEvent('keydown', { key: 'Help', bubbles: true }));
    return;
  }
  const terms = [...document.querySelectorAll<HTMLElement>('button[data-help]')].filter(isReachable);
  const following = (term: HTMLElement) => from.compareDocumentPosition(term) & Node.DOCUMENT_POSITION_FOLLOWING;
  (terms.find(following) ?? terms[0])?.focus();
}
