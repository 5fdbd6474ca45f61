/**
 * Transcript lines of a live call. They arrive in any order, and a later version of a line replaces it by id. Server
 * and browser merge them by the same rule. They are never stored, because the ended call has a transcript of its own.
 */

export const liveSpeakers = ['agent', 'user', 'transfer_target'] as const;
export type LiveSpeaker = (typeof liveSpeakers)[number];

/**
 * State of the connection that reads a live call's transcript from the provider.
 * - connecting: nothing has arrived yet. live: lines arrive. reconnecting: the connection broke.
 * - ended: the call is over. taken_over: a person took it over, so that the provider sends no more.
 * - busy: the call already has five readers, the provider's maximum. refused: the account or a privacy setting forbids
 *   reading. unavailable: several attempts to connect failed.
 */
export const transcriptStreamStates = [
  'connecting',
  'live',
  'reconnecting',
  'ended',
  'taken_over',
  'busy',
  'refused',
  'unavailable',
] as const;
export type TranscriptStreamState = (typeof transcriptStreamStates)[number];

interface Line {
  /** Id of the transcript line within its call. A later line with the same id replaces this one. */
  readonly id: string;
  /**
   * Seconds from the start of the call to the transcript line. For lines with `isPreSession` the seconds have another
   * start.
   */
  readonly second: number;
  /** Position of the transcript line by its first arrival, from 0. It sorts lines of the same second. */
  readonly arrival: number;
  /** True for a transcript line from before the first spoken word, such as a tool call. */
  readonly isPreSession: boolean;
}

export type LiveTranscriptLine = Line &
  (
    | {
        readonly kind: 'speech';
        readonly speaker: LiveSpeaker;
        readonly text: string;
        /** True for a short word of assent ('mhm') said while the other person speaks. */
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
    /** Transcript line of an SMS, or of a hint (`whisper`) that a person sent to the agent during the call. */
    | { readonly kind: 'sms' | 'whisper'; readonly text: string | null }
    | { readonly kind: 'other'; readonly role: string; readonly text: string | null }
  );
export type LiveSpeechLine = Extract<LiveTranscriptLine, { kind: 'speech' }>;

/** Compares transcript lines for sorting: lines before the first spoken word first, then by second, then by arrival. */
export function compareLiveTranscriptLines(left: LiveTranscriptLine, right: LiveTranscriptLine): number {
  if (left.isPreSession !== right.isPreSession) return left.isPreSession ? -1 : 1;
  return left.second - right.second || left.arrival - right.arrival;
}

/** Returns a live call's transcript lines, sorted. Lines of `changed` replace lines with the same id or are added. */
export function mergeLiveTranscriptLines(
  lines: readonly LiveTranscriptLine[],
  changed: readonly LiveTranscriptLine[],
): LiveTranscriptLine[] {
  const byId = new Map(lines.map((each) => [each.id, each]));
  for (const each of changed) byId.set(each.id, each);
  return [...byId.values()].sort(compareLiveTranscriptLines);
}

const isSpoken = (each: LiveTranscriptLine): each is LiveSpeechLine =>
  each.kind === 'speech' && !each.isBackchannel && each.text.trim() !== '';

/** Returns the last `count` spoken lines of a live transcript, oldest first. */
export function getLastSpokenLines(lines: readonly LiveTranscriptLine[], count: number): LiveSpeechLine[] {
  return lines.filter(isSpoken).slice(-count);
}
