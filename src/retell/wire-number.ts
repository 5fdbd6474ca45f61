// Schemas of the provider account's phone numbers. A number's id is the number itself (E.164).
import { z } from 'zod';
import { toLenientFieldSchema } from './lenient.ts';
import type { DeclaredFieldsOnly } from './lenient.ts';

const boundAgents = z.array(
  z.looseObject({
    agent_id: z.string(),
    /** Fraction of the phone number's calls that this agent handles, from 0 to 1. */
    weight: toLenientFieldSchema(z.number()),
    agent_version: toLenientFieldSchema(z.union([z.string(), z.number()])),
  }),
);

export const wirePhoneNumberSchema = z.looseObject({
  phone_number: z.string().min(1),
  phone_number_pretty: toLenientFieldSchema(z.string()),
  phone_number_type: toLenientFieldSchema(z.string()),
  nickname: toLenientFieldSchema(z.string()),
  inbound_agents: toLenientFieldSchema(boundAgents),
  outbound_agents: toLenientFieldSchema(boundAgents),
  last_modification_timestamp: toLenientFieldSchema(z.number()),
});

export const wirePhoneNumberListSchema = z.looseObject({
  items: z.array(wirePhoneNumberSchema),
  has_more: toLenientFieldSchema(z.boolean()),
  pagination_key: toLenientFieldSchema(z.string()),
});

export type WirePhoneNumber = DeclaredFieldsOnly<z.infer<typeof wirePhoneNumberSchema>>;
export type WirePhoneNumberList = DeclaredFieldsOnly<z.infer<typeof wirePhoneNumberListSchema>>;
