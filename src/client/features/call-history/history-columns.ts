/** Columns of the call history: widths, defaults, and each user's choice, stored in this browser. */
import { useSyncExternalStore } from 'react';
import { callHistoryColumnLabels } from '../../../labels/call-history-es.ts';
import { readLocalStorage, writeLocalStorage } from '../../hooks/local-storage.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useSession } from '../../session/session.ts';

export type CallHistoryColumnId = keyof typeof callHistoryColumnLabels;
export const callHistoryColumnIds = Object.keys(callHistoryColumnLabels) as readonly CallHistoryColumnId[];

interface ColumnRoom {
  /** Least width in pixels. */
  readonly least: number;
  /** Weight of the column when the table's spare width is divided among its columns. */
  readonly weight: number;
}

export const callHistoryColumnWidthRules: Readonly<Record<CallHistoryColumnId, ColumnRoom>> = {
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

/**
 * Media query for the call history's table; narrower screens show cards. A screen of 1366 px shows the table even at
 * 150 % zoom.
 */
export const callHistoryTableMediaQuery = '(min-width: 56rem)';

const sumOf = (columns: readonly CallHistoryColumnId[], part: keyof ColumnRoom): number =>
  columns.reduce((sum, id) => sum + callHistoryColumnWidthRules[id][part], 0);

/** Minimum width in pixels of a table with these columns; in less space it scrolls sideways. */
export const computeCallHistoryTableMinWidth = (columns: readonly CallHistoryColumnId[]): number =>
  sumOf(columns, 'least');

/** CSS width of a table column: its minimum plus its share of the spare width in the table's container (`100cqw`). */
export function getCallHistoryColumnCssWidth(id: CallHistoryColumnId, columns: readonly CallHistoryColumnId[]): string {
  const { least, weight } = callHistoryColumnWidthRules[id];
  const share = weight / sumOf(columns, 'weight');
  return `calc(${least}px + max(0px, 100cqw - ${computeCallHistoryTableMinWidth(columns)}px) * ${share.toFixed(4)})`;
}

/** Columns that users can't hide, because they identify the call. */
export const unhideableCallHistoryColumns: readonly CallHistoryColumnId[] = ['status', 'contact', 'date'];

const usual: readonly CallHistoryColumnId[] = [
  'status',
  'result',
  'contact',
  'direction',
  'agent',
  'reason',
  'duration',
  'date',
];
/** Default columns of the call history on a screen that is less than 80rem wide. */
const usualNarrow: readonly CallHistoryColumnId[] = ['status', 'result', 'contact', 'agent', 'duration', 'date'];

/** Parses a stored column choice; null if nothing is stored. Unknown column names are dropped. */
function readColumns(kept: string | null): readonly CallHistoryColumnId[] | null {
  if (!kept) return null;
  const names = new Set(kept.split(' '));
  return callHistoryColumnIds.filter((id) => names.has(id) || unhideableCallHistoryColumns.includes(id));
}

export interface CallHistoryColumnsController {
  readonly shown: readonly CallHistoryColumnId[];
  /** False while the default columns are shown, which depend on the window's width. */
  readonly isChosen: boolean;
  readonly toggle: (id: CallHistoryColumnId) => void;
  readonly reset: () => void;
}

/** Column choices made since the page was loaded, used if localStorage is unavailable. Key: the localStorage key. */
const chosenHere = new Map<string, string>();
const listeners = new Set<() => void>();

function choose(key: string, text: string): void {
  chosenHere.set(key, text);
  writeLocalStorage(key, text);
  for (const listener of listeners) listener();
}

/** React hook: the user's columns of the call history, shared by the table and the menu that changes them. */
export function useCallHistoryColumns(): CallHistoryColumnsController {
  const { user } = useSession();
  const key = `vocero.call-columns.${user.id}`;
  const hasRoom = useMediaQuery('(min-width: 80rem)');
  const kept = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosenHere.get(key) ?? readLocalStorage(key),
  );
  const chosen = readColumns(kept);
  const shown = chosen ?? (hasRoom ? usual : usualNarrow);
  return {
    shown,
    isChosen: chosen !== null,
    toggle: (id) =>
      choose(key, callHistoryColumnIds.filter((other) => (other === id) !== shown.includes(other)).join(' ')),
    reset: () => choose(key, ''),
  };
}
