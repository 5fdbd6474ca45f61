/** Outbound campaigns: what creates one, what a list shows of it, what stops it. */
import { z } from 'zod';
import {
  longestCell,
  longestColumnName,
  longestReason,
  maximumRecipients,
  mostAddedRows,
  mostOriginNumbers,
  mostRecipientRows,
  phoneFormatText,
  readZone,
} from './recipient-file.ts';
import { internationalFormat } from '../phone/international-format.ts';
import { campaignLines, type KeptLines } from './campaign-lines.ts';
import {
  askedShape,
  changeShape,
  createShape,
  draftShape,
  readShape,
  retryOutcomes,
  type ChangeableOption,
  type RetryOutcome,
} from './campaign-options.ts';
import { originRuleIds, type OriginRuleId } from './country-rules.ts';
import type { LoggedValue } from './logged-value.ts';
import { endpoint } from './endpoint.ts';
import { customRange } from './figure-range.ts';
import { uuid } from './access.ts';
import { analyticsPeriods } from './analytics.ts';
import { agentFilter, answeredDays, callParams, day, id, moment, rangeDays } from './inputs.ts';
import { shownNumber, shownNumbers } from './shown-number.ts';

/**
 * created: stored, not begun. scheduled: waits for its time. in_progress: dialling. paused: waits for a person or a time.
 * sent: all dialled, results pending. completed: all results in, or stopped. failed: deleted, or could not run.
 */
