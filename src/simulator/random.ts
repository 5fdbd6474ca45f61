// Seeded random numbers. All of the simulator's random decisions use them, so that a seed reproduces everything.

export interface RandomGenerator {
  /** 0 ≤ n < 1. */
  next(): number;
  /** Draws a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** min ≤ n < max. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** Draws a number from a bell-shaped distribution around `mean`, never below a fifth of it. */
  around(mean: number, spread: number): number;
}

/** Hashes the parts of a seed to 32 bits (FNV-1a with a final mix). */
export function hashSeedParts(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = `${part}\u0000`;
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function hashSeedPartsToHex(length: number, ...parts: readonly (string | number)[]): string {
  let hex = '';
  for (let round = 0; hex.length < length; round += 1)
    hex += hashSeedParts(round, ...parts)
      .toString(16)
      .padStart(8, '0');
  return hex.slice(0, length);
}

/** Creates a random number generator (mulberry32) whose seed is a hash of `parts`. */
export function createSeededRandomGenerator(...parts: readonly (string | number)[]): RandomGenerator {
  let state = hashSeedParts(...parts);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + next() * (max - min);
  return {
    next,
    between,
    int: (min, max) => Math.floor(between(min, max + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => itemAt(list, Math.floor(next() * list.length)),
    weighted: (list) => {
      let rest = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of list) {
        rest -= weight;
        if (rest < 0) return item;
      }
      return itemAt(list, list.length - 1)[0];
    },
    around: (mean, spread) => Math.max(mean / 5, mean + (next() + next() + next() - 1.5) * spread),
  };
}

function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
}
