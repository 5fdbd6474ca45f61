// Schemas of the requests to the provider that place a call. They check the fields that the provider's documentation
// requires or restricts.
import { z } from 'zod';
import { wirePostCallAnalysisItemSchema } from './wire-agent.ts';

/** Maximum size of a call's `metadata`, in bytes of JSON, as the provider documents it. */
export const callMetadataMaxBytes = 50_000;

/** Matches an E.164 telephone number: plus sign, then 8 to 15 digits. */
export const e164NumberPattern = /^\+[1-9]\d{7,14}$/;

const agentOverride = z.looseObject({
  agent: z.looseObject({ post_call_analysis_data: z.array(wirePostCallAnalysisItemSchema).nullish() }).optional(),
});

const shared = {
  agent_override: agentOverride.optional(),
  metadata: z.unknown().optional(),
  /** String values only. */
  retell_llm_dynamic_variables: z.record(z.string(), z.string()).optional(),
};

/** Request field: the provider's preset analysis of a call's success, with the campaign's definition of success. */
export interface CallRequestSuccessAnalysisItem {
  readonly type: 'system-presets';
  readonly name: 'call_successful';
  readonly description: string;
}

export const createPhoneCallRequestSchema = z.looseObject({
  ...shared,
  from_number: z.string().regex(e164NumberPattern),
  to_number: z.string().regex(e164NumberPattern),
  override_agent_id: z.string().optional(),
  override_agent_version: z.union([z.string(), z.number()]).optional(),
  /** If true, the provider answers 400 to a call request for a number whose contact is marked do-not-call. */
  honor_internal_dnc: z.boolean().optional(),
  /** Idempotency key. A call request repeated with the same key within an hour places no further call. */
  idempotency_key: z
    .string()
    .regex(/^[\w-]{5,255}$/)
    .optional(),
  custom_sip_headers: z.record(z.string(), z.string()).optional(),
});

export const createWebCallRequestSchema = z.looseObject({
  ...shared,
  agent_id: z.string(),
  agent_version: z.union([z.string(), z.number()]).optional(),
});

export type CreatePhoneCallRequest = z.infer<typeof createPhoneCallRequestSchema>;
export type CreateWebCallRequest = z.infer<typeof createWebCallRequestSchema>;