export const campaignStatuses = [
  'created',
  'scheduled',
  'in_progress',
  'paused',
  'sent',
  'completed',
  'failed',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/**
 * What keeps an account from calling, as the provider's disconnection reasons name it: no means of payment, no credit left,
 * the budget that was set is spent, the trunk refuses its credentials. A call that ends so pauses its campaign.
 */
export const accountReasons = [
  'no_valid_payment',
  'credit_exhausted',
  'budget_reached',
  'telephony_provider_permission_denied',
] as const;
export type AccountReason = (typeof accountReasons)[number];
/**
 * Why a campaign is paused. By the dispatcher: the account may not call, its key is refused, the number gave a call to another
 * agent than when the campaign was created (agent_changed), one order after the other was refused for good (orders_refused), or half of the last calls ended for technical reasons (circuit_breaker).
 * person: somebody paused it. restored: the database comes from a backup, and who was called since may stand as still to be called.
 * no_admin: the account of the workspace's maker was ended, and nobody is an admin there.
 */
export const pauseReasons = [
  ...accountReasons,
  'key_rejected',
  'agent_changed',
  'orders_refused',
  'circuit_breaker',
  'person',
  'restored',
  'no_admin',
] as const;
export type PauseReason = (typeof pauseReasons)[number];
/**
 * Why a campaign that dials claims nobody now: outside the calling window, every number left had its attempts today,
 * everybody left waits for the delay before another try or for a call back, its numbers had their calls of today (number_cap), those
 * that the law of a country leaves for whoever is left had them, or it leaves none (origin_barred, without an end), or nobody is left and
 * it is open for more.
 */
export const waitingReasons = [
  'calling_window',
  'daily_attempts',
  'retry_delay',
  'callback',
  'number_cap',
  'origin_barred',
  'open',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

export { retryOutcomes, type RetryLimits, type RetryOutcome, type RetryPolicy } from './campaign-options.ts';

/** A call back is at most so many days ahead. */
export const mostCallbackDays = 90;

/** The provider called nobody, for want of a line (concurrency) or because the account may not call: no attempt is used up. */
export const uncalledOutcomes = ['concurrency', 'account'] as const;
export type UncalledOutcome = (typeof uncalledOutcomes)[number];
/**
 * How an attempt ended: one that may be retried; human: a person was reached; one that called nobody; other: anything
 * else (declined, transferred by a machine, unknown).
 */
export const attemptOutcomes = [...retryOutcomes, 'human', ...uncalledOutcomes, 'other'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** A recipient is a CSV row keyed by its column names; columns beyond phone and name travel as dynamic variables. */
const readRow = () => z.record(z.string().min(1).max(longestColumnName), z.string().max(longestCell));
export const recipientRow = readRow();
export type RecipientRow = z.infer<typeof recipientRow>;

/** A row that the person chose to leave out: kept with its reason, never dialled. `row` is its line in the file, header = 1. */
export const rejectedRow = z.object({
  row: z.number().int().min(1),
  reason: z.string().max(longestReason),
  values: readRow(),
});
export type RejectedRow = z.infer<typeof rejectedRow>;

/**
 * Which version of a chosen agent speaks: the one published last as each call is placed, or a fixed one. Either exists for the
 * agent when the campaign is created.
 */
export const agentVersion = z.union([z.literal('latest_published'), z.number().int().min(0).max(1_000_000)]);
export type AgentVersion = z.infer<typeof agentVersion>;

export const addRecipientsBody = z.object({
  recipients: z
    .array(recipientRow)
    .min(1, 'Se necesita al menos un destinatario')
    .max(mostAddedRows, 'Como máximo 1.000 filas por vez'),
  rejectedRows: z.array(rejectedRow).max(maximumRecipients).default([]),
});
/**
 * Accepted rows that a person should check: numbers that no numbering plan has, and doubtful names ('NULL', '{{nombre}}', 'MarÃ­a').
 * `count` is the number of people. `examples` are the first of them, as sent.
 */
export const recipientWarning = z.object({
  kind: z.enum(['unknownNumber', 'doubtfulName']),
  count: z.number().int(),
  examples: z.array(z.string()),
});
export type RecipientWarning = z.infer<typeof recipientWarning>;

/** `duplicates`: rows whose number the campaign has already, however written, or that repeat one of the same request. */
export const addedRecipients = z.object({
  added: z.number().int(),
  duplicates: z.number().int(),
  totalRecipients: z.number().int(),
  /** Warnings about the request's people. Usually empty. */
  warnings: z.array(recipientWarning),
});
export type AddedRecipients = z.infer<typeof addedRecipients>;

const originNumber = z
  .string('El número de origen es requerido')
  .regex(internationalFormat, 'El número de origen es requerido');

/** When a campaign begins. */
const schedule = {
  sendOption: z.enum(['now', 'scheduled']),
  scheduledDate: day.nullish(),
  scheduledTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullish(),
};

export const createCampaignBody = z
  .object({
    name: z.string().trim().min(1, 'El nombre es requerido').max(200, 'Como máximo 200 caracteres'),
    /** From which it calls; one of `phoneNumbers` where those are given too. */
    phoneNumber: originNumber.optional(),
    /** Several to call from: each call goes out from one of them. */
    phoneNumbers: z
      .array(originNumber)
      .min(1, 'El número de origen es requerido')
      .max(mostOriginNumbers, 'Como máximo 20 números de origen')
      .refine((numbers) => new Set(numbers).size === numbers.length, 'Hay números de origen repetidos')
      .optional(),
    /** None: the number's own binding decides, which must name one agent and version. */
    agentId: id.nullish(),
    /** Of a chosen agent; `latest_published` unless told. */
    agentVersion: agentVersion.nullish(),
    recipients: z
      .array(recipientRow)
      .min(1, 'Se necesita al menos un destinatario')
      .max(mostRecipientRows, 'Como máximo 20.000 filas, con los números repetidos'),
    rejectedRows: z.array(rejectedRow).max(maximumRecipients).default([]),
    ...schedule,
    ...createShape,
  })
  .refine((body) => body.sendOption === 'now' || (body.scheduledDate && body.scheduledTime), {
    message: 'Indica fecha y hora de envío',
    path: ['scheduledDate'],
  })
  .refine(({ phoneNumber, phoneNumbers }) => (phoneNumber ?? phoneNumbers) !== undefined, {
    message: 'El número de origen es requerido',
    path: ['phoneNumber'],
  })
  .refine(
    ({ phoneNumber, phoneNumbers }) =>
      phoneNumber === undefined || phoneNumbers === undefined || phoneNumbers.includes(phoneNumber),
    { message: 'El número de origen no está entre los números de la campaña', path: ['phoneNumber'] },
  );
export type CreateCampaignBody = z.input<typeof createCampaignBody>;

const comparedCalls = z.object({ calls: z.number().int(), answered: z.number().int() });
/**
 * Calls whose end is known, and those that connected: of people who were called by the hour, and of those who were drawn to be
 * called without it, meanwhile. The rate of the former less that of the latter lies between these points, with 95 % confidence.
 */
export const bestHourComparison = z.object({
  byHour: comparedCalls,
  withoutIt: comparedCalls,
  differenceFrom: z.number(),
  differenceTo: z.number(),
});
export type BestHourComparison = z.infer<typeof bestHourComparison>;

/** Nine times of ten it happens in between. */
const momentRange = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
export type MomentRange = z.infer<typeof momentRange>;

/**
 * A campaign with its counts. Counts are recipients by their best attempt: sent = accepted by the provider,
 * pickedUp = connected, contacted = human, completed = ended without an error reason, successful = goal reached.
 * total = pending + dialing + (sent - retrying) + undelivered + unconfirmed + skipped, at every moment.
 */
export const campaign = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(campaignStatuses),
  /** Who speaks: chosen, or of the number's binding when the campaign was created. */
  agentId: z.string().nullable(),
  /** The agent's name as the provider last reported it. Null if the agent has no name or it is unknown. */
  agentName: z.string().nullable(),
  /** Nobody was chosen: orders name no agent, and the number's binding decides. */
  isNumbersAgent: z.boolean(),
  /** Of a chosen agent; null where the number decides, and of campaigns older than the choice. */
  agentVersion: agentVersion.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
  lastSentBy: z.string().nullable(),
  totalRecipients: z.number().int(),
  sentCount: z.number().int(),
  pickedUpCount: z.number().int(),
  contactedCount: z.number().int(),
  completedCount: z.number().int(),
  successfulCount: z.number().int(),
  /** Not yet tried, or waiting for another try. */
  pendingCount: z.number().int(),
  /** Of the sent: those who wait for another attempt, or whose other attempt is being dialled or unconfirmed. */
  retryingCount: z.number().int(),
  /** A try is under way whose acceptance is not yet known. */
  dialingCount: z.number().int(),
  /** Tried, and finally refused by the provider, or left when the campaign was stopped. */
  undeliveredCount: z.number().int(),
  /** 'Sin confirmar': whether the provider dialled can't be known; never redialled by itself. */
  unconfirmedCount: z.number().int(),
  /** Left out when their turn came: on the do-not-call list. */
  skippedCount: z.number().int(),
  /** Of the sent: calls whose end is not yet known. */
  liveCount: z.number().int(),
  duplicateCount: z.number().int(),
  rejectedCount: z.number().int(),
  phoneNumber: z.string(),
  /** All that it calls from, `phoneNumber` first. */
  phoneNumbers: z.array(z.string()),
  phoneNumbersShown: z.array(shownNumber),
  sendOption: z.enum(['now', 'scheduled']),
  scheduledDate: z.string().nullable(),
  scheduledTime: z.string().nullable(),
  ...readShape,
  /** Null unless the campaign is paused. */
  pauseReason: z.enum(pauseReasons).nullable(),
  /** Why a campaign that dials waits, and until when. */
  waitingReason: z.enum(waitingReasons).nullable(),
  waitingUntil: z.iso.datetime().nullable(),
  /** Null in lists, and until both have a hundred calls. */
  bestHourComparison: bestHourComparison.nullable(),
  /**
   * When the last call of a campaign that dials or waits ends, retries included (docs/decisions/0051-the-end-is-a-range.md). Null: its
   * pace or how calls end is not known yet, not everybody can be called, or it takes too long to calculate.
   */
  endsBetween: momentRange.nullable(),
});
export type Campaign = z.infer<typeof campaign>;

/** `warnings` is about the campaign's people. Usually empty. */
export const createdCampaign = campaign.extend({ warnings: z.array(recipientWarning) });
export type CreatedCampaign = z.infer<typeof createdCampaign>;

const calledFigures = campaign.pick({
  totalRecipients: true,
  sentCount: true,
  contactedCount: true,
  successfulCount: true,
});
export const mostCalledCampaigns = 50;
/** Campaigns with calls in a range of days. Their counts are those of the whole campaign, as `campaign` has them. */
export const calledCampaigns = z.object({
  days: answeredDays.days,
  /** Campaigns with most sent recipients first; at most `mostCalledCampaigns`. */
  calledCampaigns: z.array(calledFigures.extend({ id: uuid, name: z.string() })),
  /** Sums of all these campaigns, also of those that the list leaves out. */
  totals: calledFigures.extend({ calledCount: z.number().int() }),
});
export type CalledCampaigns = z.infer<typeof calledCampaigns>;

export const recipientStates = ['pending', 'dialing', 'sent', 'undelivered', 'unconfirmed', 'skipped'] as const;
export type CampaignRecipientState = (typeof recipientStates)[number];
export const attemptStates = [
  'claimed',
  'accepted',
  'refused',
  'unknown',
  'absent',
  'unconfirmed',
  'finished',
] as const;

/** One try to dial a recipient, and the call that came of it. Amounts are US cents, times of a call null where unknown. */
export const recipientAttempt = z.object({
  id: uuid,
  state: z.enum(attemptStates),
  createdAt: z.iso.datetime(),
  outcome: z.enum(attemptOutcomes).nullable(),
  /** A second call that was stopped; it counts nowhere. */
  isSurplus: z.boolean(),
  /** Why it was refused or given up; null otherwise. */
  error: z.string().nullable(),
  callId: z.string().nullable(),
  /** The number that it was sent from; null: nobody noted it. */
  fromNumber: z.string().nullable(),
  fromNumberShown: shownNumber.nullable(),
  startedAt: z.iso.datetime().nullable(),
  durationSeconds: z.number().nullable(),
  disconnectionReason: z.string().nullable(),
  /** Of the agent that spoke. */
  agentVersion: z.number().int().nullable(),
  sentiment: z.string().nullable(),
  isSuccessful: z.boolean().nullable(),
  costCents: z.number().nullable(),
});
export type RecipientAttempt = z.infer<typeof recipientAttempt>;

export const campaignRecipient = z.object({
  id: uuid,
  /** Its place in the file, from 1. */
  position: z.number().int(),
  /** Empty, as the name: their data were deleted. */
  phoneNumber: z.string(),
  phoneNumberShown: shownNumber,
  customerName: z.string(),
  state: z.enum(recipientStates),
  isLive: z.boolean(),
  pickedUp: z.boolean(),
  contacted: z.boolean(),
  completed: z.boolean(),
  /** Null: not known before the analysis. */
  successful: z.boolean().nullable(),
  /** Why its last call ended, or why there was none. */
  lastReason: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** Of a pending one that is to be called back: the moment that was asked for. */
  callbackAt: z.iso.datetime().nullable(),
  /** Oldest first. */
  attempts: z.array(recipientAttempt),
});
export type CampaignRecipient = z.infer<typeof campaignRecipient>;

/** retrying: waits for another attempt. live: its call goes on. finished: sent, and its call is over. contacted, successful: by the best attempt. not_contacted: had its attempts and reached no person. voicemail: an answering machine took some attempt. */
export const recipientFilters = [
  ...recipientStates,
  'retrying',
  'live',
  'finished',
  'contacted',
  'not_contacted',
  'voicemail',
  'successful',
] as const;
export type RecipientFilter = (typeof recipientFilters)[number];

/**
 * What happened to a campaign, and what its entry tells. Moments are ISO 8601. What repeats is told once a minute at
 * most, with what it adds up to. labels/campaign-log-es.ts says it in an operator's words.
 */
export interface CampaignLogDetails {
  created: { recipients: number; duplicates: number; rejected: number };
  recipients_added: { recipients: number; duplicates: number; rejected: number };
  /** An option, by its name. `from` is null in entries older than this kind. */
  changed: { field: ChangeableOption; from: LoggedValue; to: LoggedValue };
  /** Hardly anybody answers it: percent of its calls of seven days, and of those of the others. */
  number_set_aside: { number: string; percent: number; others: number };
  number_taken_back: { number: string };
  /** The campaign was created before this country rule. Its numbers break the rule, but the campaign goes on. */
  rule_exempt: { rule: Extract<OriginRuleId, 'cl_mass_origin'> };
  /** Begins to dial, for the first time. */
  started: Record<string, never>;
  waiting: { reason: WaitingReason; until: string | null };
  wait_over: Record<string, never>;
  /** `message`: the provider's words; `failed` of `calls`: what the circuit breaker saw. */
  paused: { reason: PauseReason; message: string | null; failed: number | null; calls: number | null };
  resumed: Record<string, never>;
  /** `left`: recipients never called; `live`: calls in progress at that moment. */
  stopped: { left: number; live: number };
  deleted: { left: number };
  /** Live calls that were ended on request, and those that could not be. */
  hang_up: { calls: number; failed: number };
  /** The provider asks for patience: dialling rests so long. */
  rate_limited: { seconds: number };
  provider_unavailable: { message: string };
  /** Every line of the account that is not reserved is in use. */
  no_lines: { limit: number; inUse: number } & Pick<KeptLines, 'reserved'> & Partial<KeptLines>;
  /** Another server goes on with it. */
  taken_over: Record<string, never>;
  /** Left out, for they are on the do-not-call list. */
  skipped: { count: number };
  /** Rows left out because another row is the same person. Since an update, their two numbers are read as one. */
  same_person: { count: number };
  refused: { count: number; reason: string };
  /** Recipients who get another attempt for this outcome, the first of them at `from`. */
  retry: { count: number; outcome: RetryOutcome | UncalledOutcome; from: string };
  /** Recipients not tried again after all: the campaign's days since their first call are over. */
  retry_expired: { count: number };
  /** Recipients who asked to be called back, the first of them at `from`. */
  callback: { count: number; from: string };
  callback_set: { at: string };
  callback_cancelled: { at: string };
  unconfirmed: { count: number };
  /** Not called, as the check asked. */
  check_declined: { count: number };
  /** Put off, for the check did not say that they may be called. `message`: why, of the first. */
  check_failed: { count: number; message: string };
  sent: Record<string, never>;
  completed: Record<string, never>;
}
export type CampaignLogKind = keyof CampaignLogDetails;
export const campaignLogKinds = [
  'created',
  'recipients_added',
  'changed',
  'number_set_aside',
  'number_taken_back',
  'rule_exempt',
  'started',
  'waiting',
  'wait_over',
  'paused',
  'resumed',
  'stopped',
  'deleted',
  'hang_up',
  'rate_limited',
  'provider_unavailable',
  'no_lines',
  'taken_over',
  'skipped',
  'same_person',
  'refused',
  'retry',
  'retry_expired',
  'callback',
  'callback_set',
  'callback_cancelled',
  'unconfirmed',
  'check_declined',
  'check_failed',
  'sent',
  'completed',
] as const satisfies readonly CampaignLogKind[];
export const campaignLogEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  kind: z.enum(campaignLogKinds),
  /** Figures, reasons and moments by kind. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  shownNumbers,
  /** Who did it; null: the dispatcher. */
  username: z.string().nullable(),
});
export type CampaignLogEntry = z.infer<typeof campaignLogEntry>;

