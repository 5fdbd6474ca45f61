/** Outbound campaigns: creation, lists, changes and stops. */
import { z } from 'zod';
import {
  maxCellLength,
  longestColumnName,
  maxRejectionReasonLength,
  maximumRecipients,
  mostAddedRows,
  mostOriginNumbers,
  maxRecipientRows,
  phoneErrorText,
  readTimeZone,
} from './recipient-file.ts';
import { internationalFormat } from '../phone/international-format.ts';
import { campaignLines, type ReservedLines } from './campaign-lines.ts';
import {
  forecastOptionSchemas,
  changeOptionSchemas,
  createOptionSchemas,
  draftOptionSchemas,
  answerOptionSchemas,
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
import { agentFilter, responseDays, callParams, day, id, moment, rangeDays } from './inputs.ts';
import { shownNumber, shownNumbers } from './shown-number.ts';

/**
 * A campaign's status. created: not started. scheduled: waits for its time. in_progress: dialling. paused: waits for a
 * person or a time. sent: all dialled, results pending. completed: done or stopped. failed: deleted, or could not run.
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
 * Reasons why an account may not call, in the provider's words: no means of payment, no credit, budget spent, or the
 * trunk refuses its credentials. A call that ends with such a reason pauses its campaign.
 */
export const accountBlockReasons = [
  'no_valid_payment',
  'credit_exhausted',
  'budget_reached',
  'telephony_provider_permission_denied',
] as const;
export type AccountBlockReason = (typeof accountBlockReasons)[number];
/**
 * The reason of a pause. By the dispatcher: the account may not call, its key is refused, the number routed a call to
 * another agent than at creation (agent_changed), many orders in a row were refused for good (orders_refused), or half
 * of the last calls failed (circuit_breaker). person: somebody paused it. restored: the database comes from a backup,
 * so people called since may appear as pending. no_admin: the maker's account was ended, so no admin is left.
 */
export const pauseReasons = [
  ...accountBlockReasons,
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
 * The reason why a dialling campaign calls nobody now: outside the calling window; every recipient left had today's
 * attempts; everybody left waits for a retry or a call back; its numbers reached today's cap (number_cap); a country's
 * law allows no number, or only capped ones, for the people left (origin_barred, without an end); or nobody is left and
 * the campaign is open.
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

/** How many days ahead a call back may be set at most. */
export const maxCallbackDaysAhead = 90;

/** Outcomes of attempts that called nobody and use up no try: no free line, or the account may not call. */
export const uncalledOutcomes = ['concurrency', 'account'] as const;
export type UncalledOutcome = (typeof uncalledOutcomes)[number];
/**
 * The outcome of an attempt: one that may be retried; human, if a person was reached; one of `uncalledOutcomes`; or
 * other (declined, transferred by a machine, unknown).
 */
export const attemptOutcomes = [...retryOutcomes, 'human', ...uncalledOutcomes, 'other'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** A row of the recipients' file, keyed by column names. Columns other than phone and name become dynamic variables. */
const readRow = () => z.record(z.string().min(1).max(longestColumnName), z.string().max(maxCellLength));
export const recipientRow = readRow();
export type RecipientRow = z.infer<typeof recipientRow>;

/** A row of the file that the user left out: stored with its reason, never dialled. `row` is its line (header 1). */
export const rejectedRow = z.object({
  row: z.number().int().min(1),
  reason: z.string().max(maxRejectionReasonLength),
  values: readRow(),
});
export type RejectedRow = z.infer<typeof rejectedRow>;

/**
 * Version of the campaign's agent: the last published one when each call is placed, or a fixed one. It must exist when
 * the campaign is created.
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
 * Warning about accepted rows that a person should check: numbers that no numbering plan has, and doubtful names
 * ('NULL', '{{nombre}}', 'MarÃ­a'). `count` is the number of people, `examples` are the first texts.
 */
export const recipientWarning = z.object({
  kind: z.enum(['unknownNumber', 'doubtfulName']),
  count: z.number().int(),
  examples: z.array(z.string()),
});
export type RecipientWarning = z.infer<typeof recipientWarning>;

/** Result of adding recipients. `duplicates` counts numbers already in the campaign or repeated in the request. */
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

/** The start of a campaign. */
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
    /** The number that the campaign calls from. It must be one of `phoneNumbers` if these are given. */
    phoneNumber: originNumber.optional(),
    /** The numbers that the campaign calls from. Each call uses one of them. */
    phoneNumbers: z
      .array(originNumber)
      .min(1, 'El número de origen es requerido')
      .max(mostOriginNumbers, 'Como máximo 20 números de origen')
      .refine((numbers) => new Set(numbers).size === numbers.length, 'Hay números de origen repetidos')
      .optional(),
    /** The campaign's agent. If absent, the number's own binding decides, which must name one agent and version. */
    agentId: id.nullish(),
    /** Version of the campaign's agent; default `latest_published`. */
    agentVersion: agentVersion.nullish(),
    recipients: z
      .array(recipientRow)
      .min(1, 'Se necesita al menos un destinatario')
      .max(maxRecipientRows, 'Como máximo 20.000 filas, con los números repetidos'),
    rejectedRows: z.array(rejectedRow).max(maximumRecipients).default([]),
    ...schedule,
    ...createOptionSchemas,
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
 * Finished and connected calls of people called at their best hour, and of a random group called without it in the same
 * time. With 95 % confidence, the difference of the answer rates is in `differenceFrom`–`differenceTo`.
 */
export const bestHourComparison = z.object({
  byHour: comparedCalls,
  withoutIt: comparedCalls,
  differenceFrom: z.number(),
  differenceTo: z.number(),
});
export type BestHourComparison = z.infer<typeof bestHourComparison>;

/** A moment estimated as a range, which contains it in nine of ten cases. */
const momentRange = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
export type MomentRange = z.infer<typeof momentRange>;

/**
 * A campaign with its counts of recipients by their best attempt: sent = accepted by the provider, pickedUp =
 * connected, contacted = human, completed = ended without an error reason, successful = goal reached. At every moment,
 * total = pending + dialing + (sent - retrying) + undelivered + unconfirmed + skipped.
 */
export const campaign = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(campaignStatuses),
  /** The campaign's agent: the chosen one, or the phone number's agent when the campaign was created. */
  agentId: z.string().nullable(),
  /** The agent's name as the provider last reported it. Null if the agent has no name or it is unknown. */
  agentName: z.string().nullable(),
  /** True if no agent was chosen for the campaign, so that the phone number's binding decides at each call. */
  isNumbersAgent: z.boolean(),
  /** Version of the campaign's agent. Null if the number's binding decides, or in campaigns older than this field. */
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
  /** Recipients not yet tried, or waiting for a retry. */
  pendingCount: z.number().int(),
  /** Recipients with an accepted attempt whose retry is waiting, being dialled or unconfirmed. */
  retryingCount: z.number().int(),
  /** Recipients whose attempt is in progress and not yet accepted by the provider. */
  dialingCount: z.number().int(),
  /** Recipients finally refused by the provider, or left when the campaign was stopped. */
  undeliveredCount: z.number().int(),
  /** Recipients who may have been dialled or not ('Sin confirmar'). They are never redialled automatically. */
  unconfirmedCount: z.number().int(),
  /** Recipients skipped when it was their turn, because they are on the do-not-call list. */
  skippedCount: z.number().int(),
  /** Recipients whose accepted call has not ended yet. */
  liveCount: z.number().int(),
  duplicateCount: z.number().int(),
  rejectedCount: z.number().int(),
  phoneNumber: z.string(),
  /** All numbers that the campaign calls from, `phoneNumber` first. */
  phoneNumbers: z.array(z.string()),
  phoneNumbersShown: z.array(shownNumber),
  sendOption: z.enum(['now', 'scheduled']),
  scheduledDate: z.string().nullable(),
  scheduledTime: z.string().nullable(),
  ...answerOptionSchemas,
  /** Reason of the campaign's pause. Null unless it is paused. */
  pauseReason: z.enum(pauseReasons).nullable(),
  /** Why a dialling campaign calls nobody now, and when the wait ends. */
  waitingReason: z.enum(waitingReasons).nullable(),
  waitingUntil: z.iso.datetime().nullable(),
  /** The effect of calling at the best hour. Null in lists, and until both groups have a hundred calls. */
  bestHourComparison: bestHourComparison.nullable(),
  /**
   * When the last call of a dialling or waiting campaign ends, with retries
   * (docs/decisions/0051-the-end-is-a-range.md). Null if pace or outcomes are unknown, not everybody can be called, or
   * calculating it takes too long.
   */
  endsBetween: momentRange.nullable(),
});
export type Campaign = z.infer<typeof campaign>;

/** A created campaign. `warnings` concerns its people and is usually empty. */
export const createdCampaign = campaign.extend({ warnings: z.array(recipientWarning) });
export type CreatedCampaign = z.infer<typeof createdCampaign>;

const calledFigures = campaign.pick({
  totalRecipients: true,
  sentCount: true,
  contactedCount: true,
  successfulCount: true,
});
export const mostCalledCampaigns = 50;
/** Campaigns with calls in a range of days. Their counts cover the whole campaign, as in `campaign`. */
export const calledCampaigns = z.object({
  days: responseDays.days,
  /** Campaigns with the most sent recipients first, at most `mostCalledCampaigns`. */
  calledCampaigns: z.array(calledFigures.extend({ id: uuid, name: z.string() })),
  /** Sums over all campaigns with calls in the range, including those missing from the list. */
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

/** An attempt to dial a recipient, and its call. Amounts are US cents. Unknown times are null. */
export const recipientAttempt = z.object({
  id: uuid,
  state: z.enum(attemptStates),
  createdAt: z.iso.datetime(),
  outcome: z.enum(attemptOutcomes).nullable(),
  /** True if the attempt is a duplicate call, which was stopped. No figure counts it. */
  isSurplus: z.boolean(),
  /** The reason why the dialling attempt was refused or given up. Null otherwise. */
  error: z.string().nullable(),
  callId: z.string().nullable(),
  /** The number that the attempt called from. Null if it was not recorded. */
  fromNumber: z.string().nullable(),
  fromNumberShown: shownNumber.nullable(),
  startedAt: z.iso.datetime().nullable(),
  durationSeconds: z.number().nullable(),
  disconnectionReason: z.string().nullable(),
  /** The version of the agent that spoke. */
  agentVersion: z.number().int().nullable(),
  sentiment: z.string().nullable(),
  isSuccessful: z.boolean().nullable(),
  costCents: z.number().nullable(),
});
export type RecipientAttempt = z.infer<typeof recipientAttempt>;

export const campaignRecipient = z.object({
  id: uuid,
  /** The recipient's position in the file, from 1. */
  position: z.number().int(),
  /** The recipient's number. Empty, like the name, if personal data were deleted. */
  phoneNumber: z.string(),
  phoneNumberShown: shownNumber,
  customerName: z.string(),
  state: z.enum(recipientStates),
  isLive: z.boolean(),
  pickedUp: z.boolean(),
  contacted: z.boolean(),
  completed: z.boolean(),
  /** True if the recipient's call reached its goal. Null before its analysis. */
  successful: z.boolean().nullable(),
  /** Why the recipient's last call ended, or why there was none. */
  lastReason: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The requested moment of the recipient's pending call back. */
  callbackAt: z.iso.datetime().nullable(),
  /** Oldest first. */
  attempts: z.array(recipientAttempt),
});
export type CampaignRecipient = z.infer<typeof campaignRecipient>;

/**
 * Filters of recipients. retrying: waits for a retry. live: the call goes on. finished: the call is over. contacted,
 * successful: by the best attempt. not_contacted: no attempt left and no person reached. voicemail: a machine answered
 * an attempt.
 */
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
 * The kinds of entries in a campaign's log, each with its details. Moments are ISO 8601. Repeated events are logged at
 * most once a minute, as a sum. client/features/campaigns/campaign-log-es.ts has their texts.
 */
export interface CampaignLogDetails {
  created: { recipients: number; duplicates: number; rejected: number };
  recipients_added: { recipients: number; duplicates: number; rejected: number };
  /** A campaign option was changed. `field` is its name. `from` is null in old entries. */
  changed: { field: ChangeableOption; from: LoggedValue; to: LoggedValue };
  /** An origin number was set aside for few answers. `percent`: its answer rate of seven days; `others`: the rest's. */
  number_set_aside: { number: string; percent: number; others: number };
  number_taken_back: { number: string };
  /** The campaign is older than a country rule. It goes on although its origin numbers break that rule. */
  rule_exempt: { rule: Extract<OriginRuleId, 'cl_mass_origin'> };
  /** The campaign begins to dial for the first time. */
  started: Record<string, never>;
  waiting: { reason: WaitingReason; until: string | null };
  wait_over: Record<string, never>;
  /** The campaign was paused. `message` is the provider's text. `failed` of `calls` triggered the circuit breaker. */
  paused: { reason: PauseReason; message: string | null; failed: number | null; calls: number | null };
  resumed: Record<string, never>;
  /** The campaign was stopped. `left` counts recipients never called, `live` the calls in progress then. */
  stopped: { left: number; live: number };
  deleted: { left: number };
  /** Live calls that were ended on request, and those that could not be ended. */
  hang_up: { calls: number; failed: number };
  /** The provider's rate limit stops dialling for this many seconds. */
  rate_limited: { seconds: number };
  provider_unavailable: { message: string };
  /** All unreserved lines (simultaneous calls) of the account are in use. */
  no_lines: { limit: number; inUse: number } & Pick<ReservedLines, 'reserved'> & Partial<ReservedLines>;
  /** Another server continues the campaign. */
  taken_over: Record<string, never>;
  /** Recipients left out because they are on the do-not-call list. */
  skipped: { count: number };
  /** Recipients left out as duplicates, because an update reads their number and another recipient's as the same. */
  same_person: { count: number };
  refused: { count: number; reason: string };
  /** Recipients who get another attempt after this outcome, the first of them at `from`. */
  retry: { count: number; outcome: RetryOutcome | UncalledOutcome; from: string };
  /** Recipients without a further attempt, because the campaign's limit of days since their first call has passed. */
  retry_expired: { count: number };
  /** Recipients who asked to be called back, the first of them at `from`. */
  callback: { count: number; from: string };
  callback_set: { at: string };
  callback_cancelled: { at: string };
  unconfirmed: { count: number };
  /** Recipients not called because the check declined. */
  check_declined: { count: number };
  /** Recipients put off because the check before dialling gave no usable answer. `message` is the first reason. */
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
  /** Details of the campaign log entry, which depend on its kind. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  shownNumbers,
  /** User who caused the log entry. Null for the dispatcher. */
  username: z.string().nullable(),
});
export type CampaignLogEntry = z.infer<typeof campaignLogEntry>;

/** Reasons why no call back can be set. `forgotten`: erased data. `unconfirmed`: the person may have been called. */
export const callbackRefusals = [
  'no_campaign',
  'campaign_ended',
  'forgotten',
  'being_called',
  'unconfirmed',
  'do_not_call',
] as const;
export type CallbackRefusal = (typeof callbackRefusals)[number];

/** The call back to the person of a call, and why none can be set. */
export const callBack = z.object({
  /** The requested moment of the call back, while it is pending. */
  at: z.iso.datetime().nullable(),
  /** The person's request for a call back, as the agent wrote it in the analysis, understood or not. */
  said: z.string().nullable(),
  /** The reason why no call back can be set. Null if it can be set or changed. */
  refusal: z.enum(callbackRefusals).nullable(),
});
export type CallBack = z.infer<typeof callBack>;

/** The values with which a new campaign is prefilled from an earlier one. */
export const campaignDraft = z.object({
  name: z.string(),
  phoneNumber: z.string(),
  phoneNumbers: z.array(z.string()),
  /** The earlier campaign's agent. Null, like its version, if the number's binding decides. */
  agentId: z.string().nullable(),
  agentVersion: agentVersion.nullable(),
  ...draftOptionSchemas,
  /** Recipients of the draft in the file's order, with `phone_number`, `customer_name` and the file's own columns. */
  recipients: z.array(recipientRow),
  /** Recipients left out of the copy: erased; for `uncontacted` also unconfirmed or on the do-not-call list. */
  leftOut: z.object({ unconfirmed: z.number().int(), doNotCall: z.number().int(), erased: z.number().int() }),
});
export type CampaignDraft = z.infer<typeof campaignDraft>;

/** A campaign's estimated cost and pace: from 30 days of the workspace if they have 50 calls, else as specified. */
export const campaignEstimates = z.object({
  source: z.enum(['workspace', 'specification']),
  /** Number of calls behind the estimates: outbound, of 30 days, with a known cost. 0 for the specification's. */
  calls: z.number().int(),
  /** US cents. */
  costCentsPerRecipient: z.number(),
  recipientsPerMinute: z.number(),
});
export type CampaignEstimates = z.infer<typeof campaignEstimates>;

/** Maximum number of time zones in which one phone prefix may lie. */
const mostZones = 4;
const zonesOf = (place: string): readonly string[] => (place.split(':')[1] ?? '').split('&');
/** A recipient's country, which may be empty, and possible time zones: 'ES:Europe/Madrid'. */
const place = z
  .string()
  .max(1_000)
  .regex(/^(?:[A-Z]{2})?:[^:]*$|^$/, 'Lugar desconocido')
  .refine((text) => zonesOf(text).length <= mostZones, 'Un lugar tiene como máximo 4 zonas horarias')
  .refine((text) => text === '' || zonesOf(text).every((zone) => readTimeZone(zone, '') !== null), 'Lugar desconocido');
const peopleOfPlace = z.object({ place, people: z.number().int().min(0).max(maximumRecipients) });

/** Preflight: what would happen to a list of numbers if the campaign were sent with these settings. */
export const campaignPreflight = z.object({
  total: z.number().int(),
  /** Rows of the campaign's list that repeat a number in any spelling. They are dropped. */
  duplicates: z.number().int(),
  doNotCall: z.number().int(),
  /** Recipients who already had today's attempts and wait for tomorrow. */
  dailyLimit: z.number().int(),
  /** People whom no number of the campaign may call, by a country rule. A campaign with such people is not created. */
  barred: z.array(z.object({ rule: z.enum(originRuleIds), count: z.number().int() })),
  /**
   * People who can't be called before their hours close, at the estimated pace. `opensAt` is the first moment when one
   * of them may be called. Null if everybody may be called at any hour.
   */
  outsideWindow: z.object({ count: z.number().int(), opensAt: z.iso.datetime().nullable() }).nullable(),
  /** The calling window, such as '09:00' to '21:00'. Null if calls are allowed at any hour. */
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  /**
   * When the campaign's last call ends, by the calling window, the workspace's own pace, the campaigns that dial now,
   * and likely retries. Null without an own pace, if it never ends, or if the calculation takes too long.
   */
  endsBetween: momentRange.nullable(),
  /** Set if the campaign starts on a day or at an hour when the workspace hardly dials. Null if usual or unknown. */
  unusual: z.enum(['day', 'hour']).nullable(),
  /** Number of people by country and time zones, derived from their phone numbers, for the dry run. */
  places: z.array(peopleOfPlace),
  estimates: campaignEstimates,
});
export type CampaignPreflight = z.infer<typeof campaignPreflight>;

/** Result of a campaign's dry run with the present pace, lines and answer rates. */
export const campaignSimulation = z.object({
  /**
   * Hours of the dry run in which somebody is called, by the workspace's clock: people called for the first time, and
   * likely retries. Null if the rates or the account's lines are unknown.
   */
  hours: z.array(z.object({ at: z.iso.datetime(), people: z.number().int(), retries: z.number().int() })).nullable(),
  /** When the simulated campaign's last call ends. Null if unknown, or if not everybody can be called. */
  endsBetween: momentRange.nullable(),
  /** People for whom the calling window never opens. Null if unknown. */
  uncalled: z.number().int().nullable(),
  /** True if the dry run has no result only because the calculation takes too long. */
  isTooLong: z.boolean(),
  callsPerSecond: z.number(),
  /** Lines (simultaneous calls) for campaigns, and the free ones. Null if the provider does not report them. */
  lines: z.object({ usable: z.number().int(), free: z.number().int() }).nullable(),
  /** Seconds for which a call occupies its line, including ringing. Null if there are too few calls. */
  holdSeconds: z.number().nullable(),
  /** Number of calls behind `holdSeconds`, at least 50: the campaigns' newest 500, or outbound ones of 30 days. */
  basisCalls: z.number().int(),
  /** The number of campaigns that dial now and share the pace with the simulated one. */
  otherCampaigns: z.number().int(),
});
export type CampaignSimulation = z.infer<typeof campaignSimulation>;

/** Inputs of a campaign's forecast, besides the people. */
const asked = {
  /** The campaign's origin numbers, whose calls per day may be capped. If empty, no cap applies. */
  originNumbers: z.array(originNumber).max(mostOriginNumbers, 'Como máximo 20 números de origen').default([]),
  ...schedule,
  ...forecastOptionSchemas,
};

const operator = { role: 'operator', workspace: 'current' } as const;
const editor = { role: 'editor', workspace: 'current' } as const;

export const campaignsEndpoints = {
  createCampaign: endpoint('createCampaign', {
    access: editor,
    body: createCampaignBody,
    // Limit of the request body that fits 10,000 recipients of a file with many columns.
    bodyLimit: 60 * 1024 * 1024,
    response: createdCampaign,
    status: 201,
  }),
  /** Lists campaigns, newest first, at most 500. X-Total-Count counts all of them. */
  listCampaigns: endpoint('listCampaigns', { access: operator, response: z.array(campaign) }),
  /** Lists campaigns with calls in a range of days. `agentFilter` selects campaigns by their agent. */
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
     * Changes a campaign: its status or one option. `status` completed stops it (`hangUp`: also its live calls), failed
     * deletes, paused pauses, in_progress resumes. An option applies from the next calls on.
     */
    body: z
      .object({
        status: z.enum(['completed', 'failed', 'paused', 'in_progress']).optional(),
        hangUp: z.boolean().default(false),
        ...changeOptionSchemas,
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
  /** Adds people to an open or unfinished campaign. Known numbers are dropped, so a repetition adds nobody twice. */
  addRecipients: endpoint('addRecipients', {
    access: editor,
    params: z.object({ id: uuid }),
    // Limit of the request body that fits 1,000 recipients of a wide file and all its rejected rows.
    bodyLimit: 60 * 1024 * 1024,
    body: addRecipientsBody,
    response: addedRecipients,
    status: 201,
  }),
  getCampaign: endpoint('getCampaign', { access: operator, params: z.object({ id: uuid }), response: campaign }),
  /** Lists a campaign's recipients in the file's order. `q` is part of a name or number, without accents and case. */
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
  /** Lists a campaign's log, newest first. `before` is the id of the previous page's last entry. */
  listCampaignLog: endpoint('listCampaignLog', {
    access: operator,
    params: z.object({ id: uuid }),
    query: z.object({
      before: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(campaignLogEntry),
  }),
  /** Exports a CSV for Excel in Spanish, with a line per attempt, or per recipient without attempts. Audited. */
  exportCampaignResults: endpoint('exportCampaignResults', {
    access: operator,
    params: z.object({ id: uuid }),
    answers: 'text/csv',
  }),
  /** Exports the rows of the file left out at the campaign's creation, with their reasons. Audited. */
  exportRejectedRows: endpoint('exportRejectedRows', {
    access: operator,
    params: z.object({ id: uuid }),
    answers: 'text/csv',
  }),
  /** Prefills a new campaign with another's recipients: all, or those not contacted if that one is finished. */
  getCampaignDraft: endpoint('getCampaignDraft', {
    access: editor,
    params: z.object({ id: uuid }),
    query: z.object({ only: z.enum(['all', 'uncontacted']).default('all') }),
    response: campaignDraft,
  }),
  /** Counts the recipients whom `getCampaignDraft` returns as not contacted. Null if the campaign is not finished. */
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
      phoneNumbers: z.array(z.string().max(40)).min(1).max(maxRecipientRows),
      ...asked,
    }),
    response: campaignPreflight,
  }),
  /** Runs a campaign's dry run for these counts, which come from the preflight. Changes nothing. */
  simulateCampaign: endpoint('simulateCampaign', {
    access: editor,
    body: z.object({
      callable: z.number().int().min(0).max(maximumRecipients),
      /** People who already had today's attempts and are called tomorrow. */
      dailyLimit: z.number().int().min(0).max(maximumRecipients).default(0),
      /** The people by country and time zones, from the preflight. If empty, all count as in the workspace's. */
      places: z.array(peopleOfPlace).max(500).default([]),
      ...asked,
    }),
    response: campaignSimulation,
  }),
  /** Places one test call to the caller's own phone, as the campaign would. Never repeated automatically; audited. */
  placeTestCall: endpoint('placeTestCall', {
    access: editor,
    body: z.object({
      phoneNumber: originNumber,
      toNumber: z.string().regex(internationalFormat, phoneErrorText()),
      agentId: id.nullish(),
      agentVersion: agentVersion.nullish(),
      successDefinition: z.string().trim().max(4_000).default(''),
      variables: recipientRow.default({}),
    }),
    response: z.object({ callId: z.string(), toNumberShown: shownNumber }),
    status: 201,
  }),
  getCallback: endpoint('getCallback', { access: operator, params: callParams, response: callBack }),
  /** Sets a call back at most 90 days ahead. 409 `invalid_transition` says why the person can't be called back. */
  setCallback: endpoint('setCallback', {
    access: editor,
    params: callParams,
    body: z.object({ at: moment }),
    response: callBack,
  }),
  cancelCallback: endpoint('cancelCallback', { access: editor, params: callParams, response: callBack }),
  campaignTemplate: endpoint('campaignTemplate', { access: operator, answers: 'text/csv' }),
};
