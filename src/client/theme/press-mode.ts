/**
 * Marks the document with an attribute after a pointer press until the next key press, so that theme.css can hide the
 * focus outline of a clicked select.
 */
export function toggleAttributeOnPointerPress(page: Document): void {
  const mark = (isPress: boolean) => () => page.documentElement.toggleAttribute('data-pressed', isPress);
  page.addEventListener('pointerdown', mark(true), true);
  page.addEventListener('keydown', mark(false), true);
}
