/** Calls as the console shows them. Times are ISO 8601; a call's id is the provider's call_id. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './access.ts';
import { attentionRules } from './attention.ts';
import { agentFilter, callParams, longestId, dayOrMoment } from './inputs.ts';
import { copcMetrics, judgedMetrics, type JudgedMetric } from './regional.ts';
import { shownNumber } from './shown-number.ts';

export const callStatuses = ['in_progress', 'ended', 'not_connected', 'failed'] as const;
export type CallStatus = (typeof callStatuses)[number];
export const callDirections = ['inbound', 'outbound', 'web_call'] as const;
export type CallDirection = (typeof callDirections)[number];
export const callTypes = ['phone_call', 'web_call'] as const;
export const sentiments = ['Positive', 'Negative', 'Neutral', 'Unknown'] as const;
export type Sentiment = (typeof sentiments)[number];

/**
 * What came of a call, in one word: the goal as the analysis judged it; a machine answered (voicemail or IVR), whatever the
 * analysis says; no conversation; failed for a technical reason; unjudged: a conversation of which no analysis tells.
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

/** A call in a list: narrow, no transcript. */
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
  /** To which moment the call belongs: its start, else its end, else its attempt's creation. */
  occurredAt: z.iso.datetime(),
  durationMs: z.number().nullable(),
  callStatus: z.enum(callStatuses),
  disconnectionReason: z.string().nullable(),
  userSentiment: z.string().nullable(),
  callSuccessful: z.boolean().nullable(),
  result: z.enum(callResults),
  /** Null where the call is of no campaign, or of one that is no longer there. */
  campaignName: z.string().nullable(),
  /** US cents. */
  costCents: z.number().nullable(),
  /** Half of the agent's answers came within so many ms. */
  e2eP50Ms: z.number().nullable(),
  /** When what names a person was deleted: numbers, name, transcript, recording and data are gone, the figures stay. */
  erasedAt: iso,
});
export type CallSummary = z.infer<typeof callSummary>;

/** A hit of an attention rule, so many seconds after the call began. */
export const callAttention = z.object({ rule: z.enum(attentionRules), second: z.number().int() });
export type CallAttention = z.infer<typeof callAttention>;

/** A person who listens to a call or took it over from the agent. `takenOverAt`: null for a listener. */
export const callListener = z.object({
  by: z.string(),
  since: z.iso.datetime(),
  takenOverAt: iso,
});
export type CallListener = z.infer<typeof callListener>;

/** A call under way, with the hits of the attention rules so far and who listens now. */
export const activeCall = callSummary.extend({ attention: z.array(callAttention), listeners: z.array(callListener) });
export type ActiveCall = z.infer<typeof activeCall>;

const word = z.looseObject({ word: z.string(), start: z.number(), end: z.number() });
/** One utterance; times in seconds from the start of the call, null where the provider gave none. */
export const utterance = z.object({
  speaker: z.string(),
  text: z.string(),
  startSeconds: z.number().nullable(),
  endSeconds: z.number().nullable(),
  words: z.array(word),
});
export type Utterance = z.infer<typeof utterance>;

const jsonMap = z.record(z.string(), z.unknown());

/** A question of the agent to one of its tools. */
export const toolCall = z.object({
  name: z.string().nullable(),
  /** As the agent sent them, most often JSON. */
  arguments: z.string().nullable(),
  result: z.string().nullable(),
  successful: z.boolean().nullable(),
  /** How many utterances came before. */
  afterLine: z.number().int(),
});
export type ToolCall = z.infer<typeof toolCall>;

/** What the provider's account keeps of a call: all; all but what names people; neither recording nor transcript. */
export const dataStorageSettings = ['everything', 'everything_except_pii', 'basic_attributes_only'] as const;
export type DataStorage = (typeof dataStorageSettings)[number];

