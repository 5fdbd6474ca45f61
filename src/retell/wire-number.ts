// Schemas of the account's phone numbers. A number's id is the number itself (E.164).
import { z } from 'zod';
import { lenientField } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';

const boundAgents = z.array(
  z.looseObject({
    agent_id: z.string(),
    /** Fraction of the number's calls that this agent answers or makes, from 0 to 1. */
    weight: lenientField(z.number()),
    agent_version: lenientField(z.union([z.string(), z.number()])),
  }),
);

export const wirePhoneNumberSchema = z.looseObject({
  phone_number: z.string().min(1),
  phone_number_pretty: lenientField(z.string()),
  phone_number_type: lenientField(z.string()),
  nickname: lenientField(z.string()),
  inbound_agents: lenientField(boundAgents),
  outbound_agents: lenientField(boundAgents),
  last_modification_timestamp: lenientField(z.number()),
});

export const wirePhoneNumberListSchema = z.looseObject({
  items: z.array(wirePhoneNumberSchema),
  has_more: lenientField(z.boolean()),
  pagination_key: lenientField(z.string()),
});

export type WirePhoneNumber = DeclaredFields<z.infer<typeof wirePhoneNumberSchema>>;
export type WirePhoneNumberList = DeclaredFields<z.infer<typeof wirePhoneNumberListSchema>>;
