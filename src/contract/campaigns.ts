/** Outbound campaigns: creation, lists, changes and stops. */
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
  forecastOptionSchemas,
  changeShape,
  createShape,
  draftShape,
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
import { agentFilter, answeredDays, callParams, day, id, moment, rangeDays } from './inputs.ts';
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
 * trunk refuses its credentials. A call that ends with one pauses its campaign.
 */
export const accountReasons = [
  'no_valid_payment',
  'credit_exhausted',
  'budget_reached',
  'telephony_provider_permission_denied',
] as const;
export type AccountReason = (typeof accountReasons)[number];
/**
 * The reason of a pause. By the dispatcher: the account may not call, its key is refused, the number routed a call to
 * another agent than at creation (agent_changed), many orders in a row were refused for good (orders_refused), or half
 * of the last calls failed (circuit_breaker). person: somebody paused it. restored: the database comes from a backup,
 * so people called since may appear as pending. no_admin: the maker's account was ended, so no admin is left.
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
 * The reason why a dialling campaign claims nobody now: outside the calling window; every number left had today's
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

/** The maximum number of days until a call back. */
export const mostCallbackDays = 90;

/** Outcomes where nobody was called: no free line (concurrency), or the account may not call. No attempt is used up. */
export const uncalledOutcomes = ['concurrency', 'account'] as const;
export type UncalledOutcome = (typeof uncalledOutcomes)[number];
/**
 * The outcome of an attempt: one that may be retried; human, a person was reached; one where nobody was called; or
 * other (declined, transferred by a machine, unknown).
 */
export const attemptOutcomes = [...retryOutcomes, 'human', ...uncalledOutcomes, 'other'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** A CSV row, keyed by column names. Columns other than phone and name become dynamic variables. */
const readRow = () => z.record(z.string().min(1).max(longestColumnName), z.string().max(longestCell));
export const recipientRow = readRow();
export type RecipientRow = z.infer<typeof recipientRow>;

/** A row left out by the person: stored with its reason, never dialled. `row` is its line in the file (header 1). */
export const rejectedRow = z.object({
  row: z.number().int().min(1),
  reason: z.string().max(longestReason),
  values: readRow(),
});
export type RejectedRow = z.infer<typeof rejectedRow>;

/**
 * The version of a chosen agent that speaks: the one published last when each call is placed, or a fixed one. It must
 * exist when the campaign is created.
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

/** `duplicates` counts rows whose number, in any spelling, is already in the campaign or repeated in the request. */
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
    /** The number to call from. If `phoneNumbers` is given, it must be one of them. */
    phoneNumber: originNumber.optional(),
    /** Several numbers to call from. Each call uses one of them. */
    phoneNumbers: z
      .array(originNumber)
      .min(1, 'El número de origen es requerido')
      .max(mostOriginNumbers, 'Como máximo 20 números de origen')
      .refine((numbers) => new Set(numbers).size === numbers.length, 'Hay números de origen repetidos')
      .optional(),
    /** The agent's id. If it is absent, the number's own binding decides, which must name one agent and version. */
    agentId: id.nullish(),
    /** The version of a chosen agent; default `latest_published`. */
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
 * Finished calls and connected calls, of people called by best hour and of people drawn to be called without it, in the
 * same time. The difference of their answer rates lies between these two points with 95 % confidence.
 */
export const bestHourComparison = z.object({
  byHour: comparedCalls,
  withoutIt: comparedCalls,
  differenceFrom: z.number(),
  differenceTo: z.number(),
});
export type BestHourComparison = z.infer<typeof bestHourComparison>;

/** A range that contains the moment in nine of ten cases. */
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
  /** The agent that speaks: the chosen one, or the number's agent when the campaign was created. */
  agentId: z.string().nullable(),
  /** The agent's name as the provider last reported it. Null if the agent has no name or it is unknown. */
  agentName: z.string().nullable(),
  /** True if no agent was chosen: orders name no agent, and the number's binding decides. */
  isNumbersAgent: z.boolean(),
  /** The version of a chosen agent. Null if the number decides, or the campaign is older than this field. */
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
  /** Sent recipients who wait for a retry, or whose retry is being dialled or unconfirmed. */
  retryingCount: z.number().int(),
  /** Recipients whose attempt is in progress, before its acceptance is known. */
  dialingCount: z.number().int(),
  /** Recipients finally refused by the provider, or left when the campaign was stopped. */
  undeliveredCount: z.number().int(),
  /** 'Sin confirmar': recipients for whom dialling can't be known. They are never redialled automatically. */
  unconfirmedCount: z.number().int(),
  /** Recipients left out at their turn because they are on the do-not-call list. */
  skippedCount: z.number().int(),
  /** Sent recipients whose call has not ended yet. */
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
  /** The reason of the pause. Null unless the campaign is paused. */
  pauseReason: z.enum(pauseReasons).nullable(),
  /** The reason why a dialling campaign waits, and the end of the wait. */
  waitingReason: z.enum(waitingReasons).nullable(),
  waitingUntil: z.iso.datetime().nullable(),
  /** The effect of best hour. Null in lists, and until both groups have a hundred calls. */
  bestHourComparison: bestHourComparison.nullable(),
  /**
   * When the last call of a dialling or waiting campaign ends, with retries
   * (docs/decisions/0051-the-end-is-a-range.md). Null if pace or outcomes are unknown, not everybody can be called, or
   * calculating it takes too long.
   */
  endsBetween: momentRange.nullable(),
});
export type Campaign = z.infer<typeof campaign>;

