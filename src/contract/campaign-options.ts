/**
 * The options of a campaign, one row each: schema, column, default, whether it may change while dialling, whether a
 * copy takes it, and whether forecasts use it. The request schemas derive from these rows, and so do the server's
 * column type, insert, select, update, log and audit. The column has the option's name in snake_case.
 */
import { z } from 'zod';
import { uuid } from './access.ts';
import { campaignKinds } from './country-rules.ts';
import { id } from './inputs.ts';
import { campaignWeights } from './recipient-file.ts';
import { campaignWindow } from './settings.ts';

/** Outcomes of an attempt after which a retry may follow (see GLOSSARY.md, "Outcome"). */
export const retryOutcomes = ['no_answer', 'busy', 'voicemail', 'error'] as const;
export type RetryOutcome = (typeof retryOutcomes)[number];

/** Retries of a recipient after one outcome: their maximum number, and the wait before each. */
const retryRule = z.object({
  attempts: z.number().int().min(1, 'Al menos 1 intento').max(5, 'Como máximo 5 intentos'),
  delayMinutes: z.number().int().min(1, 'Al menos 1 minuto').max(10_080, 'Como máximo 7 días'),
  /** True if the retry waits until the recipient's local time is three hours away from the attempt's. */
  otherHour: z.boolean().optional(),
  /** True if the retry is dialled from another of the campaign's numbers, if one is left. */
  otherNumber: z.boolean().optional(),
  /** Agent used for a retry after voicemail, in its published version. Only the rule for voicemail has it. */
  agentId: id.optional(),
});
const retryPolicy = z
  .partialRecord(z.enum(retryOutcomes), retryRule)
  .refine((policy) => Object.entries(policy).every(([outcome, rule]) => outcome === 'voicemail' || !rule.agentId), {
    message: 'Solo los reintentos después de un contestador pueden tener otro agente',
  });
export type RetryPolicy = z.infer<typeof retryPolicy>;
/**
 * Retry limits for one recipient over all outcomes: calls including the first, and days since the first call. After
 * these days no retry is granted or dialled. A requested call back ignores both limits.
 */
const retryLimits = z.object({
  maxAttempts: z.number().int().min(1, 'Al menos 1 intento').max(20, 'Como máximo 20 intentos').optional(),
  maxDays: z.number().int().min(1, 'Al menos 1 día').max(30, 'Como máximo 30 días').optional(),
});
export type RetryLimits = z.infer<typeof retryLimits>;

/** The campaign's weight. Campaigns that dial at the same time share the workspace's calls in proportion to it. */
const weight = z
  .number()
  .int()
  .min(campaignWeights.least, 'El peso va de 1 a 10')
  .max(campaignWeights.most, 'El peso va de 1 a 10');
const kind = z.enum(campaignKinds);

/** A campaign option: `read` is its schema in answers, `given` in requests, `change` its name in a change. */
interface Option {
  readonly column: 'text' | 'jsonb' | 'uuid' | 'smallint' | 'boolean';
  readonly read: z.ZodType;
  readonly given?: z.ZodType;
  readonly change?: string;
  readonly isCopied?: true;
  readonly isAsked?: true;
}

