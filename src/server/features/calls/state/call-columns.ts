/**
 * Defines each column of a call: its type, how webhooks and lists fill it, how two values merge, and where it is shown.
 * Types, statements and the merge derive from it. A column's name is its field's name in snake_case.
 */
import type { ColumnType, Generated } from 'kysely';
import type { CallDetail } from '../../../../contract/calls.ts';
import type { CallAnalysisFigures } from '../../../../retell/analysis-figures.ts';
import { parseYesNo } from '../../../../retell/yes-no.ts';
import { pickRecordingUrl } from '../../../../retell/recording-url.ts';
import { agentSpokeIn } from '../../../../retell/talk-times.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { CallAttemptFacts } from './attempt-origin.ts';
import {
  callFieldMergeRules,
  type EvidenceRank,
  type ExtraCallField,
  type ValueWithEvidence,
  type CallFieldMergeRule,
  type ReportedAnalysis,
} from './call-fields.ts';
import { parseToolCalls } from './tool-calls.ts';
import {
  isObject,
  toStorableJsonArray,
  parseWireWholeNumber,
  parseWireDecimal,
  parseWireDurationMs,
  parseWireEpochTime,
  toStorableJsonObject,
  parseWireText,
  type JsonObject,
  type JsonValue,
} from './wire-values.ts';

/** The parts of a provider's report from which the fields of a call are read. */
export interface CallReportFieldSources {
  readonly call: WireCall;
  readonly isOver: boolean;
  readonly attempt: CallAttemptFacts | null;
  /** The strength of the report's evidence. */
  readonly rank: EvidenceRank;
  /**
   * Time of our request for this call alone, if the report is its answer. Null for a report by webhook or from a list
   * of calls.
   */
  readonly askedAt: Date | null;
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
  /**
   * Creation time of the campaign attempt, which is used as the call's time. Null if the call itself has a start or end
   * time.
   */
  readonly createdAt: Date | null;
}

/** The scores of a call's review by a person, each from 0 to 1. Unscored parts are missing. */
export interface CallReviewScores {
  /** Score for passing: 1 if the reviewed call passed, otherwise 0. */
  readonly quality?: number;
  readonly script?: number;
  readonly intent?: number;
}

