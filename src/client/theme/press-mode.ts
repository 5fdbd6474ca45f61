/** Marks the document after a pointer press: browsers also outline a pressed select, which theme.css undoes. */
export function markPointerPresses(page: Document): void {
  const mark = (isPress: boolean) => () => page.documentElement.toggleAttribute('data-pressed', isPress);
  page.addEventListener('pointerdown', mark(true), true);
  page.addEventListener('keydown', mark(false), true);
}
