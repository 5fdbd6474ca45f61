/** Computes positions of labels in a chart, in pixels, so that none covers another. All pure. */

/** Width of a letter of small text. */
const letterPx = 6.6;
/** Height of a line of small text. */
const linePx = 15;
const gapPx = 12;
const longestName = 22;
/** Width in px below which a chart's lines are named only in the legend. */
const leastWidthPx = 560;

export interface ChartLineEndLabel {
  readonly key: string;
  readonly text: string;
  readonly count: number;
  /** Class of the line's colour. */
  readonly className: string;
}

/**
 * Width in pixels to reserve at the chart's right edge for the names of the chart lines. 0 if the chart is too small
 * for names.
 */
export function computeChartLineLabelsWidth(ends: readonly ChartLineEndLabel[], width: number, height: number): number {
  if (ends.length === 0 || width < leastWidthPx || ends.length * linePx > height) return 0;
  return Math.ceil(Math.max(...ends.map(({ text }) => text.length)) * letterPx) + gapPx;
}

/** Computes vertical positions of labels that are at least one text line apart and close to the wanted positions. */
export function spreadLabelsVertically(wanted: readonly number[], top: number, bottom: number): readonly number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const places = [...wanted];
  let least = top;
  for (const index of order) {
    places[index] = Math.max(places[index] ?? 0, least);
    least = (places[index] ?? 0) + linePx;
  }
  let most = bottom;
  for (const index of order.toReversed()) {
    places[index] = Math.min(places[index] ?? 0, most);
    most = (places[index] ?? 0) - linePx;
  }
  return places;
}

/** Event to be marked at a position on a chart's time axis. */
export interface ChartEventMark {
  readonly key: string;
  readonly name: string;
  /** The event as a sentence. */
  readonly said: string;
  readonly href: string;
  readonly index: number;
}

export interface PlacedChartMark {
  readonly marks: readonly [ChartEventMark, ...ChartEventMark[]];
  /**
   * Text of a chart's event mark: the first event's name and, if several events were merged, the number of further
   * events.
   */
  readonly text: string;
  /** Position of the tick. */
  readonly x: number;
  /** Position of the text. */
  readonly left: number;
  readonly width: number;
}

function write([first, ...rest]: PlacedChartMark['marks']): string {
  const name = first.name.length > longestName ? `${first.name.slice(0, longestName - 1).trimEnd()}…` : first.name;
  return rest.length === 0 ? name : `${name} +${rest.length}`;
}

/** Computes the positions of a chart's event marks, from left to right. Marks that would overlap are merged. */
export function placeChartMarks(
  marks: readonly ChartEventMark[],
  x: (index: number) => number,
  width: number,
): readonly PlacedChartMark[] {
  const placed: PlacedChartMark[] = [];
  const place = (group: PlacedChartMark['marks'], at: number): PlacedChartMark => {
    const text = write(group);
    const needed = Math.min(width, Math.ceil(text.length * letterPx) + gapPx);
    return { marks: group, text, x: at, width: needed, left: Math.max(0, Math.min(at - gapPx / 2, width - needed)) };
  };
  for (const mark of marks.toSorted((a, b) => a.index - b.index)) {
    let next = place([mark], x(mark.index));
    for (let before = placed.at(-1); before && before.left + before.width > next.left; before = placed.at(-1)) {
      placed.pop();
      next = place([...before.marks, ...next.marks], before.x);
    }
    placed.push(next);
  }
  return placed;
}