/** Names of the analysis fields that the call's agent required at the call's first analysis. */
export interface RequiredAnalysisFields {
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

interface Kind<V, K = V> {
  readonly type: SqlType;
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
/** Creates a column that is never null, because the database has a default value for it. */
const defaulted = <V>({ type }: Kind<V>): Kind<V, Generated<V>> => ({ type });

/** A field that reports fill in. */
interface Field<V> {
  /**
   * Index (from 0) of the digit in `calls.evidence` that says how reliable this field's value is. A new field gets the
   * next free index.
   */
  readonly digit: number;
  readonly rule: CallFieldMergeRule<V>;
  /**
   * Names of the properties of the provider's call object that are stored in this field, and therefore not in `extra`.
   */
  readonly wire?: readonly (keyof WireCall)[];
  readonly read: (told: CallReportFieldSources) => V | null;
  /**
   * Returns how reliable the field's value is (0 to 4). If this function is missing, the value is as reliable as its
   * report.
   */
  readonly evidence?: (told: CallReportFieldSources) => EvidenceRank;
  /** True if the field is read from the provider's analysis. All such fields are taken from the same report. */
  readonly isJudged?: true;
}

function told<V, K>(held: Kind<V, K>, field: Field<V>): Kind<V | null, K | null> & { readonly field: Field<V> } {
  return { ...optional(held), field };
}

/** Marks a column of `call_details` whose value the API returns unchanged, under the property name `name`. */
function shownAs<C, const N extends keyof CallDetail>(name: N, column: C): C & { readonly shownAs: N } {
  return { ...column, shownAs: name };
}

/**
 * Marks a large column of `call_details`, such as the transcript, that is rewritten only if the conversation changed.
 */
function conversation<C>(column: C): C & { readonly isConversation: true } {
  return { ...column, isConversation: true };
}

const keyColumns = {
  id: text,
  firstSeenAt: moment,
  /** First day of the month in which the call was first seen. It selects the partition of the call's details. */
  firstSeenMonth: date,
};

/** Columns with measures of a call that are computed from its transcript and analysis. Null means unknown. */
const measureColumns = {
  /** True if the agent said something in the call. Null if no transcript is known. */
  agentSpoke: optional(boolean),
  /** Time in ms until the agent's first word, if the agent spoke first. */
  greetingMs: optional(integer),
  /** Sum of all silences over two seconds in the call, in ms. Null if word times are unknown. */
  silenceMs: optional(integer),
  /** Time in ms during which the agent and somebody else spoke at once. */
  overlapMs: optional(integer),
  /** The call's analysis fields whose value is true, false or a number. */
  figures: optional(jsonb<CallAnalysisFigures>()),
  /** Number of fields that the agent requires and the analysis contains. Null if unknown. */
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
      rule: callFieldMergeRules.text,
      wire: ['call_type', 'direction'],
      read: ({ call }) => directionOf(call),
    }),
  },
  fromNumber: told(text, {
    digit: 1,
    rule: callFieldMergeRules.text,
    wire: ['from_number'],
    read: ({ call }) => parseWireText(call.from_number, 64),
  }),
  toNumber: told(text, {
    digit: 2,
    rule: callFieldMergeRules.text,
    wire: ['to_number'],
    read: ({ call }) => parseWireText(call.to_number, 64),
  }),
  /** The other party's phone number, normalised. Null for a web call or if the number is unknown. */
  contactKey: optional(text),
  agentId: told(text, {
    digit: 3,
    rule: callFieldMergeRules.text,
    wire: ['agent_id'],
    read: ({ call }) => parseWireText(call.agent_id, 200),
  }),
  agentVersion: told(integer, {
    digit: 4,
    rule: callFieldMergeRules.number,
    wire: ['agent_version'],
    read: ({ call }) => parseWireWholeNumber(call.agent_version, 2_147_483_647),
  }),
  // Prefer the customer's name in the call's variables to the name of the campaign recipient.
  customerName: told(text, {
    digit: 5,
    rule: callFieldMergeRules.text,
    read: (told) => nameIn(told) ?? parseWireText(told.attempt?.customerName, 200),
    evidence: (told) => (nameIn(told) === null ? 0 : ((told.rank + 1) as EvidenceRank)),
  }),
  attemptId: optional(uuid),
  campaignId: optional(uuid),
  reportedStatus: optional(text),
  isOver: defaulted(boolean),
  isAnalyzed: defaulted(boolean),
  status: defaulted(words<'registered' | 'ongoing' | 'ended' | 'not_connected' | 'error'>()),
  startAt: told(moment, {
    digit: 7,
    rule: callFieldMergeRules.moment,
    wire: ['start_timestamp'],
    read: ({ call }) => parseWireEpochTime(call.start_timestamp),
  }),
  endAt: told(moment, {
    digit: 8,
    rule: callFieldMergeRules.moment,
    wire: ['end_timestamp'],
    read: ({ call }) => parseWireEpochTime(call.end_timestamp),
  }),
  /** The duration that the provider reported; if it reported none, the time from start to end. */
  durationMs: told(integer, {
    digit: 9,
    rule: callFieldMergeRules.number,
    wire: ['duration_ms'],
    read: ({ call }) => parseWireDurationMs(call.duration_ms),
  }),
  occurredAt: moment,
  disconnectionReason: told(text, {
    digit: 10,
    rule: callFieldMergeRules.text,
    wire: ['disconnection_reason'],
    read: ({ call }) => parseWireText(call.disconnection_reason, 100),
  }),
  sentiment: told(text, {
    digit: 11,
    rule: callFieldMergeRules.text,
    isJudged: true,
    read: ({ analysis }) => parseWireText(analysis?.['user_sentiment'], 50),
  }),
  isSuccessful: told(boolean, {
    digit: 12,
    rule: callFieldMergeRules.boolean,
    isJudged: true,
    read: ({ analysis }) => parseYesNo(analysis?.['call_successful']),
  }),
  inVoicemail: told(boolean, {
    digit: 13,
    rule: callFieldMergeRules.boolean,
    isJudged: true,
    read: ({ analysis }) => parseYesNo(analysis?.['in_voicemail']),
  }),
  /** Time at which we requested the stored analysis. Null if the analysis came by webhook or in a list of calls. */
  analysisAskedAt: optional(moment),
  costCents: told(decimal, {
    digit: 14,
    rule: callFieldMergeRules.decimal,
    read: ({ cost }) => parseWireDecimal(cost?.['combined_cost'], 1e9),
  }),
  e2eP50Ms: told(decimal, {
    digit: 15,
    rule: callFieldMergeRules.decimal,
    read: ({ latency }) => parseWireDecimal(isObject(latency?.['e2e']) ? latency['e2e']['p50'] : null, 3_600_000),
  }),
  /** Text with one digit for each field of a call: how reliable the field's value is. '-' means no value. */
  evidence: defaulted(text),
  ...measureColumns,
  /** True if another call with the same number followed within seven days. Null if the call has no number. */
  isFollowedUp: optional(boolean),
  review: optional(jsonb<CallReviewScores>()),
};

