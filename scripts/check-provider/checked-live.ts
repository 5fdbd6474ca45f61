// Follows the conversation of a test call while it is spoken. It finds differences between the provider's socket and
// our reading of it, and checks whether a whisper is accepted and comes back.
import { createLiveSocketDifferenceCollector } from '../../src/retell/live-differences.ts';
import { liveSocketCloseCodes, liveSocketCloseReasons } from '../../src/retell/wire-live.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import type { ProviderLiveCallSocket } from '../../src/server/platform/provider/follow-call.ts';
import type { LiveCallSoundGateway } from '../../src/server/platform/provider/gateway-sound.ts';
import { ProviderError, type VoiceProvider } from '../../src/server/platform/provider/provider.ts';

/** One line about a test call. `unclear` does not count against the provider. */
export interface CallStep {
  readonly verdict: 'holds' | 'differs' | 'unclear' | 'also';
  readonly text: string;
}

export interface LiveReading {
  /** Ends following a finished call. `wasSpoken`: somebody answered it. */
  finish(wasSpoken: boolean): Promise<readonly CallStep[]>;
  /** Transport of the call's sound; null if it could not be had. */
  transport(): Promise<Transport | null>;
  close(): void;
}

/** Interval in ms of opening the socket, because the call may ring before it is live. */
const openEveryMs = 1_000;
/** Time in ms that the socket may stay open after the call's end. */
const closeWithinMs = 5_000;
const lostCode = 1006;
/** A whisper that does not change what the agent says. */
const hint = 'Prueba de la consola: sigue como hasta ahora.';

interface Close {
  readonly code: number;
  readonly reason: string;
}

type Transport = Awaited<ReturnType<LiveCallSoundGateway['listen']>>['transport'];
/** A refused request. `isCallOver`: the call had ended, so that the refusal does not count against the provider. */
interface Refusal {
  readonly refusal: string;
  readonly isCallOver: boolean;
}

/** Result of a request to listen. */
type Heard = { readonly transport: Transport } | Refusal;

export function readLive(
  provider: Pick<VoiceProvider, 'followCall' | 'whisper'> & { readonly sound: Pick<LiveCallSoundGateway, 'listen'> },
  callId: string,
): LiveReading {
  const differences = createLiveSocketDifferenceCollector();
  const closed = Promise.withResolvers<void>();
  let following: ProviderLiveCallSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;
  /** True if a socket broke after opening without any message. */
  let wasSilent = false;
  let lastClose: Close | null = null;
  let whispering: Promise<Refusal | null> | undefined;
  let listening: Promise<Heard> | undefined;
  let hasHintBack = false;
  let isFinishing = false;

  function open(): void {
    clearTimeout(timer);
    timer = undefined;
    lastClose = null;
    following = provider.followCall(callId, {
      onOpen: () => (isOpen = true),
      onText: (text) => differences.read(text),
      onMessage(message) {
        if (message.type === 'ended') return;
        hasHintBack ||= message.spoken.some(({ role, content }) => role === 'injected' && content === hint);
        whispering ??= whisper();
        listening ??= listen();
      },
      onClose(code, reason) {
        lastClose = { code, reason };
        wasSilent ||= isOpen && code === lostCode && differences.items === 0;
        isOpen = false;
        const mayBeLive = !isFinishing && (code === liveSocketCloseCodes.notLiveYet || code === lostCode);
        if (mayBeLive) timer = setTimeout(open, openEveryMs);
        else closed.resolve();
      },
    });
  }

  /** Sends the whisper. Returns null if the provider accepted it. */
  async function whisper(): Promise<Refusal | null> {
    try {
      await provider.whisper(callId, { text: hint, speakNow: false });
      return null;
    } catch (error) {
      return readRefusal(error);
    }
  }

  /** Requests the right to listen, without using it. */
  async function listen(): Promise<Heard> {
    try {
      return { transport: (await provider.sound.listen(callId)).transport };
    } catch (error) {
      return readRefusal(error);
    }
  }

  /** Reads why the provider refused a request. A call that just ended refuses all, and its socket closes a moment later. */
  async function readRefusal(cause: unknown): Promise<Refusal> {
    const refusal = cause instanceof ProviderError ? cause.kind : 'error';
    if (refusal !== 'refused') return { refusal, isCallOver: false };
    await Promise.race([closed.promise, systemClock.sleep(openEveryMs)]);
    return { refusal, isCallOver: lastClose?.code === liveSocketCloseCodes.ended };
  }

  function close(): void {
    clearTimeout(timer);
    following?.close();
  }

  open();
  return {
    close,
    async transport() {
      const heard = await listening;
      return heard && 'transport' in heard ? heard.transport : null;
    },
    async finish(wasSpoken) {
      isFinishing = true;
      // A waiting socket is opened once more, because for a finished call it reports the end.
      if (timer !== undefined) open();
      await Promise.race([closed.promise, systemClock.sleep(closeWithinMs)]);
      close();
      if (differences.items === 0) return [unopenedStep(lastClose, isOpen || wasSilent, wasSpoken)];
      const refusal = (await whispering) ?? null;
      return [
        { verdict: 'holds', text: 'la conversación en vivo se abrió' },
        endStep(lastClose),
        ...itemSteps(differences),
        whisperStep(refusal),
        ...(refusal === null ? [hintStep(hasHintBack)] : []),
        ...(listening ? [soundStep(await listening)] : []),
      ];
    },
  };
}

