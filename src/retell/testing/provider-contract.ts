// What we rely on of the provider: a row for each endpoint and for webhooks, with its SDK type, our reader, the simulator's
// type and the fields. `npm run check:types` compares the types, row by row; docs/provider.md is made of the texts.
// Under each row stand its checks, which list what does not fit (fields.ts): an error of the compiler names the field.
import type {
  AgentCreateVersionParams, AgentListParams, AgentListResponse, AgentListVersionsParams, AgentListVersionsResponse, AgentPublishParams, AgentResponse, AgentUpdateParams,
} from 'retell-sdk/resources/agent';
import type {
  CallCreatePhoneCallParams, CallListParams, CallListResponse, CallResponse, PhoneCallResponse, WebCallResponse,
} from 'retell-sdk/resources/call';
import type { ConcurrencyRetrieveResponse } from 'retell-sdk/resources/concurrency';
import type { IdentityRetrieveResponse } from 'retell-sdk/resources/identity';
import type { PhoneNumberListParams, PhoneNumberListResponse } from 'retell-sdk/resources/phone-number';
import type { SentPage, SentPlacing, SentSearch } from '../../server/platform/provider/provider-requests.ts';
import type { SimulatedConcurrency, SimulatedKeyInfo } from '../../simulator/account-wire.ts';
import type { SimulatedAgentItem, SimulatedNumber, SimulatedPage, SimulatedWireAgent } from '../../simulator/agent-catalogue.ts';
import type { SimulatedVersion } from '../../simulator/agent-versions.ts';
import type { ListPage } from '../../simulator/call-listing.ts';
import type { SimulatedPhoneCall, SimulatedWebCall } from '../../simulator/call-wire.ts';
import type {
  CallStatus, CreatePhoneCallRequest, DataStorageSetting, DisconnectionReason, ListCallsRequest, SuccessPreset, UserSentiment, WebhookEvent,
  WireAgent, WireAgentList, WireAgentVersion, WireCall, WireConcurrency, WireKeyInfo, WireListCalls, WireNumberList, WireTranscriptItem,
} from '../index.ts';
import type { Known } from '../lenient.ts';
import type { Misread, Missent, Needless, None, Unshared } from './fields.ts';

export interface ContractRow {
  /** Method and path, as the SDK asks. */
  readonly endpoint: string;
  /** What of the SDK stands for it. */
  readonly sdk: string;
  readonly reader: string;
  readonly simulator: string;
  readonly purpose: string;
  /** What we send, by path, and what for. */
  readonly sends?: Readonly<Record<string, string>>;
  /** What we rely on in the answer, by path, and what for. */
  readonly reads: Readonly<Record<string, string>>;
  /** Why something differs from the SDK's types, by field, or by field and value. */
  readonly except?: Readonly<Record<string, string>>;
}

// ── The call, which several endpoints carry ──────────────────────────────────

const listedFields = {
  call_id: 'which call',
  call_type: 'web calls have no direction and no numbers',
  call_status: 'how far it is; whether it is over',
  direction: 'inbound or outbound',
  from_number: 'who called',
  to_number: 'who was called',
  agent_id: 'whose call it is, in every figure by agent',
  agent_version: 'shown',
  start_timestamp: 'when it happened; in which hour and day it counts',
  end_timestamp: 'its end',
  duration_ms: 'durations and their means',
  disconnection_reason: 'why it ended; whether another attempt may follow',
  metadata: 'the attempt that placed it, by `vocero_attempt_id`',
  retell_llm_dynamic_variables: "the customer's name; shown",
  collected_dynamic_variables: 'shown and exported',
  data_storage_setting: 'whether recording and transcript are kept at all',
  recording_url: 'the sound',
  recording_multi_channel_url: 'the sound where there is no other',
  scrubbed_recording_url: 'the sound where the plain one is not kept',
  scrubbed_recording_multi_channel_url: 'the sound where there is no other',
  call_analysis: 'kept whole and shown',
  'call_analysis.call_summary': 'shown',
  'call_analysis.call_successful': 'goal reached',
  'call_analysis.user_sentiment': 'mood',
  'call_analysis.in_voicemail': 'a machine answered',
  'call_analysis.custom_analysis_data': 'quality metrics, by field',
  call_cost: 'kept whole and shown',
  'call_cost.combined_cost': 'cost, in US cents',
  'call_cost.product_costs[].product': 'shown',
  'call_cost.product_costs[].cost': 'shown',
  'call_cost.product_costs[].is_transfer_leg_cost': 'shown',
  latency: 'kept whole and shown',
  'latency.e2e.p50': "the call's response time",
  'latency.e2e.p90': 'shown',
  'latency.e2e.values': 'shown',
  'latency.llm.p50': 'shown, and the usual of the agent',
  'latency.tts.p50': 'shown, and the usual of the agent',
  llm_token_usage: 'kept whole and shown',
  'llm_token_usage.average': 'shown',
  'llm_token_usage.num_requests': 'shown',
} as const;

