/** API endpoints and schemas for calls. Times are ISO 8601. A call's id is the provider's `call_id`. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { uuidSchema } from './access.ts';
import { attentionRuleKinds } from './attention.ts';
import { agentFilterSchema, callPathParamsSchema, maxIdLength, dayOrMomentSchema } from './inputs.ts';
import { copcMetrics, yesNoMetrics, type YesNoMetric } from './regional.ts';
import { phoneNumberDisplaySchema } from './shown-number.ts';

export const callStatuses = ['in_progress', 'ended', 'not_connected', 'failed'] as const;
export type CallStatus = (typeof callStatuses)[number];
export const callDirections = ['inbound', 'outbound', 'web_call'] as const;
export type CallDirection = (typeof callDirections)[number];
export const callTypes = ['phone_call', 'web_call'] as const;
export const callSentiments = ['Positive', 'Negative', 'Neutral', 'Unknown'] as const;
export type CallSentiment = (typeof callSentiments)[number];

/**
 * The result of a call. goal_reached, goal_missed: the analysis's verdict. machine: voicemail or IVR, whatever the
 * analysis says. no_conversation: no conversation took place. failed: a technical fault. unjudged: it has no analysis.
 */
export const callResults = [
  'in_progress',
  'goal_reached',
  'goal_missed',
  'machine',
  'no_conversation',
  'failed',
  'unjudged',
] as const;
export type CallResult = (typeof callResults)[number];

const iso = z.iso.datetime().nullable();

/** A call as an item of a list, without its transcript. */
export const callSummarySchema = z.object({
  id: z.string(),
  callType: z.enum(callTypes),
  direction: z.enum(callDirections),
  campaignId: uuidSchema.nullable(),
  customerName: z.string().nullable(),
  fromNumber: z.string().nullable(),
  fromNumberShown: phoneNumberDisplaySchema.nullable(),
  toNumber: z.string().nullable(),
  toNumberShown: phoneNumberDisplaySchema.nullable(),
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  startTimestamp: iso,
  endTimestamp: iso,
  /**
   * Time of the call: its start, or its end if the start is unknown, or the creation of its attempt, or else the time
   * at which the first report of the call arrived.
   */
  occurredAt: z.iso.datetime(),
  durationMs: z.number().nullable(),
  callStatus: z.enum(callStatuses),
  disconnectionReason: z.string().nullable(),
  userSentiment: z.string().nullable(),
  callSuccessful: z.boolean().nullable(),
  result: z.enum(callResults),
  /** The campaign's name. Null if the call has no campaign or the campaign no longer exists. */
  campaignName: z.string().nullable(),
  /** US cents. */
  costCents: z.number().nullable(),
  /** The call's median latency in ms: the time until the agent answered, end to end. */
  e2eP50Ms: z.number().nullable(),
  /** When the call's personal data (numbers, name, transcript, recording) were deleted. Null if they were not. */
  erasedAt: iso,
});
export type CallSummary = z.infer<typeof callSummarySchema>;

/** Match of an attention rule (sign of trouble in a call). `second`: seconds from the call's start to the match. */
export const attentionMatchSchema = z.object({ rule: z.enum(attentionRuleKinds), second: z.number().int() });
export type AttentionMatch = z.infer<typeof attentionMatchSchema>;

/** A person who listens to a live call or took it over from the agent. `takenOverAt` is null for a listener. */
export const liveCallListeningUserSchema = z.object({
  by: z.string(),
  since: z.iso.datetime(),
  takenOverAt: iso,
});
export type LiveCallListeningUser = z.infer<typeof liveCallListeningUserSchema>;

/** A live call with its matches of attention rules so far and the people who listen to the call. */
export const activeCallSchema = callSummarySchema.extend({
  attention: z.array(attentionMatchSchema),
  listeners: z.array(liveCallListeningUserSchema),
});
export type ActiveCall = z.infer<typeof activeCallSchema>;

const word = z.looseObject({ word: z.string(), start: z.number(), end: z.number() });
/** One utterance of a call's transcript. Times are seconds from the start of the call, or null if unknown. */
export const transcriptUtteranceSchema = z.object({
  speaker: z.string(),
  text: z.string(),
  startSeconds: z.number().nullable(),
  endSeconds: z.number().nullable(),
  words: z.array(word),
});
export type TranscriptUtterance = z.infer<typeof transcriptUtteranceSchema>;

