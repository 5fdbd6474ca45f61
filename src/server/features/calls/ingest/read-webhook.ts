/**
 * Reads a webhook's bytes into event and call. Fields of a large call that are never stored are dropped here, off the
 * main thread.
 */
import { AppError } from '../../../platform/errors.ts';
import { parseRawJson, type BodyReading } from '../../../platform/http/body-reading.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import { parseWireWebhook, type WireWebhook } from '../../../../retell/wire-webhook.ts';
import { extraValue, hasOwnColumn } from '../state/call-observation.ts';
import { isObject, readJson, type JsonValue } from '../state/wire-values.ts';

/** A parsed webhook; only its event name if the event is not about a call. */
export type ReadWebhook = { readonly webhook: WireWebhook } | { readonly event: string };

/** Size in bytes from which dropping fields pays off. */
const largeBytes = 64 * 1024;
/** Limit for the values in a call's lists and objects; a conversation of seven hours has as many, word by word. */
const mostValues = 300_000;
/** Limits beyond which values are dropped. No real call reaches them, and storing more would block the main thread. */
const mostUnknownFields = 500;
const mostMembers = 2_000;
const mostFieldValues = 20_000;

/** Throws `invalid_input` if the body is no webhook, and `payload_too_large` if it exceeds what a call can have. */
function readWebhook(raw: Buffer): ReadWebhook {
  const body = parseRawJson(raw);
  const webhook = parseWireWebhook(body);
  if (webhook)
    return { webhook: raw.length > largeBytes ? { event: webhook.event, call: trimCall(webhook.call) } : webhook };
  // Future events may not concern a call. They are noted, not refused.
  if (isObject(body) && typeof body['event'] === 'string' && !('call' in body))
    return { event: body['event'].slice(0, 100) };
  throw new AppError('invalid_input');
}

export const bodyReading: BodyReading<Buffer, ReadWebhook> = { module: import.meta.url, read: readWebhook };

/** Drops the parts of a call that are never stored. */
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
  // The words are read from `transcript_object`, so that only the positions of tool calls count in this list. If the
  // provider sends just the scrubbed list, that list is the transcript.
  const isBeside =
    key === 'transcript_with_tool_calls' || (key === 'scrubbed_transcript_with_tool_calls' && said != null);
  if (isBeside && Array.isArray(given))
    return given.map((item: unknown) => readJson(isObject(item) ? { ...item, words: null } : item));
  if (!hasOwnColumn(key)) return extraValue(given);
  const value = readJson(given);
  return Array.isArray(value) ? value : cutValue(value, { left: mostFieldValues });
}

/** Keeps the first members of each object, and the first values overall. */
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
