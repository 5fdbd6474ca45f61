/** Page numbers of a pager. Pure. */

/** All pages up to five; above that first, last, the current one and its neighbours, with 'gap' between. */
export function collapsedPages(page: number, pages: number): readonly (number | 'gap')[] {
  if (pages <= 5) return Array.from({ length: pages }, (_, index) => index + 1);
  const shown = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const previous = shown[index - 1] ?? number - 1;
    if (number - previous === 1) return [number];
    // One hidden page number would take as much room as the gap.
    return number - previous === 2 ? [number - 1, number] : (['gap', number] as const);
  });
}

/** At most five page numbers, centred on the current page. */
export function centredPages(page: number, pages: number): readonly number[] {
  const count = Math.min(5, pages);
  const first = Math.max(1, Math.min(page - 2, pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

/** A page number from the address, limited to 1..pages. */
export function clampPage(page: number, pages: number): number {
  return Number.isInteger(page) ? Math.max(1, Math.min(page, Math.max(1, pages))) : 1;
}
