// Compares our assumptions (relied-on.ts) with the types of the official SDK, our readers and the simulator, in `npm
// run check:types`. Each check lists mismatches (fields.ts), so that a compiler error names the field.
import type {
  AgentCreateVersionParams,
  AgentListParams,
  AgentListResponse,
  AgentListVersionsParams,
  AgentListVersionsResponse,
  AgentPublishParams,
  AgentResponse,
  AgentUpdateParams,
} from 'retell-sdk/resources/agent';
import type {
  CallCreatePhoneCallParams,
  CallListenLiveResponse,
  CallListParams,
  CallListResponse,
  CallResponse,
  CallTakeOverLiveParams,
  CallTakeOverLiveResponse,
  CallUpdateLiveParams,
  CallUpdateLiveResponse,
  PhoneCallResponse,
  WebCallResponse,
} from 'retell-sdk/resources/call';
import type { ConcurrencyRetrieveResponse } from 'retell-sdk/resources/concurrency';
import type { IdentityRetrieveResponse } from 'retell-sdk/resources/identity';
import type { ContactResponse, ContactUpdateParams } from 'retell-sdk/resources/contact';
import type { PhoneNumberListParams, PhoneNumberListResponse } from 'retell-sdk/resources/phone-number';
import type {
  ProviderUpdateContactRequestBody,
  ProviderAgentHintRequestBody,
  ProviderListPageRequest,
  ProviderPhoneCallRequestBody,
  ProviderListCallsRequestBody,
} from '../../server/platform/provider/provider-requests.ts';
import type { SimulatedConcurrency, SimulatedKeyInfo } from '../../simulator/account-wire.ts';
import type {
  SimulatedAgentItem,
  SimulatedPhoneNumber,
  SimulatedPage,
  SimulatedWireAgent,
} from '../../simulator/agent-catalogue.ts';
import type { SimulatedAgentVersion } from '../../simulator/agent-versions.ts';
import type { SimulatedCallListPage } from '../../simulator/call-listing.ts';
import type { SimulatedContact } from '../../simulator/contacts.ts';
import type { SimulatedPhoneCall, SimulatedWebCall } from '../../simulator/call-wire.ts';
import type { SimulatedListenAnswer, SimulatedTakeOverAnswer } from '../../simulator/http/listen-routes.ts';
import type { SimulatedLiveCallUpdateAnswer } from '../../simulator/http/live-routes.ts';
import type {
  ProviderCallStatus,
  CreatePhoneCallRequest,
  DataStorageSetting,
  DisconnectionReason,
  RetellListCallsRequest,
  CallRequestSuccessAnalysisItem,
  UserSentiment,
  ProviderWebhookEventName,
  WireAgent,
  WireAgentList,
  WireAgentVersion,
  WirePostCallAnalysisItem,
  WireCall,
  WireConcurrency,
  WireContact,
  WireKeyInfo,
  WireCallListPage,
  WirePhoneNumberList,
  WireTranscriptItem,
} from '../index.ts';
import type { DeclaredFieldsOnly } from '../lenient.ts';
import type {
  createPhoneCallProviderContract,
  getAgentProviderContract,
  getConcurrencyProviderContract,
  getContactProviderContract,
  getContactByPhoneProviderContract,
  getKeyInfoProviderContract,
  listAgentsProviderContract,
  listAgentVersionsProviderContract,
  listCallsProviderContract,
  reliedOnCallListFields,
  listenLiveCallProviderContract,
  listPhoneNumbersProviderContract,
  disconnectReasonsMissingFromSdk,
  reliedOnTranscriptFields,
  takeOverLiveCallProviderContract,
} from '../relied-on.ts';
import type { TakeOverLiveCallRequest, WireListenLiveCallResponse } from '../wire-listen.ts';
import type { Misread, Missent, Needless, None, Unshared } from './fields.ts';

// ── The call, used by several endpoints ──────────────────────────────────

/** Transcript items are read one by one, for any role. */
type ReadCall = Omit<WireCall, 'transcript_with_tool_calls' | 'scrubbed_transcript_with_tool_calls'> & {
  transcript_with_tool_calls?: readonly WireTranscriptItem[] | undefined;
  scrubbed_transcript_with_tool_calls?: readonly WireTranscriptItem[] | undefined;
};

export type CallRead = None<
  Misread<CallResponse, ReadCall, keyof typeof reliedOnCallListFields | keyof typeof reliedOnTranscriptFields>
