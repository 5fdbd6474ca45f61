// Schemas of the provider's responses about an account: its name, its lines in use, its contacts and errors.
import { z } from 'zod';
import { lenientField } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';

/** Schema of the API key's info. Its fields are required, because a captive portal's response lacks them. */
export const wireKeyInfoSchema = z.looseObject({
  org_name: z.string(),
  api_key_name: z.string().nullable(),
});

export const wireConcurrencySchema = z.looseObject({
  current_concurrency: lenientField(z.number()),
  concurrency_limit: lenientField(z.number()),
  reserved_inbound_concurrency: lenientField(z.number()),
  base_concurrency: lenientField(z.number()),
  purchased_concurrency: lenientField(z.number()),
  concurrency_purchase_limit: lenientField(z.number()),
  remaining_purchase_limit: lenientField(z.number()),
  concurrency_burst_enabled: lenientField(z.boolean()),
  concurrency_burst_limit: lenientField(z.number()),
});

/** The provider's contact for a number. */
export const wireContactSchema = z.looseObject({
  contact_id: lenientField(z.string()),
  phone_number: lenientField(z.string()),
  do_not_call: lenientField(z.boolean()),
  custom_fields: z.unknown().optional(),
});

/** The body of every refusal. */
export const wireErrorSchema = z.looseObject({
  status: lenientField(z.string()),
  message: lenientField(z.string()),
});

export type WireKeyInfo = DeclaredFields<z.infer<typeof wireKeyInfoSchema>>;
export type WireContact = DeclaredFields<z.infer<typeof wireContactSchema>>;
export type WireConcurrency = DeclaredFields<z.infer<typeof wireConcurrencySchema>>;
export type WireError = DeclaredFields<z.infer<typeof wireErrorSchema>>;
