/** Outbound campaigns: creation, lists, changes and stops. */
import { z } from 'zod';
import {
  maxRecipientCellLength,
  maxRecipientColumnNameLength,
  maxRejectionReasonLength,
  maxCampaignRecipients,
  maxAddedRecipientRows,
  maxOriginNumbers,
  maxNewCampaignRecipientRows,
  buildPhoneFormatErrorText,
  parseRecipientTimeZone,
} from './recipient-file.ts';
import { internationalNumberPattern } from '../phone/international-format.ts';
import { accountLineCapacitySchema, type InboundLineReserve } from './campaign-lines.ts';
import {
  forecastCampaignOptionSchemas,
  campaignOptionChangeSchemas,
  newCampaignOptionSchemas,
  copiedCampaignOptionSchemas,
  campaignResponseOptionSchemas,
  retryableAttemptOutcomes,
  type ChangeableCampaignOptionName,
  type RetryableOutcome,
} from './campaign-options.ts';
import { originBarringRuleIds, type OriginBarringRuleId } from './country-rules.ts';
import type { LoggedCampaignOptionValue } from './logged-value.ts';
import { defineEndpoint } from './endpoint.ts';
import { customRangeValue } from './figure-range.ts';
import { uuidSchema } from './access.ts';
import { analyticsPeriods } from './analytics.ts';
import {
  agentFilterSchema,
  comparedDayRangeSchemas,
  callPathParamsSchema,
  calendarDaySchema,
  idSchema,
  momentSchema,
  dayRangeQuerySchemas,
} from './inputs.ts';
import { phoneNumberDisplaySchema, phoneNumberDisplayByE164Schema } from './shown-number.ts';

/**
 * A campaign's status. created: not started. scheduled: waits for its start time. in_progress: dialling. paused: by a
 * person or the dispatcher. sent: all called, results pending. completed: done or stopped. failed: deleted or not run.
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
 * The provider's reasons why an account may not call: no means of payment, no credit, budget spent, or the phone
 * carrier rejects its credentials. If a call ends with one of these reasons, its campaign is paused.
 */
export const providerAccountBlockReasons = [
  'no_valid_payment',
  'credit_exhausted',
  'budget_reached',
  'telephony_provider_permission_denied',
] as const;
export type ProviderAccountBlockReason = (typeof providerAccountBlockReasons)[number];
/**
 * The reason why a campaign is paused. By the dispatcher: the account may not call; the API key is refused
 * (key_rejected); a call went to another agent than at the campaign's creation (agent_changed); many requests in a row
 * were rejected (orders_refused); half of the last calls failed (circuit_breaker). person: a user paused it. restored:
 * the database is a restored backup, so people may have been called since. no_admin: no admin is left.
 */
export const campaignPauseReasons = [
  ...providerAccountBlockReasons,
  'key_rejected',
  'agent_changed',
  'orders_refused',
  'circuit_breaker',
  'person',
  'restored',
  'no_admin',
] as const;
export type CampaignPauseReason = (typeof campaignPauseReasons)[number];
/**
 * Reasons why a dialling campaign calls nobody at the moment. calling_window: outside calling hours. daily_attempts:
 * all remaining recipients had their attempts for today. retry_delay, callback: all remaining recipients wait.
 * number_cap: the campaign's origin numbers reached their daily limit of calls. origin_barred: a country's law bars all
 * origin numbers that could still call. open: no recipient is left, but some may be added.
 */
export const campaignWaitReasons = [
  'calling_window',
  'daily_attempts',
  'retry_delay',
  'callback',
  'number_cap',
  'origin_barred',
  'open',
] as const;
export type CampaignWaitReason = (typeof campaignWaitReasons)[number];

export {
  retryableAttemptOutcomes,
  type RetryLimits,
  type RetryableOutcome,
  type RetryPolicy,
} from './campaign-options.ts';

export const maxCallbackDaysAhead = 90;

/**
 * Outcomes of attempts for which nobody was called. concurrency: the account had no free line. account: the account may
 * not call. These attempts do not count for the attempt limit.
 */
