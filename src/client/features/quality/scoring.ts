/** Rules for an unfinished review: score so far, missing answers, and the call to score next. All pure. */
import type { CallDetail } from '../../../contract/calls.ts';
import type {
  QualityCallReview,
  QualityCriterion,
  CriterionAnswer,
  QualityForm,
  ReviewQueueReason,
  QualityReviewQueue,
} from '../../../contract/quality.ts';

/** Answers of a review by criterion id. A criterion without an answer has no entry. */
export type ReviewAnswersByCriterion = Readonly<Record<string, CriterionAnswer>>;

export interface ReviewScoreResult {
  /** The review's score: the percentage of 'yes' among its 'yes' and 'no' answers. Null if it has no such answer. */
  readonly score: number | null;
  /**
   * True if the reviewed call passes. Null if the review has no score, or if the missing answers still decide whether
   * it passes.
   */
  readonly passed: boolean | null;
  readonly criticalFailed: boolean;
  readonly answered: number;
}

/**
 * Scores a review by the quality form, ignoring answers to unknown criteria. The server uses the same formulas
 * (GLOSSARY.md).
 */
export function scoreReview(
  { criteria, passPercent }: Pick<QualityForm, 'criteria' | 'passPercent'>,
  answers: ReviewAnswersByCriterion,
): ReviewScoreResult {
  const count = (answer: CriterionAnswer) => criteria.filter(({ id }) => answers[id] === answer).length;
  const yes = count('yes');
  const counted = yes + count('no');
  const answered = counted + count('na');
  const criticalFailed = criteria.some(({ id, critical }) => critical && answers[id] === 'no');
  const score = counted === 0 ? null : (100 * yes) / counted;
  const isDecided = answered === criteria.length || criticalFailed;
  return {
    score,
    passed: score === null || !isDecided ? null : !criticalFailed && score >= passPercent,
    criticalFailed,
    answered,
  };
}

export const listUnansweredCriteria = (
  criteria: readonly QualityCriterion[],
  answers: ReviewAnswersByCriterion,
): readonly QualityCriterion[] => criteria.filter(({ id }) => answers[id] === undefined);

/** Returns the given answers without those to criteria that the form does not have. */
export function filterAnswersByForm(
  criteria: readonly QualityCriterion[],
  answers: ReviewAnswersByCriterion,
): ReviewAnswersByCriterion {
  return Object.fromEntries(
    criteria.flatMap(({ id }) => {
      const answer = answers[id];
      return answer === undefined ? [] : [[id, answer] as const];
    }),
  );
}

/**
 * True if the call had a conversation with a person. Other calls can't be scored (the server's rule is in
 * calls/state/call-facts.ts).
 */
export function hasConversationWithPerson(
  call: Pick<CallDetail, 'callStatus' | 'startTimestamp' | 'durationMs' | 'disconnectionReason' | 'result'>,
): boolean {
  if (call.disconnectionReason?.startsWith('dial_') || call.result === 'machine') return false;
  return call.callStatus === 'ended' || (call.startTimestamp !== null && (call.durationMs ?? 0) > 0);
}

export interface ReviewQueueGroup {
  readonly reason: ReviewQueueReason;
  readonly calls: readonly QualityReviewQueue['calls'][number]['call'][];
}

const order: readonly ReviewQueueReason[] = ['negative', 'failed_goal', 'random'];

/** Groups the review queue by reason, the most urgent reason first; leaves out reasons without calls. */
export function groupReviewQueueByReason(queue: QualityReviewQueue): readonly ReviewQueueGroup[] {
  return order
    .map((reason) => ({
      reason,
      calls: queue.calls.filter((entry) => entry.reason === reason).map(({ call }) => call),
    }))
    .filter(({ calls }) => calls.length > 0);
}

/**
 * Id of the next call in the review queue after the present one. If there is none, the id of the first call; null if
 * there is no other call.
 */
export function findNextCallIdInReviewQueue(queue: QualityReviewQueue, callId: string): string | null {
  const ids = groupReviewQueueByReason(queue).flatMap(({ calls }) => calls.map(({ id }) => id));
  const others = ids.filter((id) => id !== callId);
  const place = ids.indexOf(callId);
  return others[place === -1 ? 0 : place] ?? others[0] ?? null;
}

/** Scores for the parts 'script' and 'intent' of a review; a part that the form does not measure is left out. */
export function listCallReviewPartScores(
  review: Pick<QualityCallReview, 'scriptCompliance' | 'intentAccuracy'>,
): readonly { readonly part: 'script' | 'intent'; readonly score: number }[] {
  const parts = [
    { part: 'script', score: review.scriptCompliance },
    { part: 'intent', score: review.intentAccuracy },
  ] as const;
  return parts.flatMap(({ part, score }) => (score === null ? [] : [{ part, score }]));
}
