/** The last two lines of a live call's conversation with their speakers. Loaded only for calls in the viewport. */
import type { LiveSpeechLine } from '../../../contract/live-lines.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { liveConversationTailPlaceholders } from '../../../labels/live-room-es.ts';
import { liveSpeakerLabels } from '../../../labels/live-speakers-es.ts';
import { useLastTranscriptLines } from '../../api/live-calls.ts';
import { classNames } from '../../ui/class-names.ts';

/** One line of a live conversation. A long line is cut at its beginning, because the newest words are at its end. */
function Line({ line, isLast }: { readonly line: LiveSpeechLine; readonly isLast: boolean }) {
  return (
    <span className={classNames('flex gap-1.5', isLast ? '' : 'text-muted')}>
      <span className={classNames('shrink-0', isLast && 'font-medium')}>
        {getLabelOrUnknown(liveSpeakerLabels, line.speaker)}:
      </span>{' '}
      <span dir="rtl" className="min-w-0 truncate">
        <bdi dir="ltr">{line.text}</bdi>
      </span>
    </span>
  );
}

export function LiveConversationTail({ callId, isInSight }: { readonly callId: string; readonly isInSight: boolean }) {
  const tail = useLastTranscriptLines(callId, isInSight);
  const lines = tail?.lines ?? [];
  if (lines.length === 0)
    return (
      <span className="text-xs text-muted">
        {tail === null ? null : getLabelOrUnknown(liveConversationTailPlaceholders, tail.state)}
      </span>
    );
  return (
    <span className="flex min-w-0 flex-col text-xs">
      {lines.map((line, index) => (
        <Line key={line.id} line={line} isLast={index === lines.length - 1} />
      ))}
    </span>
  );
}
