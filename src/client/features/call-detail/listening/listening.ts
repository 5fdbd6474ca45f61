/**
 * The tab's only listening session: starts it, keeps its lease alive, takes the call over and ends it.
 * listening-state.ts has the state machine, sound.ts the audio connection.
 */
import { useSyncExternalStore } from 'react';
import { listeningHeartbeatMs, speakingHeartbeatMs } from '../../../../contract/listening-pace.ts';
import { ApiError, ConnectionError, getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import {
  idleListeningState,
  isListeningActive,
  reduceListeningState,
  type ListeningState,
  type ListeningEvent,
  type ListeningNotice,
} from './listening-state.ts';
import { createLoudnessMeter, openLiveCallAudioConnection, type LiveCallAudioConnection } from './sound.ts';

/** Number of timer ticks after which an audio connection that has not opened counts as failed. */
const connectPulses = 15;
/** Number of timer ticks without an audio packet after which a notice is shown. Silence sends packets too. */
const quietPulses = 5;

export interface CallListeningDeps {
  readonly ask: typeof callApi;
  readonly openSound: typeof openLiveCallAudioConnection;
  readonly openMicrophone: () => Promise<MediaStream>;
  readonly meterOf: typeof createLoudnessMeter;
}

const browser: CallListeningDeps = {
  ask: callApi,
  openSound: openLiveCallAudioConnection,
  openMicrophone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
  meterOf: createLoudnessMeter,
};

interface Run {
  listeningId: string | null;
  sound: LiveCallAudioConnection | null;
  microphone: MediaStream | null;
  meter: ReturnType<typeof createLoudnessMeter> | null;
  /** True once the audio gateway has accepted the microphone's audio track. */
  isSent: boolean;
  isSending: boolean;
  timer: ReturnType<typeof setInterval> | undefined;
  pulses: number;
  packets: number;
  pulsesWithoutPacket: number;
}

const beginRun = (): Run => ({
  listeningId: null,
  sound: null,
  microphone: null,
  meter: null,
  isSent: false,
  isSending: false,
  timer: undefined,
  pulses: 0,
  packets: 0,
  pulsesWithoutPacket: 0,
});

/** True if the device or the operating system stopped the microphone. A mute by the user does not count. */
function isMicrophoneLost({ microphone }: Run): boolean {
  const [track] = microphone?.getAudioTracks() ?? [];
  return track === undefined || track.readyState === 'ended' || track.muted;
}

function noticeOf(error: unknown): ListeningNotice {
  // Explain a TypeError by missing HTTPS, because browsers offer `navigator.mediaDevices` only with HTTPS.
  if (error instanceof TypeError) return { kind: 'microphone_insecure' };
  const isMissing = error instanceof DOMException && error.name === 'NotFoundError';
  return { kind: isMissing ? 'microphone_missing' : 'microphone_refused' };
}

export function createListeningSession({ ask, openSound: open, openMicrophone, meterOf: meter }: CallListeningDeps) {
  let state = idleListeningState;
  let run: Run | null = null;
  const listeners = new Set<() => void>();
  const leave = (): void => apply({ type: 'leave' });

  function apply(event: ListeningEvent): void {
    const next = reduceListeningState(state, event);
    if (next === state) return;
    state = next;
    if (run && state.phase === 'listening') freeMicrophone(run);
    if (run && (state.phase === 'idle' || state.phase === 'over')) end(run, state);
    for (const listener of listeners) listener();
  }

  /** Applies an event to the state of a listening session, unless that session has ended. */
  const applyTo = (own: Run, event: ListeningEvent): void => {
    if (run === own) apply(event);
  };

  function freeMicrophone(own: Run): void {
    own.meter?.close();
    own.meter = null;
    for (const track of own.microphone?.getTracks() ?? []) track.stop();
    own.microphone = null;
  }

  function end(own: Run, { reason }: ListeningState): void {
    run = null;
    clearInterval(own.timer);
    window.removeEventListener('pagehide', leave);
    freeMicrophone(own);
    own.sound?.close();
    if (own.listeningId !== null && reason !== 'gone') stop(own.listeningId);
  }

  /** Ends a listening session on the server. A failed request is not repeated, because the session expires anyway. */
  function stop(id: string): void {
    ask('stopListening', { params: { id }, keepalive: true }).catch(() => {
      console.warn('the end of a listening did not reach the server');
    });
  }

  async function offer(own: Run, sdp: string): Promise<string> {
    return (await ask('offerSound', { params: { id: own.listeningId ?? '' }, body: { sdp } })).sdp;
  }

  async function start(callId: string): Promise<void> {
    if (run) return;
    const own = beginRun();
    run = own;
    window.addEventListener('pagehide', leave);
    apply({ type: 'start' });
    try {
      const { listeningId, iceServers } = await ask('listenToCall', { params: { id: callId } });
      own.listeningId = listeningId;
      if (run !== own) {
        stop(listeningId);
        return;
      }
      own.sound = open(iceServers, {
        onConnected: () => applyTo(own, { type: 'connected' }),
        onAway: () => applyTo(own, { type: 'away' }),
        onOver: (reason) => applyTo(own, { type: 'over', reason }),
      });
      own.timer = setInterval(() => pulse(own), speakingHeartbeatMs);
      await own.sound.connect((sdp) => offer(own, sdp));
    } catch (error) {
      applyTo(own, { type: 'over', reason: 'failed', text: getRequestErrorText(error) });
    }
  }

  function pulse(own: Run): void {
    own.pulses += 1;
    if (state.phase === 'connecting' && own.pulses >= connectPulses) {
      apply({ type: 'over', reason: 'lost' });
      return;
    }
    if (state.phase === 'speaking' || own.pulses % (listeningHeartbeatMs / speakingHeartbeatMs) === 0)
      void keepAlive(own);
    if (isListeningActive(state)) void hearQuiet(own);
    if (state.phase !== 'speaking') return;
    apply({ type: 'microphone_lost', value: isMicrophoneLost(own) });
    if (!own.isSent) void send(own);
  }

  async function keepAlive(own: Run): Promise<void> {
    const isSpeaking = state.phase === 'speaking';
    const isHeard = own.sound?.isConnected() === true && (!isSpeaking || (own.isSent && !isMicrophoneLost(own)));
    try {
      await ask('keepListening', { params: { id: own.listeningId ?? '' }, body: { isHeard } });
    } catch (error) {
      // End the listening session only if the server refuses to renew it. After other errors, the next tick retries.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429)
        applyTo(own, { type: 'over', reason: 'gone' });
    }
  }

  async function hearQuiet(own: Run): Promise<void> {
    const packets = (await own.sound?.received()) ?? 0;
    own.pulsesWithoutPacket = packets > own.packets ? 0 : own.pulsesWithoutPacket + 1;
    own.packets = packets;
    applyTo(own, { type: 'quiet', value: !state.isAway && own.pulsesWithoutPacket >= quietPulses });
  }

  /** Sends the microphone's audio to the gateway. After a failure, the next timer tick tries again. */
  async function send(own: Run): Promise<void> {
    const [track] = own.microphone?.getAudioTracks() ?? [];
    if (own.isSending || !own.sound || !track) return;
    own.isSending = true;
    try {
      await own.sound.speak(track, (sdp) => offer(own, sdp));
      own.isSent = true;
      void keepAlive(own);
    } catch {
      console.warn('the gateway did not take the microphone yet');
    } finally {
      own.isSending = false;
    }
  }

  /** Asks the server to remove the agent from the call. If the response is lost, asks again, which does no harm. */
  async function askToTakeOver(own: Run, triesLeft = 2): Promise<void> {
    try {
      await ask('takeOverCall', { params: { id: own.listeningId ?? '' } });
    } catch (error) {
      if (!(error instanceof ConnectionError) || triesLeft === 0 || run !== own) throw error;
      await askToTakeOver(own, triesLeft - 1);
    }
  }

  return {
    state: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start,
    /** Ends the listening session, also when the page closes. After a take-over, this ends the call. */
    leave,
    /** Ends the call after a take-over. */
    hangUp: (): void => apply({ type: 'hang_up' }),
    mute(isMuted: boolean): void {
      apply({ type: 'mute', value: isMuted });
      run?.sound?.mute(state.isMuted);
    },
    muteMicrophone(isMuted: boolean): void {
      apply({ type: 'mute_microphone', value: isMuted });
      for (const track of run?.microphone?.getAudioTracks() ?? []) track.enabled = !state.isMicrophoneMuted;
    },
    /** Opens the microphone for a take-over, and then asks the user to confirm it. */
    async wantToTakeOver(): Promise<void> {
      const own = run;
      if (!own || state.phase !== 'listening') return;
      apply({ type: 'want' });
      try {
        const microphone = await openMicrophone();
        own.microphone = microphone;
        if (run === own && state.step === 'microphone') apply({ type: 'microphone' });
        else freeMicrophone(own);
      } catch (error) {
        applyTo(own, { type: 'not_taken', notice: noticeOf(error) });
      }
    },
    stayListener: (): void => apply({ type: 'not_taken', notice: null }),
    /**
     * Takes the call over after the user's confirmation: the AI agent leaves the call, and the user's microphone is
     * sent instead.
     */
    async takeOver(): Promise<void> {
      const own = run;
      if (!own || state.step !== 'question') return;
      apply({ type: 'agree' });
      try {
        await askToTakeOver(own);
      } catch (error) {
        applyTo(own, { type: 'not_taken', notice: { kind: 'refused', text: getRequestErrorText(error) } });
        return;
      }
      if (run !== own) return;
      apply({ type: 'taken' });
      own.sound?.mute(false);
      if (own.microphone) own.meter = meter(own.microphone);
      await send(own);
    },
    /** The call's loudness, 0 to 1. */
    level: (): number => run?.sound?.level() ?? 0,
    /** Loudness of the user's own voice as the customer hears it, 0 to 1. */
    ownLevel: (): number => (state.isMicrophoneMuted ? 0 : (run?.meter?.level() ?? 0)),
  };
}

export const listeningSession = createListeningSession(browser);

export const useListeningState = (): ListeningState =>
  useSyncExternalStore(listeningSession.subscribe, listeningSession.state);
