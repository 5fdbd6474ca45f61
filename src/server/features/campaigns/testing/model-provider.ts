/**
 * The provider in the model of never-twice.test.ts. It decides the fate of each order at its port, keeps the only
 * record of dialled people, and reports at each dial whether somebody was dialled wrongly. Times are the model's, in
 * ms.
 */
import type { RetryLimits, RetryableOutcome, RetryPolicy } from '../../../../contract/campaigns.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import {
  serializeProviderPhoneCallRequest,
  type ProviderPhoneCallRequestBody,
} from '../../../platform/provider/provider-requests.ts';
import {
  ProviderError,
  type OutboundCallOrder,
  type PlaceCallOutcome,
  type VoiceProvider,
} from '../../../platform/provider/provider.ts';

/**
 * Fates of one order. answered. lost: accepted, but the answer is lost. held: the caller gives up, and the provider
 * accepts later. later: 429. failed: 5xx, nothing dialled. erred: 5xx, and dialled. refused: refused for good. halted:
 * the server stops before it sends. unheard: accepted, and the server stops before it reads the answer.
 */
export const fates = ['answered', 'lost', 'held', 'later', 'failed', 'erred', 'refused', 'halted', 'unheard'] as const;
export type Fate = (typeof fates)[number];
/** Fates of repetitions. No halted server sends one here. */
export const repeatFates = ['answered', 'lost', 'held', 'later', 'failed', 'erred', 'refused'] as const;

/** Treatments of a repeated key, as in `SimulatedIdempotencyKeyMode`. Servers take all but ignored keys for proven. */
export const keyWays = ['honoured', 'conflict', 'compared', 'freed', 'ignored'] as const;
export type KeyWay = (typeof keyWays)[number];

/**
 * Endings of calls. machine: an answering machine that only the analysis recognises. promised, postponed: a person and
 * a voicemail whose analysis asks for a call back.
 */
export const endings = [
  'human',
  'promised',
  'no_answer',
  'busy',
  'voicemail',
  'postponed',
  'machine',
  'error',
  'declined',
  'concurrency',
  'account',
] as const;
export type Ending = (typeof endings)[number];

/** Stage of a call: registered, ongoing, ended, analysed. */
export type Stage = 0 | 1 | 2 | 3;

export interface ModelCall {
  readonly id: string;
  readonly attemptId: string;
  readonly to: string;
  readonly from: string;
  readonly ending: Ending;
  readonly acceptedAtMs: number;
  readonly visibleFromMs: number;
  stage: Stage;
  /** True if the first report of the end, as the server heard it, granted another call; null if not heard. */
  granted: boolean | null;
  /** The time for which the call promises a call back. */
  readonly callBackAt: string;
  /** True if the promise was heard while it could apply; later reports do not apply it again. */
  isPromiseTaken: boolean;
}

export interface ModelReport {
  readonly event: string;
  readonly wire: WireCall;
}

/** Delays with which an order may be accepted and listed, within the settle time after its last send-by. */
export interface Promises {
  readonly acceptWithinMs: number;
  readonly listWithinMs: number;
}

type Ordered = Pick<OutboundCallOrder, 'attemptId' | 'toNumber' | 'fromNumber'>;

/** An order that the provider has, by its idempotency key. */
interface KnownOrder {
  readonly body: string;
  call: ModelCall | null;
}

