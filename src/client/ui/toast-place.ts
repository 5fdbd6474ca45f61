/** Chooses a position for a toast that covers no button: bottom right, otherwise bottom left, otherwise higher up. */

export interface ToastPosition {
  /** Distance in px from the window's edges. */
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

interface Obstacle {
  readonly box: Box;
  /** Weight of covering this obstacle. */
  readonly weight: number;
}

const margin = 16;
const step = 8;

const meet = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/**
 * Returns the first position at which the toast covers no button or field. If there is none, returns the position where
 * it covers the least. Pure.
 */
export function chooseToastPosition(toast: Size, view: Size, obstacles: readonly Obstacle[]): ToastPosition {
  const rightmost = view.width - toast.width - margin;
  const columns = [
    ...new Set([rightmost, rightmost / 2, margin].map((left) => Math.max(0, Math.min(left, rightmost)))),
  ];
  let best = { place: { right: margin, bottom: margin }, cost: Infinity };
  for (let top = view.height - toast.height - margin; top >= margin; top -= step)
    for (const left of columns) {
      const box = { ...toast, left, top };
      const cost = obstacles.reduce((sum, obstacle) => sum + (meet(box, obstacle.box) ? obstacle.weight : 0), 0);
      const place = { right: view.width - left - toast.width, bottom: view.height - top - toast.height };
      if (cost === 0) return place;
      if (cost < best.cost) best = { place, cost };
    }
  return best.place;
}

const actions = 'button, [role="button"], [role="tab"], [role="switch"], input, select, textarea, a[href]';

/**
 * Visible buttons and fields that a toast should not cover, with weights. Links in lists and tables have a low weight.
 */
export function findToastObstacles(toaster: Element): readonly Obstacle[] {
  return [...document.querySelectorAll(actions)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    if (toaster.contains(element) || box.width === 0) return [];
    const atop = document
      .elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      .find((each) => !toaster.contains(each));
    if (!atop || !(element.contains(atop) || atop.contains(element))) return [];
    return [{ box, weight: element.matches('li a, td a') ? 1 : 100 }];
  });
}
