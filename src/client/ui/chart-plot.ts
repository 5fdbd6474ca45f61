/** Computes positions in a chart over time, in pixels, and the ticks of its axes. All pure. */

export interface ChartPlotArea {
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

/** Width of the chart's tooltip in px. It is fixed, so that it need not be measured. */
export const chartTooltipWidth = 208;

/** Drawing area of the chart. The left margin has room for the longest axis label. */
export function computeChartPlotArea(
  width: number,
  height: number,
  longestLabel: number,
  right = 20,
  top = 12,
): ChartPlotArea {
  return {
    width,
    height,
    left: 16 + Math.max(2, longestLabel) * digitPx,
    right: width - right,
    top,
    bottom: height - 28,
  };
}

/** Horizontal position of a point on the chart's time axis. Points are evenly spaced; a single one is at the left. */
export function computeChartPointX(index: number, places: number, { left, right }: ChartPlotArea): number {
  return places < 2 ? left : left + (index / (places - 1)) * Math.max(0, right - left);
}

export function computeChartValueY(count: number, highest: number, { top, bottom }: ChartPlotArea): number {
  return bottom - (count / highest) * (bottom - top);
}

/**
 * Index of the chart's point nearest to the horizontal position `x`. The axis may have more positions (`places`) than
 * points.
 */
export function findNearestChartPointIndex(
  x: number,
  points: number,
  places: number,
  { left, right }: ChartPlotArea,
): number {
  const share = places < 2 || right <= left ? 0 : (x - left) / (right - left);
  return Math.min(Math.max(Math.round(share * (places - 1)), 0), points - 1);
}

/** Left edge of the chart's tooltip: beside the point, on the side with more room. */
export function computeTooltipLeft(x: number, width: number): number {
  const beside = x < width / 2 ? x + tooltipGap : x - tooltipGap - chartTooltipWidth;
  return Math.max(0, Math.min(beside, width - chartTooltipWidth));
}

/** Axis ticks from 0 to at least `highest`. The steps are 1, 2 or 5 times a power of ten; there are at most six. */
export function computeCountTicks(highest: number): readonly number[] {
  const top = Math.max(1, Math.ceil(highest));
  let step = 1;
  // Multiply the axis step by 2, 2.5 and 2 in turn, which gives the steps 1, 2, 5, 10, 20, 50…
  while (top > step * mostSteps) step *= String(step).startsWith('2') ? 2.5 : 2;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}

/** Steps of a duration axis in seconds that look round as m:ss. */
const clockSteps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];

/** Axis ticks for durations in seconds, from 0 to at least `highest`. The steps are round; there are at most six. */
export function computeDurationTicks(highest: number): readonly number[] {
  const top = Math.max(1, highest);
  const step = clockSteps.find((each) => top <= each * mostSteps) ?? 3_600 * Math.ceil(top / (3_600 * mostSteps));
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}
