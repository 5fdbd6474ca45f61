import { expect, it } from 'vitest';
import { createCallFetchBackoff } from './reconcile-spacing.ts';

const workspace = 'w';

it('doubles the pause up to the longest', () => {
  const spacing = createCallFetchBackoff(1, 240);
  const asked = Array.from({ length: 26 * 60 }, (_, minute) => minute).filter(
    (minute) => spacing.takeDue(workspace, [{ id: 'a' }], minute, 10).length > 0,
  );
  expect(asked).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 495, 735, 975, 1215, 1455]);
});

it('counts what is given back as it did before', () => {
  const spacing = createCallFetchBackoff(1, 240);
  const calls = [{ id: 'a' }, { id: 'b' }];
  const take = (nowMs: number) => spacing.takeDue(workspace, calls, nowMs, 10).map(({ id }) => id);
  expect(take(0)).toEqual(['a', 'b']);
  spacing.giveBack(workspace, ['b', 'nobody']);
  expect(take(0)).toEqual(['b']);
  expect(take(1)).toEqual(['a', 'b']);
  spacing.giveBack(workspace, ['a']);
  // The first call now waits for two minutes, the other one still for one.
  expect(take(2)).toEqual(['a']);
});

it('takes no more than the limit, names a call once, and forgets what is no longer asked about', () => {
  const spacing = createCallFetchBackoff(10, 100);
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  expect(spacing.takeDue(workspace, [a, a, b, c], 0, 2)).toEqual([a, b]);
  expect(spacing.takeDue(workspace, [a, b, c], 1, 2)).toEqual([c]);
  expect(spacing.takeDue('other', [a], 1, 2)).toEqual([a]);
  spacing.takeDue(workspace, [b, c], 2, 2);
  expect(spacing.takeDue(workspace, [a, b], 3, 2)).toEqual([a]);
});