export const attemptOutcomesWithoutCall = ['concurrency', 'account'] as const;
export type AttemptOutcomeWithoutCall = (typeof attemptOutcomesWithoutCall)[number];
/** Outcomes of an attempt to call. human: a person answered. other: declined, transferred by a machine, or unknown. */
export const attemptOutcomes = [...retryableAttemptOutcomes, 'human', ...attemptOutcomesWithoutCall, 'other'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** A row of the recipients' file by column name. All columns but phone and name become variables for the agent. */
const readRow = () =>
  z.record(z.string().min(1).max(maxRecipientColumnNameLength), z.string().max(maxRecipientCellLength));
export const recipientFileRowSchema = readRow();
export type RecipientFileRow = z.infer<typeof recipientFileRowSchema>;

/**
 * A row of the recipients' file that the user left out. It is stored with the reason and never dialled. `row`: number
 * of the line in the file.
 */
export const rejectedRecipientRowSchema = z.object({
  row: z.number().int().min(1),
  reason: z.string().max(maxRejectionReasonLength),
  values: readRow(),
});
export type RejectedRecipientRow = z.infer<typeof rejectedRecipientRowSchema>;

/**
 * Version of the campaign's agent: either a fixed version, or the version that is the last published one at each call.
 * It must exist when the campaign is created.
 */
export const campaignAgentVersionSchema = z.union([
  z.literal('latest_published'),
  z.number().int().min(0).max(1_000_000),
]);
export type CampaignAgentVersion = z.infer<typeof campaignAgentVersionSchema>;

export const addRecipientsBodySchema = z.object({
  recipients: z
    .array(recipientFileRowSchema)
    .min(1, 'Se necesita al menos un destinatario')
    .max(maxAddedRecipientRows, 'Como máximo 1.000 filas por vez'),
  rejectedRows: z.array(rejectedRecipientRowSchema).max(maxCampaignRecipients).default([]),
});
/**
 * Warning about accepted rows that a person should check: phone numbers that no country assigns, or doubtful names
 * ('NULL', '{{nombre}}', 'MarÃ­a'). `count`: number of people. `examples`: the first of the doubtful texts.
 */
export const recipientWarningSchema = z.object({
  kind: z.enum(['unknownNumber', 'doubtfulName']),
  count: z.number().int(),
  examples: z.array(z.string()),
});
export type RecipientWarning = z.infer<typeof recipientWarningSchema>;

/** Result of adding recipients. `duplicates`: numbers that the campaign already has or that the request repeats. */
export const addRecipientsResultSchema = z.object({
  added: z.number().int(),
  duplicates: z.number().int(),
  totalRecipients: z.number().int(),
  /** Warnings about the request's people. Usually empty. */
  warnings: z.array(recipientWarningSchema),
});
export type AddRecipientsResult = z.infer<typeof addRecipientsResultSchema>;

const originNumber = z
  .string('El número de origen es requerido')
  .regex(internationalNumberPattern, 'El número de origen es requerido');

/** The start of a campaign. */
const schedule = {
  sendOption: z.enum(['now', 'scheduled']),
  scheduledDate: calendarDaySchema.nullish(),
  scheduledTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullish(),
};

export const createCampaignBodySchema = z
  .object({
    name: z.string().trim().min(1, 'El nombre es requerido').max(200, 'Como máximo 200 caracteres'),
    /** The number from which the campaign calls. If `phoneNumbers` is given, it must contain this number. */
    phoneNumber: originNumber.optional(),
    /** Phone numbers from which the campaign calls. Each call uses one of them. */
    phoneNumbers: z
      .array(originNumber)
      .min(1, 'El número de origen es requerido')
      .max(maxOriginNumbers, 'Como máximo 20 números de origen')
      .refine((numbers) => new Set(numbers).size === numbers.length, 'Hay números de origen repetidos')
      .optional(),
    /** Id of the campaign's agent. If it is absent, exactly one agent must be assigned to the phone number. */
    agentId: idSchema.nullish(),
    /** Version of the campaign's agent; default `latest_published`. */
    agentVersion: campaignAgentVersionSchema.nullish(),
    recipients: z
      .array(recipientFileRowSchema)
      .min(1, 'Se necesita al menos un destinatario')
      .max(maxNewCampaignRecipientRows, 'Como máximo 20.000 filas, con los números repetidos'),
    rejectedRows: z.array(rejectedRecipientRowSchema).max(maxCampaignRecipients).default([]),
    ...schedule,
    ...newCampaignOptionSchemas,
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
export type CreateCampaignBody = z.input<typeof createCampaignBodySchema>;

const comparedCalls = z.object({ calls: z.number().int(), answered: z.number().int() });
/**
 * Effect of calling people at their best hour. `byHour`: finished and connected calls at the best hour. `withoutIt`:
 * finished and connected calls of a random control group in the same period. The two answer rates differ by
 * `differenceFrom` to `differenceTo` with 95 % confidence.
 */
export const bestHourEffectSchema = z.object({
  byHour: comparedCalls,
  withoutIt: comparedCalls,
  differenceFrom: z.number(),
  differenceTo: z.number(),
});
export type BestHourEffect = z.infer<typeof bestHourEffectSchema>;

/** An estimated moment: in nine of ten cases it lies between `from` and `to`. */
const momentRange = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
export type MomentRange = z.infer<typeof momentRange>;

/**
 * A campaign with its numbers of recipients. Of each recipient, only the best attempt counts. sent: accepted by the
 * provider. pickedUp: connected. contacted: a person answered. completed: ended without an error. successful: goal
 * reached. Always total = pending + dialing + (sent - retrying) + undelivered + unconfirmed + skipped.
 */
export const campaignSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  status: z.enum(campaignStatuses),
  /**
   * Id of the campaign's agent. If no agent was chosen: the agent assigned to the phone number when the campaign was
   * created.
   */
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  /** True if no agent was chosen, so that each call is made by the agent assigned to the phone number at that time. */
  isNumbersAgent: z.boolean(),
  /** Version of the campaign's agent. Null if no agent was chosen, or if the campaign is older than this field. */
  agentVersion: campaignAgentVersionSchema.nullable(),
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
  /** Number of recipients who were not called yet or wait for a retry. */
  pendingCount: z.number().int(),
  /**
   * Number of recipients who are being called again after an accepted call. Their retry is waiting, being dialled or
   * unconfirmed.
   */
  retryingCount: z.number().int(),
  /** Number of recipients with an attempt in progress that the provider has not accepted yet. */
  dialingCount: z.number().int(),
  /** Number of recipients whom the provider refused for good, or who were left when the campaign was stopped. */
  undeliveredCount: z.number().int(),
  /** Number of recipients who may or may not have been called ('Sin confirmar'). Never redialled automatically. */
  unconfirmedCount: z.number().int(),
  /** Number of recipients who were not called because they are on the do-not-call list. */
  skippedCount: z.number().int(),
  /** Number of recipients whose call has been accepted and has not ended. */
  liveCount: z.number().int(),
  duplicateCount: z.number().int(),
  rejectedCount: z.number().int(),
  phoneNumber: z.string(),
  /** All numbers that the campaign calls from, `phoneNumber` first. */
  phoneNumbers: z.array(z.string()),
  phoneNumbersShown: z.array(phoneNumberDisplaySchema),
  sendOption: z.enum(['now', 'scheduled']),
  scheduledDate: z.string().nullable(),
  scheduledTime: z.string().nullable(),
  ...campaignResponseOptionSchemas,
  /** Reason of the campaign's pause. Null unless it is paused. */
  pauseReason: z.enum(campaignPauseReasons).nullable(),
  /** Why a dialling campaign calls nobody now, and until when. Both are null if it calls. */
  waitingReason: z.enum(campaignWaitReasons).nullable(),
  waitingUntil: z.iso.datetime().nullable(),
  /**
   * Comparison of calls at people's best hour with a control group. Null in lists of campaigns, and if either group has
   * under 100 calls.
   */
  bestHourComparison: bestHourEffectSchema.nullable(),
  /**
   * When the campaign's last call, including retries, is expected to end (docs/decisions/0051-the-end-is-a-range.md).
   * Null if the campaign is not in progress or waits without a known end. Also null if the pace or the call outcomes
   * are unknown, if not everybody can be called, or if the calculation takes too long.
   */
  endsBetween: momentRange.nullable(),
});
export type Campaign = z.infer<typeof campaignSchema>;

/** A created campaign. `warnings` are about its recipients; usually empty. */
export const createdCampaignSchema = campaignSchema.extend({ warnings: z.array(recipientWarningSchema) });
export type CreatedCampaign = z.infer<typeof createdCampaignSchema>;

const calledFigures = campaignSchema.pick({
  totalRecipients: true,
  sentCount: true,
  contactedCount: true,
  successfulCount: true,
});
export const maxListedCampaignsWithCalls = 50;
/** Campaigns that made calls in a range of days. Their figures cover all of their calls, also outside the range. */
export const campaignsWithCallsSchema = z.object({
  days: comparedDayRangeSchemas.days,
  /**
   * At most `maxListedCampaignsWithCalls` campaigns, sorted by their number of recipients whose call the provider
   * accepted, highest first.
   */
  calledCampaigns: z.array(calledFigures.extend({ id: uuidSchema, name: z.string() })),
  /** Sums over all campaigns with calls in the range, also those that the list leaves out. */
  totals: calledFigures.extend({ calledCount: z.number().int() }),
});
export type CampaignsWithCalls = z.infer<typeof campaignsWithCallsSchema>;

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

/** An attempt to call a recipient, and the call that it made. Amounts are US cents. Unknown times are null. */
export const recipientAttemptSchema = z.object({
  id: uuidSchema,
  state: z.enum(attemptStates),
  createdAt: z.iso.datetime(),
  outcome: z.enum(attemptOutcomes).nullable(),
  /** True if the attempt's call was a duplicate and therefore stopped. Figures do not count it. */
  isSurplus: z.boolean(),
  /** Why the attempt was refused or given up. Null if it was not. */
  error: z.string().nullable(),
  callId: z.string().nullable(),
  /** The phone number that the attempt called from. Null if it was not recorded. */
  fromNumber: z.string().nullable(),
  fromNumberShown: phoneNumberDisplaySchema.nullable(),
  startedAt: z.iso.datetime().nullable(),
  durationSeconds: z.number().nullable(),
  disconnectionReason: z.string().nullable(),
  /** The version of the agent that spoke. */
  agentVersion: z.number().int().nullable(),
  sentiment: z.string().nullable(),
  isSuccessful: z.boolean().nullable(),
  costCents: z.number().nullable(),
});
export type RecipientAttempt = z.infer<typeof recipientAttemptSchema>;

export const campaignRecipientSchema = z.object({
  id: uuidSchema,
  /** The recipient's position in the file, from 1. */
  position: z.number().int(),
  /** The recipient's phone number. If the person's data were erased, it is empty, and so is the name. */
  phoneNumber: z.string(),
  phoneNumberShown: phoneNumberDisplaySchema,
  customerName: z.string(),
  state: z.enum(recipientStates),
  isLive: z.boolean(),
  pickedUp: z.boolean(),
  contacted: z.boolean(),
  completed: z.boolean(),
  /** True if a call of the recipient reached its goal. Null while there is no analysis. */
  successful: z.boolean().nullable(),
  /** Why the recipient's last call ended, or why they were not called. */
  lastReason: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** Promised time at which the recipient is called back. Null if no call back is pending. */
  callbackAt: z.iso.datetime().nullable(),
  /** Oldest first. */
  attempts: z.array(recipientAttemptSchema),
});
export type CampaignRecipient = z.infer<typeof campaignRecipientSchema>;

/**
 * Filters of a campaign's recipients. retrying: waits for a retry. live: a call is in progress. finished: the call has
 * ended. contacted, successful: by the best attempt. not_contacted: no person answered, and no attempt follows.
 * voicemail: a machine answered an attempt.
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
 * Kinds of entries in a campaign's log, with their details. Moments are ISO 8601. Repeated events are summed up in one
 * entry per minute. The Spanish texts are in campaign-log-es.ts.
 */
export interface CampaignLogDetailsByKind {
  created: { recipients: number; duplicates: number; rejected: number };
  recipients_added: { recipients: number; duplicates: number; rejected: number };
  /** Log entry: a campaign option was changed. `field`: its name. `from`: the former value, null in old entries. */
  changed: { field: ChangeableCampaignOptionName; from: LoggedCampaignOptionValue; to: LoggedCampaignOptionValue };
  /**
   * Log entry: an origin number was excluded because of its low answer rate `percent`. `others`: answer rate of the
   * other numbers. Both in percent.
   */
  number_set_aside: { number: string; percent: number; others: number };
  number_taken_back: { number: string };
  /**
   * Log entry: the campaign keeps calling from numbers that a country's rule forbids, because the campaign is older
   * than the rule.
   */
  rule_exempt: { rule: Extract<OriginBarringRuleId, 'cl_mass_origin'> };
  started: Record<string, never>;
  waiting: { reason: CampaignWaitReason; until: string | null };
  wait_over: Record<string, never>;
  /**
   * Log entry: the campaign was paused. `message`: the provider's text. `failed`: how many of the last `calls` calls
   * failed.
   */
  paused: { reason: CampaignPauseReason; message: string | null; failed: number | null; calls: number | null };
  resumed: Record<string, never>;
  /** Log entry: the campaign was stopped. `left`: number of people never called. `live`: calls in progress. */
  stopped: { left: number; live: number };
  deleted: { left: number };
  /**
   * Log entry: `calls` live calls were ended on a user's request. `failed`: number of calls that could not be ended.
   */
  hang_up: { calls: number; failed: number };
  /** Log entry: the provider's rate limit was reached. Dialling stops for `seconds`. */
  rate_limited: { seconds: number };
  provider_unavailable: { message: string };
  /** Log entry: dialling waits, because all lines (simultaneous calls) that campaigns may use are busy. */
  no_lines: { limit: number; inUse: number } & Pick<InboundLineReserve, 'reserved'> & Partial<InboundLineReserve>;
  /** Another server continues the campaign. */
  taken_over: Record<string, never>;
  /** Log entry: `count` recipients are not called, because they are on the do-not-call list. */
  skipped: { count: number };
  /**
   * Log entry: `count` recipients are no longer called. An update of Vocero recognised their phone numbers as other
   * spellings of other recipients' numbers.
   */
  same_person: { count: number };
  refused: { count: number; reason: string };
  /** Log entry: `count` recipients get another attempt after this outcome, the earliest at `from`. */
  retry: { count: number; outcome: RetryableOutcome | AttemptOutcomeWithoutCall; from: string };
  /** Log entry: `count` recipients get no further attempt, because the campaign's limit of days has passed. */
  retry_expired: { count: number };
  /** Log entry: `count` recipients asked to be called back, the earliest at `from`. */
  callback: { count: number; from: string };
  callback_set: { at: string };
  callback_cancelled: { at: string };
  unconfirmed: { count: number };
  /** Recipients not called because the check declined. */
  check_declined: { count: number };
  /**
   * Log entry: `count` recipients are called later, because the check before dialling gave no valid response.
   * `message`: the first reason.
   */
  check_failed: { count: number; message: string };
  sent: Record<string, never>;
  completed: Record<string, never>;
}
export type CampaignLogKind = keyof CampaignLogDetailsByKind;
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
export const campaignLogEntrySchema = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  kind: z.enum(campaignLogKinds),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  shownNumbers: phoneNumberDisplayByE164Schema,
  /** Username of the person whose action this log entry records. Null if the dispatcher acted. */
  username: z.string().nullable(),
});
export type CampaignLogEntry = z.infer<typeof campaignLogEntrySchema>;

