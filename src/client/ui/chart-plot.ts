/** Positions in a chart over time, and the ticks of its axes, in pixels. All pure. */

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

/** Width of the chart's tooltip, so that it can be positioned without measuring. */
export const tooltipWidth = 208;

/** The chart's drawing area inside its margins: left for the longest label, right and above for other texts. */
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

/** Horizontal middle of a place on the chart's time axis. Places share the width; a single one is at the left. */
export function plotX(index: number, places: number, { left, right }: PlotArea): number {
  return places < 2 ? left : left + (index / (places - 1)) * Math.max(0, right - left);
}

export function plotY(count: number, highest: number, { top, bottom }: PlotArea): number {
  return bottom - (count / highest) * (bottom - top);
}

/** Index of the chart's point nearest to `x`. Only the first `points` of all places have a point. */
export function nearestPoint(x: number, points: number, places: number, { left, right }: PlotArea): number {
  const share = places < 2 || right <= left ? 0 : (x - left) / (right - left);
  return Math.min(Math.max(Math.round(share * (places - 1)), 0), points - 1);
}

/** Left edge of the chart's tooltip: beside the point, on the side with more room, inside the chart. */
export function tooltipLeft(x: number, width: number): number {
  const beside = x < width / 2 ? x + tooltipGap : x - tooltipGap - tooltipWidth;
  return Math.max(0, Math.min(beside, width - tooltipWidth));
}

/** Ticks of a chart's axis from 0 to at least `highest`, in steps of 1, 2 or 5 times a power of ten; at most six. */
export function ticksForCounts(highest: number): readonly number[] {
  const top = Math.max(1, Math.ceil(highest));
  let step = 1;
  // Multiplying by 2, 2.5 and 2 makes the steps 1, 2, 5, 10, 20, 50…
  while (top > step * mostSteps) step *= String(step).startsWith('2') ? 2.5 : 2;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}

/** Steps between the ticks of a time axis, in seconds, that are round when written as m:ss. */
const clockSteps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];

/** Ticks of a chart's axis of durations, in seconds, from 0 to at least `highest`, in round steps; at most six. */
export function ticksForDurations(highest: number): readonly number[] {
  const top = Math.max(1, highest);
  const step = clockSteps.find((each) => top <= each * mostSteps) ?? 3_600 * Math.ceil(top / (3_600 * mostSteps));
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}
