/**
 * Transcript lines of a live call. They grow, are replaced by id and arrive in any order. Server and browser merge them
 * by the same rule. They are never stored, because the finished call has its own transcript.
 */

export const liveSpeakers = ['agent', 'user', 'transfer_target'] as const;
export type LiveSpeaker = (typeof liveSpeakers)[number];

/**
 * The state of reading a live call.
 * - connecting: nothing has arrived yet, as while it rings. live: lines arrive. reconnecting: the connection broke.
 * - ended: the call is over. taken_over: a person took it over, and the provider shows no more.
 * - busy: five watchers are at the provider already. refused: account or privacy forbid it. unavailable: given up.
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
  /** Id of the transcript line, unique within its call. A line with the same id replaces it. */
  readonly id: string;
  /** Seconds from the start of the call to the line. Before the session they are on a separate clock. */
  readonly second: number;
  /** Position of the line by when its id first arrived, from 0. It orders lines of the same second. */
  readonly arrival: number;
  /** True for a tool call before the first spoken word. */
  readonly isPreSession: boolean;
}

export type LiveLine = Line &
  (
    | {
        readonly kind: 'speech';
        readonly speaker: LiveSpeaker;
        readonly text: string;
        /** True for a short word of assent ('mhm') while the other person speaks. */
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
    /** whisper: a hint that a person sent to the agent. */
    | { readonly kind: 'sms' | 'whisper'; readonly text: string | null }
    /** A live call's line whose role is unknown to this version. */
    | { readonly kind: 'other'; readonly role: string; readonly text: string | null }
  );
export type LiveSpeech = Extract<LiveLine, { kind: 'speech' }>;

/** Compares transcript lines: before the session first, then by second, then by arrival. */
export function compareLiveLines(left: LiveLine, right: LiveLine): number {
  if (left.isPreSession !== right.isPreSession) return left.isPreSession ? -1 : 1;
  return left.second - right.second || left.arrival - right.arrival;
}

/** Merges `changed` into the transcript lines, in order. Merging the same change twice has no further effect. */
export function mergeLiveLines(lines: readonly LiveLine[], changed: readonly LiveLine[]): LiveLine[] {
  const byId = new Map(lines.map((each) => [each.id, each]));
  for (const each of changed) byId.set(each.id, each);
  return [...byId.values()].sort(compareLiveLines);
}

const isSpoken = (each: LiveLine): each is LiveSpeech =>
  each.kind === 'speech' && !each.isBackchannel && each.text.trim() !== '';

/** Returns the last `count` spoken lines, oldest first. The last one is the present or latest speaker's. */
export function lastSpokenLines(lines: readonly LiveLine[], count: number): LiveSpeech[] {
  return lines.filter(isSpoken).slice(-count);
}
