/** Text in the bar of a live call: the status of listening or when the recording will come, and who listens. */
import type { ReactNode } from 'react';
import type { LiveCallListeningUser } from '../../../../contract/calls.ts';
import { callRecordingLabels } from '../call-detail-es.ts';
import { describeLiveCallListeningUsers } from '../../../../labels/listeners-es.ts';
import { classNames } from '../../../ui/class-names.ts';

interface LiveNoteProps {
  /** Text on the status of listening to the live call. If null, only the note that a recording will follow is shown. */
  readonly text: string | null;
  /** True if the status text reports a failure, or that no audio arrives from the user or the call. */
  readonly isProblem?: boolean;
  readonly listeners: readonly LiveCallListeningUser[];
  /** Level meter beside the text. */
  readonly meter?: ReactNode;
}

export function LiveCallListeningStatus({ text, isProblem = false, listeners, meter = null }: LiveNoteProps) {
  const who = describeLiveCallListeningUsers(listeners);
  return (
    <div className="flex min-w-0 flex-1 basis-68 items-center gap-3 text-muted max-sm:basis-full">
      {meter}
      <div className="min-w-0">
        <output className={classNames('block', isProblem ? 'text-attention' : text !== null && 'text-ink')}>
          {text ?? callRecordingLabels.afterTheCall}
        </output>
        {who ? <p className="text-xs break-words">{who}</p> : null}
      </div>
    </div>
  );
}
