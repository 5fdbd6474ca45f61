/** What one call carries in shapes that the provider leaves open, read without trust: nothing here throws. All pure. */
import { analysisLabels, callDetailLabels, dataLabels } from '../../../labels/call-detail-es.ts';
import type { CallDetail } from '../../../contract/calls.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

type Figures = Pick<RegionalFormat, 'figure'>;
type JsonMap = Readonly<Record<string, unknown>>;

/** A value of any shape as it is read: text, named values, or values in a row. */
export type ValueNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'map'; readonly entries: readonly ValueRow[] }
  | { readonly kind: 'list'; readonly items: readonly ValueNode[] };

/** One named value; `raw` is as it came, for whoever copies it. */
export interface ValueRow {
  readonly name: string;
  readonly node: ValueNode;
  readonly raw: unknown;
}

/** Sent variables that the 'Custom' block leaves out; the full list keeps them. */
const hiddenVariables: ReadonlySet<string> = new Set(['campaign_id', 'phone_number', 'first_name', 'last_name']);
/** Deeper ones are written as JSON. */
const deepest = 6;

/** Most analyses are there by then. */
const analysisWithinMs = 120_000;

/** Whether the analysis may still come: the call goes on, or is over for a short while. `nowMs`: since the epoch. */
export function awaitsAnalysis(
  { callStatus, endTimestamp }: Pick<CallDetail, 'callStatus' | 'endTimestamp'>,
  nowMs: number,
): boolean {
  return callStatus === 'in_progress' || (endTimestamp !== null && nowMs - Date.parse(endTimestamp) < analysisWithinMs);
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown, format: Figures): string {
  if (typeof value === 'boolean') return value ? analysisLabels.yes : analysisLabels.no;
  if (typeof value === 'number') return format.figure(value);
  if (typeof value === 'string' && value.trim() !== '') return value;
  return callDetailLabels.none;
}

/** Any JSON value as it is read; empty maps and lists read 'Vacío'. */
export function toNode(value: unknown, format: Figures, depth = 0): ValueNode {
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: textOf(value, format) };
  if (Object.keys(value).length === 0) return { kind: 'text', text: dataLabels.empty };
  if (depth >= deepest) return { kind: 'text', text: asJson(value) };
  if (Array.isArray(value))
    return { kind: 'list', items: value.map((item: unknown) => toNode(item, format, depth + 1)) };
  return {
    kind: 'map',
    entries: Object.entries(value).map(([name, raw]: [string, unknown]) => ({
      name,
      node: toNode(raw, format, depth + 1),
      raw,
    })),
  };
}

/** A value as it is copied: text as it is, anything else as JSON. */
export function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** All words of a value and of the names within it, for a search. */
export function wordsOfNode(node: ValueNode): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'list') return node.items.map(wordsOfNode).join(' ');
  return node.entries.map(({ name, node: inner }) => `${name} ${wordsOfNode(inner)}`).join(' ');
}

/** A map as rows; anything else that holds something is one row named `valueName`. */
export function toRows(value: unknown, valueName: string, format: Figures): readonly ValueRow[] {
  if (isMap(value)) return Object.entries(value).map(([name, raw]) => ({ name, node: toNode(raw, format, 1), raw }));
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
  return [{ name: valueName, node: toNode(value, format, 1), raw: value }];
}

/** The sent variables without those that every campaign sends. */
export function customVariables(variables: JsonMap | null): JsonMap {
  return Object.fromEntries(Object.entries(variables ?? {}).filter(([name]) => !hiddenVariables.has(name)));
}

/** The call's analysis, field by field; null where it says nothing. */
export interface Analysis {
  readonly summary: string | null;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  readonly inVoicemail: boolean | null;
  readonly custom: unknown;
}

/** Null: the call has no analysis. */
export function readAnalysis(
  call: Pick<CallDetail, 'callAnalysis' | 'userSentiment' | 'callSuccessful'>,
): Analysis | null {
  const { callAnalysis: map } = call;
  if (map === null || Object.keys(map).length === 0) return null;
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : null);
  return {
    summary: text(map['call_summary']),
    sentiment: text(map['user_sentiment']) ?? call.userSentiment,
    isSuccessful: flag(map['call_successful']) ?? call.callSuccessful,
    inVoicemail: flag(map['in_voicemail']),
    custom: map['custom_analysis_data'],
  };
}

