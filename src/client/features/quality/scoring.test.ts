import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { CallSummary } from '../../../contract/calls.ts';
import type {
  QualityCriterion,
  CriterionAnswer,
  ReviewQueueReason,
  QualityReviewQueue,
} from '../../../contract/quality.ts';
import { buildCall } from '../../testing/factories.ts';
import {
  filterAnswersByForm,
  groupReviewQueueByReason,
  hasConversationWithPerson,
  scoreReview,
  findNextCallIdInReviewQueue,
  listCallReviewPartScores,
  listUnansweredCriteria,
  type ReviewAnswersByCriterion,
} from './scoring.ts';

const criteria = (...critical: readonly boolean[]): QualityCriterion[] =>
  critical.map((isCritical, index) => ({
    id: `c${index}`,
    text: `Criterio ${index}`,
    part: 'quality',
    critical: isCritical,
  }));
const form = { criteria: criteria(false, false, true, false), passPercent: 75 };
const answered = (words: string): ReviewAnswersByCriterion =>
  Object.fromEntries(
    words.split(' ').flatMap((word, index) => (word === '-' ? [] : [[`c${index}`, word as CriterionAnswer] as const])),
  );

describe('judge', () => {
  it('scores the yes among yes and no, and leaves out what does not apply', () => {
    expect(scoreReview(form, answered('yes no yes yes'))).toEqual({
      score: 75,
      passed: true,
      criticalFailed: false,
      answered: 4,
    });
    expect(scoreReview(form, answered('yes no yes na'))).toMatchObject({ score: 200 / 3, passed: false });
    expect(scoreReview(form, answered('na na na na'))).toEqual({
      score: null,
      passed: null,
      criticalFailed: false,
      answered: 4,
    });
  });

  it('says nothing of passing before the end, unless a critical criterion failed', () => {
    expect(scoreReview(form, {})).toEqual({ score: null, passed: null, criticalFailed: false, answered: 0 });
    expect(scoreReview(form, answered('yes yes - yes'))).toMatchObject({ score: 100, passed: null, answered: 3 });
    expect(scoreReview(form, answered('- - no -'))).toMatchObject({
      score: 0,
      passed: false,
      criticalFailed: true,
      answered: 1,
    });
    expect(scoreReview({ ...form, passPercent: 50 }, answered('yes yes no yes'))).toMatchObject({
      score: 75,
      passed: false,
    });
  });

  it('agrees with the definition for any form and answers', () => {
    const answer = fc.constantFrom('yes', 'no', 'na');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), answer), { minLength: 1, maxLength: 15 }),
        fc.integer({ min: 1, max: 100 }),
        (given, passPercent) => {
          const of = { criteria: criteria(...given.map(([critical]) => critical)), passPercent };
          const { score, passed } = scoreReview(of, answered(given.map(([, word]) => word).join(' ')));
          const counted = given.filter(([, word]) => word !== 'na');
          const yes = counted.filter(([, word]) => word === 'yes').length;
          const hasFailed = given.some(([critical, word]) => critical && word === 'no');
          expect(score).toBe(counted.length === 0 ? null : (yes * 100) / counted.length);
          expect(passed).toBe(counted.length === 0 ? null : yes * 100 >= passPercent * counted.length && !hasFailed);
        },
      ),
    );
  });
});

describe('answers', () => {
  it('to another form stay where their criterion does', () => {
    expect(filterAnswersByForm(form.criteria.slice(1), answered('yes no - na'))).toEqual({ c1: 'no', c3: 'na' });
    expect(listUnansweredCriteria(form.criteria, answered('yes - - na')).map(({ id }) => id)).toEqual(['c1', 'c2']);
  });

  it('show the parts that were measured', () => {
    expect(listCallReviewPartScores({ scriptCompliance: 0, intentAccuracy: null })).toEqual([
      { part: 'script', score: 0 },
    ]);
  });
});

const queueOf = (...entries: readonly (readonly [string, ReviewQueueReason])[]): QualityReviewQueue => ({
  calls: entries.map(([id, reason]) => ({ reason, call: buildCall({ id }) })),
  reviewed: 0,
});

describe('the queue', () => {
  const queue = queueOf(['r1', 'random'], ['n1', 'negative'], ['g1', 'failed_goal'], ['n2', 'negative']);

  it('is grouped by reason, the most pressing first, without empty groups', () => {
    expect(groupReviewQueueByReason(queue).map(({ reason, calls }) => [reason, calls.map(({ id }) => id)])).toEqual([
      ['negative', ['n1', 'n2']],
      ['failed_goal', ['g1']],
      ['random', ['r1']],
    ]);
    expect(groupReviewQueueByReason(queueOf(['r1', 'random']))).toHaveLength(1);
  });

  it('goes on to the call after, from its end to its beginning, and from elsewhere to the first', () => {
    expect(findNextCallIdInReviewQueue(queue, 'n1')).toBe('n2');
    expect(findNextCallIdInReviewQueue(queue, 'n2')).toBe('g1');
    expect(findNextCallIdInReviewQueue(queue, 'r1')).toBe('n1');
    expect(findNextCallIdInReviewQueue(queue, 'other')).toBe('n1');
    expect(findNextCallIdInReviewQueue(queueOf(['n1', 'negative']), 'n1')).toBeNull();
    expect(findNextCallIdInReviewQueue(queueOf(), 'n1')).toBeNull();
  });
});

describe('hasConversation', () => {
  type Facts = Pick<CallSummary, 'callStatus' | 'startTimestamp' | 'durationMs' | 'disconnectionReason' | 'result'>;
  const ended: Facts = {
    callStatus: 'ended',
    startTimestamp: '2026-11-21T12:00:00.000Z',
    durationMs: 9_000,
    disconnectionReason: 'user_hangup',
    result: 'goal_missed',
  };
  const had = (facts: Partial<Facts>) => hasConversationWithPerson({ ...ended, ...facts });

  it('is where somebody picked up, and that was a person', () => {
    expect(had({})).toBe(true);
    expect(had({ callStatus: 'failed', disconnectionReason: 'error_asr' })).toBe(true);
    expect(had({ result: 'machine' })).toBe(false);
    expect(had({ callStatus: 'not_connected', disconnectionReason: 'dial_no_answer' })).toBe(false);
    expect(had({ callStatus: 'failed', durationMs: null })).toBe(false);
    expect(had({ callStatus: 'failed', startTimestamp: null })).toBe(false);
  });
});