interface Waiting {
  readonly order: Ordered;
  readonly sinceMs: number;
  readonly go: () => void;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export class ModelProvider {
  nowMs = 0;
  isListBroken = false;
  /** Fates of orders by attempt id; answered by default. */
  readonly fates = new Map<string, Fate>();
  /** Fates of the next repetitions, in turn; then answered. */
  readonly repeatFates: Fate[] = [];
  /** True if the campaign dials, by the test's own knowledge. */
  isDialing: () => boolean = () => true;
  /** Endings of the next calls, in turn; then human. */
  readonly endings: Ending[] = [];
  listLagMs = 0;
  readonly calls: ModelCall[] = [];
  /** Reports that are not delivered yet. */
  readonly reports: ModelReport[] = [];
  readonly wrongs: string[] = [];
  /** Numbers of which an order was refused for good. */
  readonly refused = new Set<string>();
  /** Actions of halted servers, which run when they wake. A server that died never wakes. */
  readonly halted = new Map<string, () => void>();
  readonly #held: Waiting[] = [];
  readonly #policy: RetryPolicy;
  readonly #limits: RetryLimits;
  readonly #promises: Promises;
  readonly #keys: KeyWay;
  readonly #orders = new Map<string, KnownOrder>();
  #repetitions = 0;

  constructor(policy: RetryPolicy, limits: RetryLimits, promises: Promises, keys: KeyWay) {
    this.#policy = policy;
    this.#limits = limits;
    this.#promises = promises;
    this.#keys = keys;
  }

  /** Number of orders that were repeated. */
  get repetitions(): number {
    return this.#repetitions;
  }

  /** The provider port, as far as dialling needs it. */
  readonly port: VoiceProvider = {
    placeCall: (order: OutboundCallOrder, isStale: () => boolean) =>
      this.#place(
        order,
        serializeProviderPhoneCallRequest(order),
        this.fates.get(order.attemptId) ?? 'answered',
        isStale,
      ),
    repeatCall: (body: string, isStale: () => boolean) => this.#repeat(body, isStale),
    listCalls: async ({ attemptId }: { attemptId?: string }) => {
      if (this.isListBroken) throw new ProviderError('unavailable', 'the list is broken');
      const found = this.calls.filter((call) => call.attemptId === attemptId && call.visibleFromMs <= this.nowMs);
      return { calls: found.map((call) => wireOf(call, call.stage)), nextKey: null };
    },
    findContact: async () => null,
    getAgent: async (agentId: string) => ({ agent_id: agentId, data_storage_setting: 'everything' }),
    stopCall: async (callId: string) => void this.wrongs.push(`call ${callId} was taken for a second one and stopped`),
  } as Partial<VoiceProvider> as VoiceProvider;

