/** A line of the live transcript for something other than speech or tool calls: a flow step, a keypress, an SMS. */
import { ChevronDown, CircleDot, Ear, Grid3x3, MessageSquare, Waypoints } from 'lucide-react';
import type { CallRelatedData } from '../../../../contract/calls.ts';
import { transcriptLabels } from '../call-detail-es.ts';
import { liveCallLabels } from '../live-call-es.ts';
import { formatDuration } from '../../../format/durations.ts';
import type { LiveTranscriptEventLine } from './live-items.ts';

const labels = liveCallLabels.event;

function look(line: LiveTranscriptEventLine, whispers: CallRelatedData['whispers']) {
  switch (line.kind) {
    case 'node':
      return {
        Icon: Waypoints,
        label: labels.node,
        text: line.to ?? labels.unnamed,
        more: line.from && labels.from(line.from),
      };
    case 'key':
      return { Icon: Grid3x3, label: labels.key, text: line.digit ?? '', more: null };
    case 'sms':
      return { Icon: MessageSquare, label: labels.sms, text: line.text ?? '', more: null };
    case 'whisper': {
      const by = whispers.find(({ text }) => text === line.text)?.by ?? null;
      const label = by === null ? transcriptLabels.whisper : transcriptLabels.whisperOf(by);
      return { Icon: Ear, label, text: line.text ?? '', more: null };
    }
    case 'other':
    default:
      return { Icon: CircleDot, label: labels.other, text: line.role, more: line.text };
  }
}

interface EventLineProps {
  readonly line: LiveTranscriptEventLine;
  readonly whispers: CallRelatedData['whispers'];
}

export function LiveEventLine({ line, whispers }: EventLineProps) {
  const { Icon, label, text, more } = look(line, whispers);
  return (
    <details className="group mx-4 my-0.5">
      <summary className="flex min-h-7 -outline-offset-2 cursor-pointer items-center gap-2 rounded-sm px-3 text-xs text-muted marker:content-none hover:bg-sunken">
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span className="shrink-0">{label}</span>
        <span className="min-w-0 truncate text-ink group-open:whitespace-normal">{text}</span>
        <span className="ml-auto shrink-0 tabular-nums">{formatDuration(line.second)}</span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 group-open:rotate-180" />
      </summary>
      <p className="px-8 pb-1 text-xs break-words text-muted">{more ?? text}</p>
    </details>
  );
}
