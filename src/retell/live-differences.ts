/**
 * Finds fields and values that a live call's WebSocket sends but the schemas of wire-live.ts lack. Connection checks
 * report them, because the provider's SDK has no types for these messages.
 */
import { z } from 'zod';
import { unwrapLenientSchema, isPlainObject, redactUnsafeFieldName, redactUnlessPlainWord } from './account-shape.ts';
import { liveTranscriptItemSchema, liveSocketMessageTypes, liveTranscriptRoles } from './wire-live.ts';

/** Unknown or malformed parts found so far in a live call's socket messages. Possible personal data are redacted. */
export interface LiveSocketDifferenceCollector {
  /** Adds a raw message of the socket. */
  read(text: string): void;
  readonly items: number;
  readonly withoutId: number;
  readonly withoutTime: number;
  /** Unknown message types. */
  readonly types: ReadonlySet<string>;
  /** Unknown roles. */
  readonly roles: ReadonlySet<string>;
  /**
   * Unknown or mistyped fields in a live call's WebSocket messages, each as role and path, such as
   * `agent.metadata.response_id`.
   */
  readonly fields: ReadonlySet<string>;
}

const isOneOf = (words: readonly string[], word: unknown): word is string => words.includes(word as string);

export function createLiveSocketDifferenceCollector(): LiveSocketDifferenceCollector {
  const types = new Set<string>();
  const roles = new Set<string>();
  const fields = new Set<string>();
  let items = 0;
  let withoutId = 0;
  let withoutTime = 0;

  function readItem(item: unknown): void {
    items += 1;
    const given = isPlainObject(item) ? item : {};
    const { role, id, time_sec: second } = given;
    if (typeof id !== 'string' || id === '') withoutId += 1;
    if (typeof second !== 'number') withoutTime += 1;
    const shownRole = typeof role === 'string' ? redactUnlessPlainWord(role) : '-';
    if (!isOneOf(liveTranscriptRoles, role)) roles.add(shownRole);
    readFields(given, liveTranscriptItemSchema, shownRole);
  }

  function readFields(given: Readonly<Record<string, unknown>>, schema: z.ZodObject, path: string): void {
    for (const [name, value] of Object.entries(given)) {
      const part = Object.hasOwn(schema.shape, name) ? unwrapLenientSchema(schema.shape[name] as z.ZodType) : undefined;
      const field = `${path}.${part ? name : redactUnsafeFieldName(name)}`;
      if (part instanceof z.ZodObject && isPlainObject(value)) readFields(value, part, field);
      // A null field counts as absent.
      else if (!part || (value !== null && !part.safeParse(value).success)) fields.add(field);
    }
  }

  return {
    read(text) {
      const message = readJson(text);
      const type = isPlainObject(message) ? message['type'] : undefined;
      if (!isOneOf(liveSocketMessageTypes, type))
        types.add(typeof type === 'string' ? redactUnlessPlainWord(type) : '-');
      if (!isPlainObject(message)) return;
      for (const list of [message['transcripts'], message['pre_session_transcripts']])
        if (Array.isArray(list)) list.forEach(readItem);
    },
    get items() {
      return items;
    },
    get withoutId() {
      return withoutId;
    },
    get withoutTime() {
      return withoutTime;
    },
    types,
    roles,
    fields,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
