/** Transcript lines of one live call, collected from the provider's items or received from another server. */
import {
  compareLiveTranscriptLines,
  liveSpeakers,
  type LiveTranscriptLine,
  type LiveSpeaker,
} from '../../../contract/live-lines.ts';
import type { LiveSocketMessage, WireLiveTranscriptItem } from '../../../retell/wire-live.ts';

export interface LiveTranscriptAccumulator {
  /** Adds transcript items from the provider, in any order. Returns the transcript lines that are new or changed. */
  read(message: Extract<LiveSocketMessage, { type: 'items' }>): LiveTranscriptLine[];
  /** Adds transcript lines from another server. Returns the lines that are new or changed. */
  merge(lines: readonly LiveTranscriptLine[]): LiveTranscriptLine[];
  list(): LiveTranscriptLine[];
}

export function createLiveTranscriptAccumulator(): LiveTranscriptAccumulator {
  const lines = new Map<string, LiveTranscriptLine>();
  let nextArrival = 0;

  function put(line: LiveTranscriptLine): boolean {
    const known = lines.get(line.id);
    if (known && JSON.stringify(known) === JSON.stringify(line)) return false;
    lines.set(line.id, line);
    nextArrival = Math.max(nextArrival, line.arrival + 1);
    return true;
  }

  function readItem(item: WireLiveTranscriptItem, isPreSession: boolean): LiveTranscriptLine {
    // Prefix the ids of transcript items from before the live session, because the provider may use the same ids again
    // during the session.
    const id = isPreSession ? `before:${item.id}` : item.id;
    const known = lines.get(id);
    const second = item.time_sec ?? known?.second ?? latestSecond();
    return { ...wordsOf(item), id, second, arrival: known?.arrival ?? nextArrival, isPreSession };
  }

  const latestSecond = (): number =>
    lines.values().reduce((latest, line) => (line.isPreSession ? latest : Math.max(latest, line.second)), 0);

  return {
    read({ spoken, preSession }) {
      const changed = new Map<string, LiveTranscriptLine>();
      for (const [items, isPreSession] of [
        [preSession, true],
        [spoken, false],
      ] as const)
        for (const item of items) {
          const line = readItem(item, isPreSession);
          if (put(line)) changed.set(line.id, line);
        }
      return [...changed.values()];
    },
    merge: (others) => others.filter(put),
    list: () => [...lines.values()].sort(compareLiveTranscriptLines),
  };
}

type Place = 'id' | 'second' | 'arrival' | 'isPreSession';
type Words = LiveTranscriptLine extends infer Each
  ? Each extends LiveTranscriptLine
    ? Omit<Each, Place>
    : never
  : never;

const isSpeaker = (role: string): role is LiveSpeaker => (liveSpeakers as readonly string[]).includes(role);

function wordsOf(item: WireLiveTranscriptItem): Words {
  const { role, content: text = null, tool_call_id: toolCallId = null } = item;
  if (isSpeaker(role))
    return {
      kind: 'speech',
      speaker: role,
      text: text ?? '',
      isBackchannel: item.metadata?.is_backchannel === true,
    };
  switch (role) {
    case 'tool_call_invocation':
      return { kind: 'tool_call', toolCallId, name: item.name ?? null, arguments: item.arguments ?? null };
    case 'tool_call_result':
      return { kind: 'tool_result', toolCallId, content: text, successful: item.successful ?? null };
    case 'node_transition':
      return { kind: 'node', from: item.former_node_name ?? null, to: item.new_node_name ?? null };
    case 'dtmf':
      return { kind: 'key', digit: item.digit ?? null };
    case 'sms':
      return { kind: 'sms', text };
    case 'injected':
      return { kind: 'whisper', text };
    default:
      return { kind: 'other', role, text };
  }
}
