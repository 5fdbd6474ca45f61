// Schemas of the account's phone numbers. A number's id is the number itself (E.164).
import { z } from 'zod';
import { lenient } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';

const boundAgents = z.array(
  z.looseObject({
    agent_id: z.string(),
    /** Fraction of the number's calls that this agent answers or makes, from 0 to 1. */
    weight: lenient(z.number()),
    agent_version: lenient(z.union([z.string(), z.number()])),
  }),
);

export const wireNumberSchema = z.looseObject({
  phone_number: z.string().min(1),
  phone_number_pretty: lenient(z.string()),
  phone_number_type: lenient(z.string()),
  nickname: lenient(z.string()),
  inbound_agents: lenient(boundAgents),
  outbound_agents: lenient(boundAgents),
  last_modification_timestamp: lenient(z.number()),
});

export const wireNumberListSchema = z.looseObject({
  items: z.array(wireNumberSchema),
  has_more: lenient(z.boolean()),
  pagination_key: lenient(z.string()),
});

export type WireNumber = DeclaredFields<z.infer<typeof wireNumberSchema>>;
export type WireNumberList = DeclaredFields<z.infer<typeof wireNumberListSchema>>;
