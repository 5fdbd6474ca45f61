/**
 * Values of the settings form, and their conversion to the request body. Every field has a value, because inputs need
 * one. Field paths equal those of the API contract, so that each error from the schema or the server appears at its
 * field.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, Resolver } from 'react-hook-form';
import { preprocess, type ZodType } from 'zod';
import { copcMetrics, type CopcMetric } from '../../../../contract/regional.ts';
import {
  updateSettingsBodySchema,
  type WorkspaceSettings,
  type UpdateSettingsBody,
} from '../../../../contract/settings.ts';
import { validationLabels } from '../../../../labels/settings-es.ts';

type Shared = Omit<
  WorkspaceSettings,
  | 'version'
  | 'usdRate'
  | 'callingWindow'
  | 'notifications'
  | 'copc'
  | 'outgoingWebhook'
  | 'thresholdsSaved'
  | 'canSendMail'
  | 'listeningTransport'
>;
/**
 * Text typed beside a list of settings but not yet added to the list (typed-entries.ts). It is never sent to the
 * server.
 */
interface Typed {
  typed: string;
}

// Declare a type alias instead of an interface, because the form library requires an index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions
export type SettingsFormValues = Shared & {
  /** A rate of 0: none. */
  usdRate: { rate: number; date: string };
  callingWindow: WorkspaceSettings['callingWindow'] & Typed;
  notifications: WorkspaceSettings['notifications'] & Typed;
  /** '' and null: the default. */
  copc: { fields: Record<CopcMetric | 'callbackAt', string>; targets: Record<CopcMetric, number | null> };
  /** URL and secret of the alert webhook. An empty URL means no webhook; an empty secret keeps the stored one. */
  outgoingWebhook: { url: string; secret: string };
};
export type SettingsFieldPath = FieldPath<SettingsFormValues>;

function forEachMetric<T>(value: (metric: CopcMetric) => T): Record<CopcMetric, T> {
  return Object.fromEntries(copcMetrics.map((metric) => [metric, value(metric)])) as Record<CopcMetric, T>;
}

export function toSettingsForm(settings: WorkspaceSettings): SettingsFormValues {
  const {
    timeZone,
    dateLocale,
    currency,
    dialing,
    callingWindow,
    dailyAttempts,
    rulesOff,
    events,
    notifications,
    alertEmails,
    thresholds,
    retentionDays,
    liveReaders,
    listening,
    whispers,
    attention,
    secondFactor,
  } = settings;
  const { usdRate, copc, outgoingWebhook } = settings;
  return {
    timeZone,
    dateLocale,
    currency,
    usdRate: usdRate ?? { rate: 0, date: '' },
    events,
    notifications: { ...notifications, typed: '' },
    alertEmails,
    outgoingWebhook: { url: outgoingWebhook.url ?? '', secret: '' },
    thresholds,
    dialing,
    callingWindow: { ...callingWindow, typed: '' },
    dailyAttempts,
    rulesOff,
    retentionDays,
    liveReaders,
    listening,
    whispers,
    attention,
    secondFactor,
    copc: {
      fields: { ...forEachMetric((metric) => copc.fields[metric] ?? ''), callbackAt: copc.fields.callbackAt ?? '' },
      targets: forEachMetric((metric) => copc.targets[metric] ?? null),
    },
  };
}

function given<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && String(value).trim() !== ''),
  );
}

function toBody({ usdRate, copc, outgoingWebhook: { url, secret }, ...rest }: SettingsFormValues): unknown {
  return {
    ...rest,
    usdRate: usdRate.rate === 0 ? null : usdRate,
    copc: { fields: given(copc.fields), targets: given(copc.targets) },
    outgoingWebhook: { url: url.trim() || null, ...(secret ? { secret } : {}) },
  };
}

interface Issue {
  readonly code?: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly expected?: unknown;
  readonly format?: unknown;
  readonly origin?: unknown;
}

function issueText({ code, minimum, maximum, expected, format, origin }: Issue): string {
  if (code === 'too_small' && origin === 'number')
    return minimum === 0 ? validationLabels.positive : validationLabels.atLeast(Number(minimum));
  if (code === 'too_big' && origin === 'number') return validationLabels.atMost(Number(maximum));
  if (code === 'too_big') return validationLabels.tooMany(Number(maximum));
  if (expected === 'number' || expected === 'int') return validationLabels.number;
  if (format === 'date') return validationLabels.date;
  return validationLabels.invalid;
}

/** Resolver for React Hook Form: validates with the server's schema, and returns the request body. */
export const settingsFormResolver = zodResolver(
  preprocess((form) => toBody(form), updateSettingsBodySchema) as ZodType<UpdateSettingsBody, SettingsFormValues>,
  {
    error: issueText,
  },
) satisfies Resolver<SettingsFormValues, unknown, UpdateSettingsBody>;
