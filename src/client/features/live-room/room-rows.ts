/**
 * Rows of the list of live calls: which calls need a person, in which order, and how rows stay in place while somebody
 * reads, so that no row moves. Pure.
 */
import { attentionRules, type AttentionRule } from '../../../contract/attention.ts';
import type { ActiveCall } from '../../../contract/calls.ts';

/** Marks of a live call that needs a person, most urgent first. `waiting`: registered for too long without a start. */
export const liveCallMarkKinds = [...attentionRules, 'waiting'] as const;

/** Mark of a live call. `since`: epoch ms. `second`: second of the call at which its attention rule was last hit. */
export type LiveCallMark =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: AttentionRule; readonly second: number };

export interface RoomRow {
  readonly call: ActiveCall;
  /** Start of the clock in a live call's row, in epoch ms. */
  readonly since: number;
  /** The call's marks, most urgent first. */
  readonly marks: readonly LiveCallMark[];
  /** True for a call that ended while somebody read the list of live calls; its row stays until they look away. */
  readonly isOver: boolean;
}

export interface RoomRules {
  /** Seconds that a call may wait for its start before it is marked as waiting; 0 for any time. */
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

/** Sorts rows of the list of live calls: the most urgent first, then the longest call, then by id. */
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
  /** True if the list of live calls may take the new order; otherwise rows keep their order and new ones come last. */
  readonly mayMove: boolean;
  /** True while somebody reads the list of live calls, so that ended calls keep their rows. */
  readonly isHeld: boolean;
  /** Ids of all calls under way, including those that no longer match the filters. */
  readonly underWay: ReadonlySet<string>;
}

/** Highest number of rows kept for ended calls, in case the focus stays in the list of live calls for a day. */
const mostOver = 50;

/** Returns the next rows of the live calls. `shown` are those on screen, `wanted` the present ones in their order. */
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

/** True if two rows of the list of live calls look alike; their clocks run independently. */
export function isSameRow(left: RoomRow, right: RoomRow): boolean {
  return left.call === right.call && keyOf(left) === keyOf(right);
}

export function areSameRows(left: readonly RoomRow[], right: readonly RoomRow[]): boolean {
  return left.length === right.length && left.every((row, index) => right[index] && isSameRow(row, right[index]));
}
