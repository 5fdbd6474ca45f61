/** The line of a chart, straight from place to place. Pure. */

interface Place {
  readonly x: number;
  readonly y: number;
}

/** An SVG path through the places; a null is a gap, and a place between two gaps a dot (a round cap draws it). */
export function linePath(places: readonly (Place | null)[]): string {
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