const jsonMap = z.record(z.string(), z.unknown());

/** A call of the agent to one of its tools. */
export const agentToolCallSchema = z.object({
  name: z.string().nullable(),
  /** The tool call's arguments as the agent sent them, usually JSON. */
  arguments: z.string().nullable(),
  result: z.string().nullable(),
  successful: z.boolean().nullable(),
  /** The tool call's position in the transcript: the number of utterances before it. */
  afterLine: z.number().int(),
});
export type AgentToolCall = z.infer<typeof agentToolCallSchema>;

/**
 * Part of the call data that the provider stores: all, all except personal data, or neither recording nor transcript.
 */
export const callDataStorageOptions = ['everything', 'everything_except_pii', 'basic_attributes_only'] as const;
export type CallDataStorage = (typeof callDataStorageOptions)[number];

/** A call with all its fields. Costs are US cents, latencies ms. */
export const callDetailSchema = callSummarySchema.extend({
  recordingUrl: z.string().nullable(),
  transcript: z.string().nullable(),
  utterances: z.array(transcriptUtteranceSchema),
  toolCalls: z.array(agentToolCallSchema),
  agentVersion: z.number().int().nullable(),
  dataStorage: z.enum(callDataStorageOptions).nullable(),
  callCost: jsonMap.nullable(),
  llmTokenUsage: jsonMap.nullable(),
  latency: jsonMap.nullable(),
  callAnalysis: jsonMap.nullable(),
  retellLlmDynamicVariables: jsonMap.nullable(),
  collectedDynamicVariables: jsonMap.nullable(),
});
export type CallDetail = z.infer<typeof callDetailSchema>;

export const callPeriods = ['today', 'yesterday', '7d', '30d'] as const;
export type CallPeriod = (typeof callPeriods)[number];

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const pageSize = z.coerce.number().int().min(1).max(100).default(100);

/** Sort orders of a list of calls. '-' means descending. An unknown duration counts as 0. */
export const callSortOrders = ['-date', 'date', '-duration', 'duration'] as const;
export type CallSortOrder = (typeof callSortOrders)[number];

/**
 * Filters of the call history by the calls that a figure counts (GLOSSARY.md). `human`: calls that a person answered.
 * Each suffix of `human_` requires certain data of the call:
 * - timed: the duration
 * - greeted: the time of the greeting
 * - worded: the times of the words
 * - transcribed: the transcript
 * - judged: the goal result and the phone number
 * - fielded: fields that the agent must fill in
 */
export const callMeasureFilterNames = [
  'succeeded',
  'unsuccessful',
  'judged',
  'human',
  'human_timed',
  'human_greeted',
  'human_worded',
  'human_transcribed',
  'human_judged',
  'human_fielded',
] as const;
export type CallMeasureFilterName = (typeof callMeasureFilterNames)[number];

const judgement = z.enum(['yes', 'no']).optional();
/** Filters of the call history by yes-or-no quality metrics. A value of at least 0.5 counts as yes. */
const judgements = Object.fromEntries(yesNoMetrics.map((metric) => [metric, judgement])) as Record<
  YesNoMetric,
  typeof judgement
>;

/** Filters of the call history. A missing parameter does not filter. */
export const callFiltersSchema = z.object({
  fromDate: dayOrMomentSchema.optional(),
  toDate: dayOrMomentSchema.optional(),
  /** Selects calls by status. `finished` selects all calls that have ended, whatever their status. */
  status: z.enum([...callStatuses, 'finished']).optional(),
  sentiment: z.enum(callSentiments).optional(),
  channelType: z.enum(callTypes).optional(),
  agentId: z.string().max(maxIdLength).optional(),
  origin: z.enum(callDirections).optional(),
  campaignId: uuidSchema.optional(),
  /** Selects calls that reached or missed their goal. Calls without an analysed goal match neither. */
  goal: z.enum(['reached', 'missed']).optional(),
  result: z.enum(callResults).optional(),
  /** The disconnection reason in the provider's word. */
  reason: z.string().min(1).max(100).optional(),
  measure: z.enum(callMeasureFilterNames).optional(),
  /** Filter of the call history by attention rule (sign of trouble in a call). `any`: at least one rule matched. */
  attention: z.enum(['any', ...attentionRuleKinds]).optional(),
  /** Filter of the call history: only calls whose value of the given quality metric misses the metric's target. */
  missed: z.enum(copcMetrics).optional(),
  ...judgements,
  /** Selects calls of one hour of the week, in the workspace's time zone: weekday 1 (Monday) to 7, hour 0 to 23. */
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /**
   * Search words, which must all occur in the call's numbers, customer, agent or transcript. The beginning of a word
   * matches; accents and case are ignored. Three or more digits match anywhere in a number.
   */
  q: z.string().trim().min(1).max(200).optional(),
  sort: z.enum(callSortOrders).default('-date'),
});
export type CallFilters = z.output<typeof callFiltersSchema>;
export const callListQuerySchema = callFiltersSchema.extend({
  page,
  pageSize,
  /** `contact` makes `q` search only the customer's name and number, and limits the total count to 200. */
  within: z.enum(['contact']).optional(),
});
export type CallListQuery = z.infer<typeof callListQuerySchema>;