const saidFields = {
  transcript: 'what was said; searched',
  'transcript_object[].role': 'who spoke',
  'transcript_object[].content': 'what was said',
  'transcript_object[].words[].word': 'the word being said is marked',
  'transcript_object[].words[].start': 'silences, interruptions, seeking',
  'transcript_object[].words[].end': 'the same',
  'transcript_with_tool_calls[].role': 'tools among what was said',
  'transcript_with_tool_calls[].content': 'what the tool answered',
  'transcript_with_tool_calls[].tool_call_id': 'question and answer of a tool together',
  'transcript_with_tool_calls[].name': "the tool's name",
  'transcript_with_tool_calls[].arguments': 'what it was asked',
  'transcript_with_tool_calls[].successful': 'whether it worked',
  'scrubbed_transcript_with_tool_calls[].role': 'who spoke, where the plain transcript is not kept',
  'scrubbed_transcript_with_tool_calls[].content': 'what was said, the same',
} as const;

/** Reasons that the documentation names and the SDK's types do not have yet. */
const newerReasons = {
  'disconnection_reason=user_requested_dnc': 'documented for agents that detect the wish (enable_dnc_detection)',
  'disconnection_reason=user_requested_callback': 'seen in one place only',
  'disconnection_reason=network_blocked': 'seen in one place only',
  'disconnection_reason=credit_exhausted': 'seen in one place only',
  'disconnection_reason=budget_reached': 'seen in one place only',
} as const;

/** Lists of what was said are read item by item, whatever an item is. */
type ReadCall = Omit<WireCall, 'transcript_with_tool_calls' | 'scrubbed_transcript_with_tool_calls'> & {
  transcript_with_tool_calls?: readonly WireTranscriptItem[] | undefined;
  scrubbed_transcript_with_tool_calls?: readonly WireTranscriptItem[] | undefined;
};

export type CallRead = None<Misread<CallResponse, ReadCall, keyof typeof listedFields | keyof typeof saidFields>>;
export type PhoneCallSimulated = None<Missent<SimulatedPhoneCall, PhoneCallResponse, keyof typeof newerReasons>>;
export type WebCallSimulated = None<Missent<SimulatedWebCall, WebCallResponse, keyof typeof newerReasons>>;
export type ReasonsNeedNoException = None<Needless<keyof typeof newerReasons, Missent<SimulatedPhoneCall, PhoneCallResponse>>>;
/** Fields that the SDK has and our type does not name are kept as they come; one that is new should be looked at. */
export type CallUnknown = None<Exclude<CallResponse extends infer Each ? (Each extends unknown ? keyof Each & string : never) : never, keyof WireCall>>;

// Words that we tell apart: the SDK's are ours, and ours are the SDK's or named exceptions.
export type StatusesKnown = None<Unshared<'call_status', CallResponse['call_status'], CallStatus>>;
export type ReasonsKnown = None<
  Exclude<Unshared<'disconnection_reason', NonNullable<CallResponse['disconnection_reason']>, DisconnectionReason>, keyof typeof newerReasons>