/** The columns of `call_details` except its key. */
const wideColumns = {
  transcript: conversation(
    told(text, {
      digit: 16,
      rule: callFieldMergeRules.growing,
      wire: ['transcript'],
      read: ({ call }) => parseWireText(call.transcript, 5_000_000),
    }),
  ),
  transcriptObject: conversation(
    told(json<readonly JsonValue[]>(), {
      digit: 17,
      rule: callFieldMergeRules.growingList,
      wire: ['transcript_object'],
      read: ({ said }) => toStorableJsonArray(said),
    }),
  ),
  recordingUrl: told(text, {
    digit: 18,
    rule: callFieldMergeRules.text,
    wire: ['recording_url'],
    read: ({ call }) => parseWireText(pickRecordingUrl(call), 4_000),
  }),
  callAnalysis: shownAs('callAnalysis', optional(jsonb<JsonObject>())),
  // Of two reports, keep the costs with the greater total and the latencies with the greater median. `calls` stores
  // total and median by the same rule and must agree with these details.
  callCost: shownAs(
    'callCost',
    told(jsonb<JsonObject>(), {
      digit: 20,
      rule: callFieldMergeRules.ledBy((cost) => cost['combined_cost']),
      wire: ['call_cost'],
      read: ({ cost }) => cost,
    }),
  ),
  latency: shownAs(
    'latency',
    told(jsonb<JsonObject>(), {
      digit: 21,
      rule: callFieldMergeRules.ledBy((latency) => (latency['e2e'] as JsonObject | null | undefined)?.['p50']),
      wire: ['latency'],
      read: ({ latency }) => latency,
    }),
  ),
  llmTokenUsage: shownAs(
    'llmTokenUsage',
    told(jsonb<JsonObject>(), {
      digit: 22,
      rule: callFieldMergeRules.wholeObject,
      wire: ['llm_token_usage'],
      read: ({ call }) => toStorableJsonObject(call.llm_token_usage),
    }),
  ),
  dynamicVariables: shownAs(
    'retellLlmDynamicVariables',
    told(jsonb<JsonObject>(), {
      digit: 23,
      rule: callFieldMergeRules.object,
      wire: ['retell_llm_dynamic_variables'],
      read: ({ variables }) => variables,
    }),
  ),
  collectedVariables: shownAs(
    'collectedDynamicVariables',
    told(jsonb<JsonObject>(), {
      digit: 24,
      rule: callFieldMergeRules.object,
      wire: ['collected_dynamic_variables'],
      read: ({ call }) => toStorableJsonObject(call.collected_dynamic_variables),
    }),
  ),
  metadata: told(jsonb<JsonObject>(), {
    digit: 25,
    rule: callFieldMergeRules.object,
    wire: ['metadata'],
    read: ({ call }) => toStorableJsonObject(call.metadata),
  }),
  /** Tool calls of the agent during the call, with their results, in order (tool-calls.ts). */
  toolCalls: conversation(
    told(json<readonly JsonValue[]>(), {
      digit: 26,
      rule: callFieldMergeRules.growingList,
      wire: ['transcript_with_tool_calls', 'scrubbed_transcript_with_tool_calls'],
      read: ({ call }) => parseToolCalls(call.transcript_with_tool_calls ?? call.scrubbed_transcript_with_tool_calls),
    }),
  ),
  requiredFields: optional(jsonb<RequiredAnalysisFields>()),
  /**
   * Fields of the provider's call object that have no column, by field name. Each value is stored with its reliability,
   * so that the most reliable report wins. The number and size of these fields are limited.
   */
  extra: optional(jsonb<Readonly<Record<string, ExtraCallField>>>()),
};

