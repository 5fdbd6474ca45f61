/**
 * Calls for the quality metrics, and the expected metrics. They are computed slowly from the definitions of product.md
 * over the list of calls, without sharing code with the product.
 */
import * as fc from 'fast-check';
import { copcMetrics, type CopcMetric } from '../../contract/regional.ts';
import type { CallReviewScores } from '../features/calls/index.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A line of a transcript. The times of its words are in hundredths of a second. */
interface Line {
  readonly role: 'agent' | 'user' | 'transfer_target';
  readonly from: number;
  readonly until: number;
}

export interface MadeCall {
  readonly startMs: number;
  readonly outcome: 'ongoing' | 'ended' | 'not_connected' | 'error';
  readonly reason: string | null;
  readonly durationMs: number;
  readonly way: 'inbound' | 'outbound' | 'web_call';
  readonly number: string | null;
  readonly agentId: string | null;
  readonly inVoicemail: boolean;
  /** The known speech: lines with times, a plain text, or nothing. */
  readonly speech: readonly Line[] | 'nobody' | 'both' | 'only the person' | null;
  readonly success: boolean | null;
  /** Null: not analysed. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** True if the console marks the call as followed up. */
  readonly isFollowedUp: boolean;
  readonly review: CallReviewScores | null;
}

/** Required analysis fields of agent_a. Other agents require none. */
export const requiredOfAgentA = ['motivo', 'monto', 'csat'];

