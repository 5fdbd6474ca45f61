// Schemas of the provider's responses about an account: its name, its lines in use, its contacts and errors.
import { z } from 'zod';
import { toLenientFieldSchema } from './lenient.ts';
import type { DeclaredFieldsOnly } from './lenient.ts';

/** Schema of the provider's response about an API key. Fields are required, to detect a captive portal's response. */
export const wireKeyInfoSchema = z.looseObject({
  org_name: z.string(),
  api_key_name: z.string().nullable(),
});

export const wireConcurrencySchema = z.looseObject({
  current_concurrency: toLenientFieldSchema(z.number()),
  concurrency_limit: toLenientFieldSchema(z.number()),
  reserved_inbound_concurrency: toLenientFieldSchema(z.number()),
  base_concurrency: toLenientFieldSchema(z.number()),
  purchased_concurrency: toLenientFieldSchema(z.number()),
  concurrency_purchase_limit: toLenientFieldSchema(z.number()),
  remaining_purchase_limit: toLenientFieldSchema(z.number()),
  concurrency_burst_enabled: toLenientFieldSchema(z.boolean()),
  concurrency_burst_limit: toLenientFieldSchema(z.number()),
});

/** The provider's contact for a number. */
export const wireContactSchema = z.looseObject({
  contact_id: toLenientFieldSchema(z.string()),
  phone_number: toLenientFieldSchema(z.string()),
  do_not_call: toLenientFieldSchema(z.boolean()),
  custom_fields: z.unknown().optional(),
});

/** The body of every refusal. */
export const wireErrorResponseSchema = z.looseObject({
  status: toLenientFieldSchema(z.string()),
  message: toLenientFieldSchema(z.string()),
});

export type WireKeyInfo = DeclaredFieldsOnly<z.infer<typeof wireKeyInfoSchema>>;
export type WireContact = DeclaredFieldsOnly<z.infer<typeof wireContactSchema>>;
export type WireConcurrency = DeclaredFieldsOnly<z.infer<typeof wireConcurrencySchema>>;
export type WireErrorResponse = DeclaredFieldsOnly<z.infer<typeof wireErrorResponseSchema>>;
