/** Hook: rows of live calls to show. Their order changes at most every 3 s, and never while somebody reads them. */
import { useState } from 'react';
import { areSameRows, nextShownRows, type RoomRow } from './room-rows.ts';

const moveEveryMs = 3_000;

interface Settling {
  /** The rows in order. */
  readonly wanted: readonly RoomRow[];
  readonly underWay: ReadonlySet<string>;
  readonly isHeld: boolean;
  readonly now: number;
}

export function useSettledRows({ wanted, underWay, isHeld, now }: Settling): readonly RoomRow[] {
  const [shown, setShown] = useState({ rows: wanted, movedAt: now });
  const mayMove = now - shown.movedAt >= moveEveryMs;
  const rows = nextShownRows(shown.rows, wanted, { mayMove, isHeld, underWay });
  if (!areSameRows(rows, shown.rows)) setShown({ rows, movedAt: mayMove && !isHeld ? now : shown.movedAt });
  return rows;
}
