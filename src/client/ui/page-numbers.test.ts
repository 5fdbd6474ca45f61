import { describe, expect, it } from 'vitest';
import { listPageNumbersAroundCurrent, clampPageNumber, listPageNumbersWithGaps } from './page-numbers.ts';

describe('page numbers', () => {
  it('shows all pages up to five, then collapses around the current one', () => {
    expect(listPageNumbersWithGaps(1, 0)).toEqual([]);
    expect(listPageNumbersWithGaps(3, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(listPageNumbersWithGaps(1, 9)).toEqual([1, 2, 'gap', 9]);
    expect(listPageNumbersWithGaps(3, 9)).toEqual([1, 2, 3, 4, 'gap', 9]);
    expect(listPageNumbersWithGaps(4, 9)).toEqual([1, 2, 3, 4, 5, 'gap', 9]);
    expect(listPageNumbersWithGaps(5, 9)).toEqual([1, 'gap', 4, 5, 6, 'gap', 9]);
    expect(listPageNumbersWithGaps(9, 9)).toEqual([1, 'gap', 8, 9]);
  });

  it('centres five numbers on the current page', () => {
    expect(listPageNumbersAroundCurrent(1, 3)).toEqual([1, 2, 3]);
    expect(listPageNumbersAroundCurrent(1, 9)).toEqual([1, 2, 3, 4, 5]);
    expect(listPageNumbersAroundCurrent(5, 9)).toEqual([3, 4, 5, 6, 7]);
    expect(listPageNumbersAroundCurrent(9, 9)).toEqual([5, 6, 7, 8, 9]);
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
