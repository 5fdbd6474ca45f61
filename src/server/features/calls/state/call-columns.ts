/**
 * The columns of a call, each defined once: its type, its source in a report, how two reports are merged, and where it
 * is shown. Types, statements, merge and evidence derive from it. A column has its field's name in snake_case.
 */
import type { ColumnType, Generated } from 'kysely';
import type { CallDetail } from '../../../../contract/calls.ts';
import type { AnalysisFigures } from '../../../../retell/analysis-figures.ts';
import { readYesNo } from '../../../../retell/yes-no.ts';
import { recordingUrlOf } from '../../../../retell/recording-url.ts';
import { agentSpokeIn } from '../../../../retell/talk-times.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { AttemptOrigin } from './attempt-origin.ts';
import {
  mergeRules,
  type Evidence,
  type ExtraField,
  type ValueWithEvidence,
  type FieldRule,
  type ToldAnalysis,
} from './call-fields.ts';
import { readToolCalls } from './tool-calls.ts';
import {
  isObject,
  readArray,
  readCount,
  readDecimal,
  readDuration,
  readMoment,
  readObject,
  readText,
  type JsonObject,
  type JsonValue,
} from './wire-values.ts';

/** The parts of a provider's report about a call, from which each field of the call reads its value. */
export interface ReportParts {
  readonly call: WireCall;
  /** True if the report says that the call is over. */
  readonly isOver: boolean;
  readonly attempt: AttemptOrigin | null;
  /** The strength of the report's evidence. */
  readonly rank: Evidence;
  /** When we requested the report from the provider. Null if the provider sent it unasked. */
  readonly askedAt: Date | null;
  /** The call's analysis by the provider. Null if it is empty. */
  readonly analysis: JsonObject | null;
  readonly variables: JsonObject | null;
  readonly cost: JsonObject | null;
  readonly latency: JsonObject | null;
  /** The transcript as a list of utterances. */
  readonly said: unknown;
}

interface AttemptFact {
  readonly attemptId: string;
  readonly campaignId: string;
  /** When the attempt was created. Null if the call itself has a start or end time. */
  readonly createdAt: Date | null;
}

/** A person's scores of a call, each a share from 0 to 1. Parts that were not scored are missing. */
export interface CallReview {
  /** The verdict of a call's review: 1 if the call passed, otherwise 0. */
  readonly quality?: number;
  readonly script?: number;
  readonly intent?: number;
}

/** The analysis fields that the call's agent required when the call's analysis first arrived. */
export interface RequiredFields {
  readonly agent: string;
  readonly fields: readonly string[];
}

type SqlType =
  | 'text'
  | 'uuid'
  | 'date'
  | 'integer'
  | 'smallint'
  | 'numeric'
  | 'boolean'
  | 'timestamptz'
  | 'json'
  | 'jsonb';

/** A column's database type, with the TypeScript type `V` in a call's state and `K` in Kysely's schema. */
interface Kind<V, K = V> {
  readonly type: SqlType;
  /** Two properties that exist for TypeScript's type inference only, never at run time. */
  readonly held?: V;
  readonly kept?: K;
}
const kind = <V, K = V>(type: SqlType): Kind<V, K> => ({ type });

const text = kind<string>('text');
const words = <W extends string>() => kind<W>('text');
const integer = kind<number>('integer');
const smallint = kind<number>('smallint');
const boolean = kind<boolean>('boolean');
const uuid = kind<string>('uuid');
const date = kind<string>('date');
const moment = kind<Date, ColumnType<Date, Date | string, Date | string>>('timestamptz');
/** An exact decimal, as text. */
const decimal = kind<string, ColumnType<string, string | number, string | number>>('numeric');
const jsonb = <V>() => kind<V, ColumnType<V, string, string>>('jsonb');
const json = <V>() => kind<V, ColumnType<V, string, string>>('json');

const optional = <V, K>({ type }: Kind<V, K>): Kind<V | null, K | null> => ({ type });
/** Makes a column that is never null, because the database has a default. */
const defaulted = <V>({ type }: Kind<V>): Kind<V, Generated<V>> => ({ type });