/** `warnings` concerns the campaign's people. It is usually empty. */
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
  days: answeredDays.days,
  /** Campaigns with the most sent recipients first, at most `mostCalledCampaigns`. */
  calledCampaigns: z.array(calledFigures.extend({ id: uuid, name: z.string() })),
  /** Sums over all these campaigns, including those missing from the list. */
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
  /** True for a second call that was stopped. It is not counted anywhere. */
  isSurplus: z.boolean(),
  /** The reason why the attempt was refused or given up. Null otherwise. */
  error: z.string().nullable(),
  callId: z.string().nullable(),
  /** The number that called. Null if it was not recorded. */
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
  /** True if the goal was reached. Null before the analysis. */
  successful: z.boolean().nullable(),
  /** The reason why the last call ended, or why there was none. */
  lastReason: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The requested moment of a pending call back. */
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
  /** An option changed, given by name. `from` is null in old entries. */
  changed: { field: ChangeableOption; from: LoggedValue; to: LoggedValue };
  /** The number is set aside for few answers. Its answer rate over seven days and the others', in percent. */
  number_set_aside: { number: string; percent: number; others: number };
  number_taken_back: { number: string };
  /** The campaign was created before this country rule. Its numbers break the rule, but the campaign goes on. */
  rule_exempt: { rule: Extract<OriginRuleId, 'cl_mass_origin'> };
  /** The campaign begins to dial for the first time. */
  started: Record<string, never>;
  waiting: { reason: WaitingReason; until: string | null };
  wait_over: Record<string, never>;
  /** `message` is the provider's text. `failed` of `calls` triggered the circuit breaker. */
  paused: { reason: PauseReason; message: string | null; failed: number | null; calls: number | null };
  resumed: Record<string, never>;
  /** `left` counts recipients never called, `live` the calls in progress at that moment. */
  stopped: { left: number; live: number };
  deleted: { left: number };
  /** Live calls that were ended on request, and those that could not be ended. */
  hang_up: { calls: number; failed: number };
  /** The provider's rate limit stops dialling for this many seconds. */
  rate_limited: { seconds: number };
  provider_unavailable: { message: string };
  /** All lines of the account that are not reserved are in use. */
  no_lines: { limit: number; inUse: number } & Pick<KeptLines, 'reserved'> & Partial<KeptLines>;
  /** Another server continues the campaign. */
  taken_over: Record<string, never>;
  /** Recipients left out because they are on the do-not-call list. */
  skipped: { count: number };
  /** Rows left out because another row is the same person. Since an update, their two numbers are read as one. */
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
  /** Recipients put off because the check did not allow the call. `message` is the first one's reason. */
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
  /** Figures, reasons and moments, which depend on the kind. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  shownNumbers,
  /** The user who did it. Null for the dispatcher. */
  username: z.string().nullable(),
});
export type CampaignLogEntry = z.infer<typeof campaignLogEntry>;

/** Reasons why no call back can be set. `forgotten`: erased data. `unconfirmed`: maybe the last call was made. */
export const callbackRefusals = [
  'no_campaign',
  'campaign_ended',
  'forgotten',
  'being_called',
  'unconfirmed',
  'do_not_call',
] as const;
export type CallbackRefusal = (typeof callbackRefusals)[number];

