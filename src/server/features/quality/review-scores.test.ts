// Scores of answers compared with the test's own computation, and the choice of calls to review.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { criterionAnswers, criterionAffectedMetrics, type QualityForm } from '../../../contract/quality.ts';
import type { CallReviewCandidate } from './review-queue-query.ts';
import { chooseCallsToReview } from './review-queue.ts';
import {
  findReviewAnswerMismatches,
  computeScoresOfReview,
  computeReviewShares,
  type QualityFormAnswers,
} from './review-scores.ts';

const anyForm: fc.Arbitrary<QualityForm> = fc.record({
  version: fc.nat(3),
  passPercent: fc.integer({ min: 1, max: 100 }),
  criteria: fc
    .array(fc.record({ part: fc.constantFrom(...criterionAffectedMetrics), critical: fc.boolean() }), {
      minLength: 1,
      maxLength: 15,
    })
    .map((all) => all.map((each, index) => ({ id: `c-${index}`, text: `Criterio ${index}`, ...each }))),
});
const scored = anyForm.chain((form) =>
  fc.tuple(...form.criteria.map(() => fc.constantFrom(...criterionAnswers))).map((given) => ({
    form,
    answers: Object.fromEntries(form.criteria.map(({ id }, index) => [id, given[index] ?? 'na'])) as QualityFormAnswers,
  })),
);

it('scores, passes and shares as the words say', () => {
  fc.assert(
    fc.property(scored, ({ form, answers }) => {
      const percentOf = (part: string | null): number | null => {
        let yes = 0;
        let judged = 0;
        for (const criterion of form.criteria) {
          if ((part !== null && criterion.part !== part) || answers[criterion.id] === 'na') continue;
          judged += 1;
          if (answers[criterion.id] === 'yes') yes += 1;
        }
        return judged === 0 ? null : (yes / judged) * 100;
      };
      const close = (percent: number | null): unknown => (percent === null ? null : expect.closeTo(percent, 9));
      const scores = computeScoresOfReview(form, answers);
      const score = percentOf(null);
      const isSpoilt = form.criteria.some(({ id, critical }) => critical && answers[id] === 'no');
      // A limit within rounding distance is decided in whole numbers.
      const passed = score === null ? null : !isSpoilt && score + 1e-9 >= form.passPercent;
      expect(scores).toEqual({
        score: close(score),
        passed,
        scriptCompliance: close(percentOf('script')),
        intentAccuracy: close(percentOf('intent')),
      });
      const shares = computeReviewShares(form, answers);
      expect(shares?.quality ?? null).toBe(passed === null ? null : Number(passed));
      expect([shares?.script ?? null, shares?.intent ?? null]).toEqual(
        [scores.scriptCompliance, scores.intentAccuracy].map((percent) =>
          percent === null ? null : expect.closeTo(percent / 100, 9),
        ),
      );
      expect(findReviewAnswerMismatches(form, answers)).toEqual({ missing: [], unknown: [] });
    }),
    { numRuns: 200 },
  );
});

it('names the criteria that lack an answer, and the answers that lack a criterion', () => {
  const form: QualityForm = {
    version: 1,
    passPercent: 50,
    criteria: [{ id: 'a', text: 'A', part: 'quality', critical: false }],
  };
  expect(findReviewAnswerMismatches(form, { b: 'yes' })).toEqual({ missing: form.criteria, unknown: ['b'] });
});

const candidate = (id: string, rest: Partial<CallReviewCandidate> = {}): CallReviewCandidate => ({
  id,
  isSuccessful: true,
  sentiment: 'Neutral',
  ...rest,
});

it('proposes five of each reason, each call once, and a sample that is the same all day and another one tomorrow', () => {
  const many = (prefix: string, rest: Partial<CallReviewCandidate>) =>
    Array.from({ length: 40 }, (_, index) => candidate(`${prefix}${index}`, rest));
  const earlier = [
    ...many('good', {}),
    ...many('unjudged', { isSuccessful: null, sentiment: null }),
    ...many('failed', { isSuccessful: false }),
    ...many('bad', { sentiment: 'Negative', isSuccessful: false }),
  ];
  const all = [...many('today', {}), ...earlier];
  const chosen = chooseCallsToReview(all, earlier, '2026-11-22');
  const idsOf = (reason: string, from = chosen) => from.filter((each) => each.reason === reason).map(({ id }) => id);
  expect(chosen.map(({ reason }) => reason)).toEqual(
    ['negative', 'failed_goal', 'random'].flatMap((reason) => Array.from({ length: 5 }, () => reason)),
  );
  expect(idsOf('negative')).toEqual(['bad0', 'bad1', 'bad2', 'bad3', 'bad4']);
  expect(idsOf('failed_goal')).toEqual(['failed0', 'failed1', 'failed2', 'failed3', 'failed4']);
  expect(idsOf('random').every((id) => /^(good|unjudged)/.test(id))).toBe(true);
  expect(idsOf('random', chooseCallsToReview([], earlier.toReversed(), '2026-11-22'))).toEqual(idsOf('random'));
  expect(idsOf('random', chooseCallsToReview(all, earlier, '2026-11-23'))).not.toEqual(idsOf('random'));
});
