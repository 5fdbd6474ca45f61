/** Error codes in the server's error responses. Their Spanish texts are in `labels/es.ts`. */
import { z } from 'zod';

export const errorCodes = [
  'invalid_input',
  'invalid_credentials',
  'too_many_attempts',
  'not_signed_in',
  'invalid_token',
  'forbidden',
  'forbidden_origin',
  'not_found',
  'no_workspace',
  'workspace_mismatch',
  'stale_version',
  'conflict',
  'invalid_transition',
  'call_over',
  'call_open',
  'live_unreadable',
  'listening_off',
  'listening_unsupported',
  'call_taken_over',
  'call_erased',
  'analysis_limit',
  'last_admin',
  'own_account',
  'wrong_password',
  'wrong_code',
  'challenge_over',
  'link_over',
  'second_factor_required',
  'key_in_use',
  'key_rejected',
  'provider_unavailable',
  'delivery_failed',
  'invalid_recipients',
  'agent_undecided',
  'invalid_signature',
  'payload_too_large',
  'method_not_allowed',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/**
 * Body of every error response. `message` and `error` contain the same Spanish text for the user. `details` names each
 * invalid field or row.
 */
export const errorBodySchema = z.object({
  message: z.string(),
  error: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
