/** A figure of a part of the bench, with its limit or ideal. */

export interface Measure {
  readonly name: string;
  readonly value: number;
  /** Unit for printing: s, ms, MB, calls … */
  readonly unit: string;
  /** Highest allowed value. */
  readonly limit?: number;
  /** Lowest allowed value. */
  readonly floor?: number;
  /** Unbeatable value; the table shows value / ideal. */
  readonly ideal?: number;
  /** Highest allowed ratio of value to ideal. */
  readonly maxRatio?: number;
}

/** A part of the bench, which opens its own servers and measures. Wrong results throw. */
export interface BenchPart {
  readonly name: string;
  /** The line of the report that says what the part measures. */
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

/** True if the figure has a limit of any kind. */
export function hasLimit({ limit, floor, maxRatio }: Measure): boolean {
  return limit !== undefined || floor !== undefined || maxRatio !== undefined;
}
