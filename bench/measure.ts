/** What a part of the bench answers: figures, each with the limit or the ideal that it is held against. */

export interface Measure {
  readonly name: string;
  readonly value: number;
  /** s, ms, MB, calls …: as it is printed. */
  readonly unit: string;
  /** The value may not be above it. */
  readonly limit?: number;
  /** The value may not be below it. */
  readonly floor?: number;
  /** What could not be beaten; the table shows value / ideal. */
  readonly ideal?: number;
  /** That ratio may not be above it. */
  readonly maxRatio?: number;
}

/** A part measures on what `open` gave it; what is not exact throws. */
export interface BenchPart {
  readonly name: string;
  /** One line for the report: what was measured. */
  readonly about: string;
  run(say: (line: string) => void): Promise<readonly Measure[]>;
}

export function ratioOf({ value, ideal }: Measure): number | null {
  return ideal === undefined ? null : value / ideal;
}

export function isWithin(measure: Measure): boolean {
  const ratio = ratioOf(measure);
  const isBelowLimit = measure.limit === undefined || measure.value <= measure.limit;
  const isAboveFloor = measure.floor === undefined || measure.value >= measure.floor;
  return (
    isBelowLimit && isAboveFloor && (ratio === null || measure.maxRatio === undefined || ratio <= measure.maxRatio)
  );
}

/** Whether anything may be wrong with it at all. */
export function isHeld({ limit, floor, maxRatio }: Measure): boolean {
  return limit !== undefined || floor !== undefined || maxRatio !== undefined;
}
