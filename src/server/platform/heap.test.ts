import { expect, test } from 'vitest';
import { collectGarbage } from './heap.ts';

test('what nothing reaches any more is gone, and what something reaches stays', async () => {
  const kept = { figures: [1, 2, 3] };
  const reached = new WeakRef(kept);
  const unreached = new WeakRef({ figures: [1, 2, 3] });
  await collectGarbage();
  expect([unreached.deref(), reached.deref()]).toEqual([undefined, kept]);
});