/** Reasons why no call back can be scheduled. forgotten: erased data. unconfirmed: a call may have been made. */
export const callBackRefusalReasons = [
  'no_campaign',
  'campaign_ended',
  'forgotten',
  'being_called',
  'unconfirmed',
  'do_not_call',
] as const;
export type CallBackRefusalReason = (typeof callBackRefusalReasons)[number];

/** The scheduled call back to the person of a call, or the reason why none can be scheduled. */
export const callBackInfoSchema = z.object({
  /** Time of the scheduled call back. Null if none is pending. */
  at: z.iso.datetime().nullable(),
  /**
   * When the person asked to be called back, as the agent noted it in the call's analysis. Vocero may have failed to
   * read a time from this text.
   */
  said: z.string().nullable(),
  /** The reason why no call back can be scheduled or rescheduled. Null if it can. */
  refusal: z.enum(callBackRefusalReasons).nullable(),
});
export type CallBackInfo = z.infer<typeof callBackInfoSchema>;

/** Values that prefill the form of a new campaign, copied from an existing one. */
export const copiedCampaignDraftSchema = z.object({
  name: z.string(),
  phoneNumber: z.string(),
  phoneNumbers: z.array(z.string()),
  /** Id of the copied campaign's agent. `agentId` and `agentVersion` are null if no agent was chosen. */
  agentId: z.string().nullable(),
  agentVersion: campaignAgentVersionSchema.nullable(),
  ...copiedCampaignOptionSchemas,
  /** Recipients of the copied campaign in the file's order, with `phone_number`, `customer_name` and other columns. */
  recipients: z.array(recipientFileRowSchema),
  /** Number of recipients that are not copied, by reason. `unconfirmed`: it is unknown whether they were called. */
  leftOut: z.object({ unconfirmed: z.number().int(), doNotCall: z.number().int(), erased: z.number().int() }),
});
export type CopiedCampaignDraft = z.infer<typeof copiedCampaignDraftSchema>;

