/**
 * Chooses the calls to review next: the newest few for each reason, and a random sample that stays the same for a day.
 */
import { createHash } from 'node:crypto';
import { reviewQueueReasons, type ReviewQueueReason, type QualityReviewQueue } from '../../../contract/quality.ts';
import { isCallGoalReached } from '../calls/index.ts';
import { findWorkspaceTimeZone } from '../settings/index.ts';
import { countCallReviewsSince } from './call-review-store.ts';
import type { QualityDeps } from './quality-deps.ts';
import {
  listCallReviewCandidates,
  listCallReviewCandidatesBefore,
  listCallSummariesById,
  type CallReviewCandidate,
} from './review-queue-query.ts';

const ofEachReason = 5;
const weekMs = 7 * 24 * 3_600_000;

export async function readCallReviewQueue(
  { db, clock }: QualityDeps,
  workspaceId: string,
): Promise<QualityReviewQueue> {
  const now = clock.now();
  const zone = (await findWorkspaceTimeZone(db, workspaceId)) ?? 'UTC';
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);
  const [newest, earlier, reviewed] = await Promise.all([
    listCallReviewCandidates(db, workspaceId, now),
    listCallReviewCandidatesBefore(db, workspaceId, { date, zone }),
    countCallReviewsSince(db, workspaceId, new Date(now.getTime() - weekMs)),
  ]);
  const chosen = chooseCallsToReview(newest, earlier, date);
  const calls = new Map(
    (
      await listCallSummariesById(
        db,
        workspaceId,
        chosen.map(({ id }) => id),
      )
    ).map((call) => [call.id, call]),
  );
  return {
    calls: chosen.flatMap(({ id, reason }) => {
      const call = calls.get(id);
      return call ? [{ reason, call }] : [];
    }),
    reviewed,
  };
}

/**
 * Chooses calls to review, grouped by the reason for choosing them. `newest` is sorted by date, newest first. The
 * random sample is drawn from `earlier`, calls of days before `date`, so that it stays the same all day. If these are too
 * few, the oldest calls of `date` are added.
 */
export function chooseCallsToReview(
  newest: readonly CallReviewCandidate[],
  earlier: readonly CallReviewCandidate[],
  date: string,
): { readonly id: string; readonly reason: ReviewQueueReason }[] {
  const sample = earlier
    .filter((call) => reasonOf(call) === 'random')
    .map((call) => ({ call, lot: lotOf(call.id, date) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ call }) => call);
  const isEarlier = new Set(earlier.map(({ id }) => id));
  const today = newest.filter((call) => reasonOf(call) === 'random' && !isEarlier.has(call.id)).toReversed();
  const byReason = Map.groupBy(newest, reasonOf).set('random', [...sample, ...today]);
  return reviewQueueReasons.flatMap((reason) =>
    (byReason.get(reason) ?? []).slice(0, ofEachReason).map(({ id }) => ({ id, reason })),
  );
}

/** Returns the first reason that applies. */
function reasonOf(call: CallReviewCandidate): ReviewQueueReason {
  if (call.sentiment === 'Negative') return 'negative';
  return isCallGoalReached(call) === false ? 'failed_goal' : 'random';
}

/** Returns a pseudo-random sort key of a call. For one day it is the same on all servers. */
function lotOf(callId: string, date: string): string {
  return createHash('sha256').update(`${date}/${callId}`).digest('hex');
}
