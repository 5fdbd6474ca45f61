// Reports of calls for tests: realistic stories, and arbitrary ones with gaps, contradictions and nonsense for property
// tests.
import * as fc from 'fast-check';
import { parseWireCall } from '../../retell/wire-call.ts';
import type { CallAttemptFacts, ProviderCallReport } from '../features/calls/index.ts';

/** A report whose call has exactly these fields, parsed as if received. */
export function report(event: string, call: Record<string, unknown>, callId = 'c1'): ProviderCallReport {
  const parsed = parseWireCall({ ...call, call_id: callId });
  if (!parsed) throw new Error('no call');
  return { event, call: parsed, source: 'webhook' };
}

/** Existing attempts, for reports with their ids. */
export const attempts: readonly CallAttemptFacts[] = [
  {
    attemptId: '0a000000-0000-4000-8000-000000000001',
    campaignId: '0c000000-0000-4000-8000-000000000001',
    customerName: 'Ana Recipiente',
    createdAt: new Date('2026-11-21T11:59:00.000Z'),
  },
  {
    attemptId: '0a000000-0000-4000-8000-000000000002',
    campaignId: '0c000000-0000-4000-8000-000000000001',
    customerName: null,
    createdAt: new Date('2026-11-20T23:59:59.500Z'),
  },
];

export interface Story {
  readonly callId: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly agentId?: string;
  readonly metadata?: Record<string, unknown>;
}

/** All reports of one conversation by the provider and our lookups, in order. */
export function storyOf({
  callId,
  startMs,
  durationMs,
  agentId = 'agent_a',
  metadata = {},
}: Story): ProviderCallReport[] {
  const placed = {
    call_type: 'phone_call',
    direction: 'outbound',
    call_status: 'registered',
    agent_id: agentId,
    agent_version: 3,
    from_number: '+541150000000',
    to_number: '+5491144440000',
    retell_llm_dynamic_variables: { customer_name: 'Ñandú Pérez' },
    metadata,
  };
  const started = { ...placed, call_status: 'ongoing', start_timestamp: startMs };
  const ended = {
    ...started,
    call_status: 'ended',
    end_timestamp: startMs + durationMs,
    duration_ms: durationMs,
    disconnection_reason: 'user_hangup',
    transcript: 'Agent: Hola, ¿hablo con Ñandú?\nUser: Sí.',
    transcript_object: [{ role: 'agent', content: 'Hola', words: [{ word: 'Hola', start: 0.4, end: 0.9 }] }],
    latency: { e2e: { p50: 812.5, p90: 1_100, num: 7 } },
  };
  const analyzed = {
    ...ended,
    call_cost: { combined_cost: 12.345, product_costs: [{ product: 'elevenlabs_tts', cost: 7 }] },
    call_analysis: { call_summary: 'Bien.', user_sentiment: 'Positive', call_successful: true, in_voicemail: false },
    telephony_identifier: { twilio_call_sid: 'CA1' },
  };
  const { transcript: _text, transcript_object: _words, ...listed } = analyzed;
  return [
    report('call_snapshot', placed, callId),
    report('call_started', started, callId),
    report('transcript_updated', { ...started, transcript: 'Agent: Hola' }, callId),
    report('call_snapshot', { ...started, transcript: 'Agent: Hola, ¿hablo' }, callId),
    report('call_ended', ended, callId),
    report('call_snapshot', listed, callId),
    report('call_analyzed', analyzed, callId),
  ];
}

/** A random order in which each item occurs at least once. */
export function interleavings<T>(all: readonly T[]): fc.Arbitrary<T[]> {
  return fc
    .tuple(fc.array(fc.constantFrom(...all), { maxLength: all.length }), fc.infiniteStream(fc.nat()))
    .map(([repeated, keys]) => {
      const mixed = [...all, ...repeated].map((value) => ({ value, key: keys.next().value ?? 0 }));
      return mixed.sort((a, b) => a.key - b.key).map(({ value }) => value);
    });
}

const hour = 3_600_000;
/** Moments around midnights and month ends of several zones, so that many runs hit the boundaries. */
const moments = [
  '2026-11-21T02:59:59.999Z',
  '2026-11-21T03:00:00Z',
  '2026-12-01T02:59:59Z',
  '2026-12-01T03:00:00Z',
  // Santiago's clocks go forward at midnight of 6 September and back at midnight of 5 April.
  '2026-09-06T03:59:59Z',
  '2026-09-06T04:00:00Z',
  '2026-04-05T02:59:59Z',
  '2026-04-05T03:30:00Z',
  '2026-04-05T04:00:00Z',
  // Sao Paulo changed its clocks until 2019.
  '2018-11-04T02:59:59Z',
  '2018-11-04T03:00:00Z',
  '2019-02-17T01:30:00Z',
  '2019-02-17T02:30:00Z',
];
const someMoment = fc.oneof(
  fc.constantFrom(...moments.map((moment) => Date.parse(moment))),
  fc.integer({ min: -40, max: 40 }).map((hours) => Date.parse('2026-11-21T12:10:00Z') + hours * hour),
);
const nonsense = fc.constantFrom<unknown>(
  null,
  -1,
  Number.NaN,
  1e300,
  '',
  '\u0000',
  '\uD800x',
  [],
  {},
  true,
  'ñ'.repeat(5_000),
);

function field(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: values }, { weight: 1, arbitrary: nonsense });
}

