/**
 * The options of a campaign, each once: what it is, its column, its default, whether it may change while the campaign dials, whether a
 * copy takes it, and whether a forecast depends on it. The bodies of create, change, draft and forecast derive from these rows, and so
 * do the column's type, insert, select, update, log and audit on the server. A column is named as its option, in snake_case.
 */
import { z } from 'zod';
import { uuid } from './access.ts';
import { campaignKinds } from './country-rules.ts';
import { id } from './inputs.ts';
import { weights } from './recipient-file.ts';
import { campaignWindow } from './settings.ts';

/** How an attempt may end so that another may follow (see GLOSSARY.md, "Outcome"). */
export const retryOutcomes = ['no_answer', 'busy', 'voicemail', 'error'] as const;
export type RetryOutcome = (typeof retryOutcomes)[number];

/** Per outcome: further attempts, beyond the first, that this outcome may cause for one recipient, and the wait before each. */
const retryRule = z.object({
  attempts: z.number().int().min(1, 'Al menos 1 intento').max(5, 'Como máximo 5 intentos'),
  delayMinutes: z.number().int().min(1, 'Al menos 1 minuto').max(10_080, 'Como máximo 7 días'),
  /** Not before the clock of whoever is called is three hours away from that of the attempt, within their calling window. */
  otherHour: z.boolean().optional(),
  /** From another of the campaign's numbers than the call before, where one is left. */
  otherNumber: z.boolean().optional(),
  /** The agent that speaks to voicemail, in its published version, such as one that leaves messages. Voicemail's rule alone has it. */
  agentId: id.optional(),
});
const retryPolicy = z
  .partialRecord(z.enum(retryOutcomes), retryRule)
  .refine((policy) => Object.entries(policy).every(([outcome, rule]) => outcome === 'voicemail' || !rule.agentId), {
    message: 'Solo los reintentos después de un contestador pueden tener otro agente',
  });
export type RetryPolicy = z.infer<typeof retryPolicy>;
/**
 * Limits of one recipient over all outcomes: calls at most, the first among them, and days since the first call. Beyond the days a
 * retry is neither granted nor dialled. A call back that was asked for is made beyond both.
 */
const retryLimits = z.object({
  maxAttempts: z.number().int().min(1, 'Al menos 1 intento').max(20, 'Como máximo 20 intentos').optional(),
  maxDays: z.number().int().min(1, 'Al menos 1 día').max(30, 'Como máximo 30 días').optional(),
});
export type RetryLimits = z.infer<typeof retryLimits>;

/** While several campaigns dial, each gets its share of the workspace's calls in proportion to its weight. */
const weight = z.number().int().min(weights.least, 'El peso va de 1 a 10').max(weights.most, 'El peso va de 1 a 10');
const kind = z.enum(campaignKinds);

/** A row: `read` is what campaigns answer, `given` what requests may leave out, `change` its name in a change. */
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
  /** It takes more people, and goes on waiting for them once everybody was called. */
  isOpen: { column: 'boolean', read: z.boolean(), change: 'open' },
  retryPolicy: { column: 'jsonb', read: retryPolicy, given: retryPolicy.default({}), isCopied: true, isAsked: true },
  retryLimits: { column: 'jsonb', read: retryLimits, given: retryLimits.default({}), isCopied: true, isAsked: true },
  /** A check that is asked about each person right before the call. */
  checkId: { column: 'uuid', read: uuid.nullable(), given: uuid.nullish(), isCopied: true },
  weight: {
    column: 'smallint',
    read: weight,
    given: weight.default(weights.usual),
    change: 'weight',
    isCopied: true,
    isAsked: true,
  },
  /**
   * Among people of equal priority those who answer most at this hour come first, by the workspace's own calls. A tenth of the
   * people, drawn at random, come in the file's order.
   */
  bestHour: {
    column: 'boolean',
    read: z.boolean(),
    given: z.boolean().default(false),
    change: 'bestHour',
    isCopied: true,
  },
  /** Hours of its own within the workspace's; each is judged by the clock of whoever is called. Null: the workspace's alone. */
  callingWindow: {
    column: 'jsonb',
    read: campaignWindow.nullable(),
    given: campaignWindow.nullish(),
    change: 'callingWindow',
    isCopied: true,
    isAsked: true,
  },
  /** The campaign's purpose, by which the rules by country differ. Null: the rules of all kinds apply. */
  kind: { column: 'text', read: kind.nullable(), given: kind.nullish(), isCopied: true, isAsked: true },
} as const satisfies Readonly<Record<string, Option>>;

type Options = typeof campaignOptions;
export type OptionName = keyof Options;
export const optionNames = Object.keys(campaignOptions) as OptionName[];

/** The value that campaigns answer. */
export type OptionValue<N extends OptionName> = z.output<Options[N]['read']>;
export type OptionValues = { readonly [N in OptionName]: OptionValue<N> };

/** Names of the options whose row has this flag or part. */
type With<Part extends keyof Option> = {
  [N in OptionName]: Options[N] extends Readonly<Record<Part, unknown>> ? N : never;
}[OptionName];
const namesWith = <Part extends keyof Option>(part: Part): With<Part>[] =>
  optionNames.filter((name) => part in campaignOptions[name]) as With<Part>[];

function shapeOf<Names extends OptionName, Part extends 'read' | 'given'>(names: readonly Names[], part: Part) {
  const rows: Readonly<Record<OptionName, Option>> = campaignOptions;
  return Object.fromEntries(names.map((name) => [name, rows[name][part]])) as unknown as {
    [N in Names]: Options[N] extends Readonly<Record<Part, infer Schema>> ? Schema : never;
  };
}

export const givenOptions = namesWith('given');
export const copiedOptions = namesWith('isCopied');
export const changeableOptions = namesWith('change');
export type ChangeableOption = With<'change'>;

/** The options of a campaign that is given none but what it must have. */
export const defaultOptions = Object.fromEntries(
  givenOptions.map((name) => [name, campaignOptions[name].given.safeParse(undefined).data ?? null]),
) as unknown as Omit<Pick<OptionValues, (typeof givenOptions)[number]>, 'successDefinition'>;

/** As campaigns answer them. */
export const readShape = shapeOf(optionNames, 'read');
/** As a new campaign is given them. */
export const createShape = shapeOf(givenOptions, 'given');
/** As a copy takes them. */
export const draftShape = shapeOf(copiedOptions, 'read');
/** As a forecast is asked with them. */
export const askedShape = shapeOf(namesWith('isAsked'), 'given');
/** As a change names them, all of them optional. */
export const changeShape = Object.fromEntries(
  changeableOptions.map((name) => [campaignOptions[name].change, campaignOptions[name].read.optional()]),
) as unknown as {
  [N in ChangeableOption as Options[N]['change']]: z.ZodOptional<Options[N]['read']>;
};