/** A campaign's estimated cost and pace: from the workspace's calls of 30 days if there are 50, else fixed values. */
export const campaignEstimatesSchema = z.object({
  source: z.enum(['workspace', 'specification']),
  /** Number of outbound calls with known cost from which the estimates are computed. 0 if fixed estimates are used. */
  calls: z.number().int(),
  /** US cents. */
  costCentsPerRecipient: z.number(),
  recipientsPerMinute: z.number(),
});
export type CampaignEstimates = z.infer<typeof campaignEstimatesSchema>;

/** Maximum number of time zones that a recipient's phone prefix may cover. */
const mostZones = 4;
const zonesOf = (place: string): readonly string[] => (place.split(':')[1] ?? '').split('&');
/** A recipient's country and possible time zones, such as 'ES:Europe/Madrid'. The country may be empty. */
const place = z
  .string()
  .max(1_000)
  .regex(/^(?:[A-Z]{2})?:[^:]*$|^$/, 'Lugar desconocido')
  .refine((text) => zonesOf(text).length <= mostZones, 'Un lugar tiene como máximo 4 zonas horarias')
  .refine(
    (text) => text === '' || zonesOf(text).every((zone) => parseRecipientTimeZone(zone, '') !== null),
    'Lugar desconocido',
  );
const peopleOfPlace = z.object({ place, people: z.number().int().min(0).max(maxCampaignRecipients) });

