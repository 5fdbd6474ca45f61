/** Marks the document after a press, because browsers also outline a pressed select (theme.css removes that). */
export function followPresses(page: Document): void {
  const mark = (isPress: boolean) => () => page.documentElement.toggleAttribute('data-pressed', isPress);
  page.addEventListener('pointerdown', mark(true), true);
  page.addEventListener('keydown', mark(false), true);
}
