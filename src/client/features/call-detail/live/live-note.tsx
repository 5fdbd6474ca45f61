/** What is said in the bar of a call under way: how listening goes, or when the recording comes; and who listens. */
import { Headphones } from 'lucide-react';
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
      {who ? (
        <p className="flex items-center gap-1.5 text-xs">
          <Headphones aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 break-words">{who}</span>
        </p>
      ) : null}
    </div>
  );
}
