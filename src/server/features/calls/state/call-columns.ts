/**
 * The columns of a call, each said once: what it holds, where a report tells it, how two reports are joined, who shows it.
 * Types, statements, merge and evidence derive from here. A column is named as its field is, in snake_case.
 */
import type { ColumnType, Generated } from 'kysely';
import type { CallDetail } from '../../../../contract/calls.ts';
import type { AnalysisFigures } from '../../../../retell/analysis-figures.ts';
import { readYesNo } from '../../../../retell/yes-no.ts';
import { recordingUrlOf } from '../../../../retell/recording-url.ts';
import { agentSpokeIn } from '../../../../retell/talk-times.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { AttemptOrigin } from './attempt-origin.ts';
import { rules, type Evidence, type ExtraField, type Fact, type FieldRule, type ToldAnalysis } from './call-fields.ts';
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

/** What the readers of one report are given. */
export interface Told {
  readonly call: WireCall;
  /** Whether the report says that the call is over. */
  readonly isOver: boolean;
  readonly attempt: AttemptOrigin | null;
  /** How strong the report is. */
  readonly rank: Evidence;
  /** When we asked the provider for the report; null if it came unasked. */
  readonly askedAt: Date | null;
  /** Null if the analysis is empty. */
  readonly analysis: JsonObject | null;
  readonly variables: JsonObject | null;
  readonly cost: JsonObject | null;
  readonly latency: JsonObject | null;
  /** What was said, as a list. */
  readonly said: unknown;
}

interface AttemptFact {
  readonly attemptId: string;
  readonly campaignId: string;
  /** Null when the call's own times make it unnecessary. */
  readonly createdAt: Date | null;
}

/** What a person scored of a call, each a share from 0 to 1; what they did not judge is left out. */
export interface CallReview {
  /** The call passed (1) or did not (0). */
  readonly quality?: number;
  readonly script?: number;
  readonly intent?: number;
}

/** The fields that an agent's analysis must have, as the agent was when the call's analysis first came. */
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

