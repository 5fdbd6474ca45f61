/** The merge of reports is a join: any order, repetition and nonsense gives one state. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProviderCallReport } from './call-ingest.ts';
import type { CallAttemptFacts } from './attempt-origin.ts';
import { hasDisputedAnalysis, mergeCallReport, type CallRowWithDetails } from './call-state.ts';
import { readCampaignAttemptId } from './call-observation.ts';
import { anyReport, attempts, interleavings, report, requiredFields, storyOf } from '../../../testing/call-reports.ts';

const receivedAt = new Date('2026-11-21T12:00:00.000Z');

function merge(reports: readonly ProviderCallReport[], known: CallRowWithDetails | null = null): CallRowWithDetails {
  const merged = reports.reduce<CallRowWithDetails | null>((call, each) => {
    const id = readCampaignAttemptId(each);
    const attempt: CallAttemptFacts | null = attempts.find((one) => one.attemptId === id) ?? null;
    return mergeCallReport(call, each, {
      receivedAt,
      attempt,
      requiredFields: new Map(Object.entries(requiredFields)),
    });
  }, known);
  if (!merged) throw new Error('no reports');
  return merged;
}

describe('mergeReport', () => {
  it('ends in one state whatever the order and repetition of arbitrary reports', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyReport('c1'), { minLength: 1, maxLength: 6 })
          .chain((all) => fc.tuple(fc.constant(all), interleavings(all))),
        ([all, mixed]) => {
          expect(merge(mixed)).toEqual(merge(all));
        },
      ),
      // A merge that breaks ties by order or forgets a rank fails within ten runs.
      { numRuns: 150 },
    );
  });

  it('ends in one state for every order of a whole call', () => {
    const story = storyOf({ callId: 'c1', startMs: Date.parse('2026-11-21T02:58:00Z'), durationMs: 95_000 });
    const expected = merge(story);
    fc.assert(
      fc.property(interleavings(story), (mixed) => {
        expect(merge(mixed)).toEqual(expected);
      }),
      { numRuns: 80 },
    );
    expect(expected.state).toMatchObject({
      status: 'ended',
      isOver: true,
      isAnalyzed: true,
      durationMs: 95_000,
      sentiment: 'Positive',
      isSuccessful: true,
      costCents: '12.345',
      occurredAt: new Date('2026-11-21T02:58:00Z'),
    });
    expect(expected.details.transcript).toContain('Hola');
  });

  it('survives a round trip through JSON, as through the database, between any two reports', () => {
    fc.assert(
      fc.property(fc.array(anyReport('c1'), { minLength: 2, maxLength: 4 }), (all) => {
        const stored = all.reduce<CallRowWithDetails | null>((known, each) => {
          const merged = merge([each], known);
          return {
            state: merged.state,
            details: JSON.parse(JSON.stringify(merged.details)) as CallRowWithDetails['details'],
          };
        }, null);
        expect(stored).toEqual(JSON.parse(JSON.stringify(merge(all)), reviveDates));
      }),
      { numRuns: 80 },
    );
  });

  it('gives back the very same objects for what it already knows', () => {
    fc.assert(
      fc.property(fc.array(anyReport('c1'), { minLength: 1, maxLength: 5 }), (all) => {
        const known = merge(all);
        for (const each of all) {
          const again = merge([each], known);
          expect(again.state).toBe(known.state);
          expect(again.details).toBe(known.details);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('never opens a finished call again', () => {
    const over = report('call_ended', { call_status: 'ended', start_timestamp: 1_763_000_000_000 });
    const late = report('call_started', { call_status: 'ongoing', start_timestamp: 1_763_000_000_000 });
    expect(merge([over, late]).state).toMatchObject({ isOver: true, status: 'ended' });
  });

  it.each([
    ['dial_no_answer', {}, 'not_connected'],
    ['dial_busy', {}, 'not_connected'],
    ['user_declined', {}, 'not_connected'],
    ['concurrency_limit_reached', {}, 'error'],
    ['error_llm_websocket_open', {}, 'error'],
    ['error_asr', { start_timestamp: 1_763_000_000_000, end_timestamp: 1_763_000_009_000 }, 'ended'],
    ['error_asr', { start_timestamp: 1_763_000_000_000 }, 'error'],
    ['agent_hangup', { start_timestamp: 1_763_000_000_000 }, 'ended'],
    ['a_reason_of_tomorrow', {}, 'ended'],
  ])('trusts call_ended over a status that still reads registered: %s', (reason, more, status) => {
    const ended = report('call_ended', { call_status: 'registered', disconnection_reason: reason, ...more });
    expect(merge([ended]).state).toMatchObject({ isOver: true, status });
  });

  it('keeps what stronger evidence says, and what only weaker evidence knows', () => {
    const started = report('call_started', { call_status: 'ongoing', agent_id: 'zz', from_number: '+541100000000' });
    const analyzed = report('call_analyzed', {
      call_status: 'ended',
      agent_id: 'aa',
      call_analysis: { call_successful: false },
    });
    const merged = merge([analyzed, started]);
    expect(merged.state).toMatchObject({ agentId: 'aa', fromNumber: '+541100000000', isSuccessful: false });
  });

  it('belongs to its start, else its end, else its attempt, else when first seen', () => {
    const [attempt] = attempts;
    const metadata = { vocero_attempt_id: attempt?.attemptId };
    const placed = report('call_snapshot', { call_status: 'registered', metadata });
    const ended = report('call_ended', { end_timestamp: 1_763_000_500_000 });
    const started = report('call_started', { start_timestamp: 1_763_000_000_000 });
    expect(merge([ended, placed, started]).state.occurredAt).toEqual(new Date(1_763_000_000_000));
    expect(merge([placed, ended]).state.occurredAt).toEqual(new Date(1_763_000_500_000));
    expect(merge([placed]).state.occurredAt).toEqual(attempt?.createdAt);
    expect(merge([report('call_snapshot', {})]).state.occurredAt).toEqual(receivedAt);
  });

  it('lets every word of the provider outrank our conclusion that a call is over', () => {
    const unknown: ProviderCallReport = {
      ...report('call_ended', { call_status: 'error', disconnection_reason: 'error_unknown' }),
      source: 'reconcile',
    };
    const started = report('call_started', { call_status: 'ongoing', start_timestamp: 1_763_000_000_000 });
    const listed = report('call_snapshot', { call_status: 'not_connected', disconnection_reason: 'dial_busy' });
    expect(merge([started, unknown]).state).toMatchObject({
      isOver: true,
      status: 'error',
      disconnectionReason: 'error_unknown',
    });
    expect(merge([unknown, listed]).state).toMatchObject({ status: 'not_connected', disconnectionReason: 'dial_busy' });
  });

  const alfa = {
    call_summary: 'Alfa: aceptó',
    call_successful: true,
    user_sentiment: 'Negative',
    in_voicemail: true,
    custom_analysis_data: { csat: 5 },
  };
  const zeta = { call_summary: 'Zeta: no aceptó', call_successful: false, custom_analysis_data: { csat: 1 } };
  const analysed = (said: object, askedAtMs?: number): ProviderCallReport => ({
    ...report('call_analyzed', { call_status: 'ended', call_analysis: said }),
    askedAt: askedAtMs === undefined ? undefined : new Date(askedAtMs),
  });

  it('takes an analysis whole: one of two, and no more of the other, whatever comes when', () => {
    const story = storyOf({ callId: 'c1', startMs: 1_763_000_000_000, durationMs: 95_000 }).slice(0, 5);
    fc.assert(
      fc.property(interleavings([...story, analysed(alfa), analysed(zeta)]), (mixed) => {
        const { state, details } = merge(mixed);
        expect(details.callAnalysis).toEqual(alfa);
        expect(state).toMatchObject({
          isSuccessful: true,
          sentiment: 'Negative',
          inVoicemail: true,
          figures: { csat: 5 },
          costCents: null,
          customerName: 'Ñandú Pérez',
        });
      }),
      { numRuns: 60 },
    );
  });

  it('prefers, of analyses told unasked, the one that asks for no more calls', () => {
    const wish = { ...zeta, custom_analysis_data: { do_not_call: 'Sí' } };
    expect(merge([analysed(alfa), analysed(wish)]).details.callAnalysis).toEqual(wish);
    expect(merge([analysed(wish), analysed(alfa)]).details.callAnalysis).toEqual(wish);
  });

  it('holds the newest answer of the provider above all that it told unasked, whatever comes when', () => {
    const story = storyOf({ callId: 'c1', startMs: 1_763_000_000_000, durationMs: 95_000 });
    const empty = { call_summary: ' ', user_sentiment: null, custom_analysis_data: { motivo: '' } };
    const reports = [...story, analysed(alfa), analysed(alfa, 2_000), analysed(zeta, 3_000), analysed(empty, 4_000)];
    fc.assert(
      fc.property(interleavings(reports), (mixed) => {
        const { state, details } = merge(mixed);
        expect(details.callAnalysis).toEqual(zeta);
        // A field missing from the newest analysis is null, even if earlier analyses had it.
        expect(state).toMatchObject({
          isSuccessful: false,
          sentiment: null,
          inVoicemail: null,
          figures: { csat: 1 },
          analysisAskedAt: new Date(3_000),
          costCents: '12.345',
        });
      }),
      { numRuns: 60 },
    );
  });

  it('asks whose analysis holds where two differ, and no more once the provider has answered', () => {
    const asks = (known: readonly ProviderCallReport[], told: ProviderCallReport) => {
      const before = merge(known);
      return hasDisputedAnalysis(told, before, merge([told], before));
    };
    expect(asks([analysed(alfa)], analysed(zeta))).toBe(true);
    // The winning analysis arrives again after the other one was reported too.
    expect(asks([analysed(alfa), analysed(zeta)], analysed(alfa))).toBe(false);
    expect(asks([analysed(alfa)], analysed({ ...alfa }))).toBe(false);
    expect(asks([analysed(alfa)], analysed({ call_summary: '' }))).toBe(false);
    expect(asks([report('call_ended', { call_status: 'ended' })], analysed(alfa))).toBe(false);
    expect(asks([analysed(alfa)], analysed(zeta, 2_000))).toBe(false);
    expect(asks([analysed(zeta, 2_000)], analysed(alfa))).toBe(true);
    // A late answer is disputed.
    expect(asks([analysed(zeta, 2_000)], analysed(alfa, 1_000))).toBe(true);
  });

  it('lasts from start to end where its length is not told', () => {
    const ended = { call_status: 'ended', start_timestamp: 1_763_000_000_000, end_timestamp: 1_763_000_095_000 };
    const { state } = merge([report('call_ended', ended)]);
    expect(state.durationMs).toBe(95_000);
    // A duration reported later wins.
    expect(
      merge([report('call_ended', { ...ended, duration_ms: 94_000 })], {
        state,
        details: merge([report('call_ended', ended)]).details,
      }).state.durationMs,
    ).toBe(94_000);
    expect(
      merge([report('call_ended', { call_status: 'ended', end_timestamp: 1_763_000_095_000 })]).state.durationMs,
    ).toBeNull();
    const backwards = { ...ended, end_timestamp: 1_762_999_999_000 };
    expect(merge([report('call_ended', backwards)]).state.durationMs).toBeNull();
  });

  it('takes no harm from nonsense', () => {
    const merged = merge([
      report('call_ended', {
        call_status: 'ended',
        start_timestamp: Number.NaN,
        end_timestamp: -62_135_596_800_000_000,
        duration_ms: -5,
        agent_version: 1e300,
        agent_id: 'a\u0000b\uD800',
        disconnection_reason: '',
        call_cost: { combined_cost: Number.POSITIVE_INFINITY },
        latency: { e2e: 'fast' },
        transcript: 'uno\u0000dos',
        call_analysis: { user_sentiment: 7, custom_analysis_data: { 'k\u0000': ['\uDC00', Number.NaN, undefined] } },
        metadata: JSON.parse('{"__proto__":{"x":1},"a":1}') as unknown,
      }),
    ]);
    expect(merged.state).toMatchObject({
      startAt: null,
      endAt: null,
      durationMs: null,
      agentVersion: null,
      agentId: 'ab\uFFFD',
      disconnectionReason: null,
      costCents: null,
      e2eP50Ms: null,
      sentiment: null,
    });
    expect(merged.details.transcript).toBe('unodos');
    expect(merged.details.metadata).toEqual({ a: 1 });
    expect(merged.details.callAnalysis).toEqual({ custom_analysis_data: { k: ['\uFFFD', null, null] } });
  });

  it('names the customer by the call’s variables, else by the recipient', () => {
    const [attempt] = attempts;
    const placed = report('call_snapshot', {
      call_status: 'registered',
      metadata: { vocero_attempt_id: attempt?.attemptId },
    });
    const named = report('call_started', { retell_llm_dynamic_variables: { customer_name: 'Íñigo Núñez' } });
    expect(merge([placed]).state.customerName).toBe('Ana Recipiente');
    expect(merge([named, placed]).state.customerName).toBe('Íñigo Núñez');
  });
});

function reviveDates(_key: string, value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? new Date(value) : value;
}
