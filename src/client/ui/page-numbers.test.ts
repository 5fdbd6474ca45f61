import { describe, expect, it } from 'vitest';
import { listPagesAroundCurrent, clampPageNumber, listPagesWithGaps } from './page-numbers.ts';

describe('page numbers', () => {
  it('shows all pages up to five, then collapses around the current one', () => {
    expect(listPagesWithGaps(1, 0)).toEqual([]);
    expect(listPagesWithGaps(3, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(listPagesWithGaps(1, 9)).toEqual([1, 2, 'gap', 9]);
    expect(listPagesWithGaps(3, 9)).toEqual([1, 2, 3, 4, 'gap', 9]);
    expect(listPagesWithGaps(4, 9)).toEqual([1, 2, 3, 4, 5, 'gap', 9]);
    expect(listPagesWithGaps(5, 9)).toEqual([1, 'gap', 4, 5, 6, 'gap', 9]);
    expect(listPagesWithGaps(9, 9)).toEqual([1, 'gap', 8, 9]);
  });

  it('centres five numbers on the current page', () => {
    expect(listPagesAroundCurrent(1, 3)).toEqual([1, 2, 3]);
    expect(listPagesAroundCurrent(1, 9)).toEqual([1, 2, 3, 4, 5]);
    expect(listPagesAroundCurrent(5, 9)).toEqual([3, 4, 5, 6, 7]);
    expect(listPagesAroundCurrent(9, 9)).toEqual([5, 6, 7, 8, 9]);
  });

  it('brings a page from the address into range', () => {
    expect([
      clampPageNumber(0, 4),
      clampPageNumber(9, 4),
      clampPageNumber(Number.NaN, 4),
      clampPageNumber(2.5, 4),
      clampPageNumber(3, 4),
      clampPageNumber(3, 0),
    ]).toEqual([1, 4, 1, 1, 3, 1]);
  });
});
