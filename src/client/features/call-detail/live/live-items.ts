/** Prepares a live transcript for display, in order: speech, tool calls with results, hits of attention rules. Pure. */
import type { AttentionMatch, AgentToolCall, TranscriptUtterance } from '../../../../contract/calls.ts';
import type { LiveTranscriptLine, LiveSpeechLine } from '../../../../contract/live-lines.ts';
import { liveSpeakerLabels } from '../../../../labels/live-speakers-es.ts';
import { getLabelOrUnknown } from '../../../../labels/known.ts';
import { toAttentionNote, type TranscriptNote } from '../transcript/transcript-items.ts';

export type LiveTranscriptEventLine = Exclude<LiveTranscriptLine, { kind: 'speech' | 'tool_call' | 'tool_result' }>;

export type LiveTranscriptItem = { readonly id: string } & (
  | { readonly kind: 'speech'; readonly line: LiveSpeechLine }
  | { readonly kind: 'tool'; readonly call: AgentToolCall }
  | { readonly kind: 'event'; readonly line: LiveTranscriptEventLine }
  | { readonly kind: 'note'; readonly note: TranscriptNote }
);

export interface LiveTranscriptItems {
  /** Transcript lines from before the conversation began. Their times are measured by another clock. */
  readonly before: readonly LiveTranscriptItem[];
  readonly spoken: readonly LiveTranscriptItem[];
}

type ToolResult = Extract<LiveTranscriptLine, { kind: 'tool_result' }>;

export function toLiveTranscriptItems(
  lines: readonly LiveTranscriptLine[],
  attention: readonly AttentionMatch[],
): LiveTranscriptItems {
  const results = new Map<string, ToolResult>();
  const asked = new Set<string>();
  for (const line of lines) {
    if (line.kind === 'tool_result' && line.toolCallId !== null) results.set(line.toolCallId, line);
    if (line.kind === 'tool_call' && line.toolCallId !== null) asked.add(line.toolCallId);
  }
  const toItem = (line: LiveTranscriptLine): readonly LiveTranscriptItem[] => {
    const { id } = line;
    switch (line.kind) {
      case 'speech':
        return line.text.trim() === '' ? [] : [{ id, kind: 'speech', line }];
      case 'tool_call': {
        const result = line.toolCallId === null ? undefined : results.get(line.toolCallId);
        return [{ id, kind: 'tool', call: toolCallOf(line.name, line.arguments, result) }];
      }
      case 'tool_result':
        // A tool result whose tool call is missing gets its own line.
        return line.toolCallId !== null && asked.has(line.toolCallId)
          ? []
          : [{ id, kind: 'tool', call: toolCallOf(null, null, line) }];
      default:
        return [{ id, kind: 'event', line }];
    }
  };
  return {
    before: lines.filter(({ isPreSession }) => isPreSession).flatMap(toItem),
    spoken: [
      ...lines
        .filter(({ isPreSession }) => !isPreSession)
        .map((line) => ({ second: line.second, items: toItem(line) })),
      ...attention.map((hit) => ({ second: toAttentionNote(hit).second, items: [toNote(hit)] })),
    ]
      .sort((left, right) => left.second - right.second)
      .flatMap(({ items }) => items),
  };
}

const toNote = (hit: AttentionMatch): LiveTranscriptItem => ({
  id: `attention:${hit.rule}:${hit.second}`,
  kind: 'note',
  note: toAttentionNote(hit),
});

function toolCallOf(name: string | null, asked: string | null, result: ToolResult | undefined): AgentToolCall {
  return {
    name,
    arguments: asked,
    result: result?.content ?? null,
    successful: result?.successful ?? null,
    afterLine: 0,
  };
}

/** Cache of the display form of each transcript line, so that React does not render an unchanged line again. */
const utterances = new WeakMap<LiveSpeechLine, TranscriptUtterance>();

export function toUtteranceFromLiveSpeech(line: LiveSpeechLine): TranscriptUtterance {
  const known = utterances.get(line);
  if (known) return known;
  const { speaker, text, second } = line;
  const made = {
    speaker: getLabelOrUnknown(liveSpeakerLabels, speaker),
    text,
    startSeconds: second,
    endSeconds: null,
    words: [],
  };
  utterances.set(line, made);
  return made;
}

/** Distance in px from the end of the transcript within which it counts as scrolled to the end. */
const endMargin = 48;

export function isScrolledToEnd({
  scrollTop,
  clientHeight,
  scrollHeight,
}: Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean {
  return scrollHeight - scrollTop - clientHeight <= endMargin;
}
