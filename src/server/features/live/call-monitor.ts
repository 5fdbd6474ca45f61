/**
 * Keeps the WebSocket to the provider for one live call open. It reconnects after a cut, and tries again while the call
 * has not started. It stops if the provider closes the WebSocket with a final code.
 */
import type { TranscriptStreamState } from '../../../contract/live-lines.ts';
import { liveSocketCloseCodes, liveSocketCloseReasons, type LiveSocketMessage } from '../../../retell/wire-live.ts';
import type { ProviderLiveCallSocket, ProviderLiveCallSocketListener } from '../../platform/provider/follow-call.ts';

export interface LiveCallConnection {
  readonly state: TranscriptStreamState;
  /** Connects again after it had given up. */
  retry(): void;
  stop(): void;
}

export interface LiveCallConnectionOptions {
  /** Opens the provider's socket of the live call once. Rejects if the workspace's account can't be read. */
  readonly follow: (listener: ProviderLiveCallSocketListener) => Promise<ProviderLiveCallSocket>;
  readonly onItems: (message: Extract<LiveSocketMessage, { type: 'items' }>) => void;
  readonly onState: (state: TranscriptStreamState) => void;
  /** Pauses between connections; shorter in tests. */
  readonly pauses?: ReconnectTiming;
}

export interface ReconnectTiming {
  /** Pause in ms before the first reconnection. Each further pause is twice as long. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Time in ms without any message after which a new WebSocket counts as broken. */
  readonly silentMs: number;
}

const usualPauses: ReconnectTiming = { firstMs: 500, longestMs: 15_000, silentMs: 10_000 };
const mostTries = 8;
const firstFinalCode = 4000;
/** WebSocket close code of a connection that broke without a close frame. */
const lostCode = 1006;

export function createLiveCallConnection({
  pauses = usualPauses,
  ...options
}: LiveCallConnectionOptions): LiveCallConnection {
  let state: TranscriptStreamState = 'connecting';
  let tries = 0;
  let hasHeard = false;
  let isStopped = false;
  let following: ProviderLiveCallSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Sequence number of the latest attempt to open the socket. Events of earlier sockets are ignored. */
  let opening = 0;

  function enter(next: TranscriptStreamState): void {
    if (next === state) return;
    state = next;
    options.onState(next);
  }

  function open(): void {
    const nth = ++opening;
    const isCurrent = (): boolean => nth === opening && !isStopped;
    const onClose = (code: number, reason: string): void => {
      if (isCurrent()) close(code, reason);
    };
    const onMessage = (message: LiveSocketMessage): void => {
      if (isCurrent()) hear(message);
    };
    clearTimeout(timer);
    timer = setTimeout(() => onClose(lostCode, ''), pauses.silentMs);
    void follow({ onMessage, onClose }, isCurrent);
  }

  async function follow(listener: ProviderLiveCallSocketListener, isCurrent: () => boolean): Promise<void> {
    try {
      const opened = await options.follow(listener);
      if (isCurrent()) following = opened;
      else opened.close();
    } catch {
      listener.onClose(lostCode, '');
    }
  }

  function hear(message: LiveSocketMessage): void {
    clearTimeout(timer);
    tries = 0;
    hasHeard = true;
    if (message.type === 'ended') finish(getTranscriptStateAfterCallEnd(message.reason));
    else {
      enter('live');
      options.onItems(message);
    }
  }

  function close(code: number, reason: string): void {
    const ending = getTranscriptStateAfterSocketClose(code, reason);
    if (ending) finish(ending);
    else if (tries === mostTries) finish('unavailable');
    else {
      leave();
      enter(hasHeard ? 'reconnecting' : 'connecting');
      // Up to half of the pause is random, so that calls whose sockets were cut together don't reconnect together.
      const longest = Math.min(pauses.longestMs, pauses.firstMs * 2 ** tries);
      tries += 1;
      timer = setTimeout(open, longest * (0.5 + Math.random() / 2));
    }
  }

  function leave(): void {
    opening += 1;
    clearTimeout(timer);
    following?.close();
    following = undefined;
  }

  function finish(ending: TranscriptStreamState): void {
    leave();
    enter(ending);
  }

  open();
  return {
    get state() {
      return state;
    },
    retry() {
      if (isStopped || state !== 'unavailable') return;
      tries = 0;
      enter(hasHeard ? 'reconnecting' : 'connecting');
      open();
    },
    stop() {
      isStopped = true;
      leave();
    },
  };
}

export type FinalTranscriptStreamState = Extract<TranscriptStreamState, 'ended' | 'taken_over' | 'busy' | 'refused'>;

/**
 * Returns the final state of a live transcript whose call the provider has reported as over. `taken_over` if a person
 * took over the call, otherwise `ended`.
 */
export const getTranscriptStateAfterCallEnd = (reason: string | null): FinalTranscriptStreamState =>
  reason === liveSocketCloseReasons.takenOver ? 'taken_over' : 'ended';

/** Returns the final state of a live transcript after its socket closed. Undefined if the socket should be reopened. */
export function getTranscriptStateAfterSocketClose(
  code: number,
  reason: string,
): FinalTranscriptStreamState | undefined {
  if (reason === liveSocketCloseReasons.takenOver) return 'taken_over';
  if (code === liveSocketCloseCodes.ended && reason === liveSocketCloseReasons.ended) return 'ended';
  if (code < firstFinalCode || code === liveSocketCloseCodes.notLiveYet) return undefined;
  return code === liveSocketCloseCodes.tooManyWatchers ? 'busy' : 'refused';
}