/** A type of the database; `V` in a call's state, `K` in Kysely's schema. */
interface Kind<V, K = V> {
  readonly type: SqlType;
  /** Types alone: neither is ever there. */
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
/** Exact: a text here. */
const decimal = kind<string, ColumnType<string, string | number, string | number>>('numeric');
const jsonb = <V>() => kind<V, ColumnType<V, string, string>>('jsonb');
const json = <V>() => kind<V, ColumnType<V, string, string>>('json');

const optional = <V, K>({ type }: Kind<V, K>): Kind<V | null, K | null> => ({ type });
/** Never null, by a default in the database. */
const defaulted = <V>({ type }: Kind<V>): Kind<V, Generated<V>> => ({ type });

/** What reports fill in. */
interface Field<V> {
  /** Its place in `calls.evidence`, of one digit each, from 0: new fields go to the end. */
  readonly digit: number;
  /** Which of two values of equal evidence stays. */
  readonly rule: FieldRule<V>;
  /** The provider's fields that it holds, so that `extra` leaves them out. */
  readonly wire?: readonly (keyof WireCall)[];
  readonly read: (told: Told) => V | null;
  /** Where it is not the report's. */
  readonly evidence?: (told: Told) => Evidence;
  /** The field is read from the analysis, always from the winning one. */
  readonly isJudged?: true;
}

function told<V, K>(held: Kind<V, K>, field: Field<V>): Kind<V | null, K | null> & { readonly field: Field<V> } {
  return { ...optional(held), field };
}

/** On a call's page under this name, as it is stored. */
function shownAs<C, const N extends keyof CallDetail>(name: N, column: C): C & { readonly shownAs: N } {
  return { ...column, shownAs: name };
}

/** Stored apart from the rest, once: by far the most of what a call is. */
function conversation<C>(column: C): C & { readonly isConversation: true } {
  return { ...column, isConversation: true };
}

const keyColumns = {
  id: text,
  firstSeenAt: moment,
  /** `YYYY-MM-01`, immutable: the partition of the call's details and events. */
  firstSeenMonth: date,
};

/** What call-measures.ts reads of a call, null where it is not known. */
const measureColumns = {
  /** Null: no transcript is known. */
  agentSpoke: optional(boolean),
  /** When the agent's first word began, where it spoke first. */
  greetingMs: optional(integer),
  /** Silences of over two seconds. Null without word times, as the two beside it. */
  silenceMs: optional(integer),
  /** Talking at once. */
  overlapMs: optional(integer),
  /** Fields of the analysis that are true, false or a number. */
  figures: optional(jsonb<AnalysisFigures>()),
  /** Of the fields that the agent's analysis requires, those that it has; null without an analysis or a known agent. */
  fieldsFilled: optional(smallint),
  fieldsExpected: optional(smallint),
};

/** Of `calls`, those that change. Costs in US cents. */
const narrowColumns = {
  callType: defaulted(words<'phone_call' | 'web_call'>()),
  direction: {
    ...defaulted(words<'inbound' | 'outbound' | 'web_call'>()),
    field: field<'inbound' | 'outbound' | 'web_call'>({
      digit: 0,
      rule: rules.text,
      wire: ['call_type', 'direction'],
      read: ({ call }) => directionOf(call),
    }),
  },
  fromNumber: told(text, {
    digit: 1,
    rule: rules.text,
    wire: ['from_number'],
    read: ({ call }) => readText(call.from_number, 64),
  }),
  toNumber: told(text, {
    digit: 2,
    rule: rules.text,
    wire: ['to_number'],
    read: ({ call }) => readText(call.to_number, 64),
  }),
  /** The other party's number as one key, however it is written; null for a web call and a number not known. */
  contactKey: optional(text),
  agentId: told(text, {
    digit: 3,
    rule: rules.text,
    wire: ['agent_id'],
    read: ({ call }) => readText(call.agent_id, 200),
  }),
  agentVersion: told(integer, {
    digit: 4,
    rule: rules.number,
    wire: ['agent_version'],
    read: ({ call }) => readCount(call.agent_version, 2_147_483_647),
  }),
  // A name in the call's variables beats the recipient's, whenever either was learnt.
  customerName: told(text, {
    digit: 5,
    rule: rules.text,
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
    rule: rules.moment,
    wire: ['start_timestamp'],
    read: ({ call }) => readMoment(call.start_timestamp),
  }),
  endAt: told(moment, {
    digit: 8,
    rule: rules.moment,
    wire: ['end_timestamp'],
    read: ({ call }) => readMoment(call.end_timestamp),
  }),
  /** The reported duration, otherwise the time from start to end. */
  durationMs: told(integer, {
    digit: 9,
    rule: rules.number,
    wire: ['duration_ms'],
    read: ({ call }) => readDuration(call.duration_ms),
  }),
  occurredAt: moment,
  disconnectionReason: told(text, {
    digit: 10,
    rule: rules.text,
    wire: ['disconnection_reason'],
    read: ({ call }) => readText(call.disconnection_reason, 100),
  }),
  sentiment: told(text, {
    digit: 11,
    rule: rules.text,
    isJudged: true,
    read: ({ analysis }) => readText(analysis?.['user_sentiment'], 50),
  }),
  isSuccessful: told(boolean, {
    digit: 12,
    rule: rules.boolean,
    isJudged: true,
    read: ({ analysis }) => readYesNo(analysis?.['call_successful']),
  }),
  inVoicemail: told(boolean, {
    digit: 13,
    rule: rules.boolean,
    isJudged: true,
    read: ({ analysis }) => readYesNo(analysis?.['in_voicemail']),
  }),
  /** When we asked the provider for the call, if the analysis is from its answer. Null if a webhook or a list reported it. */
  analysisAskedAt: optional(moment),
  costCents: told(decimal, {
    digit: 14,
    rule: rules.decimal,
    read: ({ cost }) => readDecimal(cost?.['combined_cost'], 1e9),
  }),
  e2eP50Ms: told(decimal, {
    digit: 15,
    rule: rules.decimal,
    read: ({ latency }) => readDecimal(isObject(latency?.['e2e']) ? latency['e2e']['p50'] : null, 3_600_000),
  }),
  /** One digit a field, by its `digit`: how strong the evidence for its value is; '-': no value yet. */
  evidence: defaulted(text),
  ...measureColumns,
  /** A further call with the same number came within seven days (contact-follow-ups.ts); null: it has no known number. */
  isFollowedUp: optional(boolean),
  review: optional(jsonb<CallReview>()),
};

/** Of `call_details`, all but its key. */
const wideColumns = {
  transcript: conversation(
    told(text, {
      digit: 16,
      rule: rules.growing,
      wire: ['transcript'],
      read: ({ call }) => readText(call.transcript, 5_000_000),
    }),
  ),
  transcriptObject: conversation(
    told(json<readonly JsonValue[]>(), {
      digit: 17,
      rule: rules.growingList,
      wire: ['transcript_object'],
      read: ({ said }) => readArray(said),
    }),
  ),
  recordingUrl: told(text, {
    digit: 18,
    rule: rules.text,
    wire: ['recording_url'],
    read: ({ call }) => readText(recordingUrlOf(call), 4_000),
  }),
  callAnalysis: shownAs('callAnalysis', optional(jsonb<JsonObject>())),
  // Cost and latency whole, led by the figure that a column of `calls` holds, so that both come from the same report.
  callCost: shownAs(
    'callCost',
    told(jsonb<JsonObject>(), {
      digit: 20,
      rule: rules.ledBy((cost) => cost['combined_cost']),
      wire: ['call_cost'],
      read: ({ cost }) => cost,
    }),
  ),
  latency: shownAs(
    'latency',
    told(jsonb<JsonObject>(), {
      digit: 21,
      rule: rules.ledBy((latency) => (latency['e2e'] as JsonObject | null | undefined)?.['p50']),
      wire: ['latency'],
      read: ({ latency }) => latency,
    }),
  ),
  llmTokenUsage: shownAs(
    'llmTokenUsage',
    told(jsonb<JsonObject>(), {
      digit: 22,
      rule: rules.wholeObject,
      wire: ['llm_token_usage'],
      read: ({ call }) => readObject(call.llm_token_usage),
    }),
  ),
  dynamicVariables: shownAs(
    'retellLlmDynamicVariables',
    told(jsonb<JsonObject>(), {
      digit: 23,
      rule: rules.object,
      wire: ['retell_llm_dynamic_variables'],
      read: ({ variables }) => variables,
    }),
  ),
  collectedVariables: shownAs(
    'collectedDynamicVariables',
    told(jsonb<JsonObject>(), {
      digit: 24,
      rule: rules.object,
      wire: ['collected_dynamic_variables'],
      read: ({ call }) => readObject(call.collected_dynamic_variables),
    }),
  ),
  metadata: told(jsonb<JsonObject>(), {
    digit: 25,
    rule: rules.object,
    wire: ['metadata'],
    read: ({ call }) => readObject(call.metadata),
  }),
  /** What the agent's tools were asked and answered, in their order (tool-calls.ts). */
  toolCalls: conversation(
    told(json<readonly JsonValue[]>(), {
      digit: 26,
      rule: rules.growingList,
      wire: ['transcript_with_tool_calls', 'scrubbed_transcript_with_tool_calls'],
      read: ({ call }) => readToolCalls(call.transcript_with_tool_calls ?? call.scrubbed_transcript_with_tool_calls),
    }),
  ),
  /** What the agent's analysis had to fill in when it came. */
  requiredFields: optional(jsonb<RequiredFields>()),
  /** Provider fields that have no column, by name, each with the evidence that it comes from. Bounded. */
  extra: optional(jsonb<Readonly<Record<string, ExtraField>>>()),
};

/** What reports tell that no column holds as it is told. */
const otherFields = {
  attempt: {
    field: field<AttemptFact>({
      digit: 6,
      rule: rules.attempt,
      read: ({ attempt }) =>
        attempt && { attemptId: attempt.attemptId, campaignId: attempt.campaignId, createdAt: attempt.createdAt },
    }),
  },
  analysis: {
    field: field<ToldAnalysis>({
      digit: 19,
      rule: rules.analysis,
      wire: ['call_analysis'],
      read: ({ analysis, askedAt }) => analysis && { said: analysis, askedAt },
      evidence: ({ rank, askedAt }) => (askedAt === null ? rank : 4),
    }),
  },
  // Beside the transcripts, for an empty one says so too and is not stored.
  agentSpoke: {
    field: field<boolean>({
      digit: 27,
      rule: rules.boolean,
      read: ({ call, isOver, said }) => (isOver && isTranscriptKept(call) ? agentSpokeIn(said, call.transcript) : null),
    }),
  },
};

function field<V>(given: Field<V>): Field<V> {
  return given;
}

function nameIn({ variables }: Told): string | null {
  return readText(variables?.['customer_name'], 200);
}

function directionOf({ call_type: type, direction }: WireCall): 'inbound' | 'outbound' | 'web_call' | null {
  if (type === 'web_call') return 'web_call';
  return direction === 'inbound' || direction === 'outbound' ? direction : null;
}

/** Where the provider is told to keep none, an empty transcript says nothing; of a call under way neither. */
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

/** A call as the row in `calls` holds it. */
export type CallState = Held<typeof keyColumns & typeof narrowColumns>;
/** A call's wide half, as the row in `call_details` holds it. */
export type CallDetails = Held<typeof wideColumns>;
export type CallMeasures = Held<typeof measureColumns>;

/** What each field holds once known. */
export type FieldValues = FieldsOf<typeof narrowColumns> & FieldsOf<typeof wideColumns> & FieldsOf<typeof otherFields>;
export type FieldName = keyof FieldValues;
/** Of each field by its digit; `valueIn` reads one. */
export type Facts = readonly (Fact<unknown> | null)[];

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    calls: Kept<typeof keyColumns & typeof narrowColumns> & {
      workspace_id: string;
      updated_at: Generated<Date>;
      erased_at: ColumnType<Date, Date | string, Date | string> | null;
      analysis_runs: Generated<number>;
      analysis_under_way_until: ColumnType<Date, Date | string, Date | string> | null;
      /** When another analysis run was last ordered, while its answer is unknown. */
      analysis_ordered_at: ColumnType<Date, Date | string, Date | string> | null;
      /** When a different analysis arrived; null once the provider has been asked since. */
      analysis_disputed_at: ColumnType<Date, Date | string, Date | string> | null;
    };
    call_details: Kept<typeof wideColumns> & { workspace_id: string; call_id: string; first_seen_month: string };
  }
}

