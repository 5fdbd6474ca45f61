/** The steps of listening to a call and of taking it over, and which event leads from one to the next. Pure. */

export type OverReason = 'ended' | 'replaced' | 'lost' | 'lost_speaking' | 'gone' | 'failed' | 'hung_up';

/** A sentence for the person. `text`: the server's words. */
export type Notice =
  | { readonly kind: 'microphone_refused' | 'microphone_missing' | 'microphone_insecure' }
  | { readonly kind: 'refused'; readonly text: string };

export interface Listening {
  /** taking: the microphone is asked for, or is open and the person is asked; the call is heard meanwhile. */
  readonly phase: 'idle' | 'connecting' | 'listening' | 'taking' | 'speaking' | 'over';
  /** Set while the phase is `taking`. */
  readonly step: 'microphone' | 'question' | 'sending' | null;
  /** The connection is away and may come back. */
  readonly isAway: boolean;
  /** Connected, and no sound has come for a while. */
  readonly isQuiet: boolean;
  /** The person does not hear the call, by their own choice. */
  readonly isMuted: boolean;
  /** The customer does not hear the person, by the person's own choice. */
  readonly isMicrophoneMuted: boolean;
  /** The system or the device took the microphone away. */
  readonly isMicrophoneLost: boolean;
  /** Set once the phase is `over`. */
  readonly reason: OverReason | null;
  readonly notice: Notice | null;
}

export type ListeningEvent =
  | { readonly type: 'start' | 'connected' | 'away' | 'hang_up' | 'leave' }
  | { readonly type: 'quiet' | 'mute' | 'mute_microphone' | 'microphone_lost'; readonly value: boolean }
  | { readonly type: 'over'; readonly reason: OverReason; readonly text?: string }
  /** The person wants to take over; the microphone is open; they agreed; the agent is out. */
  | { readonly type: 'want' | 'microphone' | 'agree' | 'taken' }
  /** Listening goes on: the person said no, the microphone can't be had, or the server refused. */
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

/** The call is heard, or is again once the connection is back. */
export const isUnderWay = ({ phase }: Listening): boolean =>
  phase === 'listening' || phase === 'taking' || phase === 'speaking';

function over(before: Listening, reason: OverReason, text?: string): Listening {
  const told = reason === 'lost' && before.phase === 'speaking' ? 'lost_speaking' : reason;
  return { ...idle, phase: 'over', reason: told, notice: text === undefined ? null : { kind: 'refused', text } };
}

/** Events that do not belong to the phase change nothing: they come from what is over. */
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
      // Nobody speaks to a customer without hearing them.
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

/** The call itself goes on, so that it can be listened to again. */
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
