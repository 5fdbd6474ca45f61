/** Hook: rows of live calls to show. Their order changes at most every 3 s, and never while somebody reads them. */
import { useState } from 'react';
import { areLiveCallRowsVisuallyEqual, mergeLiveCallRowsKeepingOrder, type LiveCallRowData } from './room-rows.ts';

const moveEveryMs = 3_000;

interface Settling {
  /** The rows in order. */
  readonly wanted: readonly LiveCallRowData[];
  readonly underWay: ReadonlySet<string>;
  readonly isHeld: boolean;
  readonly now: number;
}

export function useStableLiveCallRows({ wanted, underWay, isHeld, now }: Settling): readonly LiveCallRowData[] {
  const [shown, setShown] = useState({ rows: wanted, movedAt: now });
  const mayMove = now - shown.movedAt >= moveEveryMs;
  const rows = mergeLiveCallRowsKeepingOrder(shown.rows, wanted, { mayMove, isHeld, underWay });
  if (!areLiveCallRowsVisuallyEqual(rows, shown.rows))
    setShown({ rows, movedAt: mayMove && !isHeld ? now : shown.movedAt });
  return rows;
}
