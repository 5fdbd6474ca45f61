/** Controls to listen to a live call and to take it over, in a separate chunk. Unmounting ends the listening. */
import { Headphones, Mic, MicOff, PhoneOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { CallDetail, LiveCallListeningUser } from '../../../../contract/calls.ts';
import {
  liveCallListeningLabels as labels,
  liveCallListeningEndReasonLabels,
  microphoneErrorTexts,
} from '../listening-es.ts';
import { UnsavedWorkDialog } from '../../../layout/leave-dialog.tsx';
import { useHasRole } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { LiveCallListeningStatus } from '../live/live-note.tsx';
import { AudioLevelMeter } from './level-meter.tsx';
import { listeningSession, useListeningState } from './listening.ts';
import { isListeningActive, canStartListening, type ListeningState } from './listening-state.ts';

interface ListeningPartProps {
  readonly call: CallDetail;
  readonly listeners: readonly LiveCallListeningUser[];
  /** Buttons of a live call besides listening and take-over. Hidden from a user who took the call over. */
  readonly children: ReactNode;
}

/** Status text while listening to a live call; null if there is nothing to say. */
function statusOf(state: ListeningState): string | null {
  const { phase, step, notice, reason } = state;
  if (notice?.kind === 'refused') return notice.text;
  if (notice) return microphoneErrorTexts[notice.kind];
  if (reason) return liveCallListeningEndReasonLabels[reason];
  if (phase === 'idle') return null;
  if (phase === 'connecting') return labels.connecting;
  if (state.isAway) return labels.away;
  if (state.isMicrophoneLost) return labels.microphoneLost;
  if (state.isQuiet) return labels.quiet;
  if (step === 'microphone') return labels.askingMicrophone;
  if (phase === 'speaking') return state.isMicrophoneMuted ? labels.microphoneMuted : labels.speaking;
  return state.isMuted ? labels.muted : labels.listening;
}

/** True if listening or speaking has a problem, or the user is muted and may have forgotten it. */
function isProblem({ notice, reason, ...state }: ListeningState): boolean {
  const isLost = reason !== null && reason !== 'hung_up' && reason !== 'ended';
  return (
    notice !== null || isLost || state.isAway || state.isQuiet || state.isMicrophoneLost || state.isMicrophoneMuted
  );
}

/** Makes a click handler ignore the second click of a double click, because the button has changed meanwhile. */
const once =
  (act: () => void) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail <= 1) act();
  };

/** Button that starts listening, ends it, or hangs up after a take-over. It is one element, to keep the focus. */
function MainButton({ call, state }: { readonly call: CallDetail; readonly state: ListeningState }) {
  const { phase } = state;
  const isOff = phase === 'idle' || phase === 'over';
  const waits = isOff && call.startTimestamp === null;
  const [act, text] = isOff
    ? ([() => void listeningSession.start(call.id), labels.listen] as const)
    : phase === 'speaking'
      ? ([listeningSession.hangUp, labels.hangUp] as const)
      : ([listeningSession.leave, labels.stop] as const);
  const Icon = phase === 'speaking' ? PhoneOff : isOff ? Headphones : null;
  return (
    <Tooltip text={labels.notStarted} enabled={waits}>
      <Button
        size="small"
        variant={phase === 'speaking' ? 'danger' : 'secondary'}
        aria-disabled={waits || undefined}
        onClick={once(() => {
          if (!waits) act();
        })}
      >
        {Icon ? <Icon aria-hidden /> : null}
        {text}
      </Button>
    </Tooltip>
  );
}

/** Button that takes the call over. Once the user speaks, the same element mutes the microphone, to keep the focus. */
function MicrophoneButton({ state }: { readonly state: ListeningState }) {
  const isSpeaking = state.phase === 'speaking';
  const { isMicrophoneMuted } = state;
  const Icon = isMicrophoneMuted ? MicOff : Mic;
  return (
    <Button
      size="small"
      aria-disabled={state.step === 'microphone' || undefined}
      onClick={() => {
        if (isSpeaking) listeningSession.muteMicrophone(!isMicrophoneMuted);
        else void listeningSession.wantToTakeOver();
      }}
    >
      <Icon aria-hidden />
      {isSpeaking ? (isMicrophoneMuted ? labels.unmuteMicrophone : labels.muteMicrophone) : labels.takeOver}
    </Button>
  );
}

function TakeOverDialog({ step }: Pick<ListeningState, 'step'>) {
  return (
    <ConfirmDialog
      open={step === 'question' || step === 'sending'}
      onOpenChange={(open) => {
        if (!open && step === 'question') listeningSession.stayListener();
      }}
      title={labels.takeOver}
      confirmLabel={step === 'sending' ? labels.sending : labels.takeOver}
      onConfirm={() => void listeningSession.takeOver()}
      pending={step === 'sending'}
    >
      <p>{labels.question}</p>
      <p className="mt-1">{labels.warning}</p>
    </ConfirmDialog>
  );
}

export default function CallListeningControls({ call, listeners, children }: ListeningPartProps) {
  const state = useListeningState();
  const mayTakeOver = useHasRole('editor') && listeners.every(({ takenOverAt }) => takenOverAt === null);
  const isSpeaking = state.phase === 'speaking';
  const isActive = isListeningActive(state);
  useEffect(() => listeningSession.leave, []);
  return (
    <>
      <LiveCallListeningStatus
        text={statusOf(state)}
        isProblem={isProblem(state)}
        listeners={listeners}
        meter={
          isActive ? (
            <AudioLevelMeter key={state.phase} read={isSpeaking ? listeningSession.ownLevel : listeningSession.level} />
          ) : null
        }
      />
      {isSpeaking || (isActive && mayTakeOver) ? <MicrophoneButton state={state} /> : null}
      {canStartListening(state) || state.phase !== 'over' ? <MainButton call={call} state={state} /> : null}
      {isActive && !isSpeaking ? (
        <Button size="small" onClick={() => listeningSession.mute(!state.isMuted)}>
          {state.isMuted ? labels.unmute : labels.mute}
        </Button>
      ) : null}
      {isSpeaking ? null : children}
      <TakeOverDialog step={state.step} />
      <UnsavedWorkDialog isUnsaved={isSpeaking} title={labels.leaveTitle} confirmLabel={labels.leave}>
        {labels.leaveText}
      </UnsavedWorkDialog>
    </>
  );
}
