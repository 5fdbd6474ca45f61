/** Which calls to review next: of each reason the newest few, and a sample that stays the same for a day. */
import { createHash } from 'node:crypto';
import { queueReasons, type QueueReason, type ReviewQueue } from '../../../contract/quality.ts';
import { goal, isHuman } from '../calls/index.ts';
import { findTimeZone } from '../settings/index.ts';
import { countReviews } from './call-review-store.ts';
import type { QualityDeps } from './quality-deps.ts';
import { listCandidates, listProposed, type Candidate } from './review-queue-query.ts';

const ofEachReason = 5;
const weekMs = 7 * 24 * 3_600_000;

export async function readReviewQueue({ db, clock }: QualityDeps, workspaceId: string): Promise<ReviewQueue> {
  const now = clock.now();
  const since = new Date(now.getTime() - weekMs);
  const [candidates, reviewed, zone] = await Promise.all([
    listCandidates(db, workspaceId, since),
    countReviews(db, workspaceId, since),
    findTimeZone(db, workspaceId),
  ]);
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone ?? 'UTC', dateStyle: 'short' }).format(now);
  const chosen = chooseCalls(candidates, date);
  const calls = new Map(
    (
      await listProposed(
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

/** `candidates`: newest first. `date`: the workspace's day, which decides the sample. In the order of reasons. */
export function chooseCalls(
  candidates: readonly Candidate[],
  date: string,
): { readonly id: string; readonly reason: QueueReason }[] {
  const byReason = Map.groupBy(candidates.filter(isHuman), reasonOf);
  const sample = byReason.get('random')?.map((call) => ({ call, lot: lotOf(call.id, date) })) ?? [];
  byReason.set(
    'random',
    sample.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).map(({ call }) => call),
  );
  return queueReasons.flatMap((reason) =>
    (byReason.get(reason) ?? []).slice(0, ofEachReason).map(({ id }) => ({ id, reason })),
  );
}

/** The first that holds. */
function reasonOf(call: Candidate): QueueReason {
  if (call.sentiment === 'Negative') return 'negative';
  return goal(call) === false ? 'failed_goal' : 'random';
}

/** The same on every server, all day long, and another one tomorrow. */
function lotOf(callId: string, date: string): string {
  return createHash('sha256').update(`${date}/${callId}`).digest('hex');
}