>;
export type SentimentsKnown = None<Unshared<'user_sentiment', NonNullable<NonNullable<CallResponse['call_analysis']>['user_sentiment']>, UserSentiment>>;
export type StoragesKnown = None<Unshared<'data_storage_setting', NonNullable<CallResponse['data_storage_setting']>, DataStorageSetting>>;
export type EventsKnown = None<Unshared<'webhook_events', NonNullable<AgentResponse['webhook_events']>[number], WebhookEvent>>;

// ── POST /v2/create-phone-call ───────────────────────────────────────────────

const createPhoneCall = {
  endpoint: 'POST /v2/create-phone-call',
  sdk: '`call.createPhoneCall(CallCreatePhoneCallParams)` → `PhoneCallResponse`',
  reader: '`parseWireCall`',
  simulator: '`createPhoneCallRequestSchema` → `SimulatedPhoneCall`',
  purpose: 'Places the call of an attempt, and test calls. Never retried.',
  sends: {
    from_number: 'the line',
    to_number: 'the recipient',
    override_agent_id: "the campaign's agent; left out, the number's own",
    override_agent_version: "a chosen agent's version; the last published, or a fixed one",
    metadata: 'attempt and campaign, by which the call is found again',
    retell_llm_dynamic_variables: "the row's columns and the definition of success",
    'agent_override.agent.post_call_analysis_data': "the agent's own items, with the campaign's definition of success",
  },
  reads: {
    call_id: 'that it was accepted, and as which call',
    call_status: 'registered',
    agent_id: 'whose call it is',
    from_number: 'the line',
    to_number: 'who is called',
    metadata: 'the attempt',
  },
  except: {
    'agent_override.agent.post_call_analysis_data[]': "the agent's own items go back as get-agent told them",
  },
} as const satisfies ContractRow;
export type PlacingRead = None<Misread<PhoneCallResponse, WireCall, keyof (typeof createPhoneCall)['reads']>>;
export type PlacingSent = None<Missent<SentPlacing, PlacingParams, keyof (typeof createPhoneCall)['except']>>;
export type PresetSent = None<Missent<SuccessPreset, Preset>>;
type Preset = Extract<
  NonNullable<NonNullable<NonNullable<CallCreatePhoneCallParams['agent_override']>['agent']>['post_call_analysis_data']>[number],
  { type: 'system-presets' }
>;
/** Without what else may be overridden: tens of thousands of lines, none of which is sent. */
interface PlacingParams extends Omit<CallCreatePhoneCallParams, 'agent_override'> {
  agent_override?: Pick<NonNullable<CallCreatePhoneCallParams['agent_override']>, 'agent'>;
}
/** The simulator takes what the SDK may send. */
export type PlacingTaken = None<Misread<PlacingParams, Known<CreatePhoneCallRequest>, keyof (typeof createPhoneCall)['sends']>>;

// ── get-call, rerun-call-analysis, webhooks: the call whole ──────────────────

const getCall = {
  endpoint: 'GET /v2/get-call/{call_id}',
  sdk: '`call.retrieve()` → `CallResponse`',
  reader: '`parseWireCall`',
  simulator: '`SimulatedCall`',
  purpose: 'One call whole: what webhooks did not bring, transcripts of listed calls, fresh links to recordings.',
  reads: { ...listedFields, ...saidFields },
  except: newerReasons,
} as const satisfies ContractRow;

const rerunAnalysis = {
  endpoint: 'PUT /rerun-call-analysis/{call_id}',
  sdk: '`call.rerunAnalysis()` → `CallResponse`',
  reader: '`parseWireCall`',
  simulator: '`SimulatedCall`',
  purpose: "Analyses a finished call again at a person's order; charged for. Read as get-call is.",
  reads: { call_id: 'that the answer is of this call', call_analysis: 'what replaces the analysis before' },
} as const satisfies ContractRow;

const webhook = {
  endpoint: 'POST {webhook address}',
  sdk: "`CallResponse`; the events are `AgentResponse['webhook_events']`",
  reader: '`parseWireWebhook`',
  simulator: '`SimulatedCall`, signed',
  purpose: 'The same call as get-call, as it happens, in any order and number. The SDK has no type of its own for it.',
  reads: { call_id: 'which call; all else as in get-call' },
} as const satisfies ContractRow;

