/** States of listening to a call and taking it over, and their transitions. Pure. */

export type OverReason = 'ended' | 'replaced' | 'lost' | 'lost_speaking' | 'gone' | 'failed' | 'hung_up';

/** A message about listening for the person. `text` is the server's own. */
export type Notice =
  | { readonly kind: 'microphone_refused' | 'microphone_missing' | 'microphone_insecure' }
  | { readonly kind: 'refused'; readonly text: string };

export interface Listening {
  /** The phase of listening. taking: the microphone is being opened, or waits for the person's confirmation. */
  readonly phase: 'idle' | 'connecting' | 'listening' | 'taking' | 'speaking' | 'over';
  /** The step of taking the call over; set only in the phase `taking`. */
  readonly step: 'microphone' | 'question' | 'sending' | null;
  /** True while the connection is lost and may come back. */
  readonly isAway: boolean;
  /** True if the connection is open but no sound has come for a while. */
  readonly isQuiet: boolean;
  /** True if the person muted the call for themselves. */
  readonly isMuted: boolean;
  /** True if the person muted their microphone. */
  readonly isMicrophoneMuted: boolean;
  /** True if the system or the device took the microphone away. */
  readonly isMicrophoneLost: boolean;
  /** Why listening ended; set only in the phase `over`. */
  readonly reason: OverReason | null;
  readonly notice: Notice | null;
}

export type ListeningEvent =
  | { readonly type: 'start' | 'connected' | 'away' | 'hang_up' | 'leave' }
  | { readonly type: 'quiet' | 'mute' | 'mute_microphone' | 'microphone_lost'; readonly value: boolean }
  | { readonly type: 'over'; readonly reason: OverReason; readonly text?: string }
  /** Steps of a take-over: asked for, microphone open, confirmed, agent removed. */
  | { readonly type: 'want' | 'microphone' | 'agree' | 'taken' }
  /** The take-over failed and listening goes on: the person declined, there is no microphone, or the server refused. */
  | { readonly type: 'not_taken'; readonly notice: Notice | null };

export const idle: Listening = {
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

/** True while the call is heard, or will be once the connection is back. */
export const isUnderWay = ({ phase }: Listening): boolean =>
  phase === 'listening' || phase === 'taking' || phase === 'speaking';

function over(before: Listening, reason: OverReason, text?: string): Listening {
  const told = reason === 'lost' && before.phase === 'speaking' ? 'lost_speaking' : reason;
  return { ...idle, phase: 'over', reason: told, notice: text === undefined ? null : { kind: 'refused', text } };
}

/** The state after an event. An event that does not fit the phase is late and changes nothing. */
export function nextListening(before: Listening, event: ListeningEvent): Listening {
  const { phase, step } = before;
  const isActive = isUnderWay(before);
  switch (event.type) {
    case 'start':
      return phase === 'idle' || phase === 'over' ? { ...idle, phase: 'connecting' } : before;
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
      // Speaking ends the person's own mute, because nobody speaks to a customer without hearing them.
      return step === 'sending' ? { ...before, phase: 'speaking', step: null, isMuted: false } : before;
    case 'not_taken':
      return phase === 'taking' ? { ...before, phase: 'listening', step: null, notice: event.notice } : before;
    case 'over':
      return isActive || phase === 'connecting' ? over(before, event.reason, event.text) : before;
    case 'hang_up':
      return phase === 'speaking' ? over(before, 'hung_up') : before;
    case 'leave':
      return idle;
    default:
      return before;
  }
}

/** True if the call goes on, so that the person can listen again. */
export function mayListenAgain({ phase, reason }: Listening): boolean {
  return (
    phase === 'idle' || (phase === 'over' && reason !== 'ended' && reason !== 'hung_up' && reason !== 'lost_speaking')
  );
}

/** Reads a message of the gateway's control channel; null if its meaning is unknown. */
export function readControlMessage(data: unknown): Extract<OverReason, 'ended' | 'replaced'> | null {
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