/** The call back for the person of a call. */
export const callBack = z.object({
  /** The requested moment, while the call back is pending. */
  at: z.iso.datetime().nullable(),
  /** The request as the agent wrote it in the analysis, understood or not. */
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
  /** The agent. Null, like its version, if the number decides. */
  agentId: z.string().nullable(),
  agentVersion: agentVersion.nullable(),
  ...draftShape,
  /** Recipients in the file's order, with the columns `phone_number`, `customer_name` and the file's own. */
  recipients: z.array(recipientRow),
  /**
   * Recipients left out: erased ones, and for `uncontacted` also unconfirmed ones and those on the do-not-call list.
   */
  leftOut: z.object({ unconfirmed: z.number().int(), doNotCall: z.number().int(), erased: z.number().int() }),
});
export type CampaignDraft = z.infer<typeof campaignDraft>;

/** Estimated cost and pace, from the workspace's last 30 days if they have 50 calls, otherwise the specification's. */
export const campaignEstimates = z.object({
  source: z.enum(['workspace', 'specification']),
  /** Outbound calls of 30 days with a known cost, of which 50 are needed. 0 for the specification's estimates. */
  calls: z.number().int(),
  /** US cents. */
  costCentsPerRecipient: z.number(),
  recipientsPerMinute: z.number(),
});
export type CampaignEstimates = z.infer<typeof campaignEstimates>;

/** The maximum number of time zones of a number's prefix. */
const mostZones = 4;
const zonesOf = (place: string): readonly string[] => (place.split(':')[1] ?? '').split('&');
/** A country, which may be empty, and its time zones: 'ES:Europe/Madrid'. */
const place = z
  .string()
  .max(1_000)
  .regex(/^(?:[A-Z]{2})?:[^:]*$|^$/, 'Lugar desconocido')
  .refine((text) => zonesOf(text).length <= mostZones, 'Un lugar tiene como máximo 4 zonas horarias')
  .refine((text) => text === '' || zonesOf(text).every((zone) => readZone(zone, '') !== null), 'Lugar desconocido');
const peopleOfPlace = z.object({ place, people: z.number().int().min(0).max(maximumRecipients) });

/** A forecast for these numbers if the campaign were sent with these settings. */
export const campaignPreflight = z.object({
  total: z.number().int(),
  /** Rows that repeat a number in any spelling. They are dropped. */
  duplicates: z.number().int(),
  doNotCall: z.number().int(),
  /** Recipients who already had today's attempts and wait for tomorrow. */
  dailyLimit: z.number().int(),
  /** People whom none of the campaign's numbers may call, by their country's rule. A campaign with such people is not created. */
  barred: z.array(z.object({ rule: z.enum(originRuleIds), count: z.number().int() })),
  /**
   * People who can't be called before their hours close, at the estimated pace. `opensAt` is the first moment when one
   * of them may be called. Null if everybody may be called at any hour.
   */
  outsideWindow: z.object({ count: z.number().int(), opensAt: z.iso.datetime().nullable() }).nullable(),
  /** The calling window, such as '09:00' to '21:00'. Null if calls are allowed at any hour. */
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  /**
   * When the last call ends, by the calling window, the workspace's own pace, the campaigns that dial now, and likely
   * retries. Null without an own pace, if it never ends, or if the calculation takes too long.
   */
  endsBetween: momentRange.nullable(),
  /** Set if the start is on a day or at an hour when the workspace hardly dials. Null if usual or unknown. */
  unusual: z.enum(['day', 'hour']).nullable(),
  /** The people by place, judged by their numbers, for the dry run. */
  places: z.array(peopleOfPlace),
  estimates: campaignEstimates,
});
export type CampaignPreflight = z.infer<typeof campaignPreflight>;

