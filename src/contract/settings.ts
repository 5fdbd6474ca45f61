/** The settings of a workspace. The server saves them, and they are in effect everywhere. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { attentionBounds as bounds } from './attention.ts';
import { countryRuleIds } from './country-rules.ts';
import { endpoint, roles } from './endpoint.ts';
import { day, dayOrMoment, id } from './inputs.ts';
import { longestWhisper } from './realtime.ts';
import { copcMetrics, currencies, dateLocales, timeZones, type CopcMetric } from './regional.ts';
import { wordsOf } from './search-words.ts';
import { shownNumbers } from './shown-number.ts';

/**
 * The dispatcher's pace. `reservedLines` are kept free of the provider's concurrency for inbound calls. `callsPerNumberPerDay`: calls
 * that campaigns place from one number within a day of the workspace's zone; 0: any number of them.
 */
export const dialing = z.object({
  callsPerSecond: z.number().min(0.1).max(200),
  reservedLines: z.number().int().min(0).max(10_000),
  callsPerNumberPerDay: z.number().int().min(0).max(10_000).default(0),
});
export type Dialing = z.infer<typeof dialing>;
export const defaultDialing: Dialing = { callsPerSecond: 1, reservedLines: 2, callsPerNumberPerDay: 0 };

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Usa el formato HH:MM');

/**
 * People may be called at these times of the workspace's zone: from `from` until before `to`, on `days` (1 Monday to 7 Sunday)
 * that are no `holidays`. `to` lies after `from`; '00:00' as `to` is the end of the day.
 */
const hours = z.object({
  days: z
    .array(z.number().int().min(1).max(7))
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'Hay días repetidos'),
  from: clockTime,
  to: clockTime,
});
const isForward = ({ from, to }: z.infer<typeof hours>): boolean => to === '00:00' || from < to;
const backward = { message: 'El fin debe ser posterior al inicio', path: ['to'] };
export const callingWindow = hours
  .extend({ enabled: z.boolean(), holidays: z.array(day).max(400) })
  .refine(isForward, backward);
export type CallingWindow = z.infer<typeof callingWindow>;
/** A campaign's own window within the workspace's. The workspace's holidays hold for it too. */
export const campaignWindow = hours
  .refine(({ days }) => days.length > 0, { message: 'Elige al menos un día', path: ['days'] })
  .refine(isForward, backward);
export type CampaignWindow = z.infer<typeof campaignWindow>;
export const defaultCallingWindow: CallingWindow = {
  enabled: true,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '09:00',
  to: '21:00',
  holidays: [],
};

/** Webhook events that are applied. One switched off is acknowledged only; reconciliation still brings the finished call. */
export const eventToggles = z.object({
  call_started: z.boolean(),
  call_ended: z.boolean(),
  call_analyzed: z.boolean(),
});
export type EventToggles = z.infer<typeof eventToggles>;
export const defaultEventToggles: EventToggles = { call_started: true, call_ended: true, call_analyzed: true };

/** The ways, besides the bell, by which alerts reach people. */
export const notifications = z.object({ email: z.boolean(), browser: z.boolean(), webhook: z.boolean() });
export type Notifications = z.infer<typeof notifications>;
export const defaultNotifications: Notifications = { email: true, browser: false, webhook: true };

/** The figures that raise an alert; 0 is off. */
export const thresholds = z.object({
  /** Calls within the last hour, at most. */
  callsPerHour: z.number().int().min(0).max(1_000_000),
  /** Success rate of today's finished calls (20 or more), at least; percent. */
  successPercent: z.number().int().min(0).max(100),
  /** Seconds that a call may stay registered without starting. */
  longWaitSeconds: z.number().int().min(0).max(86_400),
});
export type Thresholds = z.infer<typeof thresholds>;
export const defaultThresholds: Thresholds = { callsPerHour: 50, successPercent: 85, longWaitSeconds: 300 };

/** The provider bills in US dollars: the worth of one in the workspace's currency, and the day of that rate. */
export const usdRate = z.object({ rate: z.number().positive().max(1_000_000_000), date: day });
export type UsdRate = z.infer<typeof usdRate>;

const fieldName = z.string().trim().min(1, 'El nombre del campo es requerido').max(100);
/** The analysis fields of COPC metrics and promised call backs, and the metrics' targets. A missing one has its default. */
export const copcSettings = z.object({
  fields: z.partialRecord(z.enum([...copcMetrics, 'callbackAt']), fieldName),
  targets: z.partialRecord(z.enum(copcMetrics), z.number().min(0).max(1_000_000)),
});
export type CopcSettings = z.infer<typeof copcSettings>;

