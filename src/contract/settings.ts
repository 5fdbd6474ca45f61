/** API endpoints and schemas for a workspace's settings and its audit log. */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { attentionRuleLimits as bounds } from './attention.ts';
import { countryRuleIds } from './country-rules.ts';
import { defineEndpoint, memberRoles } from './endpoint.ts';
import { calendarDaySchema, dayOrMomentSchema, idSchema } from './inputs.ts';
import { maxWhisperLength } from './realtime.ts';
import { copcMetrics, workspaceCurrencies, dateLocales, workspaceTimeZones, type CopcMetric } from './regional.ts';
import { splitIntoSearchWords } from './search-words.ts';
import { phoneNumberDisplayByE164Schema } from './shown-number.ts';

/**
 * How fast campaigns call. `reservedLines`: simultaneous calls kept free for inbound calls. `callsPerNumberPerDay`:
 * maximum of campaign calls from one number in a day of the workspace's time zone; 0: no limit.
 */
export const dialingSettingsSchema = z.object({
  callsPerSecond: z.number().min(0.1).max(200),
  reservedLines: z.number().int().min(0).max(10_000),
  callsPerNumberPerDay: z.number().int().min(0).max(10_000).default(0),
});
export type DialingSettings = z.infer<typeof dialingSettingsSchema>;
export const defaultDialingSettings: DialingSettings = { callsPerSecond: 1, reservedLines: 2, callsPerNumberPerDay: 0 };

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Usa el formato HH:MM');

/**
 * Calling hours by the recipient's clock: on `days` (1 is Monday), from `from` until just before `to`. `to` must be
 * later than `from`; '00:00' means the end of the day.
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
export const callingWindowSettingsSchema = hours
  .extend({ enabled: z.boolean(), holidays: z.array(calendarDaySchema).max(400) })
  .refine(isForward, backward);
export type CallingWindowSettings = z.infer<typeof callingWindowSettingsSchema>;
/** A campaign's own calling hours. The workspace's calling hours and holidays apply in addition. */
export const campaignCallingHoursSchema = hours
  .refine(({ days }) => days.length > 0, { message: 'Elige al menos un día', path: ['days'] })
  .refine(isForward, backward);
export type CampaignCallingHours = z.infer<typeof campaignCallingHoursSchema>;
export const defaultCallingWindow: CallingWindowSettings = {
  enabled: true,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '09:00',
  to: '21:00',
  holidays: [],
};

/**
 * The provider's webhook events that are processed. Other events are acknowledged and ignored, and their calls are
 * later read from the provider.
 */
export const providerEventTogglesSchema = z.object({
  call_started: z.boolean(),
  call_ended: z.boolean(),
  call_analyzed: z.boolean(),
});
export type ProviderEventToggles = z.infer<typeof providerEventTogglesSchema>;
export const defaultProviderEventToggles: ProviderEventToggles = {
  call_started: true,
  call_ended: true,
  call_analyzed: true,
};

/** Channels by which alerts are sent. The console shows alerts in any case. */
export const alertChannelSettingsSchema = z.object({ email: z.boolean(), browser: z.boolean(), webhook: z.boolean() });
export type AlertChannelSettings = z.infer<typeof alertChannelSettingsSchema>;
export const defaultAlertChannelSettings: AlertChannelSettings = { email: true, browser: false, webhook: true };

/**
 * Thresholds of figures, such as calls per hour. An alert is raised when a figure passes its threshold; 0 switches the
 * alert off.
 */
export const alertThresholdsSchema = z.object({
  /** Calls within the last hour, at most. */
  callsPerHour: z.number().int().min(0).max(1_000_000),
  /** Minimum success rate in percent of today's finished calls. Checked from 20 calls on. */
  successPercent: z.number().int().min(0).max(100),
  /** Maximum number of seconds that a call may be registered without starting. */
  longWaitSeconds: z.number().int().min(0).max(86_400),
});
export type AlertThresholds = z.infer<typeof alertThresholdsSchema>;
export const defaultAlertThresholds: AlertThresholds = { callsPerHour: 50, successPercent: 85, longWaitSeconds: 300 };