/** A field that reports fill in. */
interface Field<V> {
  /** The field's position in `calls.evidence`, from 0. New fields get the next position. */
  readonly digit: number;
  /** The rule that decides between two reported values of the field if their evidence is equal. */
  readonly rule: FieldRule<V>;
  /** The provider's fields that this field covers. They are left out of `extra`. */
  readonly wire?: readonly (keyof WireCall)[];
  readonly read: (told: ReportParts) => V | null;
  /** The strength of the evidence for the field's value, if it differs from the report's. */
  readonly evidence?: (told: ReportParts) => Evidence;
  /** True if the field is read from the call analysis. Its value then comes from the analysis that won the merge. */
  readonly isJudged?: true;
}

function told<V, K>(held: Kind<V, K>, field: Field<V>): Kind<V | null, K | null> & { readonly field: Field<V> } {
  return { ...optional(held), field };
}

/** Marks a column of `call_details` that a call's page shows unchanged, under the name `name`. */
function shownAs<C, const N extends keyof CallDetail>(name: N, column: C): C & { readonly shownAs: N } {
  return { ...column, shownAs: name };
}

/** Marks a column of the conversation, which is a call's largest part, stored separately and written once. */
function conversation<C>(column: C): C & { readonly isConversation: true } {
  return { ...column, isConversation: true };
}

const keyColumns = {
  id: text,
  firstSeenAt: moment,
  /** The first day of the month in which the call was first seen. It selects the partition of its details. */
  firstSeenMonth: date,
};

/** Measures that call-measures.ts derives from a call's transcript and analysis. Null if unknown. */
const measureColumns = {
  /** True if the agent said something in the call. Null if no transcript is known. */
  agentSpoke: optional(boolean),
  /** When the agent's first word in the call began, in ms, if the agent spoke first. */
  greetingMs: optional(integer),
  /** Total of silences over two seconds in the call, in ms. Null if word times are unknown. */
  silenceMs: optional(integer),
  /** Time in ms during which the agent and another speaker of the call talked at once. */
  overlapMs: optional(integer),
  /** The call's analysis fields whose value is true, false or a number. */
  figures: optional(jsonb<AnalysisFigures>()),
  /** Number of required fields that the analysis has. Null without an analysis or a known agent. */
  fieldsFilled: optional(smallint),
  fieldsExpected: optional(smallint),
};

/** The columns of `calls` that may change. Costs are in US cents. */
const narrowColumns = {
  callType: defaulted(words<'phone_call' | 'web_call'>()),
  direction: {
    ...defaulted(words<'inbound' | 'outbound' | 'web_call'>()),
    field: field<'inbound' | 'outbound' | 'web_call'>({
      digit: 0,
      rule: mergeRules.text,
      wire: ['call_type', 'direction'],
      read: ({ call }) => directionOf(call),
    }),
  },
  fromNumber: told(text, {
    digit: 1,
    rule: mergeRules.text,
    wire: ['from_number'],
    read: ({ call }) => readText(call.from_number, 64),
  }),
  toNumber: told(text, {
    digit: 2,
    rule: mergeRules.text,
    wire: ['to_number'],
    read: ({ call }) => readText(call.to_number, 64),
  }),
  /** The other party's phone number in its normal form (key). Null for a web call or an unknown number. */
  contactKey: optional(text),
  agentId: told(text, {
    digit: 3,
    rule: mergeRules.text,
    wire: ['agent_id'],
    read: ({ call }) => readText(call.agent_id, 200),
  }),
  agentVersion: told(integer, {
    digit: 4,
    rule: mergeRules.number,
    wire: ['agent_version'],
    read: ({ call }) => readCount(call.agent_version, 2_147_483_647),
  }),
  // A customer name in the call's variables always overrides the name of the campaign recipient.
  customerName: told(text, {
    digit: 5,
    rule: mergeRules.text,
    read: (told) => nameIn(told) ?? readText(told.attempt?.customerName, 200),
    evidence: (told) => (nameIn(told) === null ? 0 : ((told.rank + 1) as Evidence)),
  }),
  attemptId: optional(uuid),
  campaignId: optional(uuid),
  reportedStatus: optional(text),
  isOver: defaulted(boolean),
  isAnalyzed: defaulted(boolean),
  status: defaulted(words<'registered' | 'ongoing' | 'ended' | 'not_connected' | 'error'>()),
  startAt: told(moment, {
    digit: 7,
    rule: mergeRules.moment,
    wire: ['start_timestamp'],
    read: ({ call }) => readMoment(call.start_timestamp),
  }),
  endAt: told(moment, {
    digit: 8,
    rule: mergeRules.moment,
    wire: ['end_timestamp'],
    read: ({ call }) => readMoment(call.end_timestamp),
  }),
  /** The duration that the provider reported, otherwise the time from the call's start to its end. */
  durationMs: told(integer, {
    digit: 9,
    rule: mergeRules.number,
    wire: ['duration_ms'],
    read: ({ call }) => readDuration(call.duration_ms),
  }),
  occurredAt: moment,
  disconnectionReason: told(text, {
    digit: 10,
    rule: mergeRules.text,
    wire: ['disconnection_reason'],
    read: ({ call }) => readText(call.disconnection_reason, 100),
  }),
  sentiment: told(text, {
    digit: 11,
    rule: mergeRules.text,
    isJudged: true,
    read: ({ analysis }) => readText(analysis?.['user_sentiment'], 50),
  }),
  isSuccessful: told(boolean, {
    digit: 12,
    rule: mergeRules.boolean,
    isJudged: true,
    read: ({ analysis }) => readYesNo(analysis?.['call_successful']),
  }),
  inVoicemail: told(boolean, {
    digit: 13,
    rule: mergeRules.boolean,
    isJudged: true,
    read: ({ analysis }) => readYesNo(analysis?.['in_voicemail']),
  }),
  /** When we requested the call, if its analysis is from that answer. Null if a webhook or a list reported it. */
  analysisAskedAt: optional(moment),
  costCents: told(decimal, {
    digit: 14,
    rule: mergeRules.decimal,
    read: ({ cost }) => readDecimal(cost?.['combined_cost'], 1e9),
  }),
  e2eP50Ms: told(decimal, {
    digit: 15,
    rule: mergeRules.decimal,
    read: ({ latency }) => readDecimal(isObject(latency?.['e2e']) ? latency['e2e']['p50'] : null, 3_600_000),
  }),
  /** One digit for each field of the call says how strong the evidence for its value is. '-' means no value yet. */
  evidence: defaulted(text),
  ...measureColumns,
  /** True if another call with the same number followed within seven days. Null for a call without a number. */
  isFollowedUp: optional(boolean),
  review: optional(jsonb<CallReview>()),
};

