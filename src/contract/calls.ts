/** Calls as the console shows them. Times are ISO 8601; a call's id is the provider's call_id. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './access.ts';

export const callStatuses = ['in_progress', 'ended', 'not_connected', 'failed'] as const;
export type CallStatus = (typeof callStatuses)[number];
export const callDirections = ['inbound', 'outbound', 'web_call'] as const;
export type CallDirection = (typeof callDirections)[number];
export const callTypes = ['phone_call', 'web_call'] as const;
export const sentiments = ['Positive', 'Negative', 'Neutral', 'Unknown'] as const;
export type Sentiment = (typeof sentiments)[number];

const iso = z.iso.datetime().nullable();

/** A call in a list: narrow, no transcript. */
export const callSummary = z.object({
  id: z.string(),
  callType: z.enum(callTypes),
  direction: z.enum(callDirections),
  campaignId: uuid.nullable(),
  customerName: z.string().nullable(),
  fromNumber: z.string().nullable(),
  toNumber: z.string().nullable(),
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
});
export type CallSummary = z.infer<typeof callSummary>;

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

/** One call whole. Costs in US cents; latencies in ms. */
export const callDetail = callSummary.extend({
  recordingUrl: z.string().nullable(),
  transcript: z.string().nullable(),
  utterances: z.array(utterance),
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

/** Filters of the history. Values 'all' are omitted by the browser. */
export const callListQuery = z.object({
  fromDate: z.iso.datetime({ offset: true }).optional(),
  toDate: z.iso.datetime({ offset: true }).optional(),
  status: z.enum(['ended', 'not_connected', 'in_progress', 'failed']).optional(),
  sentiment: z.enum(sentiments).optional(),
  channelType: z.enum(callTypes).optional(),
  agentId: z.string().max(200).optional(),
  origin: z.enum(callDirections).optional(),
  campaignId: uuid.optional(),
  page,
  pageSize,
});
export type CallListQuery = z.infer<typeof callListQuery>;

/** The dashboard's time range: `period=today|yesterday` or `days=7|30`. */
export const timeRangeQuery = z.object({
  period: z.enum(['today', 'yesterday']).optional(),
  days: z.enum(['7', '30']).optional(),
  agentFilter: z.string().max(200).optional(),
});

const operator = { role: 'operator', workspace: 'current' } as const;
const callId = z.object({ id: z.string().min(1).max(200) });

export const callsEndpoints = {
  receiveWebhook: endpoint('receiveWebhook', {
    access: 'public',
    params: z.object({ token: z.string().min(20).max(100) }),
    bodyLimit: 10 * 1024 * 1024,
    rateLimit: false,
    status: 204,
  }),
  webhookUrl: endpoint('webhookUrl', { access: operator, response: z.object({ webhookUrl: z.string() }) }),
  /** A new address; the old one is refused at once. */
  rotateWebhookUrl: endpoint('rotateWebhookUrl', {
    access: { role: 'admin', workspace: 'current' },
    response: z.object({ webhookUrl: z.string() }),
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
    }),
  }),
  listCalls: endpoint('listCalls', { access: operator, query: callListQuery, response: z.array(callSummary) }),
  listFilteredCalls: endpoint('listFilteredCalls', {
    access: operator,
    query: timeRangeQuery.extend({ page, pageSize }),
    response: z.array(callSummary),
    revisioned: true,
  }),
  listRecentCalls: endpoint('listRecentCalls', {
    access: operator,
    query: z.object({ page, pageSize }),
    response: z.array(callSummary),
    revisioned: true,
  }),
  /** Newest first. */
  listActiveCalls: endpoint('listActiveCalls', { access: operator, response: z.array(callSummary), revisioned: true }),
  /** Ends a call in progress at the provider. 409 `call_over` when it is over already. */
  hangUpCall: endpoint('hangUpCall', {
    access: { role: 'editor', workspace: 'current' },
    params: callId,
    status: 204,
  }),
  getCall: endpoint('getCall', { access: operator, params: callId, response: callDetail }),
  getRecording: endpoint('getRecording', {
    access: operator,
    params: callId,
    response: z.object({ recording_url: z.string().nullable(), available: z.boolean() }),
  }),
  getRecordingAudio: endpoint('getRecordingAudio', { access: operator, params: callId }),
};
