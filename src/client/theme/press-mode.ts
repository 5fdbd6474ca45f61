/** Marks the document while the last input was a press: browsers ring a pressed select, too, which only the keyboard needs (theme.css). */
export function followPresses(page: Document): void {
  const mark = (isPress: boolean) => () => page.documentElement.toggleAttribute('data-pressed', isPress);
  page.addEventListener('pointerdown', mark(true), true);
  page.addEventListener('keydown', mark(false), true);
}
