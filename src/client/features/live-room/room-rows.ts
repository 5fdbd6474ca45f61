/**
 * The rows of the room: which calls need somebody, in which order they stand, and what a row shows while somebody reads: then no row
 * moves. Pure.
 */
import { attentionRules, type AttentionRule } from '../../../contract/attention.ts';
import type { ActiveCall } from '../../../contract/calls.ts';

/** Why a call needs somebody, the most pressing first. waiting: it is registered, and did not start for too long. */
export const markKinds = [...attentionRules, 'waiting'] as const;

/** since: epoch ms. second: of the call, the last time that the rule was hit. */
export type Mark =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: AttentionRule; readonly second: number };

export interface RoomRow {
  readonly call: ActiveCall;
  /** Epoch ms from which its clock runs. */
  readonly since: number;
  /** The most pressing first. */
  readonly marks: readonly Mark[];
  /** It ended while somebody read the list, and keeps its place until they look away. */
  readonly isOver: boolean;
}

export interface RoomRules {
  /** Seconds that a call may wait for its start; 0: any. */
  readonly longWaitSeconds: number;
}

function marksOf(call: ActiveCall, since: number, now: number, { longWaitSeconds }: RoomRules): readonly Mark[] {
  const isWaiting = call.startTimestamp === null && longWaitSeconds > 0 && now - since > longWaitSeconds * 1_000;
  const hits = attentionRules.flatMap((kind): Mark[] => {
    const last = call.attention.findLast(({ rule }) => rule === kind);
    return last ? [{ kind, second: last.second }] : [];
  });
  return isWaiting ? [...hits, { kind: 'waiting', since }] : hits;
}

export function toRow(call: ActiveCall, now: number, rules: RoomRules): RoomRow {
  const since = Date.parse(call.startTimestamp ?? call.occurredAt);
  return { call, since, marks: marksOf(call, since, now, rules), isOver: false };
}

function pressure({ marks }: RoomRow): number {
  return Math.min(markKinds.length, ...marks.map(({ kind }) => markKinds.indexOf(kind)));
}

/** The most in need first, then the longest; the id decides between equals. */
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
  /** The new order is applied; otherwise rows keep their order, and new ones stand below. */
  readonly mayMove: boolean;
  /** Somebody reads: a call that ended keeps its place. */
  readonly isHeld: boolean;
  /** All calls under way, also those that no longer fit the filters. */
  readonly underWay: ReadonlySet<string>;
}

/** Ended calls that keep their place at most, so that a focus left in the list for a day fills nothing. */
const mostOver = 50;

/** The rows to show after `shown`, of which `wanted`, in order, are there now. */
export function settleRows(
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

/** Whether both are drawn alike; clocks run by themselves. */
export function isSameRow(left: RoomRow, right: RoomRow): boolean {
  return left.call === right.call && keyOf(left) === keyOf(right);
}

export function areSameRows(left: readonly RoomRow[], right: readonly RoomRow[]): boolean {
  return left.length === right.length && left.every((row, index) => right[index] && isSameRow(row, right[index]));
}