/** Metrics that are read from an analysis field of the call, and the field's name unless the workspace maps another. */
export const defaultCopcFields = {
  rpcRate: 'right_party',
  conversionToCommitment: 'commitment',
  promiseKeptRate: 'promise_kept',
  qaPassRate: 'qa_pass',
  scriptCompliance: 'script_compliance',
  csatT: 'csat',
  complaintRate: 'complaint',
  intentAccuracy: 'intent_correct',
  asrWer: 'wer',
  acwTime: 'acw_seconds',
} as const satisfies Partial<Record<CopcMetric, string>>;

/** The field with the time at which the person asked to be called back, unless the workspace maps another. */
export const defaultCallbackField = 'callback_at';

/** Spec B 9. */
export const defaultCopcTargets = {
  connectRate: 85,
  rpcRate: 75,
  dialerAbandonRate: 3,
  speedToGreeting: 3,
  conversionToCommitment: 35,
  promiseKeptRate: 80,
  qaPassRate: 90,
  scriptCompliance: 95,
  dataIntegrity: 98,
  fcr: 85,
  csatT: 80,
  complaintRate: 2,
  aht: 180,
  acwTime: 30,
  containmentRate: 90,
  handoffRate: 10,
  asrWer: 5,
  intentAccuracy: 95,
  silenceOvertalk: 10,
} as const satisfies Record<CopcMetric, number>;

const webhookAddress = z
  .url({ protocol: /^https$/, error: 'La dirección debe comenzar con https://' })
  .max(2_000)
  // A text that is no address reaches this check as well.
  .refine(
    (address) => !URL.canParse(address) || new URL(address).username + new URL(address).password === '',
    'La dirección no debe llevar usuario ni contraseña',
  );

const isPause = (seconds: number): boolean => seconds > 0 && seconds < bounds.shortestSilence;

/** A live call needs a person by these rules. 0, an empty list and false switch a rule off. */
export const attention = z.object({
  /** Words and phrases, found by whole words as a search folds them, whoever says them. */
  phrases: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(bounds.phraseLength, `Hasta ${bounds.phraseLength} caracteres`)
        .refine((phrase) => wordsOf(phrase).length > 0, 'Escribe al menos una palabra'),
    )
    .max(bounds.phrases, `Hasta ${bounds.phrases} palabras o frases`),
  /** The call is silent for longer than so many seconds. */
  silenceSeconds: z
    .number()
    .int()
    .min(0)
    .max(bounds.longestSilence)
    .refine((seconds) => !isPause(seconds), `Al menos ${bounds.shortestSilence} segundos, o 0`),
  /** The call lasts longer than so many minutes. */
  longMinutes: z.number().int().min(0).max(bounds.longestMinutes),
  failedTool: z.boolean(),
  /** The agent gives an answer that it gave before in the call. */
  repeatedAnswer: z.boolean(),
  /** Agents whose calls are followed even while nobody watches, up to `mostCalls` at once. */
  agentIds: z.array(id).max(bounds.agents),
  mostCalls: z.number().int().min(1).max(bounds.calls),
});
export type Attention = z.infer<typeof attention>;
export const defaultAttention: Attention = {
  phrases: [],
  silenceSeconds: 0,
  longMinutes: 0,
  failedTool: false,
  repeatedAnswer: false,
  agentIds: [],
  mostCalls: 20,
};

/** The people of whom a workspace requires a second factor. */
export const secondFactorRequirements = ['none', 'admins', 'all'] as const;

const shared = {
  timeZone: z.enum(timeZones),
  dateLocale: z.enum(dateLocales),
  currency: z.enum(currencies),
  usdRate: usdRate.nullable(),
  dialing,
  callingWindow,
  /** Attempts to one number within a day of the workspace's zone, across campaigns. */
  dailyAttempts: z.number().int().min(1).max(50),
  /** Rules by country that somebody switched off; the others hold for people of those countries. */
  rulesOff: z.array(z.enum(countryRuleIds)).max(100),
  events: eventToggles,
  notifications,
  /** The addresses that get alerts by e-mail. Without any, the workspace's admins who have an address get them. */
  alertEmails: z.array(z.email('Email inválido')).max(20),
  thresholds,
  copc: copcSettings,
  /** Days after which what calls hold of people is deleted; null: never by itself. */
  retentionDays: z.number().int().min(7, 'Al menos 7 días').max(3_650, 'Como máximo 3.650 días').nullable(),
  /** The weakest role that reads live calls. Their text is not scrubbed. */
  liveReaders: z.enum(roles),
  /** The weakest role that listens to live calls, and takes them over from editor on; off: nobody. On only for a tried account. */
  listening: z.enum(['off', ...roles]),
  /** Hints that people give agents of live calls often. */
  whispers: z.array(z.string().trim().min(1).max(longestWhisper)).max(10),
  attention,
  /** The people who must have a second factor. After seven days the workspace is closed to members without one. */
  secondFactor: z.enum(secondFactorRequirements),
};

