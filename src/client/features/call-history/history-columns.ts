/** The list's columns: how wide each is, which show unless somebody chooses, and what each person chose in this browser. */
import { useSyncExternalStore } from 'react';
import { columnLabels } from '../../../labels/call-history-es.ts';
import { readStored, writeStored } from '../../hooks/local-storage.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useSession } from '../../session/session.ts';

export type ColumnId = keyof typeof columnLabels;
export const columnIds = Object.keys(columnLabels) as readonly ColumnId[];

/** Pixels. An elastic column is at least so wide and takes what is left over; the others never change. */
export const columnWidths = {
  status: { width: 92 },
  result: { width: 174 },
  contact: { width: 162 },
  direction: { width: 108 },
  agent: { width: 116, elastic: true },
  campaign: { width: 140, elastic: true },
  reason: { width: 150 },
  sentiment: { width: 120 },
  duration: { width: 96 },
  cost: { width: 112 },
  latency: { width: 104 },
  date: { width: 160 },
} as const satisfies Record<ColumnId, { readonly width: number; readonly elastic?: true }>;

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
