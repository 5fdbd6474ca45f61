/**
 * Definitions of a campaign's options: schema, column, whether it may change during dialling, whether a copy of the
 * campaign keeps it, and whether forecasts use it. Request schemas, SQL statements, log and audit derive from these
 * definitions. An option's column is named like the option, in snake_case.
 */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { campaignPurposes } from './country-rules.ts';
import { idSchema } from './inputs.ts';
import { campaignWeightScale } from './recipient-file.ts';
import { campaignCallingHoursSchema } from './settings.ts';

/** Outcomes of an attempt after which a retry may follow (see GLOSSARY.md, "Outcome"). */
export const retryableAttemptOutcomes = ['no_answer', 'busy', 'voicemail', 'error'] as const;
export type RetryableOutcome = (typeof retryableAttemptOutcomes)[number];

/** Retries after one outcome of an attempt: how many at most, and the wait in minutes before each. */
const retryRule = z.object({
  attempts: z.number().int().min(1, 'Al menos 1 intento').max(5, 'Como máximo 5 intentos'),
  delayMinutes: z.number().int().min(1, 'Al menos 1 minuto').max(10_080, 'Como máximo 7 días'),
  /** True if the retry waits until the person's time of day is at least three hours from that of the failed attempt. */
  otherHour: z.boolean().optional(),
  /**
   * True if the retry avoids the phone number from which the failed attempt was made. If no other number of the
   * campaign is available, the retry uses the same number again.
   */
  otherNumber: z.boolean().optional(),
  /**
   * Agent that speaks in a retry after voicemail, in its published version. Only the retry rule for voicemail may name
   * an agent.
   */
  agentId: idSchema.optional(),
});
const retryPolicy = z
  .partialRecord(z.enum(retryableAttemptOutcomes), retryRule)
  .refine((policy) => Object.entries(policy).every(([outcome, rule]) => outcome === 'voicemail' || !rule.agentId), {
    message: 'Solo los reintentos después de un contestador pueden tener otro agente',
  });
export type RetryPolicy = z.infer<typeof retryPolicy>;
/**
 * Limits of calls to one recipient, whatever their outcomes: number of calls including the first, and days since the
 * first one. When the days have passed, no retry is made. A call back that the person requested ignores both limits.
 */
const retryLimits = z.object({
  maxAttempts: z.number().int().min(1, 'Al menos 1 intento').max(20, 'Como máximo 20 intentos').optional(),
  maxDays: z.number().int().min(1, 'Al menos 1 día').max(30, 'Como máximo 30 días').optional(),
});
export type RetryLimits = z.infer<typeof retryLimits>;

/** The campaign's weight. Campaigns that dial at the same time share the workspace's calls in proportion to weight. */
const weight = z
  .number()
  .int()
  .min(campaignWeightScale.least, 'El peso va de 1 a 10')
  .max(campaignWeightScale.most, 'El peso va de 1 a 10');
const kind = z.enum(campaignPurposes);

/** A campaign option. `read`: schema in responses. `given`: schema in requests. `change`: name in change requests. */
interface Option {
  readonly column: 'text' | 'jsonb' | 'uuid' | 'smallint' | 'boolean';
  readonly read: z.ZodType;
  readonly given?: z.ZodType;
  readonly change?: string;
  readonly isCopied?: true;
  readonly isAsked?: true;
}