/** Preflight: forecast of what would happen if a campaign were sent to these phone numbers with these settings. */
export const campaignPreflightSchema = z.object({
  total: z.number().int(),
  /** Number of rows that repeat a phone number, in any spelling. They are dropped. */
  duplicates: z.number().int(),
  doNotCall: z.number().int(),
  /** Number of people who have reached today's limit of attempts and are therefore called tomorrow. */
  dailyLimit: z.number().int(),
  /** Number of people whom the campaign's numbers may not call, by country rule. If there are any, creation fails. */
  barred: z.array(z.object({ rule: z.enum(originBarringRuleIds), count: z.number().int() })),
  /**
   * Number of people who can't be called before their calling hours end, at the estimated pace. `opensAt`: when the
   * first of them may be called. Null if calls are allowed at any hour.
   */
  outsideWindow: z.object({ count: z.number().int(), opensAt: z.iso.datetime().nullable() }).nullable(),
  /** The calling hours, such as '09:00' to '21:00'. Null if calls are allowed at any hour. */
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  /**
   * When the campaign's last call is expected to end, by calling hours, pace, other campaigns and likely retries. Null
   * if the workspace's pace is unknown, if the campaign never ends, or if the calculation takes too long.
   */
  endsBetween: momentRange.nullable(),
  /**
   * 'day' or 'hour' if the campaign would start on a day, or at an hour, when the workspace hardly ever calls. Null
   * otherwise.
   */
  unusual: z.enum(['day', 'hour']).nullable(),
  /** Number of people by country and time zones, derived from their phone numbers. The dry run needs it. */
  places: z.array(peopleOfPlace),
  estimates: campaignEstimatesSchema,
});
export type CampaignPreflight = z.infer<typeof campaignPreflightSchema>;