/** The columns of `call_details` except its key. */
const wideColumns = {
  transcript: conversation(
    told(text, {
      digit: 16,
      rule: mergeRules.growing,
      wire: ['transcript'],
      read: ({ call }) => readText(call.transcript, 5_000_000),
    }),
  ),
  transcriptObject: conversation(
    told(json<readonly JsonValue[]>(), {
      digit: 17,
      rule: mergeRules.growingList,
      wire: ['transcript_object'],
      read: ({ said }) => readArray(said),
    }),
  ),
  recordingUrl: told(text, {
    digit: 18,
    rule: mergeRules.text,
    wire: ['recording_url'],
    read: ({ call }) => readText(recordingUrlOf(call), 4_000),
  }),
  callAnalysis: shownAs('callAnalysis', optional(jsonb<JsonObject>())),
  // In the whole cost and latency objects, the figure that `calls` has too is compared first: both are from one report.
  callCost: shownAs(
    'callCost',
    told(jsonb<JsonObject>(), {
      digit: 20,
      rule: mergeRules.ledBy((cost) => cost['combined_cost']),
      wire: ['call_cost'],
      read: ({ cost }) => cost,
    }),
  ),
  latency: shownAs(
    'latency',
    told(jsonb<JsonObject>(), {
      digit: 21,
      rule: mergeRules.ledBy((latency) => (latency['e2e'] as JsonObject | null | undefined)?.['p50']),
      wire: ['latency'],
      read: ({ latency }) => latency,
    }),
  ),
  llmTokenUsage: shownAs(
    'llmTokenUsage',
    told(jsonb<JsonObject>(), {
      digit: 22,
      rule: mergeRules.wholeObject,
      wire: ['llm_token_usage'],
      read: ({ call }) => readObject(call.llm_token_usage),
    }),
  ),
  dynamicVariables: shownAs(
    'retellLlmDynamicVariables',
    told(jsonb<JsonObject>(), {
      digit: 23,
      rule: mergeRules.object,
      wire: ['retell_llm_dynamic_variables'],
      read: ({ variables }) => variables,
    }),
  ),
  collectedVariables: shownAs(
    'collectedDynamicVariables',
    told(jsonb<JsonObject>(), {
      digit: 24,
      rule: mergeRules.object,
      wire: ['collected_dynamic_variables'],
      read: ({ call }) => readObject(call.collected_dynamic_variables),
    }),
  ),
  metadata: told(jsonb<JsonObject>(), {
    digit: 25,
    rule: mergeRules.object,
    wire: ['metadata'],
    read: ({ call }) => readObject(call.metadata),
  }),
  /** Requests and answers of the agent's tools during the call, in order (tool-calls.ts). */
  toolCalls: conversation(
    told(json<readonly JsonValue[]>(), {
      digit: 26,
      rule: mergeRules.growingList,
      wire: ['transcript_with_tool_calls', 'scrubbed_transcript_with_tool_calls'],
      read: ({ call }) => readToolCalls(call.transcript_with_tool_calls ?? call.scrubbed_transcript_with_tool_calls),
    }),
  ),
  /** The analysis fields that the agent required when the call's analysis arrived. */
  requiredFields: optional(jsonb<RequiredFields>()),
  /** Provider fields without a column, by name, each with its evidence. Limited in number and size. */
  extra: optional(jsonb<Readonly<Record<string, ExtraField>>>()),
};