/** Query parameters of the dashboard's time range: `period=today|yesterday` or `days=7|30`. */
export const dashboardTimeRangeQuerySchema = z.object({
  period: z.enum(['today', 'yesterday']).optional(),
  days: z.enum(['7', '30']).optional(),
  agentFilter: agentFilterSchema,
});

/**
 * An agent's usual latency in ms. `p50` and `p90` are percentiles of the median latencies of the agent's recent calls.
 */
const usualLatency = z.object({ calls: z.number().int(), p50: z.number(), p90: z.number() }).nullable();

export const callRelatedDataSchema = z.object({
  /** Events received about the call, oldest first, at most 200. */
  events: z.array(
    z.object({
      /** Name of the provider's event. `call_snapshot` if the call was read from the provider's API instead. */
      event: z.string(),
      source: z.enum(['webhook', 'reconcile', 'dispatch', 'seed']),
      at: z.iso.datetime(),
    }),
  ),
  /** Earlier calls with the same phone number, newest first, at most 10. `previousTotal` counts all of them. */
  previousCalls: z.array(callSummarySchema),
  previousTotal: z.number().int(),
  /** Hints that people sent to the agent, oldest first, at most 100. `text` is null if the call's data were erased. */
  whispers: z.array(z.object({ at: z.iso.datetime(), by: z.string().nullable(), text: z.string().nullable() })),
  /** The call's matches of attention rules, in the order of the conversation. */
  attention: z.array(attentionMatchSchema),
  /**
   * People who listen to the call now, and the person who took it over. This person remains listed when the call has
   * ended.
   */
  listeners: z.array(liveCallListeningUserSchema),
  /**
   * Usual latencies of the call's agent. They are computed from the agent's newest 200 other calls whose end-to-end
   * latency is known. Only its last 1,000 calls are searched. A latency is null if none of these calls has a value.
   */
  usualLatency: z.object({ e2e: usualLatency, llm: usualLatency, tts: usualLatency }),
});
export type CallRelatedData = z.infer<typeof callRelatedDataSchema>;

/** The workspace's URL for the provider's webhooks. `isReachable` is false if the URL is not public or not https. */
const webhookUrl = z.object({ webhookUrl: z.string(), isReachable: z.boolean() });
export type ProviderWebhookUrlStatus = z.infer<typeof webhookUrl>;

const operator = { role: 'operator', workspace: 'current' } as const;

