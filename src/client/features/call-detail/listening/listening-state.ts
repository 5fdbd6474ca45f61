/** State machine for listening to a live call and taking it over from the agent. Pure. */

export type ListeningEndReason = 'ended' | 'replaced' | 'lost' | 'lost_speaking' | 'gone' | 'failed' | 'hung_up';

/** Notice for the user who listens to a live call. For `refused`, `text` is the error text from our server. */
export type ListeningNotice =
  | { readonly kind: 'microphone_refused' | 'microphone_missing' | 'microphone_insecure' }
  | { readonly kind: 'refused'; readonly text: string };

export interface ListeningState {
  /**
   * Phase of listening to a live call. `taking`: the user is taking the call over, and `step` says how far this has
   * come.
   */
  readonly phase: 'idle' | 'connecting' | 'listening' | 'taking' | 'speaking' | 'over';
  /** Step of taking the call over; null outside the phase `taking`. */
  readonly step: 'microphone' | 'question' | 'sending' | null;
  /** True while the audio connection is lost but may recover. */
  readonly isAway: boolean;
  /** True if the audio connection is open but no audio has arrived for a while. */
  readonly isQuiet: boolean;
  /** True if the listening user has muted the call's audio. */
  readonly isMuted: boolean;
  /** True if the person muted their microphone. */
  readonly isMicrophoneMuted: boolean;
  /** True if the operating system or the device stopped the user's microphone. */
  readonly isMicrophoneLost: boolean;
  /** Why listening to the call ended; null outside the phase `over`. */
  readonly reason: ListeningEndReason | null;
  readonly notice: ListeningNotice | null;
}

export type ListeningEvent =
  | { readonly type: 'start' | 'connected' | 'away' | 'hang_up' | 'leave' }
  | { readonly type: 'quiet' | 'mute' | 'mute_microphone' | 'microphone_lost'; readonly value: boolean }
  | { readonly type: 'over'; readonly reason: ListeningEndReason; readonly text?: string }
  /** Events of a take-over: requested, microphone opened, confirmed, agent removed. */
  | { readonly type: 'want' | 'microphone' | 'agree' | 'taken' }
  /** Event: a take-over was cancelled, or failed because of the microphone or the server. Listening goes on. */
  | { readonly type: 'not_taken'; readonly notice: ListeningNotice | null };

export const idleListeningState: ListeningState = {
  phase: 'idle',
  step: null,
  isAway: false,
  isQuiet: false,
  isMuted: false,
  isMicrophoneMuted: false,
  isMicrophoneLost: false,
  reason: null,
  notice: null,
};

/** True while the call's audio is heard, or will be once the connection recovers. */
export const isListeningActive = ({ phase }: ListeningState): boolean =>
  phase === 'listening' || phase === 'taking' || phase === 'speaking';

function over(before: ListeningState, reason: ListeningEndReason, text?: string): ListeningState {
  const told = reason === 'lost' && before.phase === 'speaking' ? 'lost_speaking' : reason;
  return {
    ...idleListeningState,
    phase: 'over',
    reason: told,
    notice: text === undefined ? null : { kind: 'refused', text },
  };
}

/** Returns the listening state after an event. An event that does not fit the current phase changes nothing. */
export function reduceListeningState(before: ListeningState, event: ListeningEvent): ListeningState {
  const { phase, step } = before;
  const isActive = isListeningActive(before);
  switch (event.type) {
    case 'start':
      return phase === 'idle' || phase === 'over' ? { ...idleListeningState, phase: 'connecting' } : before;
    case 'connected':
      if (phase === 'connecting') return { ...before, phase: 'listening' };
      return isActive && before.isAway ? { ...before, isAway: false } : before;
    case 'away':
      return isActive && !before.isAway ? { ...before, isAway: true, isQuiet: false } : before;
    case 'quiet':
      return isActive && before.isQuiet !== event.value ? { ...before, isQuiet: event.value } : before;
    case 'mute':
      return phase === 'speaking' || before.isMuted === event.value ? before : { ...before, isMuted: event.value };
    case 'mute_microphone':
      return phase === 'speaking' ? { ...before, isMicrophoneMuted: event.value } : before;
    case 'microphone_lost':
      return phase === 'speaking' && before.isMicrophoneLost !== event.value
        ? { ...before, isMicrophoneLost: event.value }
        : before;
    case 'want':
      return phase === 'listening' ? { ...before, phase: 'taking', step: 'microphone', notice: null } : before;
    case 'microphone':
      return step === 'microphone' ? { ...before, step: 'question' } : before;
    case 'agree':
      return step === 'question' ? { ...before, step: 'sending' } : before;
    case 'taken':
      // After a take-over, turn the call's audio on again, so that the user hears the customer.
      return step === 'sending' ? { ...before, phase: 'speaking', step: null, isMuted: false } : before;
    case 'not_taken':
      return phase === 'taking' ? { ...before, phase: 'listening', step: null, notice: event.notice } : before;
    case 'over':
      return isActive || phase === 'connecting' ? over(before, event.reason, event.text) : before;
    case 'hang_up':
      return phase === 'speaking' ? over(before, 'hung_up') : before;
    case 'leave':
      return idleListeningState;
    default:
      return before;
  }
}

/**
 * True if the user can start listening. False during a listening session, and after a session that ended because the
 * call ended.
 */
export function canStartListening({ phase, reason }: ListeningState): boolean {
  return (
    phase === 'idle' || (phase === 'over' && reason !== 'ended' && reason !== 'hung_up' && reason !== 'lost_speaking')
  );
}

/** Parses a message of the audio gateway's control channel; null if its meaning is unknown. */
export function parseGatewayListeningEndReason(
  data: unknown,
): Extract<ListeningEndReason, 'ended' | 'replaced'> | null {
  if (typeof data !== 'string') return null;
  let type: unknown;
  try {
    const message = JSON.parse(data) as { type?: unknown; event?: unknown } | null;
    type = message?.type ?? message?.event;
  } catch {
    return null;
  }
  if (typeof type !== 'string') return null;
  if (/replaced?$/.test(type)) return 'replaced';
  return /(?:^|[._-])end(?:ed)?$/.test(type) ? 'ended' : null;
}