>;
export type PhoneCallSimulated = None<
  Missent<SimulatedPhoneCall, PhoneCallResponse, keyof typeof disconnectReasonsMissingFromSdk>
>;
export type WebCallSimulated = None<
  Missent<SimulatedWebCall, WebCallResponse, keyof typeof disconnectReasonsMissingFromSdk>
>;
export type ReasonsNeedNoException = None<
  Needless<keyof typeof disconnectReasonsMissingFromSdk, Missent<SimulatedPhoneCall, PhoneCallResponse>>
>;
/** Fields of the SDK that our type does not name. They are kept unparsed; a new one should be reviewed. */
export type CallUnknown = None<
  Exclude<
    CallResponse extends infer Each ? (Each extends unknown ? keyof Each & string : never) : never,
    keyof WireCall
  >
>;

// Words that we distinguish: the SDK's and ours are equal, except for named exceptions.
export type StatusesKnown = None<Unshared<'call_status', CallResponse['call_status'], ProviderCallStatus>>;
export type ReasonsKnown = None<
  Exclude<
    Unshared<'disconnection_reason', NonNullable<CallResponse['disconnection_reason']>, DisconnectionReason>,
    keyof typeof disconnectReasonsMissingFromSdk
  >
>;
export type SentimentsKnown = None<
  Unshared<'user_sentiment', NonNullable<NonNullable<CallResponse['call_analysis']>['user_sentiment']>, UserSentiment>
>;
export type StoragesKnown = None<
  Unshared<'data_storage_setting', NonNullable<CallResponse['data_storage_setting']>, DataStorageSetting>
>;
export type EventsKnown = None<
  Unshared<'webhook_events', NonNullable<AgentResponse['webhook_events']>[number], ProviderWebhookEventName>
>;

// ── POST /v2/create-phone-call ───────────────────────────────────────────────

export type PlacingRead = None<
  Misread<PhoneCallResponse, WireCall, keyof (typeof createPhoneCallProviderContract)['reads']>
>;
export type PlacingSent = None<
  Missent<ProviderPhoneCallRequestBody, PlacingParams, keyof (typeof createPhoneCallProviderContract)['except']>
>;
export type PresetSent = None<Missent<CallRequestSuccessAnalysisItem, Preset>>;
type Preset = Extract<
  NonNullable<
    NonNullable<NonNullable<CallCreatePhoneCallParams['agent_override']>['agent']>['post_call_analysis_data']
  >[number],
  { type: 'system-presets' }
>;
/** The parameters without other overrides, whose types have tens of thousands of lines and are never sent. */
interface PlacingParams extends Omit<CallCreatePhoneCallParams, 'agent_override'> {
  agent_override?: Pick<NonNullable<CallCreatePhoneCallParams['agent_override']>, 'agent'>;
  /** In the provider's published description, but not yet in the SDK. */
  honor_internal_dnc?: boolean;
  idempotency_key?: string;
}
/** Checks that the simulator accepts everything that the SDK may send. */
export type PlacingTaken = None<
  Misread<
    PlacingParams,
    DeclaredFieldsOnly<CreatePhoneCallRequest>,
    keyof (typeof createPhoneCallProviderContract)['sends']
  >
>;

// ── POST /v3/list-calls ──────────────────────────────────────────────────────

/** Fields of a list item, by path. */
type Listed = `items[].${keyof typeof reliedOnCallListFields}`;
export type ListRead = None<
  Misread<CallListResponse, WireCallListPage, keyof (typeof listCallsProviderContract)['reads'] | Listed>
>;
export type ListSimulated = None<
  Missent<SimulatedCallListPage, CallListResponse, `items[].${keyof typeof disconnectReasonsMissingFromSdk}`>
>;
export type SearchSent = None<Missent<ProviderListCallsRequestBody, CallListParams>>;
export type SearchTaken = None<
  Misread<CallListParams, RetellListCallsRequest, keyof (typeof listCallsProviderContract)['sends']>
>;

// ── Listening to a live call, and taking it over ─────────────────────────────

export type ListenRead = None<
  Misread<CallListenLiveResponse, WireListenLiveCallResponse, keyof (typeof listenLiveCallProviderContract)['reads']>
