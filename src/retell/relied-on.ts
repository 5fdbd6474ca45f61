// Our assumptions about the provider's API. There is one row for each endpoint, and one for webhooks.
// testing/provider-contract.ts compares the rows with the SDK's types. docs/provider.md is generated from them. The
// connection check tests them with the workspace's provider account.

export interface ProviderContract {
  readonly endpoint: string;
  /** The SDK's type of the endpoint. */
  readonly sdk: string;
  readonly reader: string;
  readonly simulator: string;
  readonly purpose: string;
  /** Fields that we send to the provider's endpoint. Key: the field's path. Value: the field's purpose. */
  readonly sends?: Readonly<Record<string, string>>;
  /** Fields of the provider's response that we use. Key: the field's path. Value: the field's purpose. */
  readonly reads: Readonly<Record<string, string>>;
  /** Paths of the response fields that must be present, because without them the provider's response is useless. */
  readonly needs?: readonly string[];
  /**
   * Fields for which we expect other values than the SDK's type. Key: path of the field, or 'path=value'. Value: why.
   */
  readonly except?: Readonly<Record<string, string>>;
}

export const reliedOnCallListFields = {
  call_id: 'which call',
  call_type: 'web calls have no direction and no numbers',
  call_status: 'how far it is; whether it is over',
  direction: 'inbound or outbound',
  from_number: 'who called',
  to_number: 'who was called',
  agent_id: 'whose call it is, in every figure by agent',
  agent_name: 'what its agent is called where the account has it no more',
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
  'call_analysis.custom_analysis_data': 'quality metrics, call backs and the wish not to be called again, by field',
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

export const reliedOnTranscriptFields = {
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

/** Disconnection reasons that the SDK's types lack, with a note on where each was found. */
export const disconnectReasonsMissingFromSdk = {
  'disconnection_reason=user_requested_dnc': 'documented for agents that detect the wish (enable_dnc_detection)',
  'disconnection_reason=user_requested_callback': 'seen in one place only',
  'disconnection_reason=machine_detected': 'older calls say so of voicemail',
  'disconnection_reason=network_blocked': 'seen in one place only',
  'disconnection_reason=credit_exhausted': 'seen in one place only',
  'disconnection_reason=budget_reached': 'seen in one place only',
} as const;

export const createPhoneCallProviderContract = {
  endpoint: 'POST /v2/create-phone-call',
  sdk: '`call.createPhoneCall(CallCreatePhoneCallParams)` → `PhoneCallResponse`',
  reader: '`parseWireCall`',
  simulator: '`createPhoneCallRequestSchema` → `SimulatedPhoneCall`',
  purpose:
    'Places the call of an attempt, and test calls. Never retried; repeated with its key where the account is proven to make no other call then.',
  sends: {
    from_number: 'the line',
    to_number: 'the recipient',
    override_agent_id: "the campaign's agent; left out, the number's own",
    override_agent_version: "a chosen agent's version; the last published, or a fixed one",
    metadata: 'attempt and campaign, by which the call is found again',
    honor_internal_dnc:
      'contacts marked as not to be called are refused; newer than the SDK, and left out where the API does not know it',
    idempotency_key:
      "the attempt's id: a repeated order makes no other call; newer than the SDK, relied on only where it was proven on the account",
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
} as const satisfies ProviderContract;

export const getCallProviderContract = {
  endpoint: 'GET /v2/get-call/{call_id}',
  sdk: '`call.retrieve()` → `CallResponse`',
  reader: '`parseWireCall`',
  simulator: '`SimulatedCall`',
  purpose: 'One call whole: what webhooks did not bring, transcripts of listed calls, fresh links to recordings.',
  reads: { ...reliedOnCallListFields, ...reliedOnTranscriptFields },
  needs: ['call_id', 'call_type', 'call_status', 'agent_id'],
  except: disconnectReasonsMissingFromSdk,
} as const satisfies ProviderContract;

export const rerunAnalysisProviderContract = {
  endpoint: 'PUT /rerun-call-analysis/{call_id}',
  sdk: '`call.rerunAnalysis()` → `CallResponse`',
  reader: '`parseWireCall`',
  simulator: '`SimulatedCall`',
  purpose:
    "Analyses a finished call again at a person's order; charged for. Judged by the agent's latest draft version, not by a campaign's definition.",
  reads: { call_id: 'that the answer is of this call', call_analysis: 'what replaces the analysis before' },
} as const satisfies ProviderContract;

export const webhookProviderContract = {
  endpoint: 'POST {webhook address}',
  sdk: "`CallResponse`; the events are `AgentResponse['webhook_events']`",
  reader: '`parseWireWebhook`',
  simulator: '`SimulatedCall`, signed',
  purpose: 'The same call as get-call, as it happens, in any order and number. The SDK has no type of its own for it.',
  reads: { call_id: 'which call; all else as in get-call' },
} as const satisfies ProviderContract;

export const listCallsProviderContract = {
  endpoint: 'POST /v3/list-calls',
  sdk: '`call.list(CallListParams)` → `CallListResponse`',
  reader: '`readPage`, then `parseWireCall` item by item',
  simulator: '`listCallsRequestSchema` → `SimulatedCallListPage`',
  purpose:
    'Reconciliation and the past; the look-up of an attempt without an answer. Items carry nothing that was said.',
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
  needs: ['items', 'has_more'],
  except: disconnectReasonsMissingFromSdk,
} as const satisfies ProviderContract;

export const stopCallProviderContract = {
  endpoint: 'POST /v2/stop-call/{call_id}',
  sdk: '`call.stop()`',
  reader: '-',
  simulator: '204',
  purpose: 'Hangs up.',
  reads: {},
} as const satisfies ProviderContract;

export const updateLiveCallProviderContract = {
  endpoint: 'PATCH /v2/update-live-call/{call_id}',
  sdk: '`call.updateLive(CallUpdateLiveParams)` → `CallUpdateLiveResponse`',
  reader: '-',
  simulator: '`LiveCallUpdated`',
  purpose:
    "Gives the agent of a live call a hint. `metadata` is never sent: the provider would replace the call's own, and with it our attempt's id.",
  sends: {
    'call_control.additional_context': 'the hint, which comes back as an item `injected`',
    'call_control.trigger_response': 'whether the agent speaks at once',
  },
  reads: {},
} as const satisfies ProviderContract;

export const monitorCallProviderContract = {
  endpoint: 'WebSocket /v2/monitor-call/{call_id}',
  sdk: "none; as the provider's browser client reads it",
  reader: '`parseLiveSocketMessage`',
  simulator: '`LiveTranscriptItem`',
  purpose:
    'What is said in a live call. The SDK has no type for it: `npm run check-provider -- --call` says what comes otherwise.',
  reads: {
    type: '`transcript_snapshot`, `transcript_updated` or `call_ended`',
    disconnection_reason: 'of `call_ended`: whether a person took the call over',
    'transcripts[].id': 'the same id again replaces the item; without one it is left out',
    'transcripts[].role': 'who speaks, or what happens',
    'transcripts[].time_sec': 'its place',
    'transcripts[].content': 'what is said',
    'transcripts[].metadata.is_backchannel': 'shown small',
    'transcripts[].tool_call_id': 'question and answer of a tool together',
    'transcripts[].name': "the tool's name",
    'transcripts[].arguments': 'what it was asked',
    'transcripts[].successful': 'whether it worked',
    'transcripts[].former_node_name': 'the step of the flow that ends',
    'transcripts[].new_node_name': 'the one that begins',
    'transcripts[].digit': 'the key that was pressed',
    pre_session_transcripts: 'items before the first word, of the same shape',
  },
  needs: ['type', 'transcripts[].id', 'transcripts[].role'],
} as const satisfies ProviderContract;

export const listenLiveCallProviderContract = {
  endpoint: 'POST /v2/listen-live-call/{call_id}',
  sdk: '`call.listenLive()` → `CallListenLiveResponse`',
  reader: '`listenLiveCallResponseSchema`',
  simulator: '`SimulatedListenAnswer`',
  purpose: 'Asks for the right to listen to a live call. Its token stays on the server.',
  reads: {
    access_token: 'opens one session at the gateway, and is its Bearer',
    participant_id: 'who takes the call over',
    transport: 'gateway, or LiveKit, which the console does not speak',
    'ice_servers[].urls': 'given to the browser',
    'ice_servers[].username': 'given to the browser',
    'ice_servers[].credential': 'given to the browser',
  },
  needs: ['access_token', 'participant_id'],
} as const satisfies ProviderContract;

export const takeOverLiveCallProviderContract = {
  endpoint: 'POST /v2/take-over-live-call/{call_id}',
  sdk: '`call.takeOverLive(CallTakeOverLiveParams)` → `CallTakeOverLiveResponse`',
  reader: '-',
  simulator: '`SimulatedTakeOverAnswer`',
  purpose: 'Puts a listener in the place of the agent. 409: somebody did before.',
  sends: { participant_id: 'which listener' },
  reads: {},
} as const satisfies ProviderContract;

export const gatewaySessionsProviderContract = {
  endpoint: 'POST, PATCH, DELETE /webrtc-proxy/{call_id}/v1/webrtc/sessions',
  sdk: "none; as the provider's browser client uses it",
  reader: '`openGatewaySessionResponseSchema`',
  simulator: '`gateway-routes.ts`',
  purpose:
    'The signalling of the sound: offers go in, answers come out, as JSON or as plain SDP. Candidates travel within the offer. DELETE ends it.',
  sends: { identity: '`participant_id`', sdp: "the browser's offer" },
  reads: { session_id: 'which session later offers are of', sdp: "the gateway's answer" },
  needs: ['session_id', 'sdp'],
} as const satisfies ProviderContract;

export const deleteCallProviderContract = {
  endpoint: 'DELETE /v2/delete-call/{call_id}',
  sdk: '`call.delete()`',
  reader: '-',
  simulator: '204',
  purpose: 'Deletes all that the provider holds of a forgotten call.',
  reads: {},
} as const satisfies ProviderContract;

export const listAgentsProviderContract = {
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
  needs: ['has_more', 'items[].agent_id', 'items[].channel'],
} as const satisfies ProviderContract;

export const getAgentProviderContract = {
  endpoint: 'GET /get-agent/{agent_id}',
  sdk: '`agent.retrieve()` → `AgentResponse`',
  reader: '`wireAgentSchema`',
  simulator: '`SimulatedWireAgent`',
  purpose:
    'An agent whole, for its screen, campaigns and what its analysis must hold; `latest_published` is published last, whatever its number.',
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
    voicemail_option: 'whether it looks for answering machines at all: null says no',
    'voicemail_option.action.type': 'what it does where one answers; shown',
    response_engine: 'shown',
    webhook_url: 'where its events go',
    data_storage_setting: 'whether its calls keep their metadata once they are over, by which lost ones are looked for',
    post_call_analysis_data: 'sent back with the definition of success',
    'post_call_analysis_data[].type': 'presets among its items',
    'post_call_analysis_data[].name': 'fields of its analysis',
    'post_call_analysis_data[].required': 'fields that an analysis must fill',
    last_modification_timestamp: 'shown',
  },
  needs: ['agent_id', 'agent_name', 'version', 'is_published'],
  except: {
    'language=es-AR': 'agents made earlier have it; the provider does not offer it any more',
    'language[]=es-AR': 'the same',
  },
} as const satisfies ProviderContract;

export const listAgentVersionsProviderContract = {
  endpoint: 'GET /list-agent-versions/{agent_id}',
  sdk: '`agent.listVersions()` → `AgentListVersionsResponse`',
  reader: '`wireAgentVersionSchema`, item by item',
  simulator: '`SimulatedPage<SimulatedVersion>`',
  purpose: 'Whether an agent was ever published, where get-agent has no version by the tag `latest_published`.',
  sends: { limit: 'a page', pagination_key: 'the next one', sort_order: 'newest first' },
  reads: {
    has_more: 'whether there are more',
    pagination_key: 'where they begin',
    'items[].version': 'its number',
    'items[].is_published': 'whether it was published',
  },
  needs: ['has_more', 'items[].version', 'items[].is_published'],
} as const satisfies ProviderContract;

export const createAgentVersionProviderContract = {
  endpoint: 'POST /create-agent-version/{agent_id}',
  sdk: '`agent.createVersion(AgentCreateVersionParams)`',
  reader: '`wireAgentSchema`',
  simulator: '`SimulatedWireAgent`',
  purpose: "A draft of what is published, to lead an agent's events elsewhere. Read as get-agent is.",
  sends: { base_version: 'the published one' },
  reads: { version: 'the number of the draft' },
} as const satisfies ProviderContract;

export const updateAgentProviderContract = {
  endpoint: 'PATCH /update-agent/{agent_id}',
  sdk: '`agent.update(AgentUpdateParams)` → `AgentResponse`',
  reader: '`wireAgentSchema`',
  simulator: '`SimulatedWireAgent`',
  purpose:
    "Sets a draft's webhook address. Its answer is compared whole with what is published before the draft is published.",
  sends: { version: 'the draft', webhook_url: 'the address; null: none of its own' },
  reads: { webhook_url: 'where its events go' },
} as const satisfies ProviderContract;

export const publishAgentVersionProviderContract = {
  endpoint: 'POST /publish-agent-version/{agent_id}',
  sdk: '`agent.publish(AgentPublishParams)`',
  reader: '-',
  simulator: '200',
  purpose: 'Publishes that draft in place.',
  sends: { version: 'the draft' },
  reads: {},
} as const satisfies ProviderContract;

export const getLlmProviderContract = {
  endpoint: 'GET /get-retell-llm/{llm_id}',
  sdk: '`llm.retrieve()` → `LlmResponse`',
  reader: 'whole, as it is',
  simulator: 'what was written into it',
  purpose: "Whether a draft's prompt and tools are those that are published: compared field by field.",
  reads: {},
} as const satisfies ProviderContract;

export const getConversationFlowProviderContract = {
  endpoint: 'GET /get-conversation-flow/{conversation_flow_id}',
  sdk: '`conversationFlow.retrieve()` → `ConversationFlowResponse`',
  reader: 'whole, as it is',
  simulator: 'what was written into it',
  purpose: 'The same of agents that answer by a flow.',
  reads: {},
} as const satisfies ProviderContract;

export const listPhoneNumbersProviderContract = {
  endpoint: 'GET /v2/list-phone-numbers',
  sdk: '`phoneNumber.list()` → `PhoneNumberListResponse`',
  reader: '`wirePhoneNumberSchema`, item by item',
  simulator: '`SimulatedPage<SimulatedPhoneNumber>`',
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
  needs: ['has_more', 'items[].phone_number'],
} as const satisfies ProviderContract;

export const getContactByPhoneProviderContract = {
  endpoint: 'GET /get-contact-by-phone/{phone_number}',
  sdk: '`contact.getByPhone()` → `ContactResponse`',
  reader: '`wireContactSchema`',
  simulator: '`SimulatedContact`',
  purpose:
    'After an order was refused with 400: whether that is because the person is marked as not to be called. And before a number is forgotten.',
  reads: { contact_id: 'what is emptied', do_not_call: 'that the number goes on our list' },
} as const satisfies ProviderContract;

export const getContactProviderContract = {
  endpoint: 'GET /get-contact/{contact_id}',
  sdk: '`contact.get()` → `ContactResponse`',
  reader: '`wireContactSchema`',
  simulator: '`SimulatedContact`',
  purpose: 'Which fields of its own the contact of a forgotten number has.',
  reads: { custom_fields: 'their names, to clear each' },
} as const satisfies ProviderContract;

export const updateContactProviderContract = {
  endpoint: 'PATCH /update-contact/{contact_id}',
  sdk: '`contact.update(ContactUpdateParams)` → `ContactResponse`',
  reader: 'nothing of its answer',
  simulator: '`SimulatedContact`',
  purpose: 'Empties the contact of a forgotten number. Its mark as not to be called stays.',
  sends: {
    first_name: 'nothing',
    last_name: 'nothing',
    contact_memory: 'nothing; newer than the SDK',
    tags: 'none',
    custom_fields: 'null for each',
  },
  reads: {},
} as const satisfies ProviderContract;

export const getConcurrencyProviderContract = {
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
  needs: ['current_concurrency', 'concurrency_limit'],
} as const satisfies ProviderContract;

export const getKeyInfoProviderContract = {
  endpoint: 'GET /get-api-key-info',
  sdk: '`identity.retrieve()` → `IdentityRetrieveResponse`',
  reader: '`wireKeyInfoSchema`',
  simulator: '`SimulatedKeyInfo`',
  purpose: 'Whether a key is good.',
  reads: { org_name: "the account's name" },
  needs: ['org_name'],
} as const satisfies ProviderContract;

export const providerContracts = {
  createPhoneCall: createPhoneCallProviderContract,
  getCall: getCallProviderContract,
  webhook: webhookProviderContract,
  listCalls: listCallsProviderContract,
  stopCall: stopCallProviderContract,
  updateLiveCall: updateLiveCallProviderContract,
  monitorCall: monitorCallProviderContract,
  listenLiveCall: listenLiveCallProviderContract,
  takeOverLiveCall: takeOverLiveCallProviderContract,
  gatewaySessions: gatewaySessionsProviderContract,
  deleteCall: deleteCallProviderContract,
  rerunAnalysis: rerunAnalysisProviderContract,
  listAgents: listAgentsProviderContract,
  getAgent: getAgentProviderContract,
  listAgentVersions: listAgentVersionsProviderContract,
  createAgentVersion: createAgentVersionProviderContract,
  updateAgent: updateAgentProviderContract,
  publishAgentVersion: publishAgentVersionProviderContract,
  getLlm: getLlmProviderContract,
  getConversationFlow: getConversationFlowProviderContract,
  listPhoneNumbers: listPhoneNumbersProviderContract,
  getContactByPhone: getContactByPhoneProviderContract,
  getContact: getContactProviderContract,
  updateContact: updateContactProviderContract,
  getConcurrency: getConcurrencyProviderContract,
  getKeyInfo: getKeyInfoProviderContract,
} as const satisfies Readonly<Record<string, ProviderContract>>;
