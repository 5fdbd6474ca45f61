/** The list's columns: how wide each is, which show unless somebody chooses, and what each person chose in this browser. */
import { useSyncExternalStore } from 'react';
import { columnLabels } from '../../../labels/call-history-es.ts';
import { readStored, writeStored } from '../../hooks/local-storage.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useSession } from '../../session/session.ts';

export type ColumnId = keyof typeof columnLabels;
export const columnIds = Object.keys(columnLabels) as readonly ColumnId[];

interface ColumnRoom {
  /** Pixels. */
  readonly least: number;
  /** Its share of the width that is left over, beside the other columns' shares. */
  readonly weight: number;
}

export const columnRooms: Readonly<Record<ColumnId, ColumnRoom>> = {
  status: { least: 80, weight: 0.5 },
  result: { least: 174, weight: 0.5 },
  contact: { least: 162, weight: 3 },
  direction: { least: 108, weight: 0.5 },
  agent: { least: 116, weight: 2 },
  campaign: { least: 140, weight: 3 },
  reason: { least: 172, weight: 3 },
  sentiment: { least: 120, weight: 0.5 },
  duration: { least: 96, weight: 0.5 },
  cost: { least: 112, weight: 0.5 },
  latency: { least: 104, weight: 0.5 },
  date: { least: 160, weight: 1 },
};

/** Below it the calls are cards: 1366 pixels at a zoom of 150 % still have room for the table. */
export const tableFrom = '(min-width: 56rem)';

const sumOf = (columns: readonly ColumnId[], part: keyof ColumnRoom): number =>
  columns.reduce((sum, id) => sum + columnRooms[id][part], 0);

/** Pixels below which the table of these columns scrolls. */
export const leastWidth = (columns: readonly ColumnId[]): number => sumOf(columns, 'least');

/** How wide a column is among these, as CSS: what is left of the list's frame (100cqw) is shared by weight. */
export function columnWidth(id: ColumnId, columns: readonly ColumnId[]): string {
  const { least, weight } = columnRooms[id];
  const share = weight / sumOf(columns, 'weight');
  return `calc(${least}px + max(0px, 100cqw - ${leastWidth(columns)}px) * ${share.toFixed(4)})`;
}

/** Without them no row says what it is about. */
export const fixedColumns: readonly ColumnId[] = ['status', 'contact', 'date'];

const usual: readonly ColumnId[] = ['status', 'result', 'contact', 'direction', 'agent', 'reason', 'duration', 'date'];
/** What fits beside the sidebar on a small screen. */
const usualNarrow: readonly ColumnId[] = ['status', 'result', 'contact', 'agent', 'duration', 'date'];

/** The columns of a kept text, in the list's order; null where nothing was kept. What is no column any more is left out. */
function readColumns(kept: string | null): readonly ColumnId[] | null {
  if (!kept) return null;
  const names = new Set(kept.split(' '));
  return columnIds.filter((id) => names.has(id) || fixedColumns.includes(id));
}

export interface ColumnChoice {
  readonly shown: readonly ColumnId[];
  /** False: the usual ones, which follow the window's width. */
  readonly isChosen: boolean;
  readonly toggle: (id: ColumnId) => void;
  readonly reset: () => void;
}

/** What was chosen since the page was loaded: holds where the browser keeps nothing. */
const chosenHere = new Map<string, string>();
const listeners = new Set<() => void>();

function choose(key: string, text: string): void {
  chosenHere.set(key, text);
  writeStored(key, text);
  for (const listener of listeners) listener();
}

/** The same for the table and for the menu that changes it. */
export function useColumns(): ColumnChoice {
  const { user } = useSession();
  const key = `vocero.call-columns.${user.id}`;
  const hasRoom = useMediaQuery('(min-width: 80rem)');
  const kept = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosenHere.get(key) ?? readStored(key),
  );
  const chosen = readColumns(kept);
  const shown = chosen ?? (hasRoom ? usual : usualNarrow);
  return {
    shown,
    isChosen: chosen !== null,
    toggle: (id) => choose(key, columnIds.filter((other) => (other === id) !== shown.includes(other)).join(' ')),
    reset: () => choose(key, ''),
  };
}
