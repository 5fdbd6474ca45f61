// The simulator's version of list-calls, with typed filters, sorting and paging. A field of a call is computed only if
// a filter needs it.
import type {
  RetellListCallsFilter,
  RetellListCallsRequest,
  RetellListCallsNamedFieldFilter,
} from '../retell/index.ts';
import { buildSimulatedCallAnalysis } from './call-analysis.ts';
import { generateCallCost, simulateCallLatency } from './call-figures.ts';
import { hasSimulatedRecording, getSimulatedDisconnectionReason } from './call-record.ts';
import type { SimulatedCallRecord } from './call-record.ts';
import { toSimulatedWireCall } from './call-wire.ts';
import type { SimulatedListedCall } from './call-wire.ts';

type Condition = RetellListCallsNamedFieldFilter | NonNullable<RetellListCallsFilter[keyof typeof readers]>;
type NumberOp = Extract<RetellListCallsNamedFieldFilter, { type: 'number' }>['op'];
type StringOp = Extract<RetellListCallsNamedFieldFilter, { type: 'string' }>['op'];

const readers = {
  call_id: (record) => record.id,
  call_status: (record) => (record.phase === 'finished' ? record.outcome.status : record.phase),
  call_successful: (record) => buildSimulatedCallAnalysis(record)?.call_successful,
  call_type: (record) => (record.kind === 'web' ? 'web_call' : 'phone_call'),
  combined_cost: (record) => (record.phase === 'finished' ? generateCallCost(record).combined_cost : undefined),
  data_storage_setting: (record) => record.storage,
  direction: (record) => (record.kind === 'web' ? undefined : record.kind),
  disconnection_reason: getSimulatedDisconnectionReason,
  duration_ms: (record) =>
    record.phase === 'finished' && record.startAt !== undefined ? record.outcome.durationMs : undefined,
  e2e_latency_p50: (record) => (hasSimulatedRecording(record) ? simulateCallLatency(record)?.e2e?.p50 : undefined),
  end_timestamp: (record) => record.endAt,
  from_number: (record) =>
    record.kind === 'web' ? undefined : record.kind === 'outbound' ? record.line : record.customer,
  in_voicemail: (record) => buildSimulatedCallAnalysis(record)?.in_voicemail,
  start_timestamp: (record) => record.startAt,
  to_number: (record) =>
    record.kind === 'web' ? undefined : record.kind === 'outbound' ? record.customer : record.line,
  user_sentiment: (record) => buildSimulatedCallAnalysis(record)?.user_sentiment,
} satisfies Partial<Record<keyof RetellListCallsFilter, (record: SimulatedCallRecord) => unknown>>;

const namedReaders = {
  // Hide a finished call's metadata from filters unless the call was stored with the setting `everything`. With other
  // settings, the real provider may have deleted the metadata.
  metadata: (record) => (record.storage === 'everything' || record.phase !== 'finished' ? record.metadata : undefined),
  dynamic_variables: (record) => record.dynamicVariables,
  custom_analysis_data: (record) => buildSimulatedCallAnalysis(record)?.custom_analysis_data,
} satisfies Partial<Record<keyof RetellListCallsFilter, (record: SimulatedCallRecord) => unknown>>;

export interface SimulatedCallListPage {
  items: SimulatedListedCall[];
  has_more: boolean;
  pagination_key?: string;
  total?: number;
}

const defaultLimit = 50;

/** Returns a page of calls that match the request. Throws a RangeError for a pagination key that was never issued. */
export function listSimulatedCalls(
  records: Iterable<SimulatedCallRecord>,
  request: RetellListCallsRequest,
  baseUrl: string,
): SimulatedCallListPage {
  const descending = request.sort_order !== 'ascending';
  const matches = [...records]
    .filter((record) => matchesFilter(record, request.filter_criteria ?? {}))
    .sort((left, right) => (descending ? -1 : 1) * compareRecords(left, right));
  const limit = request.limit ?? defaultLimit;
  const first =
    (request.pagination_key === undefined ? 0 : indexAfter(matches, request.pagination_key, descending)) +
    (request.skip ?? 0);
  const page = matches.slice(first, first + limit);
  const last = page.at(-1);
  const hasMore = first + limit < matches.length;
  return {
    items: page.map((record) => toSimulatedWireCall(record, baseUrl, { withTranscript: false })),
    has_more: hasMore,
    ...(hasMore && last !== undefined ? { pagination_key: encodeKey(last) } : {}),
    ...(request.include_total === true ? { total: matches.length } : {}),
  };
}