export const callsEndpoints = {
  receiveWebhook: defineEndpoint('receiveWebhook', {
    access: 'public',
    params: z.object({ token: z.string().min(20).max(100) }),
    bodyLimit: 10 * 1024 * 1024,
    rateLimit: false,
    status: 204,
  }),
  /**
   * Returns the workspace's URL for the provider's webhooks. Operators have no access, because anybody who knows the
   * URL's token can post call events.
   */
  webhookUrl: defineEndpoint('webhookUrl', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    response: webhookUrl,
  }),
  /** Replaces the webhook URL by a new one. The old one is refused immediately. */
  rotateWebhookUrl: defineEndpoint('rotateWebhookUrl', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    response: webhookUrl,
  }),
  webhookStatus: defineEndpoint('webhookStatus', {
    access: operator,
    response: z.object({
      /**
       * State of the provider's webhook. connected: its last event came within a day. silent: its last event is older.
       * waiting: no event came yet.
       */
      status: z.enum(['connected', 'waiting', 'silent']),
      lastEventAt: iso,
      lastFailureAt: iso,
      /**
       * `missedCalls`: number of calls whose end was found by reconciliation, because no webhook reported it in time.
       * `lastMissedAt`: when that last happened. Calls of a backfill do not count, nor calls that ended while
       * `call_ended` was switched off.
       */
      missedCalls: z.number().int(),
      lastMissedAt: iso,
      /**
       * `missedCalls` by agent. An agent's calls are counted from the time when its webhooks were directed to this
       * console. At most ten agents are listed, those with the most missed calls first.
       */
      missedByAgent: z.array(
        z.object({
          agentId: z.string(),
          agentName: z.string().nullable(),
          calls: z.number().int(),
          lastMissedAt: z.iso.datetime(),
        }),
      ),
    }),
  }),
  /**
   * Returns a page of calls. The header `X-Total-Count` is the number of all matches.
   * With `q`, at most 10,000 matches are counted and listed, or 200 with `within=contact`. If there are more matches,
   * the header `X-Total-Count-Capped` is `true`.
   * `snippet`: transcript text around the first match of `q`. `contactName`: for a call without a name, the newest name
   * in other calls with the same person. It is set only with `within=contact`.
   */
  listCalls: defineEndpoint('listCalls', {
    access: operator,
    query: callListQuerySchema,
    response: z.array(callSummarySchema.extend({ snippet: z.string().nullable(), contactName: z.string().nullable() })),
  }),
  /** Exports all calls that match the filters as CSV. X-Total-Count lets the browser show the progress. */
  exportCalls: defineEndpoint('exportCalls', { access: operator, query: callFiltersSchema, answers: 'text/csv' }),
  listFilteredCalls: defineEndpoint('listFilteredCalls', {
    access: operator,
    query: dashboardTimeRangeQuerySchema.extend({ page, pageSize }),
    response: z.array(callSummarySchema),
  }),
  listRecentCalls: defineEndpoint('listRecentCalls', {
    access: operator,
    query: z.object({ page, pageSize }),
    response: z.array(callSummarySchema),
  }),
  /** Lists live calls, newest first, at most 500. X-Total-Count is the number of all live calls. */
  listActiveCalls: defineEndpoint('listActiveCalls', {
    access: operator,
    query: z.object({ agentFilter: agentFilterSchema }),
    response: z.array(activeCallSchema),
  }),
  /** Ends a live call at the provider. 409 `call_over` if the call has already ended. */
  hangUpCall: defineEndpoint('hangUpCall', {
    access: { role: 'editor', workspace: 'current' },
    params: callPathParamsSchema,
    status: 204,
  }),
  getCall: defineEndpoint('getCall', { access: operator, params: callPathParamsSchema, response: callDetailSchema }),
  /**
   * Returns the data that a call's page shows in addition to the call, such as events, earlier calls and people who
   * listen to the call.
   */
  getCallContext: defineEndpoint('getCallContext', {
    access: operator,
    params: callPathParamsSchema,
    response: callRelatedDataSchema,
  }),
  /** Returns the ids of the calls before and after this one in the filtered list. Null at the ends of the list. */
  getCallNeighbours: defineEndpoint('getCallNeighbours', {
    access: operator,
    params: callPathParamsSchema,
    query: callFiltersSchema,
    response: z.object({ previousId: z.string().nullable(), nextId: z.string().nullable() }),
  }),
  /**
   * Requests a new analysis, for which the provider charges, and returns the updated call. Late data of the former
   * analysis do not replace the new one. Fails with 409 `call_open`, `call_erased` or `analysis_limit`.
   */
  rerunCallAnalysis: defineEndpoint('rerunCallAnalysis', {
    access: { role: 'editor', workspace: 'current' },
    params: callPathParamsSchema,
    response: callDetailSchema,
  }),
  getRecording: defineEndpoint('getRecording', {
    access: operator,
    params: callPathParamsSchema,
    response: z.object({ recording_url: z.string().nullable(), available: z.boolean() }),
  }),
  getRecordingAudio: defineEndpoint('getRecordingAudio', {
    access: operator,
    params: callPathParamsSchema,
    answers: 'audio/*',
  }),
};
