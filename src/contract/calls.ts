/** Calls as the console shows them. Times are ISO 8601. A call's id is the provider's call_id. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './access.ts';
import { attentionRules } from './attention.ts';
import { agentFilter, callParams, maxIdLength, dayOrMoment } from './inputs.ts';
import { copcMetrics, yesNoMetrics, type YesNoMetric } from './regional.ts';
import { shownNumber } from './shown-number.ts';

export const callStatuses = ['in_progress', 'ended', 'not_connected', 'failed'] as const;
export type CallStatus = (typeof callStatuses)[number];
export const callDirections = ['inbound', 'outbound', 'web_call'] as const;
export type CallDirection = (typeof callDirections)[number];
export const callTypes = ['phone_call', 'web_call'] as const;
export const sentiments = ['Positive', 'Negative', 'Neutral', 'Unknown'] as const;
export type Sentiment = (typeof sentiments)[number];

/**
 * The result of a call: goal_reached or goal_missed by the analysis; machine (voicemail or IVR, whatever the analysis
 * says); no_conversation; failed for a technical reason; unjudged, a conversation without an analysis.
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

/** A call in a list, with few fields and without its transcript. */
export const callSummary = z.object({
  id: z.string(),
  callType: z.enum(callTypes),
  direction: z.enum(callDirections),
  campaignId: uuid.nullable(),
  customerName: z.string().nullable(),
  fromNumber: z.string().nullable(),
  fromNumberShown: shownNumber.nullable(),
  toNumber: z.string().nullable(),
  toNumberShown: shownNumber.nullable(),
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  startTimestamp: iso,
  endTimestamp: iso,
  /** The moment to which the call belongs: its start, otherwise its end, otherwise its attempt's creation. */
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
  /** The median end-to-end latency of the agent's answers in ms. */
  e2eP50Ms: z.number().nullable(),
  /** When the call's personal data (numbers, name, transcript, recording) were deleted. Its figures stay. */
  erasedAt: iso,
});
export type CallSummary = z.infer<typeof callSummary>;

/** A match of an attention rule in a call. `second` counts from the start of the call. */
export const attentionMatch = z.object({ rule: z.enum(attentionRules), second: z.number().int() });
export type AttentionMatch = z.infer<typeof attentionMatch>;

/** A person who listens to a call, or took it over from the agent. `takenOverAt` is null for a listener. */
export const callListener = z.object({
  by: z.string(),
  since: z.iso.datetime(),
  takenOverAt: iso,
});
export type CallListener = z.infer<typeof callListener>;

/** A live call, with its matches of attention rules so far and its present listeners. */
export const activeCall = callSummary.extend({ attention: z.array(attentionMatch), listeners: z.array(callListener) });
export type ActiveCall = z.infer<typeof activeCall>;

const word = z.looseObject({ word: z.string(), start: z.number(), end: z.number() });
/** An utterance of a call's transcript. Times are seconds from the start of the call, or null if unknown. */
export const utterance = z.object({
  speaker: z.string(),
  text: z.string(),
  startSeconds: z.number().nullable(),
  endSeconds: z.number().nullable(),
  words: z.array(word),
});
export type Utterance = z.infer<typeof utterance>;

const jsonMap = z.record(z.string(), z.unknown());

/** A request of the agent to one of its tools. */
export const toolCall = z.object({
  name: z.string().nullable(),
  /** The tool call's arguments as the agent sent them, usually JSON. */
  arguments: z.string().nullable(),
  result: z.string().nullable(),
  successful: z.boolean().nullable(),
  /** The number of utterances before the tool call. */
  afterLine: z.number().int(),
});
export type ToolCall = z.infer<typeof toolCall>;

/** The call data that the provider's account stores: all, all but personal data, or no recording and transcript. */
export const dataStorageSettings = ['everything', 'everything_except_pii', 'basic_attributes_only'] as const;
export type DataStorage = (typeof dataStorageSettings)[number];

/** A call with all its fields. Costs are US cents, latencies ms. */
export const callDetail = callSummary.extend({
  recordingUrl: z.string().nullable(),
  transcript: z.string().nullable(),
  utterances: z.array(utterance),
  toolCalls: z.array(toolCall),
  agentVersion: z.number().int().nullable(),
  /** The call's data storage setting; null if the provider did not report it. */
  dataStorage: z.enum(dataStorageSettings).nullable(),
  callCost: jsonMap.nullable(),
  llmTokenUsage: jsonMap.nullable(),
  latency: jsonMap.nullable(),
  callAnalysis: jsonMap.nullable(),
  retellLlmDynamicVariables: jsonMap.nullable(),
  collectedDynamicVariables: jsonMap.nullable(),
});
export type CallDetail = z.infer<typeof callDetail>;