/** Result of a dry run: a simulated campaign with the present pace, lines and answer rates. */
export const campaignSimulationSchema = z.object({
  /**
   * Hours in which the simulated campaign calls, each with the number of people called for the first time and of likely
   * retries. Null if the answer rates or the account's lines are unknown.
   */
  hours: z.array(z.object({ at: z.iso.datetime(), people: z.number().int(), retries: z.number().int() })).nullable(),
  /** When the simulated campaign's last call ends. Null if unknown, or if some people can't be called. */
  endsBetween: momentRange.nullable(),
  /** Number of people who are never within calling hours. Null if unknown. */
  uncalled: z.number().int().nullable(),
  isTooLong: z.boolean(),
  callsPerSecond: z.number(),
  /** Lines (simultaneous calls) that campaigns may use, and those that are free. Null if the provider reports none. */
  lines: z.object({ usable: z.number().int(), free: z.number().int() }).nullable(),
  /** Average seconds for which a call occupies a line, including ringing. Null if there are too few calls. */
  holdSeconds: z.number().nullable(),
  basisCalls: z.number().int(),
  /** Number of other campaigns that dial now and share the pace with the simulated one. */
  otherCampaigns: z.number().int(),
});
export type CampaignSimulation = z.infer<typeof campaignSimulationSchema>;