/** The settings as members read them. The outgoing webhook's secret never leaves the server. */
export const settings = z.object({
  /** Counts the saves. A PUT that carries an older one answers 409 if a section that it changes was saved since. */
  version: z.number().int(),
  ...shared,
  /** Alerts on figures begin once thresholds are saved. */
  thresholdsSaved: z.boolean(),
  /** Admins see the whole `url`, others its origin and '/…'. */
  outgoingWebhook: z.object({ url: z.string().nullable(), hasSecret: z.boolean() }),
  /** How sound travels for the account, as `check-provider --call` found; null: not tried with this API key. LiveKit can't be listened to. */
  listeningTransport: z.enum(['gateway', 'livekit']).nullable(),
  /** SMTP_URL is set: mail can be sent at all. */
  canSendMail: z.boolean(),
});
export type Settings = z.infer<typeof settings>;

/**
 * Parts that are not given stay. `dialing`, `rulesOff`, `usdRate`, `retentionDays`, `liveReaders`, `listening`, `secondFactor` and `outgoingWebhook` are an admin's to change; an editor may
 * send them back as they are. A new currency without a new rate takes the old rate away.
 */
export const settingsBody = z
  .object({
    version: z.number().int(),
    ...shared,
    /** A null `url` takes the webhook away; a missing `secret` keeps the one that is stored, at a new `url` too. */
    outgoingWebhook: z.object({
      url: webhookAddress.nullable(),
      secret: z.string().min(16, 'Al menos 16 caracteres').max(200).optional(),
    }),
  })
  .partial();
export type SettingsBody = z.infer<typeof settingsBody>;

/** The section of the screen that edits each part. A section is saved as one: a save that changes it is stale if it was saved since. */
export const sectionOfPart = {
  timeZone: 'regional',
  dateLocale: 'regional',
  currency: 'regional',
  usdRate: 'regional',
  secondFactor: 'regional',
  events: 'webhook',
  notifications: 'notificaciones',
  alertEmails: 'notificaciones',
  outgoingWebhook: 'notificaciones',
  thresholds: 'notificaciones',
  dialing: 'discado',
  callingWindow: 'discado',
  rulesOff: 'discado',
  dailyAttempts: 'discado',
  liveReaders: 'en-vivo',
  listening: 'en-vivo',
  whispers: 'en-vivo',
  attention: 'en-vivo',
  retentionDays: 'datos',
  copc: 'copc',
} as const satisfies Record<Exclude<keyof SettingsBody, 'version'>, string>;
export type SettingsPart = keyof typeof sectionOfPart;
export type SavedSection = (typeof sectionOfPart)[SettingsPart];

/** An entry of the audit log. `details` never hold a secret. */
export const auditEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  userId: uuid.nullable(),
  username: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  shownNumbers,
  address: z.string().nullable(),
});
export type AuditLogEntry = z.infer<typeof auditEntry>;

export const auditLogQuery = z.object({
  /** `session`, `user`, `workspace`, `member`, `settings`, `campaign`, `do_not_call`…: the part before the dot. */
  topic: z.string().max(50).optional(),
  username: z.string().max(100).optional(),
  fromDate: dayOrMoment.optional(),
  toDate: dayOrMoment.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
});

export const settingsEndpoints = {
  getSettings: endpoint('getSettings', {
    access: { role: 'operator', workspace: 'current' },
    response: settings,
  }),
  putSettings: endpoint('putSettings', {
    // Some parts need an admin; the handler checks.
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    body: settingsBody,
    sentBack: settings,
    response: settings,
  }),
  /** Newest first, with X-Total-Count: the workspace's own entries, and the sign-ins of its members. */
  listAuditLog: endpoint('listAuditLog', {
    access: { role: 'admin', workspace: 'current' },
    query: auditLogQuery,
    response: z.array(auditEntry),
  }),
};