const lines = fc
  .array(
    fc.record({
      role: fc.constantFrom<Line['role']>('agent', 'user', 'agent', 'user', 'transfer_target'),
      gap: fc.constantFrom(-150, -20, 0, 40, 200, 201, 350),
      length: fc.integer({ min: 1, max: 300 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((turns) => {
    let at = 30;
    return turns.map(({ role, gap, length }): Line => {
      const from = Math.max(0, at + gap);
      at = from + length;
      return { role, from, until: at };
    });
  });

const values = fc.constantFrom<unknown>(
  true,
  false,
  'sí',
  'no',
  0,
  0.25,
  1,
  '0,5',
  3,
  3.5,
  4,
  5,
  45,
  87.5,
  100,
  101,
  250,
  90_000,
  -1,
  'Ana',
  null,
  '',
);
const fieldNames = [
  'right_party',
  'commitment',
  'promise_kept',
  'qa_pass',
  'script_compliance',
  'csat',
  'complaint',
  'intent_correct',
  'wer',
  'acw_seconds',
  'motivo',
  'monto',
  'guion',
];

/** Calls around now, around midnights, and around the same time of earlier days, where the compared range is cut. */
export function someCopcCalls(now: number, midnight: number, count: number): fc.Arbitrary<MadeCall[]> {
  const startMs = fc.oneof(
    fc.integer({ min: -183 * day, max: 0 }).map((ms) => now + ms),
    fc.integer({ min: -16 * 24 * 60, max: 0 }).map((minutes) => now + minutes * minute),
    fc.integer({ min: -50 * 60, max: 0 }).map((minutes) => now + minutes * minute),
    fc
      .tuple(fc.constantFrom(1, 2, 7, 30, 90), fc.integer({ min: -95, max: 95 }))
      .map(([days, minutes]) => now - days * day + minutes * minute),
    fc
      .tuple(fc.integer({ min: -181, max: -1 }), fc.integer({ min: -121, max: 121 }))
      .map(([days, minutes]) => midnight + days * day + minutes * minute),
  );
  const ends = [
    ['ended', 'user_hangup'],
    ['ended', 'agent_hangup'],
    ['ended', 'call_transfer'],
    ['ended', 'transfer_bridged'],
    ['ended', 'call_take_over'],
    ['ended', 'voicemail_reached'],
    ['ended', 'ivr_reached'],
    ['not_connected', 'dial_busy'],
    ['not_connected', 'dial_no_answer'],
    ['error', 'error_asr'],
    ['error', 'dial_failed'],
    ['ongoing', null],
  ] as const;
  const call = fc.record({
    startMs,
    end: fc.oneof({ weight: 3, arbitrary: fc.constant(ends[0]) }, { weight: 4, arbitrary: fc.constantFrom(...ends) }),
    durationMs: fc.constantFrom(0, 1, 9_999, 31_250, 95_000),
    way: fc.constantFrom('inbound', 'outbound', 'outbound', 'web_call'),
    number: fc.constantFrom('+5491144440001', '+5491144440002', null),
    agentId: fc.constantFrom('agent_a', 'agent_b', null),
    inVoicemail: fc.constantFrom(true, false, false, false, false),
    speech: fc.oneof(lines, lines, fc.constantFrom('nobody', 'both', 'only the person', null)),
    success: fc.constantFrom(true, true, false, null),
    fields: fc.option(fc.dictionary(fc.constantFrom(...fieldNames), values, { minKeys: 3, maxKeys: 12 }), { freq: 5 }),
    isFollowedUp: fc.boolean(),
    review: fc.option(
      fc.record(
        {
          quality: fc.constantFrom(0, 1),
          script: fc.constantFrom(0, 0.4, 0.75, 1),
          intent: fc.constantFrom(0, 0.5, 1),
        },
        { requiredKeys: [] },
      ),
      { freq: 2 },
    ),
  });
  return fc
    .array(call, { minLength: count, maxLength: count })
    .map((calls) => calls.map(({ end: [outcome, reason], ...rest }) => ({ ...rest, outcome, reason })) as MadeCall[]);
}

/** The call as in the provider's webhook, without its id. */
export function wireOf(call: MadeCall): Record<string, unknown> {
  const { way, number, agentId, speech } = call;
  const place = way === 'web_call' ? { call_type: 'web_call' } : { call_type: 'phone_call', direction: way };
  const [ours, theirs] = way === 'inbound' ? ['to_number', 'from_number'] : ['from_number', 'to_number'];
  const numbers = way === 'web_call' ? {} : { [ours]: '+541150000000', ...(number !== null && { [theirs]: number }) };
  const started = {
    ...place,
    ...numbers,
    ...(agentId !== null && { agent_id: agentId }),
    call_status: 'ongoing',
    start_timestamp: call.startMs,
  };
  if (call.outcome === 'ongoing') return started;
  const words = Array.isArray(speech)
    ? {
        transcript_object: (speech as readonly Line[]).map(({ role, from, until }) => ({
          role,
          content: 'Hola',
          words: [{ word: 'Hola', start: from / 100, end: until / 100 }],
        })),
      }
    : {};
  const text = {
    nobody: { transcript: '' },
    both: { transcript: 'Agent: Hola\nUser: Hola' },
    'only the person': { transcript: 'User: ¿Hola?' },
  };
  const custom = call.fields === null ? {} : { custom_analysis_data: call.fields };
  const success = call.success === null ? {} : { call_successful: call.success };
  const analysis = !isAnalysed(call)
    ? {}
    : { call_analysis: { ...custom, ...success, in_voicemail: call.inVoicemail } };
  return {
    ...started,
    call_status: call.outcome,
    end_timestamp: call.startMs + call.durationMs,
    duration_ms: call.durationMs,
    disconnection_reason: call.reason,
    ...(typeof speech === 'string' ? text[speech] : words),
    ...analysis,
  };
}

export interface Figure {
  readonly value: number | null;
  readonly n: number;
}

const isAnalysed = ({ outcome, fields, success, inVoicemail }: MadeCall): boolean =>
  outcome !== 'ongoing' && (fields !== null || success !== null || inVoicemail);
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const isConnected = (call: MadeCall): boolean =>
  call.outcome !== 'ongoing' &&
  !(call.reason ?? '').startsWith('dial_') &&
  (call.outcome === 'ended' || call.durationMs > 0);
const isHuman = (call: MadeCall): boolean =>
  isConnected(call) && !call.inVoicemail && call.reason !== 'voicemail_reached' && call.reason !== 'ivr_reached';
const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
const meanOf = (numbers: readonly number[]): Figure => ({
  value: numbers.length === 0 ? null : total(numbers) / numbers.length,
  n: numbers.length,
});
const shareOf = (holds: readonly boolean[]): Figure => scaled(meanOf(holds.map(Number)));
const scaled = ({ value, n }: Figure): Figure => ({ value: value === null ? null : 100 * value, n });

function didAgentSpeak({ speech }: MadeCall): boolean | null {
  if (speech === null) return null;
  return Array.isArray(speech) ? (speech as readonly Line[]).some(({ role }) => role === 'agent') : speech === 'both';
}

const walked = new WeakMap<object, number>();

/** Seconds of silences over two seconds and of overlaps. Null if unknown. */
function quietAndBoth({ speech, durationMs }: MadeCall): number | null {
  if (!Array.isArray(speech) || durationMs === 0) return null;
  const known = walked.get(speech) ?? walkThrough(speech as readonly Line[]);
  walked.set(speech, known);
  return known;
}

/** Counts by hundredths of a second, checking who speaks in each. */
function walkThrough(said: readonly Line[]): number {
  const [begins, ends] = [Math.min(...said.map(({ from }) => from)), Math.max(...said.map(({ until }) => until))];
  let [counted, quiet] = [0, 0];
  for (let at = begins; at < ends; at++) {
    const speaking = said.filter(({ from, until }) => from <= at && at < until);
    if (speaking.length > 0) {
      if (quiet > 200) counted += quiet;
      quiet = 0;
    } else quiet += 1;
    if (speaking.some(({ role }) => role === 'agent') && speaking.some(({ role }) => role !== 'agent')) counted += 1;
  }
  return counted / 100;
}

/** An analysis value as a number, if it is one. True is 1. */
function numberIn(value: unknown): { readonly number: number; readonly isYesNo: boolean } | null {
  if (value === true || value === 'sí') return { number: 1, isYesNo: true };
  if (value === false || value === 'no') return { number: 0, isYesNo: true };
  if (value === '0,5') return { number: 0.5, isYesNo: false };
  return typeof value === 'number' && value >= 0 && value <= 86_400 ? { number: value, isYesNo: false } : null;
}

function sharesIn(calls: readonly MadeCall[], field: string, part?: keyof CallReviewScores): Figure {
  return scaled(
    meanOf(
      calls.flatMap((call) => {
        const scored = part && call.review?.[part];
        if (scored !== undefined) return [scored];
        const found = numberIn(fieldOf(call, field));
        if (!found || found.number > 100) return [];
        return [found.number > 1 ? found.number / 100 : found.number];
      }),
    ),
  );
}

/** A call that is under way has no analysis yet. */
const fieldOf = (call: MadeCall, field: string): unknown =>
  call.outcome === 'ongoing' ? undefined : call.fields?.[field];
const plainNumbers = (calls: readonly MadeCall[], field: string): number[] =>
  calls.flatMap((call) => {
    const found = numberIn(fieldOf(call, field));
    return found && !found.isYesNo ? [found.number] : [];
  });

/** The expected metrics, by product.md 2, COPC. `fields` is the workspace's mapping. */
export function expectedFigures(
  calls: readonly MadeCall[],
  fields: Readonly<Record<string, string>>,
): Record<CopcMetric, Figure> {
  const field = (metric: CopcMetric): string => fields[metric] ?? '';
  const human = calls.filter(isHuman);
  const dialled = calls.filter(({ way, outcome }) => way === 'outbound' && outcome !== 'ongoing');
  const answered = dialled.filter(isHuman);
  const contacts = human.filter(
    ({ way, number, success }) => way !== 'web_call' && number !== null && success !== null,
  );
  const asked = human.filter((call) => call.agentId === 'agent_a' && isAnalysed(call));
  const filled = asked.flatMap((call) => requiredOfAgentA.map((name) => isFilled(call.fields?.[name])));
  const rhythms = human.flatMap((call) => quietAndBoth(call) ?? []);
  const timed = human.filter((call) => quietAndBoth(call) !== null);
  const scores = plainNumbers(calls, field('csatT')).filter((score) => score >= 1 && score <= 5);
  const handoffs = shareOf(
    human.map(({ reason }) => ['call_transfer', 'transfer_bridged', 'call_take_over'].includes(reason ?? '')),
  );
  const figures: Record<CopcMetric, Figure> = {
    connectRate: shareOf(dialled.map(isHuman)),
    rpcRate: sharesIn(calls, field('rpcRate')),
    dialerAbandonRate: shareOf(answered.flatMap((call) => didAgentSpeak(call) ?? []).map((spoke) => !spoke)),
    speedToGreeting: meanOf(human.flatMap(greetingOf)),
    conversionToCommitment: sharesIn(calls, field('conversionToCommitment')),
    promiseKeptRate: sharesIn(calls, field('promiseKeptRate')),
    qaPassRate: sharesIn(calls, field('qaPassRate'), 'quality'),
    scriptCompliance: sharesIn(calls, field('scriptCompliance'), 'script'),
    dataIntegrity: { value: shareOf(filled).value, n: asked.length },
    fcr: shareOf(contacts.map(({ success, isFollowedUp }) => success === true && !isFollowedUp)),
    csatT: shareOf(scores.map((score) => score >= 4)),
    complaintRate: sharesIn(calls, field('complaintRate')),
    aht: meanOf(human.filter(({ durationMs }) => durationMs > 0).map(({ durationMs }) => durationMs / 1_000)),
    acwTime: meanOf(plainNumbers(calls, field('acwTime'))),
    containmentRate: { value: handoffs.value === null ? null : 100 - handoffs.value, n: handoffs.n },
    handoffRate: handoffs,
    asrWer: sharesIn(calls, field('asrWer')),
    intentAccuracy: sharesIn(calls, field('intentAccuracy'), 'intent'),
    silenceOvertalk: {
      value:
        timed.length === 0 ? null : (100 * total(rhythms)) / total(timed.map(({ durationMs }) => durationMs / 1_000)),
      n: timed.length,
    },
  };
  return Object.fromEntries(copcMetrics.map((metric) => [metric, figures[metric]])) as Record<CopcMetric, Figure>;
}

/** The start of the agent's first word in seconds, if nobody spoke before. In a tie the agent counts as first. */
function greetingOf({ speech }: MadeCall): number[] {
  if (!Array.isArray(speech)) return [];
  const said = speech as readonly Line[];
  const first = Math.min(...said.map(({ from }) => from));
  return said.some(({ role, from }) => role === 'agent' && from === first) ? [first / 100] : [];
}