function figureOf(map: JsonMap | null, key: string): number | null {
  const value = map?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** US cents; null where the provider told none. */
export function costCents(call: Pick<CallDetail, 'callCost' | 'costCents'>): number | null {
  return figureOf(call.callCost, 'combined_cost') ?? call.costCents;
}

/** What one product cost. */
export interface ProductCost {
  readonly product: string;
  readonly cents: number;
  /** Of all products, 0 to 100. */
  readonly percent: number;
  readonly isTransferLeg: boolean;
}

/** Dearest first; none where the provider told no breakdown. */
export function productCosts({ callCost }: Pick<CallDetail, 'callCost'>): readonly ProductCost[] {
  const list = callCost?.['product_costs'];
  const known = (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((item) => {
    const cents = isMap(item) ? figureOf(item, 'cost') : null;
    if (!isMap(item) || cents === null || typeof item['product'] !== 'string') return [];
    return [{ product: item['product'], cents, isTransferLeg: item['is_transfer_leg_cost'] === true }];
  });
  const sum = known.reduce((total, { cents }) => total + cents, 0);
  return known
    .map((each) => ({ ...each, percent: sum > 0 ? (each.cents / sum) * 100 : 0 }))
    .toSorted((a, b) => b.cents - a.cents);
}

function figuresOf(map: JsonMap | null, key: string): readonly number[] {
  const values = map?.[key];
  return Array.isArray(values)
    ? values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value))
    : [];
}

export interface TokenUsage {
  readonly average: number;
  readonly requests: number;
  /** Of the single requests; null where they are not told. */
  readonly spread: { readonly least: number; readonly most: number } | null;
}

/** Null when the average or the number of requests is 0 or missing: 'N/A'. */
export function tokenUsage({ llmTokenUsage }: Pick<CallDetail, 'llmTokenUsage'>): TokenUsage | null {
  const average = figureOf(llmTokenUsage, 'average');
  const requests = figureOf(llmTokenUsage, 'num_requests');
  const values = figuresOf(llmTokenUsage, 'values');
  const spread = values.length > 1 ? { least: Math.min(...values), most: Math.max(...values) } : null;
  return average && requests ? { average, requests, spread } : null;
}

export const latencyParts = ['e2e', 'llm', 'tts'] as const;
export type LatencyPart = (typeof latencyParts)[number];

/** Milliseconds; null where missing or 0. `average` only where the provider tells an average instead of percentiles. */
export interface LatencyFigures {
  readonly p50: number | null;
  readonly p90: number | null;
  readonly min: number | null;
  readonly average: number | null;
  /** Of each answer, in their order; empty where they are not told. */
  readonly values: readonly number[];
}

export function latencyOf(call: Pick<CallDetail, 'latency'>, part: LatencyPart): LatencyFigures {
  const value = call.latency?.[part];
  const map = isMap(value) ? value : null;
  const figure = (key: string) => figureOf(map, key) || null;
  return {
    p50: figure('p50'),
    p90: figure('p90'),
    min: figure('min'),
    average: figure('average_ms'),
    values: figuresOf(map, 'values').filter((each) => each > 0),
  };
}

/**
 * Whether the account keeps neither recording nor transcript of a call that is over. One that leaves out what names people keeps both,
 * scrubbed; a call that never connected has nothing to keep.
 */
export function keepsNeither({ callStatus, dataStorage }: Pick<CallDetail, 'callStatus' | 'dataStorage'>): boolean {
  return callStatus !== 'in_progress' && callStatus !== 'not_connected' && isKeptWithoutContent(dataStorage);
}

/** A setting that is not known yet promises nothing. */
const isKeptWithoutContent = (dataStorage: string | null): boolean =>
  dataStorage !== null && dataStorage !== 'everything' && dataStorage !== 'everything_except_pii';