/** Exchange rate: the value of one US dollar in the workspace's currency. The provider bills in dollars. */
export const usdExchangeRateSchema = z.object({
  rate: z.number().positive().max(1_000_000_000),
  date: calendarDaySchema,
});
export type UsdExchangeRate = z.infer<typeof usdExchangeRateSchema>;

const fieldName = z.string().trim().min(1, 'El nombre del campo es requerido').max(100);
/** Names of the analysis fields from which quality metrics and call backs are read, and the metrics' targets. */
export const copcSettingsSchema = z.object({
  fields: z.partialRecord(z.enum([...copcMetrics, 'callbackAt']), fieldName),
  targets: z.partialRecord(z.enum(copcMetrics), z.number().min(0).max(1_000_000)),
});
export type CopcSettings = z.infer<typeof copcSettingsSchema>;

/** Default names of the analysis fields from which quality metrics are read. */
export const defaultCopcFieldNames = {
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

/** Default name of the analysis field that contains when a person wants to be called back. */
export const defaultCallbackFieldName = 'callback_at';

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
  // Let texts that are not URLs pass this check, because `z.url` has already rejected them, and Zod runs `refine`
  // nevertheless.
  .refine(
    (address) => !URL.canParse(address) || new URL(address).username + new URL(address).password === '',
    'La dirección no debe llevar usuario ni contraseña',
  );

const isPause = (seconds: number): boolean => seconds > 0 && seconds < bounds.shortestSilence;

/** Attention rules: when a live call needs a person. 0, an empty list or false switches a rule off. */
export const attentionSettingsSchema = z.object({
  /** Words and phrases that customer or agent may say. Only whole words match; accents and case are ignored. */
  phrases: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(bounds.phraseLength, `Hasta ${bounds.phraseLength} caracteres`)
        .refine((phrase) => splitIntoSearchWords(phrase).length > 0, 'Escribe al menos una palabra'),
    )
    .max(bounds.phrases, `Hasta ${bounds.phrases} palabras o frases`),
  /** Seconds of silence after which a live call needs attention. */
  silenceSeconds: z
    .number()
    .int()
    .min(0)
    .max(bounds.longestSilence)
    .refine((seconds) => !isPause(seconds), `Al menos ${bounds.shortestSilence} segundos, o 0`),
  /** Minutes after which a live call needs attention because it is long. */
  longMinutes: z.number().int().min(0).max(bounds.longestMinutes),
  failedTool: z.boolean(),
  /** True if a live call needs attention when its agent repeats an earlier answer. */
  repeatedAnswer: z.boolean(),
  /**
   * Agents whose live calls are checked for attention even if no user watches them. At most `mostCalls` of these calls
   * are checked at a time.
   */
  agentIds: z.array(idSchema).max(bounds.agents),
  mostCalls: z.number().int().min(1).max(bounds.calls),
});
export type AttentionSettings = z.infer<typeof attentionSettingsSchema>;
export const defaultAttentionSettings: AttentionSettings = {
  phrases: [],
  silenceSeconds: 0,
  longMinutes: 0,
  failedTool: false,
  repeatedAnswer: false,
  agentIds: [],
  mostCalls: 20,
};

/** Which members of a workspace must have a second factor. */
export const secondFactorRequirements = ['none', 'admins', 'all'] as const;

const shared = {
  timeZone: z.enum(workspaceTimeZones),
  dateLocale: z.enum(dateLocales),
  currency: z.enum(workspaceCurrencies),
  usdRate: usdExchangeRateSchema.nullable(),
  dialing: dialingSettingsSchema,
  callingWindow: callingWindowSettingsSchema,
  /** Maximum number of attempts to call one number in a day of the workspace's time zone, over all campaigns. */
  dailyAttempts: z.number().int().min(1).max(50),
  /** Ids of the countries' calling rules that the workspace switched off. */
  rulesOff: z.array(z.enum(countryRuleIds)).max(100),
  events: providerEventTogglesSchema,
  notifications: alertChannelSettingsSchema,
  /** E-mail addresses to which alerts are sent. If empty, they are sent to the workspace's admins. */
  alertEmails: z.array(z.email('Email inválido')).max(20),
  thresholds: alertThresholdsSchema,
  copc: copcSettingsSchema,
  /** Days after which personal data of calls are erased automatically. Null: never. */
  retentionDays: z.number().int().min(7, 'Al menos 7 días').max(3_650, 'Como máximo 3.650 días').nullable(),
  /** Lowest role that may read live calls. Their text is not redacted. */
  liveReaders: z.enum(memberRoles),
  /**
   * Lowest role that may listen to live calls, or off. Can be switched on only after a test call has shown that
   * listening works. Only editors may take a call over.
   */
  listening: z.enum(['off', ...memberRoles]),
  /** Ready-made hints, from which users choose when they send one to the agent of a live call. */
  whispers: z.array(z.string().trim().min(1).max(maxWhisperLength)).max(10),
  attention: attentionSettingsSchema,
  /**
   * The members who must have a second factor. A member without one has seven days to set it up, and can't enter the
   * workspace afterwards.
   */
  secondFactor: z.enum(secondFactorRequirements),
};