// ── POST /v3/list-calls ──────────────────────────────────────────────────────

const listCalls = {
  endpoint: 'POST /v3/list-calls',
  sdk: '`call.list(CallListParams)` → `CallListResponse`',
  reader: '`readPage`, then `parseWireCall` item by item',
  simulator: '`listCallsRequestSchema` → `ListPage`',
  purpose: 'Reconciliation and the past; the look-up of an attempt without an answer. Items carry nothing that was said.',
  sends: {
    sort_order: 'newest first, or oldest',
    limit: 'a page',
    pagination_key: 'the next one',
    'filter_criteria.start_timestamp': 'calls of a range',
    'filter_criteria.end_timestamp': 'calls that ended since',
    'filter_criteria.metadata': 'the call of an attempt',
    'filter_criteria.metadata[].key': 'by the name of our key',
    'filter_criteria.metadata[].value': 'by the id of the attempt',
  },
  reads: { items: 'calls', has_more: 'whether there are more', pagination_key: 'where they begin' },
  except: newerReasons,
} as const satisfies ContractRow;
/** By the path of an item. */
type Listed = `items[].${keyof typeof listedFields}`;
export type ListRead = None<Misread<CallListResponse, WireListCalls, keyof (typeof listCalls)['reads'] | Listed>>;
export type ListSimulated = None<Missent<ListPage, CallListResponse, `items[].${keyof typeof newerReasons}`>>;
export type SearchSent = None<Missent<SentSearch, CallListParams>>;
export type SearchTaken = None<Misread<CallListParams, ListCallsRequest, keyof (typeof listCalls)['sends']>>;

// ── Orders that answer nothing ───────────────────────────────────────────────

const stopCall = {
  endpoint: 'POST /v2/stop-call/{call_id}',
  sdk: '`call.stop()`',
  reader: '-',
  simulator: '204',
  purpose: 'Hangs up.',
  reads: {},
} as const satisfies ContractRow;

const deleteCall = {
  endpoint: 'DELETE /v2/delete-call/{call_id}',
  sdk: '`call.delete()`',
  reader: '-',
  simulator: '204',
  purpose: 'Deletes all that the provider holds of a forgotten call.',
  reads: {},
} as const satisfies ContractRow;

// ── Agents ───────────────────────────────────────────────────────────────────

const listAgents = {
  endpoint: 'POST /v2/list-agents',
  sdk: '`agent.list()` → `AgentListResponse`',
  reader: '`wireAgentSchema`, item by item',
  simulator: '`SimulatedPage<SimulatedAgentItem>`',
  purpose: 'Which agents there are.',
  sends: { limit: 'a page', pagination_key: 'the next one' },
  reads: {
    has_more: 'whether there are more',
    pagination_key: 'where they begin',
    'items[].agent_id': 'which agent',
    'items[].agent_name': 'its name, until get-agent answers',
    'items[].channel': 'chat agents make no calls',
  },
} as const satisfies ContractRow;
export type AgentsRead = None<Misread<AgentListResponse, WireAgentList, keyof (typeof listAgents)['reads']>>;
export type AgentsSimulated = None<Missent<SimulatedPage<SimulatedAgentItem>, AgentListResponse>>;
export type AgentsAsked = None<Missent<SentPage, AgentListParams>>;