/** Columns as statements name them. */
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
/** Of a call of which nothing was read. */
export const noMeasures = Object.fromEntries(
  Object.keys(measureColumns).map((name) => [name, null]),
) as unknown as CallMeasures;
/** In the order of statements. */
export const changingState = stated(narrowColumns);
export const detailsColumns = stated(wideColumns);
/** What is selected of a row of `calls`, or of `call_details`: rows by the names of fields, so that nothing is copied. */
export const stateSelection = [...stateKey, ...changingState].map(
  ({ field, column }) => `${column} as ${field}`,
) as readonly Selected<typeof keyColumns & typeof narrowColumns>[];
export const detailsSelection = detailsColumns.map(({ field, column }) => `${column} as ${field}`) as readonly Selected<
  typeof wideColumns
>[];
export const isConversation = (name: keyof CallDetails): boolean => 'isConversation' in wideColumns[name];

type ShownField = {
  [F in keyof typeof wideColumns]: (typeof wideColumns)[F] extends { readonly shownAs: string } ? F : never;
}[keyof typeof wideColumns];
/** Of a call's page, what it shows as it is stored. */
export type ShownDetails = { -readonly [F in ShownField as (typeof wideColumns)[F]['shownAs']]: CallDetails[F] };
/** The columns of these, by what the page calls them. */
export const shownDetails: readonly (readonly [keyof ShownDetails, Snake<ShownField>])[] = Object.entries(
  wideColumns,
).flatMap(([name, column]) => ('shownAs' in column ? [[column.shownAs, toSnake(name as ShownField)] as const] : []));

