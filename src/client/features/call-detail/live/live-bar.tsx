/** Bar with the actions on a call in progress, at the place where the recording will be afterwards. */
import { Suspense, useState } from 'react';
import type { CallDetail } from '../../../../contract/calls.ts';
import { liveCallLabels as labels } from '../live-call-es.ts';
import { HangUpCallButton, HangUpCallDialog } from '../../../layout/hang-up.tsx';
import { WhisperToAgentButton, WhisperDialog } from '../../../layout/whisper.tsx';
import { useCallContextQuery, useWorkspaceSettings } from '../../../api/queries.ts';
import { isRoleAtLeast } from '../../../session/roles.ts';
import { useHasRole, useSession } from '../../../session/session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { createLazyComponent } from '../../../ui/lazy-part.tsx';
import { LiveCallListeningStatus } from './live-note.tsx';

const listeningPart = createLazyComponent(() => import('../listening/listening-part.tsx'));

function useMayListen(): boolean {
  const { role } = useSession();
  const listening = useWorkspaceSettings().data?.listening ?? 'off';
  return listening !== 'off' && isRoleAtLeast(role, listening);
}

export default function LiveCallActionBar({
  call,
  className,
}: {
  readonly call: CallDetail;
  readonly className?: string;
}) {
  const mayAct = useHasRole('editor');
  const [asked, setAsked] = useState<'hang-up' | 'whisper' | null>(null);
  const close = () => setAsked(null);
  const mayListen = useMayListen();
  const listeners = useCallContextQuery(call.id).data?.listeners ?? [];
  const hasAgent = listeners.every(({ takenOverAt }) => takenOverAt === null);
  const actions = mayAct ? (
    <>
      {hasAgent ? <WhisperToAgentButton onWhisper={() => setAsked('whisper')} /> : null}
      <HangUpCallButton call={call} onHangUp={() => setAsked('hang-up')} />
    </>
  ) : null;
  const plain = (
    <>
      <LiveCallListeningStatus text={null} listeners={listeners} />
      {actions}
    </>
  );
  return (
    <section
      aria-label={labels.bar}
      className={classNames(
        'flex min-h-16 flex-wrap items-center gap-x-3 sm:justify-end gap-y-1 rounded-lg border border-line bg-surface px-4 py-2 max-sm:min-h-25',
        className,
      )}
    >
      {mayListen ? (
        <listeningPart.Part call={call} listeners={listeners} fallback={plain}>
          {actions}
        </listeningPart.Part>
      ) : (
        plain
      )}
      <Suspense fallback={null}>
        {asked === 'hang-up' ? <HangUpCallDialog call={call} onClose={close} /> : null}
        {asked === 'whisper' ? <WhisperDialog call={call} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}
