/** Pure functions that read untyped parts of the provider's call data, such as costs. They never throw. */
import { callAnalysisLabels, callDetailLabels, callDataTabLabels } from './call-detail-es.ts';
import type { CallDetail } from '../../../contract/calls.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

type Figures = Pick<RegionalFormat, 'figure'>;
type JsonMap = Readonly<Record<string, unknown>>;

/** A JSON value prepared for display: a text, named values, or a list. */
export type DisplayValueNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'map'; readonly entries: readonly DisplayValueRow[] }
  | { readonly kind: 'list'; readonly items: readonly DisplayValueNode[] };

/** A named value prepared for display; `raw` is the original value, for copying. */
export interface DisplayValueRow {
  readonly name: string;
  readonly node: DisplayValueNode;
  readonly raw: unknown;
}

/**
 * Names of variables that every campaign sends. The call page's block 'Custom' omits them. Its list of all variables
 * shows them.
 */
const hiddenVariables: ReadonlySet<string> = new Set(['campaign_id', 'phone_number', 'first_name', 'last_name']);
/** Nesting depth from which objects and lists are shown as JSON. */
const deepest = 6;

/** Time in ms after a call's end within which the provider sends most analyses. */
const analysisWithinMs = 120_000;

/** True if the call's analysis may still arrive: the call is in progress, or ended recently. `nowMs` is epoch ms. */
export function isAnalysisPending(
  { callStatus, endTimestamp }: Pick<CallDetail, 'callStatus' | 'endTimestamp'>,
  nowMs: number,
): boolean {
  return callStatus === 'in_progress' || (endTimestamp !== null && nowMs - Date.parse(endTimestamp) < analysisWithinMs);
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown, format: Figures): string {
  if (typeof value === 'boolean') return value ? callAnalysisLabels.yes : callAnalysisLabels.no;
  if (typeof value === 'number') return format.figure(value);
  if (typeof value === 'string' && value.trim() !== '') return value;
  return callDetailLabels.none;
}

/** Converts a JSON value for display; empty objects and lists become 'Vacío'. */
export function toDisplayValueNode(value: unknown, format: Figures, depth = 0): DisplayValueNode {
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: textOf(value, format) };
  if (Object.keys(value).length === 0) return { kind: 'text', text: callDataTabLabels.empty };
  if (depth >= deepest) return { kind: 'text', text: formatValueForCopy(value) };
  if (Array.isArray(value))
    return { kind: 'list', items: value.map((item: unknown) => toDisplayValueNode(item, format, depth + 1)) };
  return {
    kind: 'map',
    entries: Object.entries(value).map(([name, raw]: [string, unknown]) => ({
      name,
      node: toDisplayValueNode(raw, format, depth + 1),
      raw,
    })),
  };
}

/** The text to copy for a value: a string unchanged, anything else as JSON. */
export function formatValueForCopy(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export function getDisplayNodeText(node: DisplayValueNode): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'list') return node.items.map(getDisplayNodeText).join(' ');
  return node.entries.map(({ name, node: inner }) => `${name} ${getDisplayNodeText(inner)}`).join(' ');
}

/** Converts an object to one row per property; any other non-empty value becomes one row named `valueName`. */
export function toDisplayValueRows(value: unknown, valueName: string, format: Figures): readonly DisplayValueRow[] {
  if (isMap(value))
    return Object.entries(value).map(([name, raw]) => ({ name, node: toDisplayValueNode(raw, format, 1), raw }));
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
  return [{ name: valueName, node: toDisplayValueNode(value, format, 1), raw: value }];
}

/** The variables sent with a call, without those that every campaign sends. */
export function pickCustomCallVariables(variables: JsonMap | null): JsonMap {
  return Object.fromEntries(Object.entries(variables ?? {}).filter(([name]) => !hiddenVariables.has(name)));
}

/** The provider's analysis of a call; a field is null if the analysis lacks it. */
export interface ParsedCallAnalysis {
  readonly summary: string | null;
  readonly sentiment: string | null;
  readonly isSuccessful: boolean | null;
  readonly inVoicemail: boolean | null;
  readonly custom: unknown;
}

/** Parses a call's analysis; null if it has none. */
export function parseCallAnalysis(
  call: Pick<CallDetail, 'callAnalysis' | 'userSentiment' | 'callSuccessful'>,
): ParsedCallAnalysis | null {
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

/** The call's cost in US cents; null if the provider sent none. */
export function getCallCostCents(call: Pick<CallDetail, 'callCost' | 'costCents'>): number | null {
  return figureOf(call.callCost, 'combined_cost') ?? call.costCents;
}

/** Cost of one of the provider's products (such as voice or model) in a call. */
export interface CallProductCost {
  readonly product: string;
  readonly cents: number;
  readonly percent: number;
  readonly isTransferLeg: boolean;
}

/** Cost of each of the provider's products in a call, highest first; empty if the provider sent no breakdown. */
export function listCallProductCosts({ callCost }: Pick<CallDetail, 'callCost'>): readonly CallProductCost[] {
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

export interface CallTokenUsage {
  readonly average: number;
  readonly requests: number;
  /** Tokens of a call's smallest and largest request to the language model; null with fewer than two requests. */
  readonly spread: { readonly least: number; readonly most: number } | null;
}

/** The language model's token usage in a call; null ('N/A') if the average or the request count is 0 or missing. */
export function getCallTokenUsage({ llmTokenUsage }: Pick<CallDetail, 'llmTokenUsage'>): CallTokenUsage | null {
  const average = figureOf(llmTokenUsage, 'average');
  const requests = figureOf(llmTokenUsage, 'num_requests');
  const values = figuresOf(llmTokenUsage, 'values');
  const spread = values.length > 1 ? { least: Math.min(...values), most: Math.max(...values) } : null;
  return average && requests ? { average, requests, spread } : null;
}

export const latencyStageNames = ['e2e', 'llm', 'tts'] as const;
export type LatencyStageName = (typeof latencyStageNames)[number];

/** Latencies of a call's agent in ms; null if missing or 0. `average` is set only if there are no percentiles. */
export interface CallLatencyFigures {
  readonly p50: number | null;
  readonly p90: number | null;
  readonly min: number | null;
  readonly average: number | null;
  /** Latency of each of the agent's answers, in order; empty if the provider sent none. */
  readonly values: readonly number[];
}

export function getCallLatencyFigures(call: Pick<CallDetail, 'latency'>, part: LatencyStageName): CallLatencyFigures {
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
 * True if the provider stores neither recording nor transcript of a finished call because of the account's setting.
 * False if only personal data are removed from them. False too for a call that never connected, because it has neither.
 */
export function isCallContentNotStored({
  callStatus,
  dataStorage,
}: Pick<CallDetail, 'callStatus' | 'dataStorage'>): boolean {
  return callStatus !== 'in_progress' && callStatus !== 'not_connected' && isKeptWithoutContent(dataStorage);
}

/**
 * True if the provider account's data-storage setting excludes recordings and transcripts. False if the setting is not
 * known (null).
 */
const isKeptWithoutContent = (dataStorage: string | null): boolean =>
  dataStorage !== null && dataStorage !== 'everything' && dataStorage !== 'everything_except_pii';
