/** Bodies of requests to the provider, as plain objects whose types are checked against the SDK's. */
import type { CallOrderAnalysisItem, ProviderCallFilter, OutboundCallOrder, VoiceProvider } from './provider.ts';

/** Metadata keys that identify a placed call. */
export const attemptMetadataKey = 'vocero_attempt_id';
const campaignMetadataKey = 'vocero_campaign_id';
const testMetadataKey = 'vocero_test_call';

export interface ProviderPhoneCallRequestBody {
  from_number: string;
  to_number: string;
  override_agent_id?: string;
  override_agent_version?: string | number;
  metadata: Record<string, string>;
  retell_llm_dynamic_variables: Record<string, string>;
  honor_internal_dnc?: true;
  idempotency_key?: string;
  agent_override?: { agent: { post_call_analysis_data: CallOrderAnalysisItem[] } };
}

export function buildProviderPhoneCallRequest(order: OutboundCallOrder): ProviderPhoneCallRequestBody {
  return {
    from_number: order.fromNumber,
    to_number: order.toNumber,
    ...(order.agentId === null
      ? {}
      : {
          override_agent_id: order.agentId,
          ...(order.agentVersion === null ? {} : { override_agent_version: order.agentVersion }),
        }),
    metadata: {
      [attemptMetadataKey]: order.attemptId,
      ...(order.campaignId === null ? { [testMetadataKey]: 'true' } : { [campaignMetadataKey]: order.campaignId }),
    },
    ...(order.withoutFields.includes('honor_internal_dnc') ? {} : { honor_internal_dnc: true }),
    ...(order.withoutFields.includes('idempotency_key') ? {} : { idempotency_key: order.attemptId }),
    retell_llm_dynamic_variables: { ...order.dynamicVariables },
    ...(order.analysisItems === null
      ? {}
      : { agent_override: { agent: { post_call_analysis_data: [...order.analysisItems] } } }),
  };
}

/**
 * Returns the JSON text of a request to place a call. Parsing this text and serialising it again gives the same bytes.
 */
export function serializeProviderPhoneCallRequest(order: OutboundCallOrder): string {
  return JSON.stringify(buildProviderPhoneCallRequest(order));
}

export interface ProviderUpdateContactRequestBody {
  first_name: string;
  last_name: string;
  contact_memory: string;
  tags: string[];
  custom_fields?: Record<string, null>;
}

/** Returns the request body that erases a contact's personal data. `fieldNames` are its custom fields. */
export function buildProviderContactErasureRequest(fieldNames: readonly string[]): ProviderUpdateContactRequestBody {
  return {
    first_name: '',
    last_name: '',
    contact_memory: '',
    tags: [],
    ...(fieldNames.length > 0 && { custom_fields: Object.fromEntries(fieldNames.map((name) => [name, null])) }),
  };
}

/**
 * Request body of a hint for the agent of a live call. It must not contain metadata, which would replace the call's own
 * metadata.
 */
export interface ProviderAgentHintRequestBody {
  call_control: { additional_context: string; trigger_response: boolean };
}

interface SinceFilter {
  type: 'number';
  op: 'ge' | 'le';
  value: number;
}

interface SentCriteria {
  start_timestamp?: SinceFilter | { type: 'range'; op: 'bt'; value: number[] };
  end_timestamp?: SinceFilter;
  metadata?: { type: 'string'; op: 'eq'; key: string; value: string }[];
}

export interface ProviderListCallsRequestBody {
  filter_criteria?: SentCriteria;
  sort_order: 'ascending' | 'descending';
  limit: number;
  pagination_key?: string;
}

export interface ProviderListPageRequest {
  limit: number;
  pagination_key?: string;
}

export function buildProviderListCallsRequest(
  filter: ProviderCallFilter,
  page: Parameters<VoiceProvider['listCalls']>[1],
): ProviderListCallsRequestBody {
  const criteria = criteriaOf(filter);
  return {
    ...(Object.keys(criteria).length > 0 ? { filter_criteria: criteria } : {}),
    sort_order: page.order ?? 'descending',
    limit: page.limit,
    ...(page.key ? { pagination_key: page.key } : {}),
  };
}

function criteriaOf({
  startedFromMs: from,
  startedToMs: to,
  endedFromMs,
  attemptId,
}: ProviderCallFilter): SentCriteria {
  return {
    ...(from !== undefined && to !== undefined
      ? { start_timestamp: { type: 'range', op: 'bt', value: [from, to] } }
      : from !== undefined
        ? { start_timestamp: { type: 'number', op: 'ge', value: from } }
        : to !== undefined
          ? { start_timestamp: { type: 'number', op: 'le', value: to } }
          : {}),
    ...(endedFromMs === undefined ? {} : { end_timestamp: { type: 'number', op: 'ge', value: endedFromMs } }),
    ...(attemptId === undefined
      ? {}
      : { metadata: [{ type: 'string', op: 'eq', key: attemptMetadataKey, value: attemptId }] }),
  };
}
