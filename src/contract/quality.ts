/** API endpoints and schemas for reviews of calls by people: the form, the reviews, and the calls to review. */
import { z } from 'zod';
import { callSummarySchema } from './calls.ts';
import { defineEndpoint } from './endpoint.ts';
import { callPathParamsSchema } from './inputs.ts';

/** The quality metric that a criterion's answer also affects: none, scriptCompliance or intentAccuracy. */
export const criterionAffectedMetrics = ['quality', 'script', 'intent'] as const;
export type CriterionAffectedMetric = (typeof criterionAffectedMetrics)[number];

const criterionId = z.string().regex(/^[a-z0-9-]{1,40}$/);
export const qualityCriterionSchema = z.object({
  /** Id of a criterion in the quality form. It does not change when somebody edits the text. */
  id: criterionId,
  text: z.string().trim().min(1, 'Escribe el criterio').max(200, 'Como máximo 200 caracteres'),
  part: z.enum(criterionAffectedMetrics),
  /** True if the call fails whenever the answer to this criterion is 'no'. */
  critical: z.boolean(),
});
export type QualityCriterion = z.infer<typeof qualityCriterionSchema>;

const criteria = z
  .array(qualityCriterionSchema)
  .min(1, 'El formulario necesita al menos un criterio')
  .max(15, 'Como máximo 15 criterios')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Hay criterios repetidos');
const passPercent = z.number().int().min(1).max(100);

export const qualityFormSchema = z.object({
  /** Version of the quality form: the number of times it was saved. 0 is the default form. */
  version: z.number().int(),
  /** Minimum percentage of 'yes' answers with which a call passes. 'na' answers do not count. */
  passPercent,
  criteria,
});
export type QualityForm = z.infer<typeof qualityFormSchema>;

export const criterionAnswers = ['yes', 'no', 'na'] as const;
export type CriterionAnswer = (typeof criterionAnswers)[number];

export const qualityCallReviewSchema = z.object({
  form: qualityFormSchema,
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
export type QualityCallReview = z.infer<typeof qualityCallReviewSchema>;

export const reviewQueueReasons = ['negative', 'failed_goal', 'random'] as const;
export type ReviewQueueReason = (typeof reviewQueueReasons)[number];

/**
 * Calls to review: from the last seven days, answered by a person and not reviewed yet. Each is listed once, with the
 * first reason that applies. Random calls come from the days before today; if there are too few, also from today.
 */
export const qualityReviewQueueSchema = z.object({
  calls: z.array(z.object({ reason: z.enum(reviewQueueReasons), call: callSummarySchema })),
  reviewed: z.number().int(),
});
export type QualityReviewQueue = z.infer<typeof qualityReviewQueueSchema>;

const reads = { role: 'operator', workspace: 'current' } as const;
const edits = { role: 'editor', workspace: 'current' } as const;

export const qualityEndpoints = {
  getQualityForm: defineEndpoint('getQualityForm', { access: reads, response: qualityFormSchema }),
  /**
   * Saves the quality form. 409 `stale_version` if `version` is not the newest. Existing reviews keep the form with
   * which they were made.
   */
  putQualityForm: defineEndpoint('putQualityForm', {
    access: edits,
    body: z.object({ version: z.number().int(), passPercent, criteria }),
    response: qualityFormSchema,
  }),
  getReviewQueue: defineEndpoint('getReviewQueue', { access: reads, response: qualityReviewQueueSchema }),
  getCallReview: defineEndpoint('getCallReview', {
    access: reads,
    params: callPathParamsSchema,
    response: z.object({ review: qualityCallReviewSchema.nullable() }),
  }),
  /**
   * Saves a call's review and replaces an earlier one. 409 `call_open` if the call is not over, `call_erased` if its
   * data were erased, `stale_version` if the form has changed.
   */
  putCallReview: defineEndpoint('putCallReview', {
    access: edits,
    params: callPathParamsSchema,
    body: z.object({
      formVersion: z.number().int(),
      answers: z.record(criterionId, z.enum(criterionAnswers)),
      note: z.string().trim().max(2_000, 'Como máximo 2.000 caracteres').nullable(),
    }),
    response: z.object({ review: qualityCallReviewSchema }),
  }),
  /** Deletes a call's manual review, so that quality metrics use its analysis again. */
  deleteCallReview: defineEndpoint('deleteCallReview', { access: edits, params: callPathParamsSchema, status: 204 }),
};