/** Fields of a call that are read from reports but not stored in a column of their own. */
const otherFields = {
  attempt: {
    field: field<AttemptFact>({
      digit: 6,
      rule: mergeRules.attempt,
      read: ({ attempt }) =>
        attempt && { attemptId: attempt.attemptId, campaignId: attempt.campaignId, createdAt: attempt.createdAt },
    }),
  },
  analysis: {
    field: field<ToldAnalysis>({
      digit: 19,
      rule: mergeRules.analysis,
      wire: ['call_analysis'],
      read: ({ analysis, askedAt }) => analysis && { said: analysis, askedAt },
      evidence: ({ rank, askedAt }) => (askedAt === null ? rank : 4),
    }),
  },
  // `agentSpoke` is read from reports, because an empty transcript shows a silent agent, but is not stored.
  agentSpoke: {
    field: field<boolean>({
      digit: 27,
      rule: mergeRules.boolean,
      read: ({ call, isOver, said }) => (isOver && isTranscriptKept(call) ? agentSpokeIn(said, call.transcript) : null),
    }),
  },
};

function field<V>(given: Field<V>): Field<V> {
  return given;
}

function nameIn({ variables }: ReportParts): string | null {
  return readText(variables?.['customer_name'], 200);
}

function directionOf({ call_type: type, direction }: WireCall): 'inbound' | 'outbound' | 'web_call' | null {
  if (type === 'web_call') return 'web_call';
  return direction === 'inbound' || direction === 'outbound' ? direction : null;
}

/** False if the account keeps no transcripts. An empty transcript then does not show that nobody spoke. */
function isTranscriptKept(call: Pick<WireCall, 'data_storage_setting'>): boolean {
  return call.data_storage_setting !== 'basic_attributes_only';
}

type Held<T> = { readonly [F in keyof T]: T[F] extends Kind<infer V, unknown> ? V : never };
type Snake<S> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
type Kept<T> = { [F in keyof T as Snake<F>]: T[F] extends Kind<unknown, infer K> ? K : never };
type FieldsOf<T> = {
  [F in keyof T as T[F] extends { readonly field: unknown } ? F : never]: T[F] extends {
    readonly field: Field<infer V>;
  }
    ? V
    : never;
};

/** A row of `calls`: the narrow part of a call, without transcript and details. */
export type CallState = Held<typeof keyColumns & typeof narrowColumns>;
/** A row of `call_details`: the wide part of a call, with its transcript. */
export type CallDetails = Held<typeof wideColumns>;
export type CallMeasures = Held<typeof measureColumns>;

/** The type of each field's value. */
export type FieldValues = FieldsOf<typeof narrowColumns> & FieldsOf<typeof wideColumns> & FieldsOf<typeof otherFields>;
export type FieldName = keyof FieldValues;
/** A fact for each field of a call: the field's value with the strength of its evidence. */
export type Facts = readonly (ValueWithEvidence<unknown> | null)[];

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    calls: Kept<typeof keyColumns & typeof narrowColumns> & {
      workspace_id: string;
      updated_at: Generated<Date>;
      erased_at: ColumnType<Date, Date | string, Date | string> | null;
      analysis_runs: Generated<number>;
      analysis_under_way_until: ColumnType<Date, Date | string, Date | string> | null;
      /** When another run of the call's analysis was last ordered, while its result is unknown. */
      analysis_ordered_at: ColumnType<Date, Date | string, Date | string> | null;
      /** When a different analysis of the call arrived. Null once the provider was asked which one is right. */
      analysis_disputed_at: ColumnType<Date, Date | string, Date | string> | null;
    };
    call_details: Kept<typeof wideColumns> & { workspace_id: string; call_id: string; first_seen_month: string };
  }
}