const getAgent = {
  endpoint: 'GET /get-agent/{agent_id}',
  sdk: '`agent.retrieve()` → `AgentResponse`',
  reader: '`wireAgentSchema`',
  simulator: '`SimulatedWireAgent`',
  purpose: 'An agent whole, for its screen, for campaigns and for what its analysis must hold.',
  reads: {
    agent_id: 'which agent',
    agent_name: 'its name',
    version: 'shown',
    is_published: 'shown',
    language: 'shown',
    'language[]': 'shown',
    voice_id: 'shown',
    voice_model: 'shown',
    voice_temperature: 'shown',
    voice_speed: 'shown',
    ambient_sound: 'shown',
    responsiveness: 'shown',
    interruption_sensitivity: 'shown',
    enable_backchannel: 'shown',
    response_engine: 'shown',
    webhook_url: 'where its events go',
    post_call_analysis_data: 'sent back with the definition of success',
    'post_call_analysis_data[].type': 'presets among its items',
    'post_call_analysis_data[].name': 'fields of its analysis',
    'post_call_analysis_data[].required': 'fields that an analysis must fill',
    last_modification_timestamp: 'shown',
  },
  except: {
    'language=es-AR': 'agents made earlier have it; the provider does not offer it any more',
    'language[]=es-AR': 'the same',
  },
} as const satisfies ContractRow;
export type AgentRead = None<Misread<AgentResponse, WireAgent, keyof (typeof getAgent)['reads']>>;
export type AgentSimulated = None<Missent<SimulatedWireAgent, AgentResponse, keyof (typeof getAgent)['except']>>;
export type AgentNeedsNoException = None<Needless<keyof (typeof getAgent)['except'], Missent<SimulatedWireAgent, AgentResponse>>>;

const listAgentVersions = {
  endpoint: 'GET /list-agent-versions/{agent_id}',
  sdk: '`agent.listVersions()` → `AgentListVersionsResponse`',
  reader: '`wireAgentVersionSchema`, item by item',
  simulator: '`SimulatedPage<SimulatedVersion>`',
  purpose: 'Which version calls use where the newest is a draft.',
  sends: { limit: 'a page', pagination_key: 'the next one', sort_order: 'newest first' },
  reads: {
    has_more: 'whether there are more',
    pagination_key: 'where they begin',
    'items[].version': 'its number',
    'items[].is_published': 'whether calls may use it',
  },
} as const satisfies ContractRow;
interface WireVersions extends Pick<WireAgentList, 'has_more' | 'pagination_key'> {
  items: WireAgentVersion[];
}
export type VersionsRead = None<Misread<AgentListVersionsResponse, WireVersions, keyof (typeof listAgentVersions)['reads']>>;
export type VersionsSimulated = None<Missent<SimulatedPage<SimulatedVersion>, AgentListVersionsResponse>>;
export type VersionsAsked = None<Missent<SentPage & { sort_order: 'descending' }, AgentListVersionsParams>>;

const createAgentVersion = {
  endpoint: 'POST /create-agent-version/{agent_id}',
  sdk: '`agent.createVersion(AgentCreateVersionParams)`',
  reader: '`wireAgentSchema`',
  simulator: '`SimulatedWireAgent`',
  purpose: "A draft of what is published, to lead an agent's events elsewhere. Read as get-agent is.",
  sends: { base_version: 'the published one' },
  reads: { version: 'the number of the draft' },
} as const satisfies ContractRow;
export type DraftAsked = None<Missent<{ base_version: number }, AgentCreateVersionParams>>;

const updateAgent = {
  endpoint: 'PATCH /update-agent/{agent_id}',
  sdk: '`agent.update(AgentUpdateParams)` → `AgentResponse`',
  reader: '`wireAgentSchema`',
  simulator: '`SimulatedWireAgent`',
  purpose: "Sets a draft's webhook address. Its answer is compared whole with what is published before the draft is published.",
  sends: { version: 'the draft', webhook_url: 'the address; null: none of its own' },
  reads: { webhook_url: 'where its events go' },
} as const satisfies ContractRow;
export type UpdateSent = None<Missent<{ version: number; webhook_url: string | null }, Pick<AgentUpdateParams, 'version' | 'webhook_url'>>>;

const publishAgentVersion = {
  endpoint: 'POST /publish-agent-version/{agent_id}',
  sdk: '`agent.publish(AgentPublishParams)`',
  reader: '-',
  simulator: '200',
  purpose: 'Publishes that draft in place.',
  sends: { version: 'the draft' },
  reads: {},
} as const satisfies ContractRow;
export type PublishSent = None<Missent<{ version: number }, AgentPublishParams>>;

