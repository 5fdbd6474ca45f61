/**
 * Computes the rows of the list of live calls: which calls need a person's attention, and in which order they come.
 * While somebody reads the list, the order stays. Pure.
 */
import { attentionRuleKinds, type AttentionRuleKind } from '../../../contract/attention.ts';
import type { ActiveCall } from '../../../contract/calls.ts';

/** Kinds of marks on live calls that need a person, the most urgent first. `waiting`: registered but not started. */
export const liveCallUrgencyKinds = [...attentionRuleKinds, 'waiting'] as const;

/**
 * Mark on a live call that needs a person. `since`: time in epoch ms at which the waiting began. `second`: second of
 * the call at which the attention rule last matched.
 */
export type LiveCallUrgencyMark =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: AttentionRuleKind; readonly second: number };

export interface LiveCallRowData {
  readonly call: ActiveCall;
  /** Start time of the duration shown in a live call's row, in epoch ms. */
  readonly since: number;
  /** The call's marks, most urgent first. */
  readonly marks: readonly LiveCallUrgencyMark[];
  /** True for an ended call that keeps its row while somebody reads the list of live calls. */
  readonly isOver: boolean;
}

export interface LiveCallRowThresholds {
  /** Seconds after which a call that has not started is marked as waiting; 0 turns this mark off. */
  readonly longWaitSeconds: number;
}

function marksOf(
  call: ActiveCall,
  since: number,
  now: number,
  { longWaitSeconds }: LiveCallRowThresholds,
): readonly LiveCallUrgencyMark[] {
  const isWaiting = call.startTimestamp === null && longWaitSeconds > 0 && now - since > longWaitSeconds * 1_000;
  const hits = attentionRuleKinds.flatMap((kind): LiveCallUrgencyMark[] => {
    const last = call.attention.findLast(({ rule }) => rule === kind);
    return last ? [{ kind, second: last.second }] : [];
  });
  return isWaiting ? [...hits, { kind: 'waiting', since }] : hits;
}

export function toLiveCallRowData(call: ActiveCall, now: number, rules: LiveCallRowThresholds): LiveCallRowData {
  const since = Date.parse(call.startTimestamp ?? call.occurredAt);
  return { call, since, marks: marksOf(call, since, now, rules), isOver: false };
}

function pressure({ marks }: LiveCallRowData): number {
  return Math.min(liveCallUrgencyKinds.length, ...marks.map(({ kind }) => liveCallUrgencyKinds.indexOf(kind)));
}

/** Compares two rows of live calls for sorting: the most urgent first, then the longest call, then by id. */
export function compareLiveCallRowsByUrgency(left: LiveCallRowData, right: LiveCallRowData): number {
  return (
    pressure(left) - pressure(right) ||
    left.since - right.since ||
    (left.call.id < right.call.id ? -1 : Number(left.call.id > right.call.id))
  );
}

export function sortLiveCallRowsByUrgency(rows: readonly LiveCallRowData[]): LiveCallRowData[] {
  return [...rows].sort(compareLiveCallRowsByUrgency);
}

interface Reading {
  /** True if the list of live calls may be re-sorted. Otherwise rows keep their positions, and new ones come last. */
  readonly mayMove: boolean;
  /** True while somebody reads the list of live calls. Rows of ended calls are kept then. */
  readonly isHeld: boolean;
  /** Ids of all calls in progress, including calls that do not match the filters. */
  readonly underWay: ReadonlySet<string>;
}

/** Maximum number of rows of ended calls that are kept, in case the focus stays in the list of live calls for hours. */
const mostOver = 50;

/**
 * Returns the next rows of the live call list. `shown`: the rows on screen. `wanted`: rows of matching calls, sorted.
 */
export function mergeLiveCallRowsKeepingOrder(
  shown: readonly LiveCallRowData[],
  wanted: readonly LiveCallRowData[],
  { mayMove, isHeld, underWay }: Reading,
): LiveCallRowData[] {
  if (mayMove && !isHeld) return [...wanted];
  const fresh = new Map(wanted.map((row) => [row.call.id, row]));
  let room = isHeld ? mostOver : 0;
  const kept = shown.flatMap((row): LiveCallRowData[] => {
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

const keyOf = ({ call, marks, isOver }: LiveCallRowData): string =>
  [call.id, ...marks.map(({ kind }) => kind), isOver].join(' ');

/** True if two rows of the live call list look the same, apart from their running clocks. */
export function isLiveCallRowVisuallyEqual(left: LiveCallRowData, right: LiveCallRowData): boolean {
  return left.call === right.call && keyOf(left) === keyOf(right);
}

export function areLiveCallRowsVisuallyEqual(
  left: readonly LiveCallRowData[],
  right: readonly LiveCallRowData[],
): boolean {
  return (
    left.length === right.length &&
    left.every((row, index) => right[index] && isLiveCallRowVisuallyEqual(row, right[index]))
  );
}
