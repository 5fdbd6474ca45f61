// Schemas of the provider's list-calls request and response (v3). A call must match all filters. Listed calls have no
// transcript. The request schema is strict, because the provider refuses unknown fields.
import { z } from 'zod';
import { toLenientFieldSchema } from './lenient.ts';
import type { DeclaredFieldsOnly } from './lenient.ts';
import { wireCallSchema } from './wire-call.ts';

const key = { key: z.string().optional() };
const stringFilter = z.strictObject({
  type: z.literal('string'),
  op: z.enum(['eq', 'ne', 'sw', 'ew', 'co']),
  value: z.string(),
});
const numberFilter = z.strictObject({
  type: z.literal('number'),
  op: z.enum(['eq', 'ne', 'gt', 'ge', 'lt', 'le']),
  value: z.number(),
});
const rangeFilter = z.strictObject({
  type: z.literal('range'),
  op: z.literal('bt'),
  value: z.array(z.number()).length(2),
});
const booleanFilter = z.strictObject({ type: z.literal('boolean'), op: z.literal('eq'), value: z.boolean() });
const presentFilter = z.strictObject({ type: z.literal('present'), op: z.enum(['pr', 'np']) });

function enumFilter<const T extends readonly [string, ...string[]]>(values: T) {
  return z.strictObject({ type: z.literal('enum'), op: z.literal('in'), value: z.array(z.enum(values)) });
}
const anyEnumFilter = z.strictObject({ type: z.literal('enum'), op: z.literal('in'), value: z.array(z.string()) });

/** Filter for calls by one named value of their metadata, dynamic variables or analysis data. */
const namedFilter = z.discriminatedUnion('type', [
  stringFilter.extend(key),
  numberFilter.extend(key),
  booleanFilter.extend(key),
  rangeFilter.extend(key),
  anyEnumFilter.extend(key),
  presentFilter.extend(key),
]);
const quantityFilter = z.discriminatedUnion('type', [numberFilter, rangeFilter]);

export const retellListCallsFilterSchema = z.strictObject({
  agent: z.array(z.strictObject({ agent_id: z.string(), version: z.array(z.number()).optional() })).optional(),
  call_id: z.discriminatedUnion('type', [stringFilter, anyEnumFilter]).optional(),
  /** Filter for calls by status. list-calls does not accept the status `registered` here. */
  call_status: enumFilter(['not_connected', 'ongoing', 'ended', 'error']).optional(),
  call_successful: booleanFilter.optional(),
  call_type: enumFilter(['web_call', 'phone_call']).optional(),
  combined_cost: quantityFilter.optional(),
  custom_analysis_data: z.array(namedFilter).optional(),
  data_storage_setting: enumFilter(['everything', 'everything_except_pii', 'basic_attributes_only']).optional(),
  direction: enumFilter(['inbound', 'outbound']).optional(),
  disconnection_reason: anyEnumFilter.optional(),
  duration_ms: quantityFilter.optional(),
  dynamic_variables: z.array(namedFilter).optional(),
  e2e_latency_p50: quantityFilter.optional(),
  end_timestamp: quantityFilter.optional(),
  from_number: stringFilter.optional(),
  in_voicemail: booleanFilter.optional(),
  metadata: z.array(namedFilter).optional(),
  start_timestamp: quantityFilter.optional(),
  to_number: stringFilter.optional(),
  user_sentiment: enumFilter(['Negative', 'Positive', 'Neutral', 'Unknown']).optional(),
});

export const listCallsRequestSchema = z.strictObject({
  filter_criteria: retellListCallsFilterSchema.optional(),
  /** Sort order of the listed calls by start_timestamp; newest first by default. */
  sort_order: z.enum(['ascending', 'descending']).optional(),
  limit: z.number().int().min(1).max(1000).optional(),
  skip: z.number().int().min(0).optional(),
  pagination_key: z.string().optional(),
  include_total: z.boolean().optional(),
});

export const wireCallListPageSchema = z.looseObject({
  items: z.array(wireCallSchema),
  has_more: toLenientFieldSchema(z.boolean()),
  pagination_key: toLenientFieldSchema(z.string()),
  total: toLenientFieldSchema(z.number()),
});

export type RetellListCallsNamedFieldFilter = z.infer<typeof namedFilter>;
export type RetellListCallsFilter = z.infer<typeof retellListCallsFilterSchema>;
export type RetellListCallsRequest = z.infer<typeof listCallsRequestSchema>;
export type WireCallListPage = DeclaredFieldsOnly<z.infer<typeof wireCallListPageSchema>>;
