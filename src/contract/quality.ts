/** Manual quality: the workspace's form, what a person scored of a call, and which calls to look at next. */
import { z } from 'zod';
import { callSummary } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { callParams } from './inputs.ts';

/** What a criterion feeds besides whether the call passes: nothing more, scriptCompliance or intentAccuracy. */
export const criterionParts = ['quality', 'script', 'intent'] as const;
export type CriterionPart = (typeof criterionParts)[number];

const criterionId = z.string().regex(/^[a-z0-9-]{1,40}$/);
export const criterion = z.object({
  /** Stays with a criterion while its text is mended. */
  id: criterionId,
  text: z.string().trim().min(1, 'Escribe el criterio').max(200, 'Como máximo 200 caracteres'),
  part: z.enum(criterionParts),
  /** One 'no' and the call does not pass. */
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
  /** Counts the saves; 0: the one that every workspace begins with. */
  version: z.number().int(),
  /** A call passes from this share of 'yes' among the answers on, 'na' left out. */
  passPercent,
  criteria,
});
export type QualityForm = z.infer<typeof qualityForm>;

export const criterionAnswers = ['yes', 'no', 'na'] as const;
export type CriterionAnswer = (typeof criterionAnswers)[number];

export const callReview = z.object({
  /** The form as it was when the call was scored. */
  form: qualityForm,
  /** By the criterion's id; of every criterion of the form. */
  answers: z.record(criterionId, z.enum(criterionAnswers)),
  note: z.string().nullable(),
  /** Percent of 'yes'; null where all are 'na', as the three after it. */
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  /** Percent of 'yes' among the part's criteria. */
  scriptCompliance: z.number().nullable(),
  intentAccuracy: z.number().nullable(),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.iso.datetime(),
});
export type CallReview = z.infer<typeof callReview>;

export const queueReasons = ['negative', 'failed_goal', 'random'] as const;
export type QueueReason = (typeof queueReasons)[number];

/** Human calls of the last seven days that nobody scored, each once, by the first reason that holds; random ones of the days before today, or where those are few the first of today. */
export const reviewQueue = z.object({
  calls: z.array(z.object({ reason: z.enum(queueReasons), call: callSummary })),
  /** Scored in the last seven days. */
  reviewed: z.number().int(),
});
export type ReviewQueue = z.infer<typeof reviewQueue>;

const reads = { role: 'operator', workspace: 'current' } as const;
const edits = { role: 'editor', workspace: 'current' } as const;

export const qualityEndpoints = {
  getQualityForm: endpoint('getQualityForm', { access: reads, response: qualityForm }),
  /** 409 `stale_version` when `version` is not the newest. What was scored by older forms stays. */
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
  /** Replaces what was scored before. 409 `call_open`, `call_erased`, `stale_version` for another form than the newest. */
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
  /** What the analysis says counts again. */
  deleteCallReview: endpoint('deleteCallReview', { access: edits, params: callParams, status: 204 }),
};
