/**
 * Parses the body of a webhook from the provider; a worker thread does so if the body is large. Fields of a large call
 * that are never stored are dropped here, off the main thread.
 */
import { AppError } from '../../../platform/errors.ts';
import { parseRawJson, type BodyReadingStep } from '../../../platform/http/body-reading.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import { parseWireWebhook, type WireWebhook } from '../../../../retell/wire-webhook.ts';
import { toStorableExtraCallFieldValue, isKnownProviderCallField } from '../state/call-observation.ts';
import { isObject, toStorableJson, type JsonValue } from '../state/wire-values.ts';

/** A parsed webhook of the provider. If its event is not about a call, the result has only the event's name. */
export type ParsedProviderWebhook = { readonly webhook: WireWebhook } | { readonly event: string };

/**
 * Size in bytes above which the unused fields of a webhook are dropped. For smaller webhooks it is not worth the time.
 */
const largeBytes = 64 * 1024;
/** Highest number of JSON values in a webhook's call: as many as the words of a conversation of seven hours. */
const mostValues = 300_000;
/**
 * Limits on the number of a call's values. Values above a limit are dropped, because storing them would block the
 * server. Real calls have fewer values.
 */
const mostUnknownFields = 500;
const mostMembers = 2_000;
const mostFieldValues = 20_000;

/** Parses a webhook. Throws `invalid_input` if it is none, and `payload_too_large` if its call has too many values. */
function readWebhook(raw: Buffer): ParsedProviderWebhook {
  const body = parseRawJson(raw);
  const webhook = parseWireWebhook(body);
  if (webhook)
    return { webhook: raw.length > largeBytes ? { event: webhook.event, call: trimCall(webhook.call) } : webhook };
  // Accept an event without a call, because an event of an unknown type may have none. It is only logged.
  if (isObject(body) && typeof body['event'] === 'string' && !('call' in body))
    return { event: body['event'].slice(0, 100) };
  throw new AppError('invalid_input');
}

export const bodyReading: BodyReadingStep<Buffer, ParsedProviderWebhook> = {
  module: import.meta.url,
  read: readWebhook,
};

/** Returns a copy of a webhook's call object without fields that are never stored. Throws `payload_too_large`. */
function trimCall(call: WireCall): WireCall {
  const trimmed: Record<string, unknown> = {};
  let values = 0;
  let unknown = 0;
  for (const [key, given] of Object.entries(call)) {
    if (unread.has(key) || key === '__proto__') continue;
    if (!isKnownProviderCallField(key) && (unknown += 1) > mostUnknownFields) continue;
    const kept = trimField(key, given, call);
    if (kept === undefined) continue;
    trimmed[key] = kept;
    values += countValues(kept);
    if (values > mostValues) throw new AppError('payload_too_large');
  }
  return trimmed as unknown as WireCall;
}

const unread: ReadonlySet<string> = new Set(['access_token']);

function trimField(key: string, given: unknown, { transcript_object: said }: WireCall): unknown {
  if (typeof given !== 'object' || given === null) return given;
  // Remove the word times (`words`) from transcripts with tool calls, because word times are read from
  // `transcript_object`. If that field is missing, the scrubbed transcript (without personal data) keeps its word
  // times.
  const isBeside =
    key === 'transcript_with_tool_calls' || (key === 'scrubbed_transcript_with_tool_calls' && said != null);
  if (isBeside && Array.isArray(given))
    return given.map((item: unknown) => toStorableJson(isObject(item) ? { ...item, words: null } : item));
  if (!isKnownProviderCallField(key)) return toStorableExtraCallFieldValue(given);
  const value = toStorableJson(given);
  return Array.isArray(value) ? value : cutValue(value, { left: mostFieldValues });
}

function cutValue(value: JsonValue, budget: { left: number }): JsonValue {
  budget.left -= 1;
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, JsonValue][] = [];
  for (const [key, held] of Object.entries(value).slice(0, mostMembers)) {
    if (budget.left <= 0) break;
    kept.push([key, cutValue(held, budget)]);
  }
  return Array.isArray(value) ? kept.map(([, held]) => held) : Object.fromEntries(kept);
}

function countValues(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined && count <= mostValues; next = open.pop()) {
    count += 1;
    if (typeof next === 'object' && next !== null) for (const held of Object.values(next)) open.push(held ?? null);
  }
  return count;
}