const withField = Object.entries({ ...narrowColumns, ...wideColumns, ...otherFields }).flatMap(([name, column]) =>
  'field' in column ? [[name as FieldName, column.field as Field<unknown>] as const] : [],
);
/** In the order of `calls.evidence`. */
export const fields: readonly (readonly [FieldName, Field<unknown>])[] = withField.sort(
  ([, a], [, b]) => a.digit - b.digit,
);
export const fieldNames: readonly FieldName[] = fields.map(([name]) => name);
const digits = Object.fromEntries(fieldNames.map((name, index) => [name, index])) as Readonly<
  Record<FieldName, number>
>;

export function valueIn<F extends FieldName>(facts: Facts, name: F): FieldValues[F] | null {
  return (facts[digits[name]]?.value ?? null) as FieldValues[F] | null;
}

type TakenOver<T> = Pick<T, keyof T & Exclude<FieldName, 'agentSpoke'>>;
/** What a row takes over from the facts as they are. */
export const factsOfState = takenOver<CallState>(changingState);
export const factsOfDetails = takenOver<CallDetails>(detailsColumns);

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

/** The provider's fields with a column of their own, what names and says how far a call is, and the web call's secret. */
export const ownFields: ReadonlySet<string> = new Set([
  'call_id',
  'call_status',
  'access_token',
  ...fields.flatMap(([, { wire = [] }]) => wire),
]);
