/** The actions on a call under way, in the place of its later recording. */
import { Suspense, useState } from 'react';
import type { CallDetail } from '../../../../contract/calls.ts';
import { liveCallLabels as labels } from '../../../../labels/live-call-es.ts';
import { recordingLabels } from '../../../../labels/call-detail-es.ts';
import { HangUpButton, HangUpDialog } from '../../../layout/hang-up.tsx';
import { WhisperButton, WhisperDialog } from '../../../layout/whisper.tsx';
import { useMay } from '../../../session/session.ts';
import { classNames } from '../../../ui/class-names.ts';

export default function LiveBar({ call, className }: { readonly call: CallDetail; readonly className?: string }) {
  const mayAct = useMay('editor');
  const [asked, setAsked] = useState<'hang-up' | 'whisper' | null>(null);
  const close = () => setAsked(null);
  return (
    <section
      aria-label={labels.bar}
      className={classNames(
        'flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface px-4 py-2 max-sm:min-h-25',
        className,
      )}
    >
      <span className="min-w-0 flex-1 text-muted max-sm:basis-full">{recordingLabels.afterTheCall}</span>
      {mayAct ? (
        <>
          <WhisperButton onWhisper={() => setAsked('whisper')} />
          <HangUpButton call={call} onHangUp={() => setAsked('hang-up')} />
        </>
      ) : null}
      <Suspense fallback={null}>
        {asked === 'hang-up' ? <HangUpDialog call={call} onClose={close} /> : null}
        {asked === 'whisper' ? <WhisperDialog call={call} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}
