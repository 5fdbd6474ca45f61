/** SVG path of a chart's line. Pure. */

interface Place {
  readonly x: number;
  readonly y: number;
}

/** SVG path through the points. Null leaves a gap. A single point between two gaps is drawn as a dot. */
export function buildLinePath(places: readonly (Place | null)[]): string {
  const write = ({ x, y }: Place) => `${round(x)} ${round(y)}`;
  return places
    .flatMap((place, index) => {
      if (place === null) return [];
      if (places[index - 1]) return [`L${write(place)}`];
      return [places[index + 1] ? `M${write(place)}` : `M${write(place)}h0.01`];
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;
