/** Pseudo-random moments (mulberry32), the same in each run as far as the machine allows. */
export interface Moments {
  /** 0 to 1. */
  next(): number;
}

export function createMoments(seed: number): Moments {
  let state = seed;
  return {
    next() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}