  /** Lets time pass. Orders held for as long as possible are accepted before. */
  pass(ms: number): void {
    for (const held of this.#held.splice(0)) {
      if (this.nowMs + ms - held.sinceMs > this.#promises.acceptWithinMs) held.go();
      else this.#held.push(held);
    }
    this.nowMs += ms;
  }

  acceptHeld(): void {
    for (const held of this.#held.splice(0)) held.go();
  }

  /** Moves the call on by one stage. Its report waits to be delivered. */
  advance(call: ModelCall): void {
    if (call.stage === 3) return;
    const isNeverOngoing = call.stage === 0 && !isAnswered(call.ending);
    call.stage = isNeverOngoing ? 2 : ((call.stage + 1) as Stage);
    const event = { 0: '', 1: 'call_started', 2: 'call_ended', 3: 'call_analyzed' }[call.stage];
    this.reports.push({ event, wire: wireOf(call, call.stage) });
  }

  snapshotOf(call: ModelCall): ModelReport {
    return { event: 'call_snapshot', wire: wireOf(call, call.stage) };
  }

  /** Notes that the server heard a report. The first end may grant another call, if the campaign dials. */
  heard({ call_id: id, call_status: status, call_analysis: analysis }: WireCall, campaignDials: boolean): void {
    const call = this.calls.find((each) => each.id === id);
    if (!call || status === 'registered' || status === 'ongoing') return;
    if (call.granted === null) {
      const outcome = outcomeOf(call.ending, analysis !== undefined);
      call.granted = campaignDials && this.#isLeft(call, outcome);
      if (call.granted) this.#used.set(call.id, outcome);
    }
    const isLast = this.callsTo(call.to).at(-1) === call;
    if (!analysis || !promises(call.ending) || call.isPromiseTaken || !campaignDials || !isLast) return;
    call.isPromiseTaken = true;
    this.#calledBack.add(call.to);
    // A recipient who waits already, by the policy or by a person, gets no further call.
    if (!this.isOwed(call.to)) this.#setBy.set(call.to, (this.#setBy.get(call.to) ?? 0) + 1);
  }

  /** Notes that a person set (1), moved (0) or cancelled (-1) a call back. */
  setBack(to: string, by: 1 | 0 | -1): void {
    this.#setBy.set(to, (this.#setBy.get(to) ?? 0) + by);
    this.#calledBack.add(to);
  }

  /** True if another call is to follow those that were made. */
  isOwed(to: string): boolean {
    return this.callsTo(to).length < this.callsOwed(to);
  }

  /** True if the days since the first call are over, or nearly: a retry is not dialled any more. */
  isLate(to: string, toleranceMs = minuteMs): boolean {
    const first = this.callsTo(to).find(({ ending }) => !calledNobody(ending));
    const { maxDays = Infinity } = this.#limits;
    return first !== undefined && this.nowMs - first.acceptedAtMs > maxDays * dayMs - toleranceMs;
  }

  /** Number of calls that the recipient got or is still to get. */
  callsOwed(to: string): number {
    return 1 + this.callsTo(to).filter(({ granted }) => granted === true).length + (this.#setBy.get(to) ?? 0);
  }

  callsTo(to: string): readonly ModelCall[] {
    return this.calls.filter((call) => call.to === to);
  }

  readonly #used = new Map<string, Ending>();
  /** Calls granted by call backs less the cancelled ones, by number. */
  readonly #setBy = new Map<string, number>();
  /** Numbers to which a call back was promised or set at some time: they may be called late. */
  readonly #calledBack = new Set<string>();

  #isLeft({ to }: ModelCall, outcome: Ending): boolean {
    if (calledNobody(outcome)) return true;
    const called = this.callsTo(to).filter(({ ending }) => !calledNobody(ending));
    if (called.length >= (this.#limits.maxAttempts ?? Infinity)) return false;
    const used = this.callsTo(to).filter(({ id }) => this.#used.get(id) === outcome).length;
    return used < (this.#policy[outcome as RetryableOutcome]?.attempts ?? 0);
  }

  #repeat(body: string, isStale: () => boolean): Promise<PlaceCallOutcome> {
    const {
      idempotency_key: attemptId = '',
      to_number: toNumber,
      from_number: fromNumber,
    } = JSON.parse(body) as ProviderPhoneCallRequestBody;
    this.#repetitions += 1;
    if (this.#keys === 'ignored') this.wrongs.push(`${toNumber} was ordered again where keys are ignored`);
    if (!this.isDialing()) this.wrongs.push(`${toNumber} was ordered again while the campaign did not dial`);
    return this.#place({ attemptId, toNumber, fromNumber }, body, this.repeatFates.shift() ?? 'answered', isStale);
  }

  async #place(order: Ordered, body: string, fate: Fate, isStale: () => boolean): Promise<PlaceCallOutcome> {
    if (fate === 'halted') await new Promise<void>((resolve) => this.halted.set(order.attemptId, resolve));
    if (isStale()) return { kind: 'refused', retry: 'later', status: null, message: 'not written in time' };
    if (fate === 'later') return { kind: 'refused', retry: 'later', status: 429, message: 'Account rate limited' };
    if (fate === 'failed') return { kind: 'unknown', message: 'HTTP 500', status: 500 };
    if (fate === 'refused') {
      this.refused.add(order.toNumber);
      return { kind: 'refused', retry: 'never', status: 400, message: 'This number cannot be called' };
    }
    const earlier = this.#orders.get(order.attemptId);
    if (earlier && earlier.body !== body) this.wrongs.push(`${order.toNumber} was ordered again by another body`);
    if (earlier?.call === null && this.#keys === 'conflict')
      return { kind: 'unknown', message: 'under way', status: 409 };
    const known = earlier ?? { body, call: null };
    this.#orders.set(order.attemptId, known);
    if (fate === 'held') {
      const sinceMs = this.nowMs;
      // A held request has a call of its own, whatever later requests do to the key.
      if (!earlier) this.#held.push({ order, sinceMs, go: () => void (known.call ??= this.#accept(order, sinceMs)) });
      return { kind: 'unknown', message: 'no answer in time', status: null };
    }
    const call = (known.call ??= this.#accept(order, this.nowMs));
    if (fate === 'erred') {
      if (this.#keys === 'freed') this.#orders.delete(order.attemptId);
      return { kind: 'unknown', message: 'HTTP 502', status: 502 };
    }
    if (fate === 'lost') return { kind: 'unknown', message: 'socket hang up', status: null };
    if (fate === 'unheard') await new Promise<void>((resolve) => this.halted.set(order.attemptId, resolve));
    return { kind: 'accepted', call: wireOf(call, 0) };
  }

  #accept({ attemptId, toNumber: to, fromNumber: from }: Ordered, writtenAtMs: number): ModelCall {
    const earlier = this.callsTo(to);
    if (earlier.some(({ granted }) => granted === null) || (earlier.length > 0 && !this.isOwed(to))) {
      this.wrongs.push(
        `${to} was dialled again after ${earlier.map(({ ending, stage, granted }) => `${ending}/${stage}/${granted}`).join(', ')}`,
      );
    }
    if (this.isLate(to, -minuteMs) && !this.#calledBack.has(to)) this.wrongs.push(`${to} was tried again too late`);
    const call: ModelCall = {
      id: `call_${this.calls.length}_${attemptId}`,
      attemptId,
      to,
      from,
      ending: this.endings.shift() ?? 'human',
      acceptedAtMs: this.nowMs,
      visibleFromMs: Math.min(this.nowMs + this.listLagMs, writtenAtMs + this.#promises.listWithinMs),
      stage: 0,
      granted: null,
      callBackAt: new Date(Date.now() + 120_000).toISOString(),
      isPromiseTaken: false,
    };
    this.calls.push(call);
    return call;
  }
}

const isPerson = (ending: Ending): boolean => ending === 'human' || ending === 'promised';
export const promises = (ending: Ending): boolean => ending === 'promised' || ending === 'postponed';

const calledNobody = (ending: Ending): boolean => ending === 'concurrency' || ending === 'account';

/** The outcome of a call, as far as it is known. */
function outcomeOf(ending: Ending, isAnalysed: boolean): Ending {
  if (isPerson(ending) || (ending === 'machine' && !isAnalysed)) return 'human';
  return ending === 'machine' || ending === 'postponed' ? 'voicemail' : ending;
}

/** True if a person or a machine picks up. */
function isAnswered(ending: Ending): boolean {
  return isPerson(ending) || ending === 'machine' || ending === 'voicemail' || ending === 'postponed';
}

const reasons: Readonly<Record<Ending, string>> = {
  human: 'user_hangup',
  promised: 'user_hangup',
  postponed: 'voicemail_reached',
  machine: 'user_hangup',
  voicemail: 'voicemail_reached',
  no_answer: 'dial_no_answer',
  busy: 'dial_busy',
  error: 'error_no_audio_received',
  declined: 'user_declined',
  concurrency: 'concurrency_limit_reached',
  account: 'credit_exhausted',
};

const startedAtMs = Date.parse('2026-11-21T12:00:00Z');

function wireOf(call: ModelCall, stage: Stage): WireCall {
  const { ending } = call;
  const isOver = stage >= 2;
  const over = ending === 'error' || ending === 'account' ? 'error' : isAnswered(ending) ? 'ended' : 'not_connected';
  return {
    call_id: call.id,
    call_type: 'phone_call',
    direction: 'outbound',
    call_status: isOver ? over : stage === 1 ? 'ongoing' : 'registered',
    to_number: call.to,
    metadata: { vocero_attempt_id: call.attemptId },
    ...(isAnswered(ending) && stage >= 1 ? { start_timestamp: startedAtMs } : {}),
    ...(isOver ? { end_timestamp: startedAtMs + 30_000, disconnection_reason: reasons[ending] } : {}),
    ...(isOver && isAnswered(ending) ? { duration_ms: 30_000 } : {}),
    ...(stage === 3
      ? {
          call_analysis: {
            call_successful: isPerson(ending),
            in_voicemail: isAnswered(ending) && !isPerson(ending),
            ...(promises(ending) ? { custom_analysis_data: { callback_at: call.callBackAt } } : {}),
          },
        }
      : {}),
  };
}

/** Results for the recipient of a call that is fully known, by product.md; the best first. */
export function rankedResults(call: ModelCall) {
  const pickedUp = isAnswered(call.ending);
  const contacted = isPerson(call.ending);
  return { pickedUp, contacted, completed: pickedUp, successful: contacted };
}
