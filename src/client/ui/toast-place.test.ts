import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseToastPosition } from './toast-place.ts';

const toast = { width: 356, height: 60 };
const view = { width: 1366, height: 768 };
const boxOf = ({ right, bottom }: { right: number; bottom: number }) => ({
  left: view.width - right - toast.width,
  top: view.height - bottom - toast.height,
});

it('stands at the bottom right, beside what is there, else above it', () => {
  const footer = (left: number, width: number) => ({ box: { left, top: 700, width, height: 68 }, weight: 100 });
  expect(chooseToastPosition(toast, view, [])).toEqual({ right: 16, bottom: 16 });
  expect(chooseToastPosition(toast, view, [footer(1200, 150)]).bottom).toBe(16);
  expect(chooseToastPosition(toast, view, [footer(0, 1366)])).toEqual({ right: 16, bottom: 72 });
  expect(
    chooseToastPosition({ width: 328, height: 60 }, { width: 360, height: 780 }, [
      { box: { left: 240, top: 720, width: 100, height: 40 }, weight: 100 },
    ]),
  ).toEqual({ right: 16, bottom: 64 });
});

it('covers nothing wherever a few buttons stand, and stays in the window', () => {
  const buttons = fc.array(
    fc.record({ left: fc.nat(1_300), top: fc.nat(740), width: fc.constant(60), height: fc.constant(28) }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(buttons, (boxes) => {
      const { left, top } = boxOf(
        chooseToastPosition(
          toast,
          view,
          boxes.map((box) => ({ box, weight: 100 })),
        ),
      );
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + toast.width).toBeLessThanOrEqual(view.width);
      expect(top).toBeGreaterThanOrEqual(0);
      for (const box of boxes)
        expect(
          left >= box.left + box.width || box.left >= left + 356 || top >= box.top + box.height || box.top >= top + 60,
        ).toBe(true);
    }),
  );
});