>;
export type ListenSimulated = None<Missent<SimulatedListenAnswer, CallListenLiveResponse>>;
export type TakeOverTaken = None<
  Misread<CallTakeOverLiveParams, TakeOverLiveCallRequest, keyof (typeof takeOverLiveCallProviderContract)['sends']>
>;
export type TakeOverSimulated = None<Missent<SimulatedTakeOverAnswer, CallTakeOverLiveResponse>>;

// ── PATCH /v2/update-live-call ───────────────────────────────────────────────

export type HintSent = None<Missent<ProviderAgentHintRequestBody, CallUpdateLiveParams>>;
export type HintSimulated = None<Missent<SimulatedLiveCallUpdateAnswer, CallUpdateLiveResponse>>;

// ── Agents ───────────────────────────────────────────────────────────────────

export type AgentsRead = None<
  Misread<AgentListResponse, WireAgentList, keyof (typeof listAgentsProviderContract)['reads']>
>;
export type AgentsSimulated = None<Missent<SimulatedPage<SimulatedAgentItem>, AgentListResponse>>;
export type AgentsAsked = None<Missent<ProviderListPageRequest, AgentListParams>>;

/** Analysis items are read one by one, for any type. */
type ReadAgent = Omit<WireAgent, 'post_call_analysis_data'> & {
  post_call_analysis_data?: readonly WirePostCallAnalysisItem[] | null | undefined;
};
export type AgentRead = None<Misread<AgentResponse, ReadAgent, keyof (typeof getAgentProviderContract)['reads']>>;
export type AgentSimulated = None<
  Missent<SimulatedWireAgent, AgentResponse, keyof (typeof getAgentProviderContract)['except']>
>;
export type AgentNeedsNoException = None<
  Needless<keyof (typeof getAgentProviderContract)['except'], Missent<SimulatedWireAgent, AgentResponse>>
>;

interface WireVersions extends Pick<WireAgentList, 'has_more' | 'pagination_key'> {
  items: WireAgentVersion[];
}
export type VersionsRead = None<
  Misread<AgentListVersionsResponse, WireVersions, keyof (typeof listAgentVersionsProviderContract)['reads']>
>;
export type VersionsSimulated = None<Missent<SimulatedPage<SimulatedAgentVersion>, AgentListVersionsResponse>>;
export type VersionsAsked = None<
  Missent<ProviderListPageRequest & { sort_order: 'descending' }, AgentListVersionsParams>
>;

export type DraftAsked = None<Missent<{ base_version: number }, AgentCreateVersionParams>>;

export type UpdateSent = None<
  Missent<{ version: number; webhook_url: string | null }, Pick<AgentUpdateParams, 'version' | 'webhook_url'>>
>;

export type PublishSent = None<Missent<{ version: number }, AgentPublishParams>>;

// ── Numbers and account ──────────────────────────────────────────────────────

export type NumbersRead = None<
  Misread<PhoneNumberListResponse, WirePhoneNumberList, keyof (typeof listPhoneNumbersProviderContract)['reads']>
>;
export type NumbersSimulated = None<Missent<SimulatedPage<SimulatedPhoneNumber>, PhoneNumberListResponse>>;
export type NumbersAsked = None<Missent<ProviderListPageRequest, PhoneNumberListParams>>;

export type ContactRead = None<
  Misread<
    ContactResponse,
    WireContact,
    keyof (typeof getContactByPhoneProviderContract)['reads'] | keyof (typeof getContactProviderContract)['reads']
  >
>;
/** In the provider's published description, but not yet in the SDK. */
interface ContactTold extends ContactResponse {
  contact_memory?: string;
}
export type ContactSimulated = None<Missent<SimulatedContact, ContactTold>>;
/** Likewise. */
interface ContactChange extends ContactUpdateParams {
  contact_memory?: string;
}
export type ContactAsked = None<Missent<ProviderUpdateContactRequestBody, ContactChange>>;

export type ConcurrencyRead = None<
  Misread<ConcurrencyRetrieveResponse, WireConcurrency, keyof (typeof getConcurrencyProviderContract)['reads']>
>;
export type ConcurrencySimulated = None<Missent<SimulatedConcurrency, ConcurrencyRetrieveResponse>>;

export type KeyInfoRead = None<
  Misread<IdentityRetrieveResponse, WireKeyInfo, keyof (typeof getKeyInfoProviderContract)['reads']>
>;
export type KeyInfoSimulated = None<Missent<SimulatedKeyInfo, IdentityRetrieveResponse>>;
