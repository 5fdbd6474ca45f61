// Messages of a live call's socket (/v2/monitor-call/{call_id}), as the provider's browser client reads them: JSON
// texts that may repeat a transcript item by its id. Items without a role are dropped. Otherwise parsing is lenient.
import { z } from 'zod';
import { lenient } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';

/** Roles of an item known today. */
export const liveRoles = [
  'agent',
  'user',
  'transfer_target',
  'tool_call_invocation',
  'tool_call_result',
  'node_transition',
  'dtmf',
  'sms',
  'injected',
] as const;

export const liveItemSchema = z.looseObject({
  /** Id of a live transcript item. A later item with the same id replaces the earlier one, because sentences grow. */
  id: z.string().min(1),
  role: z.string().min(1),
  /** Seconds from the start of the call. Items of `pre_session_transcripts` count from another moment. */
  time_sec: lenient(z.number()),
  content: lenient(z.string()),
  metadata: lenient(z.looseObject({ is_backchannel: lenient(z.boolean()) })),
  tool_call_id: lenient(z.string()),
  name: lenient(z.string()),
  /** JSON text. */
  arguments: lenient(z.string()),
  successful: lenient(z.boolean()),
  former_node_name: lenient(z.string()),
  new_node_name: lenient(z.string()),
  digit: lenient(z.string()),
});
export type WireLiveItem = DeclaredFields<z.infer<typeof liveItemSchema>>;

/** Types of a message known today. */
export const liveMessageTypes = ['transcript_snapshot', 'transcript_updated', 'call_ended'] as const;

const messageSchema = z.looseObject({
  type: z.string(),
  transcripts: lenient(z.array(z.unknown())),
  pre_session_transcripts: lenient(z.array(z.unknown())),
  disconnection_reason: lenient(z.string()),
});

/** Content of one message of a live call's socket. Snapshots and updates are merged alike, so both are `items`. */
export type LiveMessage =
  | {
      readonly type: 'items';
      readonly spoken: readonly WireLiveItem[];
      /** Tool calls before the first word. */
      readonly preSession: readonly WireLiveItem[];
    }
  | { readonly type: 'ended'; readonly reason: string | null };

/** Parses a message of a live call's socket. Undefined if its type is unknown. Never throws. */
export function parseLiveMessage(text: string): LiveMessage | undefined {
  const message = messageSchema.safeParse(parseJson(text)).data;
  if (message === undefined) return undefined;
  if (message.type === 'call_ended') return { type: 'ended', reason: message.disconnection_reason ?? null };
  if (message.type !== 'transcript_snapshot' && message.type !== 'transcript_updated') return undefined;
  return {
    type: 'items',
    spoken: readItems(message.transcripts ?? []),
    preSession: readItems(message.pre_session_transcripts ?? []),
  };
}

function readItems(items: readonly unknown[]): WireLiveItem[] {
  return items.flatMap((item) => liveItemSchema.safeParse(withId(item)).data ?? []);
}

/** Makes an id for a transcript item without one, from role and time or text. A repeated snapshot then adds no line. */
function withId(item: unknown): unknown {
  const { id, role, time_sec: second, content } = Object(item) as Readonly<Record<string, unknown>>;
  if (typeof id === 'string' && id !== '') return item;
  const place = typeof second === 'number' ? second : content;
  return { ...(item as object), id: `${String(role)}@${String(place)}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Close codes of a live call's socket. We reconnect below 4000, and never after any other code from 4000 on. */
export const liveSocketCloseCodes = { ended: 1000, notLiveYet: 4004, tooManyWatchers: 4008 } as const;
/** Close reasons with code 1000. */
export const liveSocketCloseReasons = { ended: 'call_ended', takenOver: 'call_take_over' } as const;