export const campaignOptions = {
  successDefinition: {
    column: 'text',
    read: z.string(),
    given: z.string().trim().min(1, 'La definición de éxito es requerida').max(4_000, 'Como máximo 4.000 caracteres'),
    isCopied: true,
  },
  /** True if people can still be added to the campaign, which then waits for them once everybody was called. */
  isOpen: { column: 'boolean', read: z.boolean(), change: 'open' },
  retryPolicy: { column: 'jsonb', read: retryPolicy, given: retryPolicy.default({}), isCopied: true, isAsked: true },
  retryLimits: { column: 'jsonb', read: retryLimits, given: retryLimits.default({}), isCopied: true, isAsked: true },
  /** Id of the check before dialling, which is asked about each person right before the call. */
  checkId: { column: 'uuid', read: uuid.nullable(), given: uuid.nullish(), isCopied: true },
  weight: {
    column: 'smallint',
    read: weight,
    given: weight.default(campaignWeights.usual),
    change: 'weight',
    isCopied: true,
    isAsked: true,
  },
  /**
   * True if, at equal priority, people likely to answer at this hour are called first, judged by the workspace's past
   * calls. A random tenth of the people keep the file's order.
   */
  bestHour: {
    column: 'boolean',
    read: z.boolean(),
    given: z.boolean().default(false),
    change: 'bestHour',
    isCopied: true,
  },
  /** The campaign's own hours within the workspace's, by the recipient's clock. Null: only the workspace's apply. */
  callingWindow: {
    column: 'jsonb',
    read: campaignWindow.nullable(),
    given: campaignWindow.nullish(),
    change: 'callingWindow',
    isCopied: true,
    isAsked: true,
  },
  /** The campaign's purpose, on which the country rules depend. Null: the rules of all kinds apply. */
  kind: { column: 'text', read: kind.nullable(), given: kind.nullish(), isCopied: true, isAsked: true },
} as const satisfies Readonly<Record<string, Option>>;

type Options = typeof campaignOptions;
export type CampaignOptionName = keyof Options;
export const campaignOptionNames = Object.keys(campaignOptions) as CampaignOptionName[];

/** Type of a campaign option's value in API responses. */
export type CampaignOptionValue<N extends CampaignOptionName> = z.output<Options[N]['read']>;
export type CampaignOptionValues = { readonly [N in CampaignOptionName]: CampaignOptionValue<N> };

/** Names of the campaign options whose definition has the given property. */
type With<Part extends keyof Option> = {
  [N in CampaignOptionName]: Options[N] extends Readonly<Record<Part, unknown>> ? N : never;
}[CampaignOptionName];
const namesWith = <Part extends keyof Option>(part: Part): With<Part>[] =>
  campaignOptionNames.filter((name) => part in campaignOptions[name]) as With<Part>[];

function shapeOf<Names extends CampaignOptionName, Part extends 'read' | 'given'>(names: readonly Names[], part: Part) {
  const rows: Readonly<Record<CampaignOptionName, Option>> = campaignOptions;
  return Object.fromEntries(names.map((name) => [name, rows[name][part]])) as unknown as {
    [N in Names]: Options[N] extends Readonly<Record<Part, infer Schema>> ? Schema : never;
  };
}

export const requestOptionNames = namesWith('given');
export const copiedOptionNames = namesWith('isCopied');
export const changeableOptionNames = namesWith('change');
export type ChangeableOption = With<'change'>;

/** Values of the campaign options if a request sets none of the optional ones. */
export const defaultOptions = Object.fromEntries(
  requestOptionNames.map((name) => [name, campaignOptions[name].given.safeParse(undefined).data ?? null]),
) as unknown as Omit<Pick<CampaignOptionValues, (typeof requestOptionNames)[number]>, 'successDefinition'>;

/** The options' schemas in answers. */
export const answerOptionSchemas = shapeOf(campaignOptionNames, 'read');
/** The options' schemas for a new campaign. */
export const createOptionSchemas = shapeOf(requestOptionNames, 'given');
/** The options' schemas in a copy. */
export const draftOptionSchemas = shapeOf(copiedOptionNames, 'read');
/** The options' schemas in a forecast request. */
export const forecastOptionSchemas = shapeOf(namesWith('isAsked'), 'given');
/** Schemas of the campaign options in a change request, all optional. */
export const changeOptionSchemas = Object.fromEntries(
  changeableOptionNames.map((name) => [campaignOptions[name].change, campaignOptions[name].read.optional()]),
) as unknown as {
  [N in ChangeableOption as Options[N]['change']]: z.ZodOptional<Options[N]['read']>;
};