/** Why nobody is called back from this call; `forgotten`: their data were deleted, `unconfirmed`: whether they were called last is not known. */
export const callbackRefusals = [
  'no_campaign',
  'campaign_ended',
  'forgotten',
  'being_called',
  'unconfirmed',
  'do_not_call',
] as const;
export type CallbackRefusal = (typeof callbackRefusals)[number];

/** Whether the person of a call is called back. */
export const callBack = z.object({
  /** The moment that was asked for, while they wait for it. */
  at: z.iso.datetime().nullable(),
  /** As the agent wrote it in the call's analysis, understood or not. */
  said: z.string().nullable(),
  /** Null: it can be set or changed. */
  refusal: z.enum(callbackRefusals).nullable(),
});
export type CallBack = z.infer<typeof callBack>;

/** What a new campaign is filled with from an earlier one. */
export const campaignDraft = z.object({
  name: z.string(),
  phoneNumber: z.string(),
  phoneNumbers: z.array(z.string()),
  /** Null, as its version: the number's own. */
  agentId: z.string().nullable(),
  agentVersion: agentVersion.nullable(),
  ...draftShape,
  /** In the file's order, with the columns `phone_number`, `customer_name` and those of the file. */
  recipients: z.array(recipientRow),
  /**
   * Left out because their data were deleted; of `uncontacted` also because nobody knows whether they were called, or because they
   * must not be.
   */
  leftOut: z.object({ unconfirmed: z.number().int(), doNotCall: z.number().int(), erased: z.number().int() }),
});
export type CampaignDraft = z.infer<typeof campaignDraft>;