function whisperStep(refused: Refusal | null): CallStep {
  if (refused === null) return { verdict: 'holds', text: 'se aceptó una indicación al agente' };
  return refused.isCallOver
    ? { verdict: 'unclear', text: 'no se sabe si se acepta una indicación al agente: la llamada terminó antes' }
    : { verdict: 'differs', text: `no se aceptó una indicación al agente (${refused.refusal})` };
}

const hintStep = (hasCome: boolean): CallStep =>
  hasCome
    ? { verdict: 'holds', text: 'la indicación volvió como injected' }
    : { verdict: 'differs', text: 'la indicación no volvió como injected' };

function soundStep(heard: Heard): CallStep {
  if ('refusal' in heard)
    return heard.isCallOver
      ? { verdict: 'unclear', text: 'no se sabe si la llamada se puede escuchar: terminó antes' }
      : { verdict: 'differs', text: `no se puede escuchar la llamada (${heard.refusal})` };
  return heard.transport === 'gateway'
    ? { verdict: 'holds', text: 'se puede escuchar la llamada, por el gateway' }
    : { verdict: 'differs', text: 'el sonido pasa por LiveKit: no se escucha desde la consola' };
}

const nameOf = ({ code, reason }: Close): string => `código ${code}${reason === '' ? '' : `, motivo ${reason}`}`;

/** The step for a conversation that could not be followed. */
function unopenedStep(close: Close | null, wasSilent: boolean, wasSpoken: boolean): CallStep {
  const text = 'la conversación en vivo no se leyó';
  if (wasSilent) return { verdict: 'differs', text: `${text}: se abrió y no llegó nada` };
  if (close === null) return { verdict: 'differs', text: `${text}: no se pudo abrir` };
  if (close.code === liveSocketCloseCodes.ended || (close.code === liveSocketCloseCodes.notLiveYet && !wasSpoken))
    return { verdict: 'unclear', text: `${text}: la llamada terminó antes (${nameOf(close)})` };
  return { verdict: 'differs', text: `${text}: ${nameOf(close)}` };
}

function endStep(close: Close | null): CallStep {
  if (close === null) return { verdict: 'differs', text: 'no se cerró al terminar la llamada' };
  const isKnown =
    close.code === liveSocketCloseCodes.ended &&
    (Object.values(liveSocketCloseReasons) as readonly string[]).includes(close.reason);
  return { verdict: isKnown ? 'holds' : 'differs', text: `se cerró con ${nameOf(close)}` };
}

function itemSteps({
  items,
  withoutId,
  withoutTime,
  types,
  roles,
  fields,
}: ReturnType<typeof createLiveSocketDifferenceCollector>): CallStep[] {
  const lacking = [
    ...(withoutId > 0 ? [`${withoutId} sin id`] : []),
    ...(withoutTime > 0 ? [`${withoutTime} sin time_sec`] : []),
  ];
  const unknown = [listOf('mensajes', types), listOf('roles', roles)].flat().join('; ');
  return [
    lacking.length === 0
      ? { verdict: 'holds', text: `cada elemento trae id y time_sec (${items})` }
      : { verdict: 'differs', text: `de ${items} elementos, ${lacking.join(' y ')}` },
    unknown === ''
      ? { verdict: 'holds', text: 'sus mensajes y roles son conocidos' }
      : { verdict: 'differs', text: `no se conocen ${unknown}` },
    ...listOf('trae campos que no se leen:', fields).map((text): CallStep => ({ verdict: 'also', text })),
  ];
}

/** A line that lists the names after `head`; no line without names. */
const listOf = (head: string, names: ReadonlySet<string>): string[] =>
  names.size === 0 ? [] : [`${head} ${[...names].sort().join(', ')}`];