/** Fields that are read from the provider's data of a call and merged, but have no column of the same name. */
const otherFields = {
  attempt: {
    field: field<AttemptFact>({
      digit: 6,
      rule: callFieldMergeRules.attempt,
      read: ({ attempt }) =>
        attempt && { attemptId: attempt.attemptId, campaignId: attempt.campaignId, createdAt: attempt.createdAt },
    }),
  },
  analysis: {
    field: field<ReportedAnalysis>({
      digit: 19,
      rule: callFieldMergeRules.analysis,
      wire: ['call_analysis'],
      read: ({ analysis, askedAt }) => analysis && { said: analysis, askedAt },
      evidence: ({ rank, askedAt }) => (askedAt === null ? rank : 4),
    }),
  },
  // Store in a separate field whether the agent spoke, because an empty transcript is not stored and so can't show it.
  agentSpoke: {
    field: field<boolean>({
      digit: 27,
      rule: callFieldMergeRules.boolean,
      read: ({ call, isOver, said }) => (isOver && isTranscriptKept(call) ? agentSpokeIn(said, call.transcript) : null),
    }),
  },
};

function field<V>(given: Field<V>): Field<V> {
  return given;
}

function nameIn({ variables }: CallReportFieldSources): string | null {
  return parseWireText(variables?.['customer_name'], 200);
}

function directionOf({ call_type: type, direction }: WireCall): 'inbound' | 'outbound' | 'web_call' | null {
  if (type === 'web_call') return 'web_call';
  return direction === 'inbound' || direction === 'outbound' ? direction : null;
}

/** False if the provider's account keeps no transcripts. An empty transcript then does not mean that nobody spoke. */
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

/** A row of `calls`: the small values of a call. Its transcript and details are in `call_details`. */
export type CallTableRow = Held<typeof keyColumns & typeof narrowColumns>;
/** A row of `call_details`: the transcript and other large values of a call. */
export type CallDetailsRow = Held<typeof wideColumns>;
export type CallMeasureValues = Held<typeof measureColumns>;

/** The type of each field's value. */
export type CallFieldValues = FieldsOf<typeof narrowColumns> &
  FieldsOf<typeof wideColumns> &
  FieldsOf<typeof otherFields>;
export type CallFieldName = keyof CallFieldValues;
/**
 * Values of a call's fields, each with its reliability. They have the order of the digits in column `calls.evidence`.
 */
export type CallFieldEvidenceList = readonly (ValueWithEvidence<unknown> | null)[];

declare module '../../../platform/db/schema.ts' {
  interface DatabaseSchema {
    calls: Kept<typeof keyColumns & typeof narrowColumns> & {
      workspace_id: string;
      updated_at: Generated<Date>;
      erased_at: ColumnType<Date, Date | string, Date | string> | null;
      analysis_runs: Generated<number>;
      analysis_under_way_until: ColumnType<Date, Date | string, Date | string> | null;
      /** Time at which a rerun of the call's analysis was requested. Null once the rerun's result is stored. */
      analysis_ordered_at: ColumnType<Date, Date | string, Date | string> | null;
      /**
       * Time at which a second, different analysis of the call arrived. Null once the provider has said which one is
       * right.
       */
      analysis_disputed_at: ColumnType<Date, Date | string, Date | string> | null;
    };
    call_details: Kept<typeof wideColumns> & { workspace_id: string; call_id: string; first_seen_month: string };
  }
}

type Stated<T> = {
  readonly [F in keyof T]: { readonly field: F; readonly column: Snake<F>; readonly type: SqlType };
}[keyof T];

type Selected<T> = { readonly [F in keyof T & string]: `${Snake<F>} as ${F}` }[keyof T & string];

function stated<T extends Readonly<Record<string, Kind<unknown>>>>(columns: T): readonly Stated<T>[] {
  return Object.entries(columns).map(([field, { type }]) => ({
    field,
    column: toSnakeCase(field),
    type,
  })) as unknown as readonly Stated<T>[];
}