/** Cost and pace as the workspace's own last 30 days have them once those hold 50 calls, else the specification's. */
export const campaignEstimates = z.object({
  source: z.enum(['workspace', 'specification']),
  /** Outbound calls of 30 days whose cost is known, of which 50 are needed; 0 for the specification's. */
  calls: z.number().int(),
  /** US cents. */
  costCentsPerRecipient: z.number(),
  recipientsPerMinute: z.number(),
});
export type CampaignEstimates = z.infer<typeof campaignEstimates>;

/** As many as the beginning of a number may have. */
const mostZones = 4;
const zonesOf = (place: string): readonly string[] => (place.split(':')[1] ?? '').split('&');
/** 'ES:Europe/Madrid': a country, or none, and its zones. */
const place = z
  .string()
  .max(1_000)
  .regex(/^(?:[A-Z]{2})?:[^:]*$|^$/, 'Lugar desconocido')
  .refine((text) => zonesOf(text).length <= mostZones, 'Un lugar tiene como máximo 4 zonas horarias')
  .refine((text) => text === '' || zonesOf(text).every((zone) => readZone(zone, '') !== null), 'Lugar desconocido');
const peopleOfPlace = z.object({ place, people: z.number().int().min(0).max(maximumRecipients) });

/** What would become of these numbers if the campaign were sent as told. */
export const campaignPreflight = z.object({
  total: z.number().int(),
  /** Numbers that are another's by their national number, however written; dropped. */
  duplicates: z.number().int(),
  doNotCall: z.number().int(),
  /** Had their attempts of today already: they wait for tomorrow. */
  dailyLimit: z.number().int(),
  /** People whom none of the campaign's numbers may call, by their country's rule. A campaign with such people is not created. */
  barred: z.array(z.object({ rule: z.enum(originRuleIds), count: z.number().int() })),
  /**
   * Who can't be called before the hours of their place close, by the estimated pace; `opensAt`: when the first of them may be.
   * Null: all of them at any hour.
   */
  outsideWindow: z.object({ count: z.number().int(), opensAt: z.iso.datetime().nullable() }).nullable(),
  /** Within which people may be called, '09:00' to '21:00'; null: at any hour. */
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  /**
   * When the last call ends: through the window, at the workspace's own pace, in turns with the campaigns that dial now, and
   * with as many retries as its calls lately give cause for. Null: no pace of its own yet, never, or it takes too long to calculate.
   */
  endsBetween: momentRange.nullable(),
  /** It begins on a day or at an hour when the workspace hardly dials; null: as usual, or too few calls to tell. */
  unusual: z.enum(['day', 'hour']).nullable(),
  /** Where the people are, by their numbers; for the dry run. */
  places: z.array(peopleOfPlace),
  estimates: campaignEstimates,
});
export type CampaignPreflight = z.infer<typeof campaignPreflight>;