/** Settings of a campaign that its forecasts need, besides the recipients. */
const asked = {
  /**
   * Phone numbers from which the campaign would call. The forecast takes their daily limit of calls into account. If
   * the list is empty, the forecast assumes no daily limit.
   */
  originNumbers: z.array(originNumber).max(maxOriginNumbers, 'Como máximo 20 números de origen').default([]),
  ...schedule,
  ...forecastCampaignOptionSchemas,
};

const operator = { role: 'operator', workspace: 'current' } as const;
const editor = { role: 'editor', workspace: 'current' } as const;

export const campaignsEndpoints = {
  createCampaign: defineEndpoint('createCampaign', {
    access: editor,
    body: createCampaignBodySchema,
    // Request body limit in bytes. 10,000 recipients from a file with many columns fit.
    bodyLimit: 60 * 1024 * 1024,
    response: createdCampaignSchema,
    status: 201,
  }),
  /** Lists campaigns, newest first, at most 500. X-Total-Count is the number of all campaigns. */
  listCampaigns: defineEndpoint('listCampaigns', { access: operator, response: z.array(campaignSchema) }),
  /** Lists campaigns that made calls in a range of days. `agentFilterSchema` selects the campaigns of one agent. */
  listCalledCampaigns: defineEndpoint('listCalledCampaigns', {
    access: operator,
    query: z.object({
      timeFilter: z.enum([...analyticsPeriods, customRangeValue]).default('7d'),
      ...dayRangeQuerySchemas,
      agentFilter: agentFilterSchema,
    }),
    response: campaignsWithCallsSchema,
  }),
  patchCampaign: defineEndpoint('patchCampaign', {
    access: editor,
    params: z.object({ id: uuidSchema }),
    /**
     * Changes a campaign's status or one option. Values of `status`: completed stops the campaign (with `hangUp` also
     * its live calls), failed deletes it, paused pauses it, in_progress resumes it. A changed option applies to calls
     * placed afterwards.
     */
    body: z
      .object({
        status: z.enum(['completed', 'failed', 'paused', 'in_progress']).optional(),
        hangUp: z.boolean().default(false),
        ...campaignOptionChangeSchemas,
      })
      .refine(
        (body) => Object.entries(body).filter(([name, value]) => name !== 'hangUp' && value !== undefined).length === 1,
        {
          message: 'Indica un solo cambio: el estado o una opción de la campaña',
          path: ['status'],
        },
      ),
    response: campaignSchema,
  }),
  /** Adds recipients to an unfinished campaign. Numbers that it already has are dropped, so repeating is harmless. */
  addRecipients: defineEndpoint('addRecipients', {
    access: editor,
    params: z.object({ id: uuidSchema }),
    // Maximum size in bytes of the request body for adding recipients. It is enough for 1,000 rows with many columns,
    // and all rejected rows.
    bodyLimit: 60 * 1024 * 1024,
    body: addRecipientsBodySchema,
    response: addRecipientsResultSchema,
    status: 201,
  }),
  getCampaign: defineEndpoint('getCampaign', {
    access: operator,
    params: z.object({ id: uuidSchema }),
    response: campaignSchema,
  }),
  /** Lists a campaign's recipients in the file's order. `q`: part of a name or number; accents and case are ignored. */
  listCampaignRecipients: defineEndpoint('listCampaignRecipients', {
    access: operator,
    params: z.object({ id: uuidSchema }),
    query: z.object({
      q: z.string().trim().max(100).optional(),
      filter: z.enum(recipientFilters).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: z.array(campaignRecipientSchema),
  }),
  /** Lists a campaign's log, newest first. `before`: id of the last entry of the previous page. */
  listCampaignLog: defineEndpoint('listCampaignLog', {
    access: operator,
    params: z.object({ id: uuidSchema }),
    query: z.object({
      before: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(campaignLogEntrySchema),
  }),
  /** Exports a CSV file with one line per attempt, and one for each recipient without attempts. Audited. */
  exportCampaignResults: defineEndpoint('exportCampaignResults', {
    access: operator,
    params: z.object({ id: uuidSchema }),
    answers: 'text/csv',
  }),
  /** Exports the rows that were left out when the campaign was created, with the reasons. Audited. */
  exportRejectedRows: defineEndpoint('exportRejectedRows', {
    access: operator,
    params: z.object({ id: uuidSchema }),
    answers: 'text/csv',
  }),
  /**
   * Returns a campaign's values to prefill the form of a copy. If `only` is 'uncontacted', the copy has only the
   * recipients who were not contacted. The campaign must then have finished.
   */
  getCampaignDraft: defineEndpoint('getCampaignDraft', {
    access: editor,
    params: z.object({ id: uuidSchema }),
    query: z.object({ only: z.enum(['all', 'uncontacted']).default('all') }),
    response: copiedCampaignDraftSchema,
  }),
  /** Counts the campaign's recipients who were not contacted. Null if the campaign has not finished. */
  countUncontacted: defineEndpoint('countUncontacted', {
    access: editor,
    params: z.object({ id: uuidSchema }),
    response: z.object({ count: z.number().int().nullable() }),
  }),
  getCampaignLines: defineEndpoint('getCampaignLines', {
    access: operator,
    response: z.object({ lines: accountLineCapacitySchema.nullable() }),
  }),
  getCampaignEstimates: defineEndpoint('getCampaignEstimates', { access: operator, response: campaignEstimatesSchema }),
  preflightCampaign: defineEndpoint('preflightCampaign', {
    access: editor,
    bodyLimit: 1024 * 1024,
    body: z.object({
      phoneNumbers: z.array(z.string().max(40)).min(1).max(maxNewCampaignRecipientRows),
      ...asked,
    }),
    response: campaignPreflightSchema,
  }),
  /** Endpoint that forecasts the calls of a campaign from given numbers of people. Changes nothing. */
  simulateCampaign: defineEndpoint('simulateCampaign', {
    access: editor,
    body: z.object({
      callable: z.number().int().min(0).max(maxCampaignRecipients),
      /** Number of people who have reached today's limit of attempts and are therefore called tomorrow. */
      dailyLimit: z.number().int().min(0).max(maxCampaignRecipients).default(0),
      /**
       * Number of people by country and time zones. If the list is empty, all people are assumed to be in the
       * workspace's time zone.
       */
      places: z.array(peopleOfPlace).max(500).default([]),
      ...asked,
    }),
    response: campaignSimulationSchema,
  }),
  /**
   * Places a test call to the user's own phone, in the same way as the campaign would call. Never repeated
   * automatically. Audited.
   */
  placeTestCall: defineEndpoint('placeTestCall', {
    access: editor,
    body: z.object({
      phoneNumber: originNumber,
      toNumber: z.string().regex(internationalNumberPattern, buildPhoneFormatErrorText()),
      agentId: idSchema.nullish(),
      agentVersion: campaignAgentVersionSchema.nullish(),
      successDefinition: z.string().trim().max(4_000).default(''),
      variables: recipientFileRowSchema.default({}),
    }),
    response: z.object({ callId: z.string(), toNumberShown: phoneNumberDisplaySchema }),
    status: 201,
  }),
  getCallback: defineEndpoint('getCallback', {
    access: operator,
    params: callPathParamsSchema,
    response: callBackInfoSchema,
  }),
  /** Schedules a call back, at most 90 days ahead. 409 `invalid_transition` has the reason if it is refused. */
  setCallback: defineEndpoint('setCallback', {
    access: editor,
    params: callPathParamsSchema,
    body: z.object({ at: momentSchema }),
    response: callBackInfoSchema,
  }),
  cancelCallback: defineEndpoint('cancelCallback', {
    access: editor,
    params: callPathParamsSchema,
    response: callBackInfoSchema,
  }),
  campaignTemplate: defineEndpoint('campaignTemplate', { access: operator, answers: 'text/csv' }),
};
