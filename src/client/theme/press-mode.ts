/** Marks the document after a pointer press, so that theme.css can hide the focus outline of a clicked select. */
export function markPointerPresses(page: Document): void {
  const mark = (isPress: boolean) => () => page.documentElement.toggleAttribute('data-pressed', isPress);
  page.addEventListener('pointerdown', mark(true), true);
  page.addEventListener('keydown', mark(false), true);
}