export const periods = ['today', 'yesterday', '7d', '30d'] as const;
export type Period = (typeof periods)[number];

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const pageSize = z.coerce.number().int().min(1).max(100).default(100);

/** Sort orders of a list of calls, by date or duration. '-' is descending. An unknown duration counts as 0. */
export const callSorts = ['-date', 'date', '-duration', 'duration'] as const;
export type CallSort = (typeof callSorts)[number];

/**
 * Filters of the call history for exactly the calls that a figure counts (GLOSSARY.md). human: a person answered.
 * Suffixes require more: timed a duration, greeted a known greeting, worded word times, transcribed a transcript,
 * judged a goal result and a number, fielded fields that the agent must fill in.
 */
export const callMeasures = [
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
export type CallMeasure = (typeof callMeasures)[number];

const judgement = z.enum(['yes', 'no']).optional();
/** Filters of the call history by a yes-or-no metric, from a call's analysis or review. At least half counts as yes. */
const judgements = Object.fromEntries(yesNoMetrics.map((metric) => [metric, judgement])) as Record<
  YesNoMetric,
  typeof judgement
>;

/** Filters of the call history. For 'all', the browser omits the query parameter. */
export const callFilters = z.object({
  fromDate: dayOrMoment.optional(),
  toDate: dayOrMoment.optional(),
  /** Selects calls by status. `finished` selects all calls that are over. */
  status: z.enum([...callStatuses, 'finished']).optional(),
  sentiment: z.enum(sentiments).optional(),
  channelType: z.enum(callTypes).optional(),
  agentId: z.string().max(maxIdLength).optional(),
  origin: z.enum(callDirections).optional(),
  campaignId: uuid.optional(),
  /** Selects calls by their goal, reached or missed. Calls without a judgement match neither. */
  goal: z.enum(['reached', 'missed']).optional(),
  /** Selects calls by result, as shown in their rows. */
  result: z.enum(callResults).optional(),
  /** The disconnection reason in the provider's word. */
  reason: z.string().min(1).max(100).optional(),
  measure: z.enum(callMeasures).optional(),
  /** Selects calls that matched this attention rule, or any rule. */
  attention: z.enum(['any', ...attentionRules]).optional(),
  /** Selects calls that miss the target of this quality metric, measured for the call alone. */
  missed: z.enum(copcMetrics).optional(),
  ...judgements,
  /** Selects an hour of the week in the workspace's time zone: weekday 1 (Monday) to 7 (Sunday), hour 0 to 23. */
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /**
   * Words that must all occur in the call: in its numbers, customer, agent or transcript. Prefixes of words match;
   * accents and case are ignored. For numbers, any three or more consecutive digits match.
   */
  q: z.string().trim().min(1).max(200).optional(),
  sort: z.enum(callSorts).default('-date'),
});
export type CallFilters = z.output<typeof callFilters>;
export const callListQuery = callFilters.extend({
  page,
  pageSize,
  /** `contact` limits the search `q` to the other party's name and number, and the total count to 200. */
  within: z.enum(['contact']).optional(),
});
export type CallListQuery = z.infer<typeof callListQuery>;

/** The dashboard's time range: `period=today|yesterday` or `days=7|30`. */
export const timeRangeQuery = z.object({
  period: z.enum(['today', 'yesterday']).optional(),
  days: z.enum(['7', '30']).optional(),
  agentFilter,
});

/** An agent's usual latency in ms: median and 90th percentile of the medians of its last calls. */
const usualLatency = z.object({ calls: z.number().int(), p50: z.number(), p90: z.number() }).nullable();

export const callContext = z.object({
  /** Events received about the call, oldest first, at most 200. */
  events: z.array(
    z.object({
      /** Name of the provider's event, or `call_snapshot` if the call was read from the provider's API. */
      event: z.string(),
      source: z.enum(['webhook', 'reconcile', 'dispatch', 'seed']),
      at: z.iso.datetime(),
    }),
  ),
  /** Earlier calls with the same phone number, newest first, at most 10, and their total number. */
  previousCalls: z.array(callSummary),
  previousTotal: z.number().int(),
  /** Hints that people sent to the agent, oldest first, at most 100. `text` is null once the call is forgotten. */
  whispers: z.array(z.object({ at: z.iso.datetime(), by: z.string().nullable(), text: z.string().nullable() })),
  /** The call's matches of attention rules, in the order of the conversation. */
  attention: z.array(attentionMatch),
  /** The call's present listeners, and the person who took it over, who stays listed after the call. */
  listeners: z.array(callListener),
  /** Usual latencies from the agent's last 200 other calls. Null if no call has the figure. */
  usualLatency: z.object({ e2e: usualLatency, llm: usualLatency, tts: usualLatency }),
});
export type CallContext = z.infer<typeof callContext>;

/** The URL to which the provider posts events. `isReachable` is false if it is not public or not https. */
const webhookUrl = z.object({ webhookUrl: z.string(), isReachable: z.boolean() });
export type WebhookUrl = z.infer<typeof webhookUrl>;

const operator = { role: 'operator', workspace: 'current' } as const;

export const callsEndpoints = {
  receiveWebhook: endpoint('receiveWebhook', {
    access: 'public',
    params: z.object({ token: z.string().min(20).max(100) }),
    bodyLimit: 10 * 1024 * 1024,
    rateLimit: false,
    status: 204,
  }),
  /** Returns the webhook URL. Only for editors and admins, because anybody with its token could post events. */
  webhookUrl: endpoint('webhookUrl', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    response: webhookUrl,
  }),
  /** Makes a new webhook URL. The old one is refused at once. */
  rotateWebhookUrl: endpoint('rotateWebhookUrl', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    response: webhookUrl,
  }),
  webhookStatus: endpoint('webhookStatus', {
    access: operator,
    response: z.object({
      /** Webhook status. connected: an event arrived within a day. waiting: none ever. silent: none for a day. */
      status: z.enum(['connected', 'waiting', 'silent']),
      lastEventAt: iso,
      lastFailureAt: iso,
      /**
       * The number of calls whose end came by reconciliation because no webhook reported it in time, and the last such
       * moment. Backfilled calls don't count, nor any call while `call_ended` is switched off.
       */
      missedCalls: z.number().int(),
      lastMissedAt: iso,
      /** Missed calls by agent since its events were connected. Most first, at most ten, known agents only. */
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
   * A page of calls, with the total number in X-Total-Count. With `q` the total is exact up to 10,000; above that
   * `X-Total-Count-Capped: true` is set and pages end there. `snippet` is the transcript around the first word of `q`.
   * `contactName`, with `within=contact`, is the name from the person's newest named call, for a call without a name.
   */
  listCalls: endpoint('listCalls', {
    access: operator,
    query: callListQuery,
    response: z.array(callSummary.extend({ snippet: z.string().nullable(), contactName: z.string().nullable() })),
  }),
  /** Exports all calls that match the filters as CSV. X-Total-Count, as in `listCalls`, allows showing the progress. */
  exportCalls: endpoint('exportCalls', { access: operator, query: callFilters, answers: 'text/csv' }),
  listFilteredCalls: endpoint('listFilteredCalls', {
    access: operator,
    query: timeRangeQuery.extend({ page, pageSize }),
    response: z.array(callSummary),
  }),
  listRecentCalls: endpoint('listRecentCalls', {
    access: operator,
    query: z.object({ page, pageSize }),
    response: z.array(callSummary),
  }),
  /** Lists live calls, newest first, at most 500. X-Total-Count counts all of them. */
  listActiveCalls: endpoint('listActiveCalls', {
    access: operator,
    query: z.object({ agentFilter }),
    response: z.array(activeCall),
  }),
  /** Ends a live call at the provider. 409 `call_over` if it has ended. */
  hangUpCall: endpoint('hangUpCall', {
    access: { role: 'editor', workspace: 'current' },
    params: callParams,
    status: 204,
  }),
  getCall: endpoint('getCall', { access: operator, params: callParams, response: callDetail }),
  /** Returns the events, earlier calls, hints and listeners that a call's page shows besides the call. */
  getCallContext: endpoint('getCallContext', { access: operator, params: callParams, response: callContext }),
  /** Returns the ids of the previous and next call in the list with these filters. Null at the list's ends. */
  getCallNeighbours: endpoint('getCallNeighbours', {
    access: operator,
    params: callParams,
    query: callFilters,
    response: z.object({ previousId: z.string().nullable(), nextId: z.string().nullable() }),
  }),
  /**
   * Orders a new analysis, which the provider charges for, and returns the updated call. It replaces the older
   * analysis, even if data of the older one arrive later. 409 `call_open`, `call_erased`, `analysis_limit`.
   */
  rerunCallAnalysis: endpoint('rerunCallAnalysis', {
    access: { role: 'editor', workspace: 'current' },
    params: callParams,
    response: callDetail,
  }),
  getRecording: endpoint('getRecording', {
    access: operator,
    params: callParams,
    response: z.object({ recording_url: z.string().nullable(), available: z.boolean() }),
  }),
  getRecordingAudio: endpoint('getRecordingAudio', { access: operator, params: callParams, answers: 'audio/*' }),
};
