/** Prepares a transcript for display, in order: lines, tool calls, notes and silences. Times in seconds. Pure. */
import type { AttentionRuleKind } from '../../../../contract/attention.ts';
import type {
  AttentionMatch,
  CallRelatedData,
  AgentToolCall,
  TranscriptUtterance,
} from '../../../../contract/calls.ts';

/** Pauses between transcript lines longer than this are shown as a silence (product.md 2, silenceOvertalk). */
export const longestNormalPauseSeconds = 2;
/** Word times are rounded to thousandths. */
const roundingSeconds = 0.001;

export type TranscriptItem =
  | {
      readonly kind: 'line';
      readonly index: number;
      readonly line: TranscriptUtterance;
      /** Seconds for which the transcript line overlaps with the other speaker's last words; null without overlap. */
      readonly overlapSeconds: number | null;
    }
  | { readonly kind: 'silence'; readonly seconds: number }
  | { readonly kind: 'tool'; readonly call: AgentToolCall }
  | { readonly kind: 'note'; readonly note: TranscriptNote };

/** A note at a certain second of the transcript: a hint to the agent, an attention-rule hit, or a take-over. */
export type TranscriptNote = { readonly second: number } & (
  | { readonly kind: 'whisper'; readonly by: string | null; readonly text: string }
  | { readonly kind: 'attention'; readonly rule: AttentionRuleKind }
  | { readonly kind: 'take_over'; readonly by: string }
);

/** The notes of a call's transcript: hints to the agent that were not erased, take-overs, and attention-rule hits. */
export function listTranscriptNotes(
  { whispers, attention, listeners }: Pick<CallRelatedData, 'whispers' | 'attention' | 'listeners'>,
  startTimestamp: string | null,
): TranscriptNote[] {
  const hits = attention.map(toAttentionNote);
  if (startTimestamp === null) return hits;
  const secondOf = (at: string): number => (Date.parse(at) - Date.parse(startTimestamp)) / 1_000;
  const hints = whispers.flatMap(({ at, by, text }): TranscriptNote[] =>
    text === null ? [] : [{ kind: 'whisper', second: secondOf(at), by, text }],
  );
  const takers = listeners.flatMap(({ by, takenOverAt }): TranscriptNote[] =>
    takenOverAt === null ? [] : [{ kind: 'take_over', second: secondOf(takenOverAt), by }],
  );
  return [...hints, ...takers, ...hits].sort((left, right) => left.second - right.second);
}

/**
 * Creates the note of a matched attention rule. Its time is the end of the match's second, so that it follows the
 * transcript line that caused the match.
 */
export function toAttentionNote({ rule, second }: AttentionMatch): Extract<TranscriptNote, { kind: 'attention' }> {
  return { kind: 'attention', rule, second: second + 0.999 };
}

/** For each transcript line, the seconds of overlap with another speaker's last words; null without overlap. */
export function computeTranscriptLineOverlaps(lines: readonly TranscriptUtterance[]): readonly (number | null)[] {
  const endOf = new Map<string, number>();
  return lines.map(({ speaker, startSeconds, endSeconds }) => {
    if (startSeconds === null) return null;
    let othersEnd = Number.NEGATIVE_INFINITY;
    for (const [other, end] of endOf) if (other !== speaker) othersEnd = Math.max(othersEnd, end);
    endOf.set(speaker, Math.max(endOf.get(speaker) ?? Number.NEGATIVE_INFINITY, endSeconds ?? startSeconds));
    return othersEnd - startSeconds > roundingSeconds ? othersEnd - startSeconds : null;
  });
}

/** For each transcript line, the seconds of silence before it; null for the first line and for two seconds or less. */
export function computeSilencesBeforeLines(
  lines: readonly Pick<TranscriptUtterance, 'startSeconds' | 'endSeconds'>[],
): readonly (number | null)[] {
  let lastEnd: number | null = null;
  return lines.map(({ startSeconds, endSeconds }) => {
    if (startSeconds === null) return null;
    const gap = lastEnd === null ? 0 : startSeconds - lastEnd;
    lastEnd = Math.max(lastEnd ?? Number.NEGATIVE_INFINITY, endSeconds ?? startSeconds);
    return gap > longestNormalPauseSeconds + roundingSeconds ? gap : null;
  });
}

/**
 * Merges transcript lines, tool calls and notes in the order of display. A tool call comes after as many lines as its
 * `afterLine` says. A note comes after the lines that began before it. A silence comes right before the line that ends
 * it.
 */
export function toTranscriptItems(
  lines: readonly TranscriptUtterance[],
  toolCalls: readonly AgentToolCall[],
  notes: readonly TranscriptNote[] = [],
): readonly TranscriptItem[] {
  const overlapOf = computeTranscriptLineOverlaps(lines);
  const silenceBefore = computeSilencesBeforeLines(lines);
  const linesBefore = ({ second }: TranscriptNote): number =>
    lines.findLastIndex(({ startSeconds }) => startSeconds !== null && startSeconds <= second) + 1;
  const notesAfter = (count: number): TranscriptItem[] =>
    notes.filter((note) => linesBefore(note) === count).map((note) => ({ kind: 'note', note }));
  const toolsAfter = (count: number, isLast: boolean): TranscriptItem[] =>
    toolCalls
      .filter(({ afterLine }) => afterLine === count || (isLast && afterLine > count))
      .map((call) => ({ kind: 'tool', call }));
  return [
    ...toolsAfter(0, lines.length === 0),
    ...notesAfter(0),
    ...lines.flatMap((line, index): TranscriptItem[] => {
      const seconds = silenceBefore[index] ?? null;
      return [
        ...(seconds === null ? [] : [{ kind: 'silence' as const, seconds }]),
        { kind: 'line', index, line, overlapSeconds: overlapOf[index] ?? null },
        ...toolsAfter(index + 1, index + 1 === lines.length),
        ...notesAfter(index + 1),
      ];
    }),
  ];
}

/** Formats a tool's arguments or result for reading: JSON is indented, other text stays unchanged. */
export function indentIfJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
