/** Positions of places and counts in a chart over time, and the ticks of its axis; in pixels. All pure. */

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

/** Width of the tooltip, so that it can be placed without measuring. */
export const tooltipWidth = 208;

/** The plot's area inside its margins: on the left for the longest label, right and above for other texts. */
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

/** Horizontal middle of a place. Places divide the width evenly; a single one is at the left. */
export function xOf(index: number, places: number, { left, right }: PlotArea): number {
  return places < 2 ? left : left + (index / (places - 1)) * Math.max(0, right - left);
}

export function yOf(count: number, highest: number, { top, bottom }: PlotArea): number {
  return bottom - (count / highest) * (bottom - top);
}

/** Index of the point nearest to `x`, where the first `points` of all places have one. */
export function nearestPoint(x: number, points: number, places: number, { left, right }: PlotArea): number {
  const share = places < 2 || right <= left ? 0 : (x - left) / (right - left);
  return Math.min(Math.max(Math.round(share * (places - 1)), 0), points - 1);
}

/** Position of the tooltip: beside the point, on the side with more room, inside the chart. */
export function tooltipLeft(x: number, width: number): number {
  const beside = x < width / 2 ? x + tooltipGap : x - tooltipGap - tooltipWidth;
  return Math.max(0, Math.min(beside, width - tooltipWidth));
}

/** Ticks from 0 to at least `highest`, in steps of 1, 2 or 5 times a power of ten; at most six. */
export function countTicks(highest: number): readonly number[] {
  const top = Math.max(1, Math.ceil(highest));
  let step = 1;
  // The steps are 1, 2, 5, 10, 20, 50…
  while (top > step * mostSteps) step *= String(step).startsWith('2') ? 2.5 : 2;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}

/** Steps in seconds that are round in m:ss. */
const clockSteps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];

/** Ticks in seconds from 0 to at least `highest`, in round steps of a clock; at most six. */
export function clockTicks(highest: number): readonly number[] {
  const top = Math.max(1, highest);
  const step = clockSteps.find((each) => top <= each * mostSteps) ?? 3_600 * Math.ceil(top / (3_600 * mostSteps));
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}