export function toSnakeCase<F extends string>(name: F): Snake<F> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<F>;
}

const stateKey = stated(keyColumns);
/** Initial measures of a call. All are null, because none is known yet. */
export const emptyCallMeasures = Object.fromEntries(
  Object.keys(measureColumns).map((name) => [name, null]),
) as unknown as CallMeasureValues;
/** Columns of `calls` that an update may change, in the order of the SQL statements. */
export const mutableCallColumns = stated(narrowColumns);
export const callDetailsColumns = stated(wideColumns);
/** SELECT list for `calls`. Each column gets its field's name as alias, so that rows need no conversion. */
export const callSelectColumns = [...stateKey, ...mutableCallColumns].map(
  ({ field, column }) => `${column} as ${field}`,
) as readonly Selected<typeof keyColumns & typeof narrowColumns>[];
export const callDetailsSelectColumns = callDetailsColumns.map(
  ({ field, column }) => `${column} as ${field}`,
) as readonly Selected<typeof wideColumns>[];
export const isConversationColumn = (name: keyof CallDetailsRow): boolean => 'isConversation' in wideColumns[name];

type ShownField = {
  [F in keyof typeof wideColumns]: (typeof wideColumns)[F] extends { readonly shownAs: string } ? F : never;
}[keyof typeof wideColumns];
/** Columns of `call_details` whose values go to the call's page without conversion. */
export type CallPageDetails = { -readonly [F in ShownField as (typeof wideColumns)[F]['shownAs']]: CallDetailsRow[F] };
/** Pairs of an API property and the column of `call_details` whose value this property returns without conversion. */
export const callPageDetailColumnPairs: readonly (readonly [keyof CallPageDetails, Snake<ShownField>])[] =
  Object.entries(wideColumns).flatMap(([name, column]) =>
    'shownAs' in column ? [[column.shownAs, toSnakeCase(name as ShownField)] as const] : [],
  );

const withField = Object.entries({ ...narrowColumns, ...wideColumns, ...otherFields }).flatMap(([name, column]) =>
  'field' in column ? [[name as CallFieldName, column.field as Field<unknown>] as const] : [],
);
/** The fields in the order of `calls.evidence`. */
export const callFieldsInEvidenceOrder: readonly (readonly [CallFieldName, Field<unknown>])[] = withField.sort(
  ([, a], [, b]) => a.digit - b.digit,
);
export const callFieldNamesInEvidenceOrder: readonly CallFieldName[] = callFieldsInEvidenceOrder.map(([name]) => name);
const digits = Object.fromEntries(callFieldNamesInEvidenceOrder.map((name, index) => [name, index])) as Readonly<
  Record<CallFieldName, number>
>;

export function getCallFieldValueFromEvidence<F extends CallFieldName>(
  facts: CallFieldEvidenceList,
  name: F,
): CallFieldValues[F] | null {
  return (facts[digits[name]]?.value ?? null) as CallFieldValues[F] | null;
}

type TakenOver<T> = Pick<T, keyof T & Exclude<CallFieldName, 'agentSpoke'>>;
export const pickCallRowValues = takenOver<CallTableRow>(mutableCallColumns);
export const pickCallDetailValues = takenOver<CallDetailsRow>(callDetailsColumns);

function takenOver<T>(columns: readonly { readonly field: string }[]): (facts: CallFieldEvidenceList) => TakenOver<T> {
  const taken = columns.flatMap(({ field }) =>
    field === 'agentSpoke' || !(field in digits) ? [] : [{ field, digit: digits[field as CallFieldName] }],
  );
  return (facts) => {
    const values: Record<string, unknown> = {};
    for (const { field, digit } of taken) values[field] = facts[digit]?.value ?? null;
    return values as TakenOver<T>;
  };
}

/**
 * Fields of the provider's call that have own columns or are ignored. All other fields are stored in column `extra`.
 */
export const knownProviderCallFields: ReadonlySet<string> = new Set([
  'call_id',
  'call_status',
  'access_token',
  ...callFieldsInEvidenceOrder.flatMap(([, { wire = [] }]) => wire),
]);
