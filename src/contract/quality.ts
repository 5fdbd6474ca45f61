/** Manual quality reviews of calls: the workspace's form, the reviews, and the queue of calls to review. */
import { z } from 'zod';
import { callSummary } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { callParams } from './inputs.ts';

/** The quality metric for which a criterion's answer also counts: none, scriptCompliance or intentAccuracy. */
export const criterionMetrics = ['quality', 'script', 'intent'] as const;
export type CriterionMetric = (typeof criterionMetrics)[number];

const criterionId = z.string().regex(/^[a-z0-9-]{1,40}$/);
export const criterion = z.object({
  /** Id of a criterion of the quality form. It stays when the text is edited. */
  id: criterionId,
  text: z.string().trim().min(1, 'Escribe el criterio').max(200, 'Como máximo 200 caracteres'),
  part: z.enum(criterionMetrics),
  /** True if a 'no' to this criterion alone makes the call fail. */
  critical: z.boolean(),
});
export type Criterion = z.infer<typeof criterion>;

const criteria = z
  .array(criterion)
  .min(1, 'El formulario necesita al menos un criterio')
  .max(15, 'Como máximo 15 criterios')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Hay criterios repetidos');
const passPercent = z.number().int().min(1).max(100);

export const qualityForm = z.object({
  /** Version of the quality form: the number of saves. 0 is every workspace's default form. */
  version: z.number().int(),
  /** Percentage of 'yes' among a review's answers, without 'na', from which the call passes. */
  passPercent,
  criteria,
});
export type QualityForm = z.infer<typeof qualityForm>;

export const criterionAnswers = ['yes', 'no', 'na'] as const;
export type CriterionAnswer = (typeof criterionAnswers)[number];

export const callReview = z.object({
  /** The quality form at the time of the review. */
  form: qualityForm,
  /** The reviewer's answer to every criterion of the form, by the criterion's id. */
  answers: z.record(criterionId, z.enum(criterionAnswers)),
  note: z.string().nullable(),
  /** Percentage of 'yes' answers. If all are 'na', this and the next three fields are null. */
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  /** Percentage of 'yes' among the criteria for this metric. */
  scriptCompliance: z.number().nullable(),
  intentAccuracy: z.number().nullable(),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.iso.datetime(),
});
export type CallReview = z.infer<typeof callReview>;

export const reviewQueueReasons = ['negative', 'failed_goal', 'random'] as const;
export type ReviewQueueReason = (typeof reviewQueueReasons)[number];

/**
 * Calls to review: unreviewed human calls of the last seven days, each once with its first reason. Random calls are
 * from the days before today, filled up with today's first calls if there are too few.
 */
export const reviewQueue = z.object({
  calls: z.array(z.object({ reason: z.enum(reviewQueueReasons), call: callSummary })),
  /** The number of calls reviewed in the last seven days. */
  reviewed: z.number().int(),
});
export type ReviewQueue = z.infer<typeof reviewQueue>;

const reads = { role: 'operator', workspace: 'current' } as const;
const edits = { role: 'editor', workspace: 'current' } as const;

export const qualityEndpoints = {
  getQualityForm: endpoint('getQualityForm', { access: reads, response: qualityForm }),
  /** Saves the quality form. 409 `stale_version` if `version` is not the newest. Reviews with older forms stay. */
  putQualityForm: endpoint('putQualityForm', {
    access: edits,
    body: z.object({ version: z.number().int(), passPercent, criteria }),
    response: qualityForm,
  }),
  getReviewQueue: endpoint('getReviewQueue', { access: reads, response: reviewQueue }),
  getCallReview: endpoint('getCallReview', {
    access: reads,
    params: callParams,
    response: z.object({ review: callReview.nullable() }),
  }),
  /** Saves a call's review, replacing any. 409 `call_open`, `call_erased`, or `stale_version` of the form. */
  putCallReview: endpoint('putCallReview', {
    access: edits,
    params: callParams,
    body: z.object({
      formVersion: z.number().int(),
      answers: z.record(criterionId, z.enum(criterionAnswers)),
      note: z.string().trim().max(2_000, 'Como máximo 2.000 caracteres').nullable(),
    }),
    response: z.object({ review: callReview }),
  }),
  /** Deletes a call's manual review, so that the call's analysis counts again. */
  deleteCallReview: endpoint('deleteCallReview', { access: edits, params: callParams, status: 204 }),
};