/** A table column with its field's name and its type, as SQL statements use it. */
type Stated<T> = {
  readonly [F in keyof T]: { readonly field: F; readonly column: Snake<F>; readonly type: SqlType };
}[keyof T];

type Selected<T> = { readonly [F in keyof T & string]: `${Snake<F>} as ${F}` }[keyof T & string];

function stated<T extends Readonly<Record<string, Kind<unknown>>>>(columns: T): readonly Stated<T>[] {
  return Object.entries(columns).map(([field, { type }]) => ({
    field,
    column: toSnake(field),
    type,
  })) as unknown as readonly Stated<T>[];
}

export function toSnake<F extends string>(name: F): Snake<F> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<F>;
}

const stateKey = stated(keyColumns);
/** Measures of a call from which nothing could be read: all null. */
export const noMeasures = Object.fromEntries(
  Object.keys(measureColumns).map((name) => [name, null]),
) as unknown as CallMeasures;
/** The columns of `calls` that may change, in the order of the SQL statements. */
export const mutableCallColumns = stated(narrowColumns);
export const detailsColumns = stated(wideColumns);
/** SELECT list of `calls`: each column under its field's name, so that rows need no conversion. */
export const stateSelection = [...stateKey, ...mutableCallColumns].map(
  ({ field, column }) => `${column} as ${field}`,
) as readonly Selected<typeof keyColumns & typeof narrowColumns>[];
export const detailsSelection = detailsColumns.map(({ field, column }) => `${column} as ${field}`) as readonly Selected<
  typeof wideColumns
>[];
export const isConversation = (name: keyof CallDetails): boolean => 'isConversation' in wideColumns[name];

type ShownField = {
  [F in keyof typeof wideColumns]: (typeof wideColumns)[F] extends { readonly shownAs: string } ? F : never;
}[keyof typeof wideColumns];
/** The details of a call that its page shows unchanged. */
export type ShownDetails = { -readonly [F in ShownField as (typeof wideColumns)[F]['shownAs']]: CallDetails[F] };
/** The columns that a call's page shows unchanged, each with its name on the page. */
export const shownDetails: readonly (readonly [keyof ShownDetails, Snake<ShownField>])[] = Object.entries(
  wideColumns,
).flatMap(([name, column]) => ('shownAs' in column ? [[column.shownAs, toSnake(name as ShownField)] as const] : []));

const withField = Object.entries({ ...narrowColumns, ...wideColumns, ...otherFields }).flatMap(([name, column]) =>
  'field' in column ? [[name as FieldName, column.field as Field<unknown>] as const] : [],
);
/** The fields in the order of `calls.evidence`. */
export const callFields: readonly (readonly [FieldName, Field<unknown>])[] = withField.sort(
  ([, a], [, b]) => a.digit - b.digit,
);
export const fieldNames: readonly FieldName[] = callFields.map(([name]) => name);
const digits = Object.fromEntries(fieldNames.map((name, index) => [name, index])) as Readonly<
  Record<FieldName, number>
>;

export function factValueOf<F extends FieldName>(facts: Facts, name: F): FieldValues[F] | null {
  return (facts[digits[name]]?.value ?? null) as FieldValues[F] | null;
}

type TakenOver<T> = Pick<T, keyof T & Exclude<FieldName, 'agentSpoke'>>;
/** Copies from a call's facts the values that its row in `calls` stores unchanged. */
export const stateFromFacts = takenOver<CallState>(mutableCallColumns);
export const detailsFromFacts = takenOver<CallDetails>(detailsColumns);

function takenOver<T>(columns: readonly { readonly field: string }[]): (facts: Facts) => TakenOver<T> {
  const taken = columns.flatMap(({ field }) =>
    field === 'agentSpoke' || !(field in digits) ? [] : [{ field, digit: digits[field as FieldName] }],
  );
  return (facts) => {
    const values: Record<string, unknown> = {};
    for (const { field, digit } of taken) values[field] = facts[digit]?.value ?? null;
    return values as TakenOver<T>;
  };
}

/** Provider fields that never go to `extra`: fields with a column, the call's id and status, a web call's secret. */
export const nonExtraFields: ReadonlySet<string> = new Set([
  'call_id',
  'call_status',
  'access_token',
  ...callFields.flatMap(([, { wire = [] }]) => wire),
]);
