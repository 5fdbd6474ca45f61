/** What one call carries in shapes that the provider leaves open, read without trust: nothing here throws. All pure. */
import { analysisLabels, callDetailLabels } from '../../../labels/call-detail-es.ts';
import type { CallDetail } from '../../../contract/calls.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';

/** One named value, as text. `isBlock`: nested data, written over several lines. */
export interface ValueRow {
  readonly name: string;
  readonly text: string;
  readonly isBlock: boolean;
}

type Figures = Pick<RegionalFormat, 'figure'>;
type JsonMap = Readonly<Record<string, unknown>>;

/** Sent variables that the 'Custom' block leaves out; the full list keeps them. */
const hiddenVariables: ReadonlySet<string> = new Set(['campaign_id', 'phone_number', 'first_name', 'last_name']);

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toRow(name: string, value: unknown, format: Figures): ValueRow {
  if (typeof value === 'object' && value !== null) return { name, text: JSON.stringify(value, null, 2), isBlock: true };
  return { name, text: textOf(value, format), isBlock: false };
}

function textOf(value: unknown, format: Figures): string {
  if (typeof value === 'boolean') return value ? analysisLabels.yes : analysisLabels.no;
  if (typeof value === 'number') return format.figure(value);
  if (typeof value === 'string' && value.trim() !== '') return value;
  return callDetailLabels.none;
}

/** A map as rows; anything else that holds something is one row named `valueName`. */
export function toRows(value: unknown, valueName: string, format: Figures): readonly ValueRow[] {
  if (isMap(value)) return Object.entries(value).map(([name, each]) => toRow(name, each, format));
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
  return [toRow(valueName, value, format)];
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
export function readAnalysis(call: Pick<CallDetail, 'callAnalysis' | 'userSentiment' | 'callSuccessful'>): Analysis | null {
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
export function costCents(call: Pick<CallDetail, 'callCost'>): number | null {
  return figureOf(call.callCost, 'combined_cost');
}

/** Null when the average or the number of requests is 0 or missing: 'N/A'. */
export function tokenUsage(call: Pick<CallDetail, 'llmTokenUsage'>): { readonly average: number; readonly requests: number } | null {
  const average = figureOf(call.llmTokenUsage, 'average');
  const requests = figureOf(call.llmTokenUsage, 'num_requests');
  return average && requests ? { average, requests } : null;
}

export const latencyParts = ['e2e', 'llm', 'tts'] as const;
export type LatencyPart = (typeof latencyParts)[number];

/** Milliseconds; null where missing or 0. `average` only where the provider tells an average instead of percentiles. */
export interface LatencyFigures {
  readonly p50: number | null;
  readonly p90: number | null;
  readonly min: number | null;
  readonly average: number | null;
}

export function latencyOf(call: Pick<CallDetail, 'latency'>, part: LatencyPart): LatencyFigures {
  const value = call.latency?.[part];
  const map = isMap(value) ? value : null;
  const figure = (key: string) => figureOf(map, key) || null;
  return { p50: figure('p50'), p90: figure('p90'), min: figure('min'), average: figure('average_ms') };
}