/** Possible values of an analysis field: countable ones on both sides of every limit, and others. */
const anyFigure: fc.Arbitrary<unknown> = fc.oneof(
  fc.boolean(),
  fc.constantFrom(0, 0.3333, 1, 1.5, 4, 5, 5.0001, 100, 100.5, 86_400, 86_400.5, 1e-9, -1, 1e300, Number.NaN),
  fc.constantFrom('Sí', ' no ', 'Yes.', 'verdadero', 'false', '4,5', '86400', '1e3', '', ' ', 'pago', '30123456789'),
  fc.jsonValue({ maxDepth: 1 }),
);

const anySeconds = fc.constantFrom<unknown>(0, 0.25, 0.4, 1.2, 2, 3.1, 5.5, 9.999, 1e300, -1, Number.NaN, null, '1');
/** Words that overlap, leave silences, or have no time. */
const anyTranscript: fc.Arbitrary<unknown> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        {
          role: fc.constantFrom<unknown>('agent', 'user', 'transfer_target', null),
          content: fc.constantFrom<unknown>('Hola', 'Sí', ' ', '', null),
          words: fc.array(
            fc.oneof(
              { weight: 6, arbitrary: fc.record({ start: anySeconds, end: anySeconds }) },
              { weight: 1, arbitrary: fc.constant(null) },
            ),
            { maxLength: 3 },
          ),
        },
        { requiredKeys: [] },
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'x', []) },
  ),
  { maxLength: 4 },
);

/** The required analysis fields of the agents. */
export const requiredFields: Readonly<Record<string, readonly string[]>> = { agent_a: ['csat', 'motivo'], agent_b: [] };

const analysis = fc.record(
  {
    call_summary: field(fc.constantFrom('Bien', 'Mal')),
    user_sentiment: field(fc.constantFrom('Positive', 'Negative', 'Neutral', 'Unknown')),
    call_successful: field(fc.boolean()),
    in_voicemail: field(fc.boolean()),
    custom_analysis_data: field(
      fc.dictionary(
        fc.constantFrom('csat', 'commitment', 'motivo', 'do_not_call', '@quality', '__proto__', ''),
        anyFigure,
        {
          maxKeys: 4,
        },
      ),
    ),
  },
  { requiredKeys: [] },
);

/** A call object with any subset of fields, two conflicting values for each, and occasional nonsense. */
export const anyWireCall: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    call_type: field(fc.constantFrom('phone_call', 'web_call')),
    direction: field(fc.constantFrom('inbound', 'outbound')),
    call_status: field(fc.constantFrom('registered', 'ongoing', 'not_connected', 'error', 'ended')),
    from_number: field(fc.constantFrom('+541150000000', '+541150000001')),
    to_number: field(fc.constantFrom('+5491144440000', '+5491144440001')),
    agent_id: field(fc.constantFrom('agent_a', 'agent_b', 'agent_unknown')),
    agent_version: field(fc.nat(3)),
    start_timestamp: field(someMoment),
    end_timestamp: field(someMoment),
    duration_ms: field(fc.constantFrom(0, 1, 9_999, 10_000, 10_001, 95_000)),
    disconnection_reason: field(
      fc.constantFrom(
        'user_hangup',
        'agent_hangup',
        'dial_no_answer',
        'voicemail_reached',
        'machine_detected',
        'error_asr',
        'concurrency_limit_reached',
        'call_transfer',
        'new_reason',
      ),
    ),
    call_cost: field(fc.record({ combined_cost: field(fc.constantFrom(0.1, 0.2, 12.345, 1e-7)) })),
    latency: field(fc.record({ e2e: field(fc.record({ p50: field(fc.constantFrom(812.5, 1_500.25)) })) })),
    call_analysis: field(analysis),
    transcript: field(fc.constantFrom('', 'Agent: Hola', 'User: Sí', 'Agent: Hola\nUser: Sí')),
    transcript_object: field(anyTranscript),
    data_storage_setting: field(fc.constantFrom('everything', 'basic_attributes_only')),
    retell_llm_dynamic_variables: field(
      fc.record({ customer_name: field(fc.constantFrom('Ana', 'Eva')) }, { requiredKeys: [] }),
    ),
    metadata: field(
      fc.record({
        vocero_attempt_id: field(
          fc.constantFrom(...attempts.map((each) => each.attemptId), '0a000000-0000-4000-8000-00000000dead'),
        ),
      }),
    ),
    tomorrow: field(fc.jsonValue()),
  },
  { requiredKeys: [] },
);

/** Any event with any call object, read by the parser or not. */
export function anyReport(callId: string): fc.Arbitrary<ProviderCallReport> {
  const event = fc.constantFrom(
    'call_started',
    'call_ended',
    'call_analyzed',
    'call_snapshot',
    'transcript_updated',
    'transfer_ended',
    'unheard_of',
  );
  const asked = fc.option(
    fc.constantFrom(1, 2, 5).map((second) => new Date(1_763_000_000_000 + second * 1_000)),
    { nil: undefined, freq: 3 },
  );
  return fc.tuple(event, anyWireCall, fc.boolean(), asked).map(([name, call, isParsed, askedAt]) => {
    if (isParsed) return { ...report(name, call, callId), askedAt };
    // An unparsed call, because the state machine must not trust types.
    return { event: name, call: { ...call, call_id: callId }, source: 'webhook', askedAt };
  });
}
