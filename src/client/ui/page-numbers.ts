/** Page numbers of a pager. Pure. */

/**
 * Lists the page numbers that a pager shows. If there are more than five pages, it shows the first page, the last page,
 * and the current page with its neighbours. Each 'gap' is shown in place of the pages left out.
 */
export function listPageNumbersWithGaps(page: number, pages: number): readonly (number | 'gap')[] {
  if (pages <= 5) return Array.from({ length: pages }, (_, index) => index + 1);
  const shown = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const previous = shown[index - 1] ?? number - 1;
    if (number - previous === 1) return [number];
    // If the gap would hide only one page number, show that number instead, because it is as wide as the gap.
    return number - previous === 2 ? [number - 1, number] : (['gap', number] as const);
  });
}

/** Page numbers of a pager: at most five, centred on the current page. */
export function listPageNumbersAroundCurrent(page: number, pages: number): readonly number[] {
  const count = Math.min(5, pages);
  const first = Math.max(1, Math.min(page - 2, pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Limits a page number to the range from 1 to `pages`. */
export function clampPageNumber(page: number, pages: number): number {
  return Number.isInteger(page) ? Math.max(1, Math.min(page, Math.max(1, pages))) : 1;
}
