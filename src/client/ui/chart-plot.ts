/** Where places and counts stand in a chart over time, and which counts its axis names; in pixels. All pure. */

export interface PlotArea {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const digitPx = 8;
const tooltipGap = 12;
const mostSteps = 5;

/** Of the tooltip, so that it can be placed without measuring. */
export const tooltipWidth = 208;

/** Leaves room for the labels: on the left as wide as the longest one, on the right and above what is written there. */
export function plotArea(width: number, height: number, longestLabel: number, right = 20, top = 12): PlotArea {
  return {
    width,
    height,
    left: 16 + Math.max(2, longestLabel) * digitPx,
    right: width - right,
    top,
    bottom: height - 28,
  };
}

/** The horizontal middle of a place; places share the width evenly, a single one stands at the left. */
export function xOf(index: number, places: number, { left, right }: PlotArea): number {
  return places < 2 ? left : left + (index / (places - 1)) * Math.max(0, right - left);
}

export function yOf(count: number, highest: number, { top, bottom }: PlotArea): number {
  return bottom - (count / highest) * (bottom - top);
}

/** The point nearest to `x`, of the `points` first of all places. */
export function nearestPoint(x: number, points: number, places: number, { left, right }: PlotArea): number {
  const share = places < 2 || right <= left ? 0 : (x - left) / (right - left);
  return Math.min(Math.max(Math.round(share * (places - 1)), 0), points - 1);
}

/** Beside the point, on the side with more room, and never out of the chart. */
export function tooltipLeft(x: number, width: number): number {
  const beside = x < width / 2 ? x + tooltipGap : x - tooltipGap - tooltipWidth;
  return Math.max(0, Math.min(beside, width - tooltipWidth));
}

/** Whole numbers from 0 to at least `highest`, in even steps of 1, 2 or 5 times a power of ten; six at most. */
export function countTicks(highest: number): readonly number[] {
  const top = Math.max(1, Math.ceil(highest));
  let step = 1;
  // 1, 2, 5, 10, 20, 50…
  while (top > step * mostSteps) step *= String(step).startsWith('2') ? 2.5 : 2;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}

/** Steps that read well as m:ss, in seconds. */
const clockSteps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];

/** Seconds from 0 to at least `highest`, in even steps of a clock; six at most. */
export function clockTicks(highest: number): readonly number[] {
  const top = Math.max(1, highest);
  const step = clockSteps.find((each) => top <= each * mostSteps) ?? 3_600 * Math.ceil(top / (3_600 * mostSteps));
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}