/** One call whole. Costs in US cents; latencies in ms. */
export const callDetail = callSummary.extend({
  recordingUrl: z.string().nullable(),
  transcript: z.string().nullable(),
  utterances: z.array(utterance),
  toolCalls: z.array(toolCall),
  agentVersion: z.number().int().nullable(),
  /** Null: not told. */
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

/** Newest or oldest first; longest or shortest first, calls of no known duration as 0. */
export const callSorts = ['-date', 'date', '-duration', 'duration'] as const;
export type CallSort = (typeof callSorts)[number];

/**
 * What a list keeps to so that it holds the calls that a figure is over (GLOSSARY.md): succeeded; finished and not succeeded;
 * human; of these the ones with a duration, with a known greeting, with word times, finished ones with a known transcript, with a
 * known number and a judged goal, with fields that their agent must fill in.
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
/** What the metric counts of the call alone, as its field of the analysis or a person's score has it: yes from a half on. */
const judgements = Object.fromEntries(judgedMetrics.map((metric) => [metric, judgement])) as Record<
  JudgedMetric,
  typeof judgement
>;

/** Filters of the history. Values 'all' are omitted by the browser. */
export const callFilters = z.object({
  fromDate: dayOrMoment.optional(),
  toDate: dayOrMoment.optional(),
  /** finished: all that are over. */
  status: z.enum([...callStatuses, 'finished']).optional(),
  sentiment: z.enum(sentiments).optional(),
  channelType: z.enum(callTypes).optional(),
  agentId: z.string().max(longestId).optional(),
  origin: z.enum(callDirections).optional(),
  campaignId: uuid.optional(),
  /** As the analysis judged: reached or not; a call that it did not judge is in neither. */
  goal: z.enum(['reached', 'missed']).optional(),
  /** The call's result, in the word that its row shows. */
  result: z.enum(callResults).optional(),
  /** Why it ended, in the provider's word. */
  reason: z.string().min(1).max(100).optional(),
  measure: z.enum(callMeasures).optional(),
  /** Calls with a hit of this attention rule, or of any. */
  attention: z.enum(['any', ...attentionRules]).optional(),
  /** The calls that miss this quality metric's target: the metric of the call alone is worse than it. */
  missed: z.enum(copcMetrics).optional(),
  ...judgements,
  /** An hour of the week, 1 Monday to 7 Sunday and 0 to 23, as the zone's clock showed it. */
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /**
   * Every word of it must stand in the call: in its numbers, customer, agent or transcript. A word may be the beginning of
   * one; accents and case do not count; of a number any part of three digits or more.
   */
  q: z.string().trim().min(1).max(200).optional(),
  sort: z.enum(callSorts).default('-date'),
});
export type CallFilters = z.output<typeof callFilters>;
export const callListQuery = callFilters.extend({
  page,
  pageSize,
  /** contact: `q` is looked for in name and number of the other party alone, and counted to 200. */
  within: z.enum(['contact']).optional(),
});
export type CallListQuery = z.infer<typeof callListQuery>;

/** The dashboard's time range: `period=today|yesterday` or `days=7|30`. */
export const timeRangeQuery = z.object({
  period: z.enum(['today', 'yesterday']).optional(),
  days: z.enum(['7', '30']).optional(),
  agentFilter,
});

/** How the calls of an agent do, over its last calls with a figure: the call's own p50 (ms) each, their median and 90 %. */
const usualLatency = z.object({ calls: z.number().int(), p50: z.number(), p90: z.number() }).nullable();

export const callContext = z.object({
  /** What was received of the call, oldest first, at most 200. */
  events: z.array(
    z.object({
      /** The provider's event, or `call_snapshot` for a look-up. */
      event: z.string(),
      source: z.enum(['webhook', 'reconcile', 'dispatch', 'seed']),
      at: z.iso.datetime(),
    }),
  ),
  /** Earlier calls with the same number, newest first, at most 10, and how many there are. */
  previousCalls: z.array(callSummary),
  previousTotal: z.number().int(),
  /** Hints that people gave the agent during the call, oldest first, at most 100. `text`: null once the call was forgotten. */
  whispers: z.array(z.object({ at: z.iso.datetime(), by: z.string().nullable(), text: z.string().nullable() })),
  /** Hits of the attention rules, in the order of the conversation. */
  attention: z.array(callAttention),
  /** The people who listen now, and the one who took the call over, also once it is over. */
  listeners: z.array(callListener),
  /** The agent's last 200 calls but this one; each null where none has the figure. */
  usualLatency: z.object({ e2e: usualLatency, llm: usualLatency, tts: usualLatency }),
});
export type CallContext = z.infer<typeof callContext>;

/** Where the provider is to post events. `isReachable` is false for an address that is not public or not https. */
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
  /** Its token is all that a stranger needs to be heard out: not for everybody who works here. */
  webhookUrl: endpoint('webhookUrl', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    response: webhookUrl,
  }),
  /** A new address; the old one is refused at once. */
  rotateWebhookUrl: endpoint('rotateWebhookUrl', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    response: webhookUrl,
  }),
  webhookStatus: endpoint('webhookStatus', {
    access: operator,
    response: z.object({
      /** connected: an event arrived within a day; waiting: none yet; silent: none for a day. */
      status: z.enum(['connected', 'waiting', 'silent']),
      lastEventAt: iso,
      lastFailureAt: iso,
      /**
       * Calls whose end no webhook told in time, only reconciliation, and when it brought the last of them. The
       * provider's past does not count, nor does any end while `call_ended` is switched off.
       */
      missedCalls: z.number().int(),
      lastMissedAt: iso,
      /** The same by agent, since its events were connected here; most first, at most ten, calls of no known agent left out. */
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
   * One page, with X-Total-Count: exact, with `q` exact to 10,000 (above that `X-Total-Count-Capped: true`, and pages end
   * there). `snippet`: with `q`, what was said around the first word found in the transcript. `contactName`: with `within=contact`,
   * for a call without a name, the name in the newest named call of the same person.
   */
  listCalls: endpoint('listCalls', {
    access: operator,
    query: callListQuery,
    response: z.array(callSummary.extend({ snippet: z.string().nullable(), contactName: z.string().nullable() })),
  }),
  /** All calls of a filter as CSV, with X-Total-Count as `listCalls` has it, by which its progress is told. */
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
  /** Newest first, at most 500, with X-Total-Count of all that are under way. */
  listActiveCalls: endpoint('listActiveCalls', {
    access: operator,
    query: z.object({ agentFilter }),
    response: z.array(activeCall),
  }),
  /** Ends a call in progress at the provider. 409 `call_over` when it is over already. */
  hangUpCall: endpoint('hangUpCall', {
    access: { role: 'editor', workspace: 'current' },
    params: callParams,
    status: 204,
  }),
  getCall: endpoint('getCall', { access: operator, params: callParams, response: callDetail }),
  /** What stands around a call, read when somebody opens it. */
  getCallContext: endpoint('getCallContext', { access: operator, params: callParams, response: callContext }),
  /** The calls before and after it in a list of these filters, in the list's order; null at its ends. */
  getCallNeighbours: endpoint('getCallNeighbours', {
    access: operator,
    params: callParams,
    query: callFilters,
    response: z.object({ previousId: z.string().nullable(), nextId: z.string().nullable() }),
  }),
  /**
   * Has the provider analyse the call once more, which it charges for, and answers the call as it then is. What it says
   * replaces the older analysis, whatever still arrives of that one. 409 `call_open`, `call_erased`, `analysis_limit`.
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