/** A dry run by the pace, lines and rates of now. */
export const campaignSimulation = z.object({
  /**
   * Hours in which somebody is called, by the workspace's clock: people for the first time, and calls that retries are likely to
   * add. Null: it cannot be told, for want of calls to know the rates by, or of the account's lines.
   */
  hours: z.array(z.object({ at: z.iso.datetime(), people: z.number().int(), retries: z.number().int() })).nullable(),
  /** When the last call ends. Null: not known, or not everybody can be called. */
  endsBetween: momentRange.nullable(),
  /** People for whom the calling window does not open; null: not known. */
  uncalled: z.number().int().nullable(),
  /** Enough is known, but to calculate it takes too long. */
  isTooLong: z.boolean(),
  callsPerSecond: z.number(),
  /** Lines that campaigns may use, and the free ones among them; null: the provider does not say. */
  lines: z.object({ usable: z.number().int(), free: z.number().int() }).nullable(),
  /** How long a call has its line, ringing included; null: too few calls. */
  holdSeconds: z.number().nullable(),
  /** Calls that tell `holdSeconds`: the campaigns' newest, at most 500, else outbound ones of 30 days. 50 are needed. */
  basisCalls: z.number().int(),
  /** Campaigns that dial now and share the pace. */
  otherCampaigns: z.number().int(),
});
export type CampaignSimulation = z.infer<typeof campaignSimulation>;

