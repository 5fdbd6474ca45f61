/** API endpoints and schemas for reviews of calls by people: the form, the reviews, and the calls to review. */
import { z } from 'zod';
import { callSummary } from './calls.ts';
import { defineEndpoint } from './endpoint.ts';
import { callPathParams } from './inputs.ts';

/** The quality metric that a criterion's answer also affects: none, scriptCompliance or intentAccuracy. */
export const criterionPartNames = ['quality', 'script', 'intent'] as const;
export type CriterionPart = (typeof criterionPartNames)[number];

const criterionId = z.string().regex(/^[a-z0-9-]{1,40}$/);
export const qualityCriterion = z.object({
  /** Id of a criterion in the quality form. It does not change when somebody edits the text. */
  id: criterionId,
  text: z.string().trim().min(1, 'Escribe el criterio').max(200, 'Como máximo 200 caracteres'),
  part: z.enum(criterionPartNames),
  /** True if the call fails whenever the answer to this criterion is 'no'. */
  critical: z.boolean(),
});
export type QualityCriterion = z.infer<typeof qualityCriterion>;

const criteria = z
  .array(qualityCriterion)
  .min(1, 'El formulario necesita al menos un criterio')
  .max(15, 'Como máximo 15 criterios')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Hay criterios repetidos');
const passPercent = z.number().int().min(1).max(100);

export const qualityForm = z.object({
  /** Version of the quality form: the number of times it was saved. 0 is the default form. */
  version: z.number().int(),
  /** Minimum percentage of 'yes' answers with which a call passes. 'na' answers do not count. */
  passPercent,
  criteria,
});
export type QualityForm = z.infer<typeof qualityForm>;

export const criterionAnswers = ['yes', 'no', 'na'] as const;
export type CriterionAnswer = (typeof criterionAnswers)[number];

export const qualityCallReview = z.object({
  form: qualityForm,
  /** The reviewer's answers. The key is the criterion's id. */
  answers: z.record(criterionId, z.enum(criterionAnswers)),
  note: z.string().nullable(),
  /**
   * Percentage of criteria answered 'yes', without those answered 'na'. If all are 'na', `score` and `passed` are null.
   */
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  /** Percentage of 'yes' among the criteria that count for the quality metric scriptCompliance. */
  scriptCompliance: z.number().nullable(),
  intentAccuracy: z.number().nullable(),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.iso.datetime(),
});
export type QualityCallReview = z.infer<typeof qualityCallReview>;

export const reviewQueueReasons = ['negative', 'failed_goal', 'random'] as const;
export type ReviewQueueReason = (typeof reviewQueueReasons)[number];

/**
 * Calls to review: from the last seven days, answered by a person and not reviewed yet. Each is listed once, with the
 * first reason that applies. Random calls come from the days before today; if there are too few, also from today.
 */
export const qualityReviewQueue = z.object({
  calls: z.array(z.object({ reason: z.enum(reviewQueueReasons), call: callSummary })),
  reviewed: z.number().int(),
});
export type QualityReviewQueue = z.infer<typeof qualityReviewQueue>;

const reads = { role: 'operator', workspace: 'current' } as const;
const edits = { role: 'editor', workspace: 'current' } as const;

export const qualityEndpoints = {
  getQualityForm: defineEndpoint('getQualityForm', { access: reads, response: qualityForm }),
  /**
   * Saves the quality form. 409 `stale_version` if `version` is not the newest. Existing reviews keep the form with
   * which they were made.
   */
  putQualityForm: defineEndpoint('putQualityForm', {
    access: edits,
    body: z.object({ version: z.number().int(), passPercent, criteria }),
    response: qualityForm,
  }),
  getReviewQueue: defineEndpoint('getReviewQueue', { access: reads, response: qualityReviewQueue }),
  getCallReview: defineEndpoint('getCallReview', {
    access: reads,
    params: callPathParams,
    response: z.object({ review: qualityCallReview.nullable() }),
  }),
  /**
   * Saves a call's review and replaces an earlier one. 409 `call_open` if the call is not over, `call_erased` if its
   * data were erased, `stale_version` if the form has changed.
   */
  putCallReview: defineEndpoint('putCallReview', {
    access: edits,
    params: callPathParams,
    body: z.object({
      formVersion: z.number().int(),
      answers: z.record(criterionId, z.enum(criterionAnswers)),
      note: z.string().trim().max(2_000, 'Como máximo 2.000 caracteres').nullable(),
    }),
    response: z.object({ review: qualityCallReview }),
  }),
  /** Deletes a call's manual review, so that quality metrics use its analysis again. */
  deleteCallReview: defineEndpoint('deleteCallReview', { access: edits, params: callPathParams, status: 204 }),
};
