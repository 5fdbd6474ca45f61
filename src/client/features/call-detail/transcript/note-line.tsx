/** A note within the transcript: a hint to the agent, a take-over, or a hit of an attention rule. */
import { Ear, Headset, TriangleAlert, type LucideIcon } from 'lucide-react';
import { attentionRuleLabels } from '../../../../labels/attention-es.ts';
import { transcriptLabels as labels } from '../call-detail-es.ts';
import { formatDuration } from '../../../format/durations.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { TranscriptNote } from './transcript-items.ts';

const icons: Readonly<Record<TranscriptNote['kind'], LucideIcon>> = {
  whisper: Ear,
  attention: TriangleAlert,
  take_over: Headset,
};

function Words({ note }: { readonly note: TranscriptNote }) {
  switch (note.kind) {
    case 'attention':
      return attentionRuleLabels[note.rule].happened;
    case 'take_over':
      return labels.takenOverBy(note.by);
    case 'whisper':
    default:
      return (
        <>
          {note.by === null ? labels.whisper : labels.whisperOf(note.by)} <span className="text-ink">{note.text}</span>
        </>
      );
  }
}

export function TranscriptNoteLine({ note }: { readonly note: TranscriptNote }) {
  const isHit = note.kind === 'attention';
  const Icon = icons[note.kind];
  return (
    <p className={classNames('mx-4 my-1 flex gap-2 px-3 text-xs', isHit ? 'text-attention' : 'text-muted')}>
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 break-words">
        <Words note={note} />
      </span>
      <span className="ml-auto shrink-0 tabular-nums">{formatDuration(Math.max(0, Math.floor(note.second)))}</span>
    </p>
  );
}
