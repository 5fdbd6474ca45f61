/** Timeline of a call: its start, first word and end, merged with the provider's events. All pure. */
import type { CallRelatedData, CallDetail } from '../../../../contract/calls.ts';
import { callTimelineLabels as labels } from '../call-detail-es.ts';
import { formatDurationInWords } from '../../../../labels/waits-es.ts';
import { formatDuration } from '../../../format/durations.ts';

export interface CallTimelineEntry {
  readonly title: string;
  /** Channel by which the server received the event; null for the call's start, first word and end. */
  readonly source: CallRelatedData['events'][number]['source'] | null;
  /** Times (epoch ms) of the first and the last of the repeated events that the timeline entry merges. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
}

type TimedCall = Pick<CallDetail, 'startTimestamp' | 'endTimestamp' | 'utterances'>;

function happened(title: string, atMs: number): CallTimelineEntry {
  return { title, source: null, fromMs: atMs, toMs: atMs, count: 1 };
}

/** Timeline entries for the call's start, first word and end, as far as they are known. */
function momentsOf({ startTimestamp, endTimestamp, utterances }: TimedCall): readonly CallTimelineEntry[] {
  const startMs = startTimestamp === null ? null : Date.parse(startTimestamp);
  const first = utterances
    .filter(({ startSeconds }) => startSeconds !== null)
    .toSorted((a, b) => (a.startSeconds ?? 0) - (b.startSeconds ?? 0))[0];
  return [
    ...(startMs === null ? [] : [happened(labels.moments.started, startMs)]),
    ...(startMs === null || !first
      ? []
      : [
          happened(
            first.speaker ? labels.speaker(first.speaker) : labels.moments.firstWord,
            startMs + (first.startSeconds ?? 0) * 1_000,
          ),
        ]),
    ...(endTimestamp === null ? [] : [happened(labels.moments.ended, Date.parse(endTimestamp))]),
  ];
}

/** A call's timeline, oldest first. Repeated events are merged into one entry. */
export function buildCallTimeline(call: TimedCall, events: CallRelatedData['events']): readonly CallTimelineEntry[] {
  const told = events.map(({ event, source, at }): CallTimelineEntry => {
    const atMs = Date.parse(at);
    return { title: labels.events[event] ?? event, source, fromMs: atMs, toMs: atMs, count: 1 };
  });
  const entries: CallTimelineEntry[] = [];
  for (const entry of [...momentsOf(call), ...told].toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = entries.at(-1);
    if (last && entry.source !== null && last.title === entry.title && last.source === entry.source) {
      entries[entries.length - 1] = { ...last, toMs: entry.toMs, count: last.count + 1 };
    } else entries.push(entry);
  }
  return entries;
}

/** Time of an event relative to the call's start: '+1:05', or '−0:02' before it. Null if the start is unknown. */
export function formatTimeSinceCallStart(atMs: number, startTimestamp: string | null): string | null {
  if (startTimestamp === null) return null;
  const seconds = (atMs - Date.parse(startTimestamp)) / 1_000;
  // For an event an hour or more from the call's start, write hours and minutes without seconds.
  const length =
    Math.abs(seconds) < 3_600 ? formatDuration(Math.abs(seconds)) : formatDurationInWords(Math.abs(seconds));
  return seconds < 0 && length !== '0:00' ? `−${length}` : `+${length}`;
}