function sortTime(record: SimulatedCallRecord): number {
  return record.startAt ?? record.createdAt;
}

function compareRecords(left: SimulatedCallRecord, right: SimulatedCallRecord): number {
  return sortTime(left) - sortTime(right) || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
}

function encodeKey(record: SimulatedCallRecord): string {
  return Buffer.from(`${sortTime(record)} ${record.id}`).toString('base64url');
}

function indexAfter(sorted: SimulatedCallRecord[], key: string, descending: boolean): number {
  const parts = /^(\d+) (\S+)$/.exec(Buffer.from(key, 'base64url').toString());
  if (parts?.[1] === undefined || parts[2] === undefined) throw new RangeError('pagination_key is not valid');
  const [time, id] = [Number(parts[1]), parts[2]];
  const index = sorted.findIndex((record) => {
    const difference = sortTime(record) - time || (record.id < id ? -1 : record.id > id ? 1 : 0);
    return descending ? difference < 0 : difference > 0;
  });
  return index === -1 ? sorted.length : index;
}

function matchesFilter(record: SimulatedCallRecord, filter: RetellListCallsFilter): boolean {
  if (
    filter.agent !== undefined &&
    !filter.agent.some(({ agent_id, version }) => agentMatches(record, agent_id, version))
  )
    return false;
  for (const [field, read] of Object.entries(readers)) {
    const condition = filter[field as keyof typeof readers];
    if (condition !== undefined && !holds(condition, read(record))) return false;
  }
  for (const [field, read] of Object.entries(namedReaders)) {
    const conditions = filter[field as keyof typeof namedReaders];
    if (
      conditions !== undefined &&
      !conditions.every((condition) => holds(condition, named(read(record), condition.key)))
    )
      return false;
  }
  return true;
}

function agentMatches(record: SimulatedCallRecord, agentId: string, versions: number[] | undefined): boolean {
  const { wire } = record.agent;
  return (
    wire.agent_id === agentId && (versions === undefined || versions.length === 0 || versions.includes(wire.version))
  );
}

function named(container: unknown, key: string | undefined): unknown {
  return typeof container === 'object' && container !== null && key !== undefined && Object.hasOwn(container, key)
    ? (container as Record<string, unknown>)[key]
    : undefined;
}

function holds(filter: Condition, value: unknown): boolean {
  if (filter.type === 'present') return (value !== undefined && value !== null) === (filter.op === 'pr');
  if (filter.type === 'boolean') return value === filter.value;
  if (filter.type === 'enum') return typeof value === 'string' && (filter.value as readonly string[]).includes(value);
  if (filter.type === 'range')
    return (
      typeof value === 'number' && value >= (filter.value[0] ?? Infinity) && value <= (filter.value[1] ?? -Infinity)
    );
  if (filter.type === 'number') return typeof value === 'number' && numberTests[filter.op](value, filter.value);
  return typeof value === 'string' ? stringTests[filter.op](value, filter.value) : filter.op === 'ne';
}

const numberTests: Record<NumberOp, (value: number, other: number) => boolean> = {
  eq: (value, other) => value === other,
  ne: (value, other) => value !== other,
  gt: (value, other) => value > other,
  ge: (value, other) => value >= other,
  lt: (value, other) => value < other,
  le: (value, other) => value <= other,
};
const stringTests: Record<StringOp, (value: string, other: string) => boolean> = {
  eq: (value, other) => value === other,
  ne: (value, other) => value !== other,
  sw: (value, other) => value.startsWith(other),
  ew: (value, other) => value.endsWith(other),
  co: (value, other) => value.includes(other),
};