export const campaignOptionDefinitions = {
  successDefinition: {
    column: 'text',
    read: z.string(),
    given: z.string().trim().min(1, 'La definición de éxito es requerida').max(4_000, 'Como máximo 4.000 caracteres'),
    isCopied: true,
  },
  /** True if the campaign waits for more people after everybody was called, instead of ending. */
  isOpen: { column: 'boolean', read: z.boolean(), change: 'open' },
  retryPolicy: { column: 'jsonb', read: retryPolicy, given: retryPolicy.default({}), isCopied: true, isAsked: true },
  retryLimits: { column: 'jsonb', read: retryLimits, given: retryLimits.default({}), isCopied: true, isAsked: true },
  /** Id of the campaign's check before dialling: a URL that is asked about each person right before the call. */
  checkId: { column: 'uuid', read: uuidSchema.nullable(), given: uuidSchema.nullish(), isCopied: true },
  weight: {
    column: 'smallint',
    read: weight,
    given: weight.default(campaignWeightScale.usual),
    change: 'weight',
    isCopied: true,
    isAsked: true,
  },
  /**
   * True if, among recipients of equal priority, people likely to answer at this hour are called first. The likelihood
   * comes from the workspace's past calls. For comparison, a random tenth of the people stay in the file's order.
   */
  bestHour: {
    column: 'boolean',
    read: z.boolean(),
    given: z.boolean().default(false),
    change: 'bestHour',
    isCopied: true,
  },
  /**
   * The campaign's own calling hours, by the recipient's local time. They lie within the workspace's calling hours.
   * Null if the campaign has none.
   */
  callingWindow: {
    column: 'jsonb',
    read: campaignCallingHoursSchema.nullable(),
    given: campaignCallingHoursSchema.nullish(),
    change: 'callingWindow',
    isCopied: true,
    isAsked: true,
  },
  /** The campaign's purpose, on which country rules depend. Null: the rules for all purposes apply. */
  kind: { column: 'text', read: kind.nullable(), given: kind.nullish(), isCopied: true, isAsked: true },
} as const satisfies Readonly<Record<string, Option>>;

type Options = typeof campaignOptionDefinitions;
export type CampaignOptionName = keyof Options;
export const campaignOptionNames = Object.keys(campaignOptionDefinitions) as CampaignOptionName[];

export type CampaignOptionValue<N extends CampaignOptionName> = z.output<Options[N]['read']>;
export type CampaignOptionValues = { readonly [N in CampaignOptionName]: CampaignOptionValue<N> };

type With<Part extends keyof Option> = {
  [N in CampaignOptionName]: Options[N] extends Readonly<Record<Part, unknown>> ? N : never;
}[CampaignOptionName];
const namesWith = <Part extends keyof Option>(part: Part): With<Part>[] =>
  campaignOptionNames.filter((name) => part in campaignOptionDefinitions[name]) as With<Part>[];

function shapeOf<Names extends CampaignOptionName, Part extends 'read' | 'given'>(names: readonly Names[], part: Part) {
  const rows: Readonly<Record<CampaignOptionName, Option>> = campaignOptionDefinitions;
  return Object.fromEntries(names.map((name) => [name, rows[name][part]])) as unknown as {
    [N in Names]: Options[N] extends Readonly<Record<Part, infer Schema>> ? Schema : never;
  };
}

export const campaignRequestOptionNames = namesWith('given');
export const copiedCampaignOptionNames = namesWith('isCopied');
export const changeableCampaignOptionNames = namesWith('change');
export type ChangeableCampaignOptionName = With<'change'>;

/** Default values of the optional campaign options, used if a request omits them. */
export const defaultCampaignOptionValues = Object.fromEntries(
  campaignRequestOptionNames.map((name) => [
    name,
    campaignOptionDefinitions[name].given.safeParse(undefined).data ?? null,
  ]),
) as unknown as Omit<Pick<CampaignOptionValues, (typeof campaignRequestOptionNames)[number]>, 'successDefinition'>;

/** The options' schemas in answers. */
export const campaignResponseOptionSchemas = shapeOf(campaignOptionNames, 'read');
/** The options' schemas for a new campaign. */
export const newCampaignOptionSchemas = shapeOf(campaignRequestOptionNames, 'given');
/** The options' schemas in a copy. */
export const copiedCampaignOptionSchemas = shapeOf(copiedCampaignOptionNames, 'read');
/** The options' schemas in a forecast request. */
export const forecastCampaignOptionSchemas = shapeOf(namesWith('isAsked'), 'given');
/** Schemas of the campaign options in a request that changes a campaign. All are optional. */
export const campaignOptionChangeSchemas = Object.fromEntries(
  changeableCampaignOptionNames.map((name) => [
    campaignOptionDefinitions[name].change,
    campaignOptionDefinitions[name].read.optional(),
  ]),
) as unknown as {
  [N in ChangeableCampaignOptionName as Options[N]['change']]: z.ZodOptional<Options[N]['read']>;
};
