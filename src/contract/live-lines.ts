/**
 * A call as it is read while it is spoken: lines that grow, are replaced by id and come in any order. Server and browser merge
 * them by the same rule. They are never stored; the finished call brings its own transcript.
 */

export const liveSpeakers = ['agent', 'user', 'transfer_target'] as const;
export type LiveSpeaker = (typeof liveSpeakers)[number];

/**
 * How far the reading of a live call is.
 * - connecting: nothing came yet, as while it rings. live: lines come. reconnecting: the line was cut and is tried again.
 * - ended: the call is over. taken_over: a person took it over, and the provider shows no more of it.
 * - busy: five watch it at the provider already. refused: the account or its privacy forbids it. unavailable: given up.
 */
export const liveStates = [
  'connecting',
  'live',
  'reconnecting',
  'ended',
  'taken_over',
  'busy',
  'refused',
  'unavailable',
] as const;
export type LiveState = (typeof liveStates)[number];

interface Line {
  /** Unique within its call. A line with the same id replaces it. */
  readonly id: string;
  /** Seconds from the start of the call; on a clock of its own before the session. */
  readonly second: number;
  /** When its id first came, counted from 0: the order of lines of one second. */
  readonly arrival: number;
  /** A tool call before the first word. */
  readonly isPreSession: boolean;
}

export type LiveLine = Line &
  (
    | {
        readonly kind: 'speech';
        readonly speaker: LiveSpeaker;
        readonly text: string;
        /** A word of assent while the other speaks. */
        readonly isBackchannel: boolean;
      }
    | {
        readonly kind: 'tool_call';
        readonly toolCallId: string | null;
        readonly name: string | null;
        readonly arguments: string | null;
      }
    | {
        readonly kind: 'tool_result';
        readonly toolCallId: string | null;
        readonly content: string | null;
        readonly successful: boolean | null;
      }
    | { readonly kind: 'node'; readonly from: string | null; readonly to: string | null }
    | { readonly kind: 'key'; readonly digit: string | null }
    /** whisper: a hint that a person gave the agent. */
    | { readonly kind: 'sms' | 'whisper'; readonly text: string | null }
    /** An event of a role that we do not know. */
    | { readonly kind: 'other'; readonly role: string; readonly text: string | null }
  );
export type LiveSpeech = Extract<LiveLine, { kind: 'speech' }>;

/** Before the session, then by second, then by arrival. */
export function compareLines(left: LiveLine, right: LiveLine): number {
  if (left.isPreSession !== right.isPreSession) return left.isPreSession ? -1 : 1;
  return left.second - right.second || left.arrival - right.arrival;
}

/** The lines with `changed` in place, in their order. Applying a change twice is applying it once. */
export function mergeLines(lines: readonly LiveLine[], changed: readonly LiveLine[]): LiveLine[] {
  const byId = new Map(lines.map((each) => [each.id, each]));
  for (const each of changed) byId.set(each.id, each);
  return [...byId.values()].sort(compareLines);
}

const isSpoken = (each: LiveLine): each is LiveSpeech =>
  each.kind === 'speech' && !each.isBackchannel && each.text.trim() !== '';

/** The last `count` lines of speech, oldest first; the last is of whoever speaks now or spoke last. */
export function lastSpeech(lines: readonly LiveLine[], count: number): LiveSpeech[] {
  return lines.filter(isSpoken).slice(-count);
}