const getLlm = {
  endpoint: 'GET /get-retell-llm/{llm_id}',
  sdk: '`llm.retrieve()` → `LlmResponse`',
  reader: 'whole, as it is',
  simulator: 'what was written into it',
  purpose: "Whether a draft's prompt and tools are those that are published: compared field by field.",
  reads: {},
} as const satisfies ContractRow;

const getConversationFlow = {
  endpoint: 'GET /get-conversation-flow/{conversation_flow_id}',
  sdk: '`conversationFlow.retrieve()` → `ConversationFlowResponse`',
  reader: 'whole, as it is',
  simulator: 'what was written into it',
  purpose: 'The same of agents that answer by a flow.',
  reads: {},
} as const satisfies ContractRow;

// ── Numbers and account ──────────────────────────────────────────────────────

const listPhoneNumbers = {
  endpoint: 'GET /v2/list-phone-numbers',
  sdk: '`phoneNumber.list()` → `PhoneNumberListResponse`',
  reader: '`wireNumberSchema`, item by item',
  simulator: '`SimulatedPage<SimulatedNumber>`',
  purpose: 'The lines from which campaigns call.',
  sends: { limit: 'a page', pagination_key: 'the next one' },
  reads: {
    has_more: 'whether there are more',
    pagination_key: 'where they begin',
    'items[].phone_number': 'the number, which is its key',
    'items[].nickname': 'shown',
    'items[].outbound_agents[].agent_id': 'who calls from it',
    'items[].outbound_agents[].agent_version': 'the version whose analysis items travel',
    'items[].outbound_agents[].weight': 'the one who does most',
  },
} as const satisfies ContractRow;
export type NumbersRead = None<Misread<PhoneNumberListResponse, WireNumberList, keyof (typeof listPhoneNumbers)['reads']>>;
export type NumbersSimulated = None<Missent<SimulatedPage<SimulatedNumber>, PhoneNumberListResponse>>;
export type NumbersAsked = None<Missent<SentPage, PhoneNumberListParams>>;

const getConcurrency = {
  endpoint: 'GET /get-concurrency',
  sdk: '`concurrency.retrieve()` → `ConcurrencyRetrieveResponse`',
  reader: '`wireConcurrencySchema`',
  simulator: '`SimulatedConcurrency`',
  purpose: 'Lines free for campaigns. Burst is shown and never counted on: it costs a surcharge.',
  reads: {
    current_concurrency: 'lines in use',
    concurrency_limit: 'all lines',
    reserved_inbound_concurrency: 'lines that outbound calls never get',
    concurrency_burst_enabled: 'shown',
    concurrency_burst_limit: 'shown',
  },
} as const satisfies ContractRow;
export type ConcurrencyRead = None<Misread<ConcurrencyRetrieveResponse, WireConcurrency, keyof (typeof getConcurrency)['reads']>>;
export type ConcurrencySimulated = None<Missent<SimulatedConcurrency, ConcurrencyRetrieveResponse>>;

const getKeyInfo = {
  endpoint: 'GET /get-api-key-info',
  sdk: '`identity.retrieve()` → `IdentityRetrieveResponse`',
  reader: '`wireKeyInfoSchema`',
  simulator: '`SimulatedKeyInfo`',
  purpose: 'Whether a key is good.',
  reads: { org_name: "the account's name" },
} as const satisfies ContractRow;
export type KeyInfoRead = None<Misread<IdentityRetrieveResponse, WireKeyInfo, keyof (typeof getKeyInfo)['reads']>>;
export type KeyInfoSimulated = None<Missent<SimulatedKeyInfo, IdentityRetrieveResponse>>;

/** All rows, in the order of docs/provider.md. */
export const providerContract = {
  createPhoneCall,
  getCall,
  webhook,
  listCalls,
  stopCall,
  deleteCall,
  rerunAnalysis,
  listAgents,
  getAgent,
  listAgentVersions,
  createAgentVersion,
  updateAgent,
  publishAgentVersion,
  getLlm,
  getConversationFlow,
  listPhoneNumbers,
  getConcurrency,
  getKeyInfo,
} as const satisfies Readonly<Record<string, ContractRow>>;
