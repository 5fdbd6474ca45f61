/**
 * Parses the body of a provider's webhook into event and call. Fields of a large call that are never stored are dropped
 * here, off the main thread.
 */
import { AppError } from '../../../platform/errors.ts';
import { parseRawJson, type BodyReading } from '../../../platform/http/body-reading.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import { parseWireWebhook, type WireWebhook } from '../../../../retell/wire-webhook.ts';
import { extraValue, hasOwnColumn } from '../state/call-observation.ts';
import { isObject, readJson, type JsonValue } from '../state/wire-values.ts';

/** A parsed webhook. If the event is not about a call, only the event's name. */
export type ReadWebhook = { readonly webhook: WireWebhook } | { readonly event: string };

/** Size in bytes of a webhook from which dropping fields pays off. */
const largeBytes = 64 * 1024;
/** Limit for the number of values in a webhook's call. A conversation of seven hours has as many, word by word. */
const mostValues = 300_000;
/** Limits beyond which a call's values are dropped. No real call reaches them; storing more would block the server. */
const mostUnknownFields = 500;
const mostMembers = 2_000;
const mostFieldValues = 20_000;

/** Parses a webhook. Throws `invalid_input` if it is none, and `payload_too_large` if it exceeds a call's limits. */
function readWebhook(raw: Buffer): ReadWebhook {
  const body = parseRawJson(raw);
  const webhook = parseWireWebhook(body);
  if (webhook)
    return { webhook: raw.length > largeBytes ? { event: webhook.event, call: trimCall(webhook.call) } : webhook };
  // An event of an unknown type need not concern a call. It is logged and not refused.
  if (isObject(body) && typeof body['event'] === 'string' && !('call' in body))
    return { event: body['event'].slice(0, 100) };
  throw new AppError('invalid_input');
}

export const bodyReading: BodyReading<Buffer, ReadWebhook> = { module: import.meta.url, read: readWebhook };

/** Drops the parts of a webhook's call that are never stored. */
function trimCall(call: WireCall): WireCall {
  const trimmed: Record<string, unknown> = {};
  let values = 0;
  let unknown = 0;
  for (const [key, given] of Object.entries(call)) {
    if (unread.has(key) || key === '__proto__') continue;
    if (!hasOwnColumn(key) && (unknown += 1) > mostUnknownFields) continue;
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
  // Words are read from `transcript_object`, so the list with tool calls is kept without its words. If the provider
  // sends only the scrubbed list, that list is the transcript.
  const isBeside =
    key === 'transcript_with_tool_calls' || (key === 'scrubbed_transcript_with_tool_calls' && said != null);
  if (isBeside && Array.isArray(given))
    return given.map((item: unknown) => readJson(isObject(item) ? { ...item, words: null } : item));
  if (!hasOwnColumn(key)) return extraValue(given);
  const value = readJson(given);
  return Array.isArray(value) ? value : cutValue(value, { left: mostFieldValues });
}

/** Copies a JSON value with the first members of each object, and as many values as the budget allows. */
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
