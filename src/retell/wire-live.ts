// Messages of a live call's WebSocket (/v2/monitor-call/{call_id}), parsed like in the provider's browser client. They
// are JSON texts. A message may repeat a transcript item, which has the same id. Items without a role are dropped.
import { z } from 'zod';
import { toLenientFieldSchema } from './lenient.ts';
import type { DeclaredFieldsOnly } from './lenient.ts';

/** Roles of an item known today. */
export const liveTranscriptRoles = [
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

export const liveTranscriptItemSchema = z.looseObject({
  /** Id of a live transcript item. A later item with the same id replaces the earlier one, because sentences grow. */
  id: z.string().min(1),
  role: z.string().min(1),
  /**
   * Seconds from the start of the call. For items of `pre_session_transcripts`, they are counted from a different
   * moment.
   */
  time_sec: toLenientFieldSchema(z.number()),
  content: toLenientFieldSchema(z.string()),
  metadata: toLenientFieldSchema(z.looseObject({ is_backchannel: toLenientFieldSchema(z.boolean()) })),
  tool_call_id: toLenientFieldSchema(z.string()),
  name: toLenientFieldSchema(z.string()),
  /** JSON text. */
  arguments: toLenientFieldSchema(z.string()),
  successful: toLenientFieldSchema(z.boolean()),
  former_node_name: toLenientFieldSchema(z.string()),
  new_node_name: toLenientFieldSchema(z.string()),
  digit: toLenientFieldSchema(z.string()),
});
export type WireLiveTranscriptItem = DeclaredFieldsOnly<z.infer<typeof liveTranscriptItemSchema>>;

/** Types of a message known today. */
export const liveSocketMessageTypes = ['transcript_snapshot', 'transcript_updated', 'call_ended'] as const;

const messageSchema = z.looseObject({
  type: z.string(),
  transcripts: toLenientFieldSchema(z.array(z.unknown())),
  pre_session_transcripts: toLenientFieldSchema(z.array(z.unknown())),
  disconnection_reason: toLenientFieldSchema(z.string()),
});

/**
 * Message of a live call's WebSocket. Transcript snapshots and updates are both `items`, because both are merged into
 * the transcript in the same way.
 */
export type LiveSocketMessage =
  | {
      readonly type: 'items';
      readonly spoken: readonly WireLiveTranscriptItem[];
      /** Tool calls before the first word. */
      readonly preSession: readonly WireLiveTranscriptItem[];
    }
  | { readonly type: 'ended'; readonly reason: string | null };

/** Parses a message of a live call's socket. Undefined if its type is unknown. Never throws. */
export function parseLiveSocketMessage(text: string): LiveSocketMessage | undefined {
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

function readItems(items: readonly unknown[]): WireLiveTranscriptItem[] {
  return items.flatMap((item) => liveTranscriptItemSchema.safeParse(withId(item)).data ?? []);
}

/**
 * Makes an id for a live transcript item that has none, from its role and time, or role and text. A repeated snapshot
 * then adds no duplicate.
 */
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

/**
 * Close codes of a live call's WebSocket. All codes from 4000 on are final, except `notLiveYet`. After other codes, the
 * socket is reopened unless the close reason says that the call ended or was taken over.
 */
export const liveSocketCloseCodes = { ended: 1000, notLiveYet: 4004, tooManyWatchers: 4008 } as const;
/** Close reasons with code 1000. */
export const liveSocketCloseReasons = { ended: 'call_ended', takenOver: 'call_take_over' } as const;