/** A dry run with the present pace, lines and rates. */
export const campaignSimulation = z.object({
  /**
   * Hours in which somebody is called, by the workspace's clock: people called for the first time, and likely retries.
   * Null if the rates or the account's lines are unknown.
   */
  hours: z.array(z.object({ at: z.iso.datetime(), people: z.number().int(), retries: z.number().int() })).nullable(),
  /** When the last call ends. Null if unknown, or if not everybody can be called. */
  endsBetween: momentRange.nullable(),
  /** People for whom the calling window never opens. Null if unknown. */
  uncalled: z.number().int().nullable(),
  /** True if enough is known, but the calculation takes too long. */
  isTooLong: z.boolean(),
  callsPerSecond: z.number(),
  /** Lines that campaigns may use, and the free ones among them. Null if the provider does not report them. */
  lines: z.object({ usable: z.number().int(), free: z.number().int() }).nullable(),
  /** Seconds that a call uses its line, including ringing. Null if there are too few calls. */
  holdSeconds: z.number().nullable(),
  /** The number of calls behind `holdSeconds`: the campaigns' newest 500, or outbound ones of 30 days. Needs 50. */
  basisCalls: z.number().int(),
  /** The number of campaigns that dial now and share the pace. */
  otherCampaigns: z.number().int(),
});
export type CampaignSimulation = z.infer<typeof campaignSimulation>;

/** The inputs of a forecast, besides the people. */
const asked = {
  /** The numbers to call from, whose calls per day the settings limit. If empty, no limit applies. */
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
    // Fits 10,000 recipients of a wide file.
    bodyLimit: 60 * 1024 * 1024,
    response: createdCampaign,
    status: 201,
  }),
  /** Newest first, at most 500. X-Total-Count counts all campaigns. */
  listCampaigns: endpoint('listCampaigns', { access: operator, response: z.array(campaign) }),
  /** `agentFilter` selects campaigns by the agent that speaks. */
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
     * `status` completed stops (with `hangUp` also its live calls), failed deletes, paused pauses, in_progress resumes.
     * Or one option, which applies from the next calls on.
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
  /** Adds people to an open or unfinished campaign. Known numbers are dropped, so a repetition adds nobody twice. */
  addRecipients: endpoint('addRecipients', {
    access: editor,
    params: z.object({ id: uuid }),
    // Fits 1,000 recipients of a wide file and all its rejected rows.
    bodyLimit: 60 * 1024 * 1024,
    body: addRecipientsBody,
    response: addedRecipients,
    status: 201,
  }),
  getCampaign: endpoint('getCampaign', { access: operator, params: z.object({ id: uuid }), response: campaign }),
  /** Recipients in the file's order, with X-Total-Count. `q` is part of a name or number, without accents and case. */
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
  /** Newest first. `before` is the id of the previous page's last entry. */
  listCampaignLog: endpoint('listCampaignLog', {
    access: operator,
    params: z.object({ id: uuid }),
    query: z.object({
      before: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(campaignLogEntry),
  }),
  /** A CSV file for Excel with a line per attempt, and one per recipient without attempts,  in Spanish. Audited. */
  exportCampaignResults: endpoint('exportCampaignResults', {
    access: operator,
    params: z.object({ id: uuid }),
    answers: 'text/csv',
  }),
  /** The rows left out at creation, with their reasons. Audited. */
  exportRejectedRows: endpoint('exportRejectedRows', {
    access: operator,
    params: z.object({ id: uuid }),
    answers: 'text/csv',
  }),
  /** Recipients to call again: all, or the not contacted ones of a finished campaign. */
  getCampaignDraft: endpoint('getCampaignDraft', {
    access: editor,
    params: z.object({ id: uuid }),
    query: z.object({ only: z.enum(['all', 'uncontacted']).default('all') }),
    response: campaignDraft,
  }),
  /** The number of recipients in the draft of people not contacted. Null if the campaign is not finished. */
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
  /** Simulates the calls for these counts, which come from the preflight. Changes nothing. */
  simulateCampaign: endpoint('simulateCampaign', {
    access: editor,
    body: z.object({
      callable: z.number().int().min(0).max(maximumRecipients),
      /** People who had today's attempts and are called tomorrow. */
      dailyLimit: z.number().int().min(0).max(maximumRecipients).default(0),
      /** The preflight's places. If empty, everybody counts as in the workspace's place. */
      places: z.array(peopleOfPlace).max(500).default([]),
      ...asked,
    }),
    response: campaignSimulation,
  }),
  /** Places one call to the caller's own phone, as the campaign would. Never repeated automatically; audited. */
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
  /** A moment at most 90 days ahead. 409 `invalid_transition` says why the person can't be called back. */
  setCallback: endpoint('setCallback', {
    access: editor,
    params: callParams,
    body: z.object({ at: moment }),
    response: callBack,
  }),
  cancelCallback: endpoint('cancelCallback', { access: editor, params: callParams, response: callBack }),
  campaignTemplate: endpoint('campaignTemplate', { access: operator, answers: 'text/csv' }),
};
