/**
 * Computes the rows of the list of live calls: which calls need a person's attention, and in which order they come.
 * While somebody reads the list, the order stays. Pure.
 */
import { attentionRules, type AttentionRule } from '../../../contract/attention.ts';
import type { ActiveCall } from '../../../contract/calls.ts';

/** Kinds of marks on live calls that need a person, the most urgent first. `waiting`: registered but not started. */
export const liveCallMarkKinds = [...attentionRules, 'waiting'] as const;

/** Mark on a live call. `since`: epoch ms. `second`: second of the call at which the attention rule last matched. */
export type LiveCallMark =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: AttentionRule; readonly second: number };

export interface RoomRow {
  readonly call: ActiveCall;
  /** Time from which the row's clock counts, in epoch ms. */
  readonly since: number;
  /** The call's marks, most urgent first. */
  readonly marks: readonly LiveCallMark[];
  /** True for an ended call that keeps its row while somebody reads the list of live calls. */
  readonly isOver: boolean;
}

export interface RoomRules {
  /** Seconds after which a call that has not started is marked as waiting; 0 turns this mark off. */
  readonly longWaitSeconds: number;
}

function marksOf(
  call: ActiveCall,
  since: number,
  now: number,
  { longWaitSeconds }: RoomRules,
): readonly LiveCallMark[] {
  const isWaiting = call.startTimestamp === null && longWaitSeconds > 0 && now - since > longWaitSeconds * 1_000;
  const hits = attentionRules.flatMap((kind): LiveCallMark[] => {
    const last = call.attention.findLast(({ rule }) => rule === kind);
    return last ? [{ kind, second: last.second }] : [];
  });
  return isWaiting ? [...hits, { kind: 'waiting', since }] : hits;
}

export function toRoomRow(call: ActiveCall, now: number, rules: RoomRules): RoomRow {
  const since = Date.parse(call.startTimestamp ?? call.occurredAt);
  return { call, since, marks: marksOf(call, since, now, rules), isOver: false };
}

function pressure({ marks }: RoomRow): number {
  return Math.min(liveCallMarkKinds.length, ...marks.map(({ kind }) => liveCallMarkKinds.indexOf(kind)));
}

/** Compares two rows of live calls for sorting: the most urgent first, then the longest call, then by id. */
export function compareRows(left: RoomRow, right: RoomRow): number {
  return (
    pressure(left) - pressure(right) ||
    left.since - right.since ||
    (left.call.id < right.call.id ? -1 : Number(left.call.id > right.call.id))
  );
}

export function orderRows(rows: readonly RoomRow[]): RoomRow[] {
  return [...rows].sort(compareRows);
}

interface Reading {
  /** True if the list of live calls may be re-sorted. Otherwise rows keep their positions, and new ones come last. */
  readonly mayMove: boolean;
  /** True while somebody reads the list of live calls. Rows of ended calls are kept then. */
  readonly isHeld: boolean;
  /** Ids of all calls in progress, including calls that do not match the filters. */
  readonly underWay: ReadonlySet<string>;
}

/** Limit of kept rows of ended calls, in case the focus stays in the list of live calls for hours. */
const mostOver = 50;

/** Returns the next rows of the list. `shown`: the rows on screen. `wanted`: rows of matching calls, sorted. */
export function nextShownRows(
  shown: readonly RoomRow[],
  wanted: readonly RoomRow[],
  { mayMove, isHeld, underWay }: Reading,
): RoomRow[] {
  if (mayMove && !isHeld) return [...wanted];
  const fresh = new Map(wanted.map((row) => [row.call.id, row]));
  let room = isHeld ? mostOver : 0;
  const kept = shown.flatMap((row): RoomRow[] => {
    const { id } = row.call;
    const now = fresh.get(id);
    if (now) return [now];
    if (underWay.has(id)) return isHeld ? [row] : [];
    room -= 1;
    if (room < 0) return [];
    return [row.isOver ? row : { ...row, marks: [], isOver: true }];
  });
  const known = new Set(shown.map(({ call }) => call.id));
  return [...kept, ...wanted.filter(({ call }) => !known.has(call.id))];
}

const keyOf = ({ call, marks, isOver }: RoomRow): string =>
  [call.id, ...marks.map(({ kind }) => kind), isOver].join(' ');

/** True if two rows of live calls show the same, apart from their clocks. */
export function isSameRow(left: RoomRow, right: RoomRow): boolean {
  return left.call === right.call && keyOf(left) === keyOf(right);
}

export function areSameRows(left: readonly RoomRow[], right: readonly RoomRow[]): boolean {
  return left.length === right.length && left.every((row, index) => right[index] && isSameRow(row, right[index]));
}
