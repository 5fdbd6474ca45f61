/** What is said in the bar of a call under way: how listening goes, or when the recording comes; and who listens. */
import type { CallListener } from '../../../../contract/calls.ts';
import { recordingLabels } from '../../../../labels/call-detail-es.ts';
import { listenersText } from '../../../../labels/listeners-es.ts';

interface LiveNoteProps {
  /** Null: nothing is said but when the recording comes. */
  readonly text: string | null;
  readonly listeners: readonly CallListener[];
}

export function LiveNote({ text, listeners }: LiveNoteProps) {
  const who = listenersText(listeners);
  return (
    <div className="min-w-0 flex-1 basis-56 text-muted max-sm:basis-full">
      <output className="block">{text ?? recordingLabels.afterTheCall}</output>
      {who ? <p className="text-xs break-words">{who}</p> : null}
    </div>
  );
}
