/** What happened beside the conversation, at its place in it: a hint to the agent, or a hit of an attention rule. */
import { Ear, TriangleAlert } from 'lucide-react';
import { attentionLabels } from '../../../../labels/attention-es.ts';
import { transcriptLabels as labels } from '../../../../labels/call-detail-es.ts';
import { formatDuration } from '../../../format/durations.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Note } from './transcript-items.ts';

export function NoteLine({ note }: { readonly note: Note }) {
  const isHit = note.kind === 'attention';
  const Icon = isHit ? TriangleAlert : Ear;
  return (
    <p className={classNames('mx-4 my-1 flex gap-2 px-3 text-xs', isHit ? 'text-attention' : 'text-muted')}>
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 break-words">
        {isHit ? (
          attentionLabels[note.rule].happened
        ) : (
          <>
            {note.by === null ? labels.whisper : labels.whisperOf(note.by)}{' '}
            <span className="text-ink">{note.text}</span>
          </>
        )}
      </span>
      <span className="ml-auto shrink-0 tabular-nums">{formatDuration(Math.max(0, Math.floor(note.second)))}</span>
    </p>
  );
}
