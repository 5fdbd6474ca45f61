// Measures of a call are read once, and again only if their source changes.
import { describe, expect, it } from 'vitest';
import { report } from '../../../testing/call-reports.ts';
import type { ProviderCallReport } from './call-ingest.ts';
import { mergeCallReport, type CallRowWithDetails } from './call-state.ts';

const agents = new Map([
  ['agent_a', ['csat', 'motivo']],
  ['agent_b', []],
]);

function merge(
  reports: readonly ProviderCallReport[],
  requiredFields: ReadonlyMap<string, readonly string[]> = agents,
  known: CallRowWithDetails | null = null,
): CallRowWithDetails {
  const merged = reports.reduce<CallRowWithDetails | null>(
    (call, each) => mergeCallReport(call, each, { receivedAt: new Date(0), attempt: null, requiredFields }),
    known,
  );
  if (!merged) throw new Error('no reports');
  return merged;
}

const words = [
  { role: 'agent', content: 'Hola', words: [{ word: 'Hola', start: 0.5, end: 1 }] },
  { role: 'user', content: 'Sí', words: [{ word: 'Sí', start: 4, end: 4.5 }] },
];
const ended = report('call_ended', {
  call_status: 'ended',
  agent_id: 'agent_a',
  transcript: 'Agent: Hola\nUser: Sí',
  transcript_object: words,
});
const analyzed = (custom: object, agent_id = 'agent_a') =>
  report('call_analyzed', {
    call_status: 'ended',
    agent_id,
    call_analysis: { call_summary: 'Bien', custom_analysis_data: custom },
  });

describe('the measures of a call', () => {
  it('stand on its row, of transcript and analysis', () => {
    expect(merge([ended, analyzed({ csat: '5', commitment: true, motivo: ' ' })]).state).toMatchObject({
      agentSpoke: true,
      greetingMs: 500,
      silenceMs: 3_000,
      overlapMs: 0,
      figures: { commitment: true, csat: 5 },
      fieldsFilled: 1,
      fieldsExpected: 2,
    });
  });

  it('know a call that nobody spoke in from one whose transcript is not known', () => {
    const silent = { transcript: '', transcript_object: [] };
    const spoke = (event: string, call: object) =>
      merge([report(event, { call_status: 'ended', ...call })]).state.agentSpoke;
    expect(spoke('call_ended', silent)).toBe(false);
    expect(spoke('call_ended', {})).toBeNull();
    // The provider keeps no transcript.
    expect(spoke('call_ended', { ...silent, data_storage_setting: 'basic_attributes_only' })).toBeNull();
    expect(spoke('call_ended', { transcript: 'Agent: Hola', data_storage_setting: 'basic_attributes_only' })).toBe(
      true,
    );
  });

  it('say nothing of a call under way that has said nothing yet', () => {
    const live = report('call_started', { call_status: 'ongoing', transcript: '', transcript_object: [] });
    const listed = report('call_snapshot', { call_status: 'ended' });
    expect(merge([live, listed]).state.agentSpoke).toBeNull();
    expect(merge([live, listed, report('call_ended', { call_status: 'ended', transcript: '' })]).state.agentSpoke).toBe(
      false,
    );
  });

  it('are read of an analysis of a later run, and of it alone', () => {
    const again: ProviderCallReport = { ...analyzed({ motivo: 'pago' }), askedAt: new Date() };
    for (const reports of [
      [analyzed({ csat: 5, motivo: 'pago' }), again],
      [again, analyzed({ csat: 5, motivo: 'pago' })],
    ]) {
      expect(merge(reports).state).toMatchObject({ figures: null, fieldsFilled: 1, fieldsExpected: 2 });
    }
  });

  it('expect no fields of an unknown agent, of one that requires none, and without an analysis', () => {
    expect(merge([analyzed({ csat: 5 }, 'agent_c')]).state).toMatchObject({ fieldsFilled: null, fieldsExpected: null });
    expect(merge([analyzed({ csat: 5 }, 'agent_b')]).state).toMatchObject({ fieldsFilled: 0, fieldsExpected: 0 });
    expect(merge([report('call_analyzed', { call_status: 'ended', agent_id: 'agent_a' })]).state).toMatchObject({
      fieldsFilled: null,
      fieldsExpected: null,
    });
    expect(merge([ended]).state).toMatchObject({ fieldsFilled: null, fieldsExpected: null });
  });

  it('keep to the fields that were required when the analysis came, and learn them late', () => {
    const later = new Map([['agent_a', ['csat', 'motivo', 'wer']]]);
    const first = merge([analyzed({ csat: 5 })]);
    expect(merge([analyzed({ csat: 5, wer: 0.1 })], later, first).state).toMatchObject({
      fieldsFilled: 1,
      fieldsExpected: 2,
    });
    const early = merge([analyzed({ csat: 5 })], new Map());
    expect(early.state.fieldsExpected).toBeNull();
    // The same report again, once the agent is known.
    const learnt = merge([analyzed({ csat: 5 })], agents, early);
    expect(learnt.state).toMatchObject({ fieldsFilled: 1, fieldsExpected: 2 });
    expect(merge([analyzed({ csat: 5 })], later, learnt).state).toBe(learnt.state);
  });

  it('are not read again while what they are read from is the same', () => {
    const known = merge([ended, analyzed({ csat: 5 })]);
    // Values that cannot be read from the source, so that the test sees that they are kept.
    const marked = { ...known, state: { ...known.state, greetingMs: 123, figures: { csat: 3 } } };
    const told = merge(
      [report('call_analyzed', { call_status: 'ended', call_cost: { combined_cost: 7 } })],
      agents,
      marked,
    );
    expect(told.state).toMatchObject({
      costCents: '7',
      greetingMs: 123,
      figures: { csat: 3 },
      agentSpoke: true,
      fieldsExpected: 2,
    });
  });
});
