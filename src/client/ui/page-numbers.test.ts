import { describe, expect, it } from 'vitest';
import { centredPages, clampPage, collapsedPages } from './page-numbers.ts';

describe('page numbers', () => {
  it('shows all pages up to five, then collapses around the current one', () => {
    expect(collapsedPages(1, 0)).toEqual([]);
    expect(collapsedPages(3, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(collapsedPages(1, 9)).toEqual([1, 2, 'gap', 9]);
    expect(collapsedPages(3, 9)).toEqual([1, 2, 3, 4, 'gap', 9]);
    expect(collapsedPages(4, 9)).toEqual([1, 2, 3, 4, 5, 'gap', 9]);
    expect(collapsedPages(5, 9)).toEqual([1, 'gap', 4, 5, 6, 'gap', 9]);
    expect(collapsedPages(9, 9)).toEqual([1, 'gap', 8, 9]);
  });

  it('centres five numbers on the current page', () => {
    expect(centredPages(1, 3)).toEqual([1, 2, 3]);
    expect(centredPages(1, 9)).toEqual([1, 2, 3, 4, 5]);
    expect(centredPages(5, 9)).toEqual([3, 4, 5, 6, 7]);
    expect(centredPages(9, 9)).toEqual([5, 6, 7, 8, 9]);
  });

  it('brings a page from the address into range', () => {
    expect([
      clampPage(0, 4),
      clampPage(9, 4),
      clampPage(Number.NaN, 4),
      clampPage(2.5, 4),
      clampPage(3, 4),
      clampPage(3, 0),
    ]).toEqual([1, 4, 1, 1, 3, 1]);
  });
});