/** Inputs of a forecast, beside the people. */
const asked = {
  /** The numbers to call from, whose calls a day the settings limit. None: no limit counts. */
  originNumbers: z.array(originNumber).max(mostOriginNumbers, 'Como máximo 20 números de origen').default([]),
  ...schedule,
  ...askedShape,
};

const operator = { role: 'operator', workspace: 'current' } as const;
const editor = { role: 'editor', workspace: 'current' } as const;

export const campaignsEndpoints = {
  createCampaign: endpoint('createCampaign', {
    access: editor,
    body: createCampaignBody,
    // 10,000 recipients of a wide file.
    bodyLimit: 60 * 1024 * 1024,
    response: createdCampaign,
    status: 201,
  }),
  /** Newest first, at most 500, with X-Total-Count of all that there are. */
  listCampaigns: endpoint('listCampaigns', { access: operator, response: z.array(campaign) }),
  /** Campaigns of one agent with `agentFilter`: by who speaks for the campaign. */
  listCalledCampaigns: endpoint('listCalledCampaigns', {
    access: operator,
    query: z.object({
      timeFilter: z.enum([...analyticsPeriods, customRange]).default('7d'),
      ...rangeDays,
      agentFilter,
    }),
    response: calledCampaigns,
  }),
  patchCampaign: endpoint('patchCampaign', {
    access: editor,
    params: z.object({ id: uuid }),
    /**
     * `status`: completed stops (`hangUp`: its live calls too), failed deletes, paused pauses, in_progress resumes. Or one option, from
     * the next calls on.
     */
    body: z
      .object({
        status: z.enum(['completed', 'failed', 'paused', 'in_progress']).optional(),
        hangUp: z.boolean().default(false),
        ...changeShape,
      })
      .refine(
        (body) => Object.entries(body).filter(([name, value]) => name !== 'hangUp' && value !== undefined).length === 1,
        {
          message: 'Indica un solo cambio: el estado o una opción de la campaña',
          path: ['status'],
        },
      ),
    response: campaign,
  }),
  /** Of a campaign that has not called everybody, or is open. Numbers that it has are dropped, so a repeated request adds nobody twice. */
  addRecipients: endpoint('addRecipients', {
    access: editor,
    params: z.object({ id: uuid }),
    // 1,000 recipients of a wide file, and every row of it that was left out.
    bodyLimit: 60 * 1024 * 1024,
    body: addRecipientsBody,
    response: addedRecipients,
    status: 201,
  }),
  getCampaign: endpoint('getCampaign', { access: operator, params: z.object({ id: uuid }), response: campaign }),
  /** In the file's order, with X-Total-Count. `q`: part of name or number, accents and case ignored. */
  listCampaignRecipients: endpoint('listCampaignRecipients', {
    access: operator,
    params: z.object({ id: uuid }),
    query: z.object({
      q: z.string().trim().max(100).optional(),
      filter: z.enum(recipientFilters).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: z.array(campaignRecipient),
  }),
  /** Newest first; `before`: the id of the last entry of the page above. */
  listCampaignLog: endpoint('listCampaignLog', {
    access: operator,
    params: z.object({ id: uuid }),
    query: z.object({
      before: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(campaignLogEntry),
  }),
  /** A line for each attempt, and one for each recipient without any; for Excel in Spanish. Audited. */
  exportCampaignResults: endpoint('exportCampaignResults', {
    access: operator,
    params: z.object({ id: uuid }),
    answers: 'text/csv',
  }),
  /** The rows left out when it was created, with their reasons. Audited. */
  exportRejectedRows: endpoint('exportRejectedRows', {
    access: operator,
    params: z.object({ id: uuid }),
    answers: 'text/csv',
  }),
  /** Recipients to call again: all, or those of a finished campaign who were not contacted. */
  getCampaignDraft: endpoint('getCampaignDraft', {
    access: editor,
    params: z.object({ id: uuid }),
    query: z.object({ only: z.enum(['all', 'uncontacted']).default('all') }),
    response: campaignDraft,
  }),
  /** How many recipients its draft of those not contacted would hold now; null: it is not finished, and has none. */
  countUncontacted: endpoint('countUncontacted', {
    access: editor,
    params: z.object({ id: uuid }),
    response: z.object({ count: z.number().int().nullable() }),
  }),
  getCampaignLines: endpoint('getCampaignLines', {
    access: operator,
    response: z.object({ lines: campaignLines.nullable() }),
  }),
  getCampaignEstimates: endpoint('getCampaignEstimates', { access: operator, response: campaignEstimates }),
  preflightCampaign: endpoint('preflightCampaign', {
    access: editor,
    bodyLimit: 1024 * 1024,
    body: z.object({
      phoneNumbers: z.array(z.string().max(40)).min(1).max(mostRecipientRows),
      ...asked,
    }),
    response: campaignPreflight,
  }),
  /** How so many people would be called: counts of the preflight, no rows. Changes nothing. */
  simulateCampaign: endpoint('simulateCampaign', {
    access: editor,
    body: z.object({
      callable: z.number().int().min(0).max(maximumRecipients),
      /** They had today's attempts, and follow tomorrow. */
      dailyLimit: z.number().int().min(0).max(maximumRecipients).default(0),
      /** The preflight's. None: where the workspace is. */
      places: z.array(peopleOfPlace).max(500).default([]),
      ...asked,
    }),
    response: campaignSimulation,
  }),
  /** Places one call to the caller's own phone, as the campaign would. Never tried again by itself; audited. */
  placeTestCall: endpoint('placeTestCall', {
    access: editor,
    body: z.object({
      phoneNumber: originNumber,
      toNumber: z.string().regex(internationalFormat, phoneFormatText()),
      agentId: id.nullish(),
      agentVersion: agentVersion.nullish(),
      successDefinition: z.string().trim().max(4_000).default(''),
      variables: recipientRow.default({}),
    }),
    response: z.object({ callId: z.string(), toNumberShown: shownNumber }),
    status: 201,
  }),
  getCallback: endpoint('getCallback', { access: operator, params: callParams, response: callBack }),
  /** At most 90 days ahead. 409 `invalid_transition` says why the person of the call cannot be called back. */
  setCallback: endpoint('setCallback', {
    access: editor,
    params: callParams,
    body: z.object({ at: moment }),
    response: callBack,
  }),
  cancelCallback: endpoint('cancelCallback', { access: editor, params: callParams, response: callBack }),
  campaignTemplate: endpoint('campaignTemplate', { access: operator, answers: 'text/csv' }),
};