/** A workspace's settings in responses. They never contain the secret of the alert webhook. */
export const workspaceSettingsSchema = z.object({
  /**
   * Number of times that the settings were saved. A save based on an older version gets 409 if it changes a section
   * that was saved since.
   */
  version: z.number().int(),
  ...shared,
  /** True once the workspace's alert thresholds were saved. Until then, no figure raises an alert. */
  thresholdsSaved: z.boolean(),
  /** The alert webhook. Admins get the whole `url`, others only its origin and '/…'. */
  outgoingWebhook: z.object({ url: z.string().nullable(), hasSecret: z.boolean() }),
  /**
   * Transport of live calls' audio, detected by the command `check-provider --call`; null if untested. Listening can be
   * switched on only if it is 'gateway'.
   */
  listeningTransport: z.enum(['gateway', 'livekit']).nullable(),
  canSendMail: z.boolean(),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;

/**
 * Changes to a workspace's settings. Missing fields stay unchanged. Only an admin may change `dialing`, `rulesOff`,
 * `usdRate`, `retentionDays`, `liveReaders`, `listening`, `secondFactor` and `outgoingWebhook`; an editor may send them
 * unchanged. A changed currency without `usdRate` removes the old rate.
 */
export const updateSettingsBodySchema = z
  .object({
    version: z.number().int(),
    ...shared,
    /** `url` null removes the alert webhook. A missing `secret` keeps the stored one, even if `url` changes. */
    outgoingWebhook: z.object({
      url: webhookAddress.nullable(),
      secret: z.string().min(16, 'Al menos 16 caracteres').max(200).optional(),
    }),
  })
  .partial();
export type UpdateSettingsBody = z.infer<typeof updateSettingsBodySchema>;

/**
 * For each settings field, the section of the settings screen that contains it. A section can't be saved if another
 * user has saved it meanwhile.
 */
export const settingsSectionByField = {
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
} as const satisfies Record<Exclude<keyof UpdateSettingsBody, 'version'>, string>;
export type SettingsFieldName = keyof typeof settingsSectionByField;
export type SavedSettingsSectionName = (typeof settingsSectionByField)[SettingsFieldName];

export const auditLogEntrySchema = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  userId: uuidSchema.nullable(),
  username: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  shownNumbers: phoneNumberDisplayByE164Schema,
  address: z.string().nullable(),
});
export type AuditLogEntry = z.infer<typeof auditLogEntrySchema>;

export const auditLogQuerySchema = z.object({
  /** Topic of audit log entries, such as `session`: the part of the action's name before the dot. */
  topic: z.string().max(50).optional(),
  username: z.string().max(100).optional(),
  fromDate: dayOrMomentSchema.optional(),
  toDate: dayOrMomentSchema.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
});

export const settingsEndpoints = {
  getSettings: defineEndpoint('getSettings', {
    access: { role: 'operator', workspace: 'current' },
    response: workspaceSettingsSchema,
  }),
  putSettings: defineEndpoint('putSettings', {
    // Editors may call this endpoint. Its handler requires an admin to change some of the fields.
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    body: updateSettingsBodySchema,
    sentBack: workspaceSettingsSchema,
    response: workspaceSettingsSchema,
  }),
  /** Lists the audit log of the workspace and the sign-ins of its members, newest first. X-Total-Count is the total. */
  listAuditLog: defineEndpoint('listAuditLog', {
    access: { role: 'admin', workspace: 'current' },
    query: auditLogQuerySchema,
    response: z.array(auditLogEntrySchema),
  }),
};
