/** A webhook of a switched-off type proves that an attempt was accepted, and nothing about the call's progress. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyReport, attempts, interleavings, storyOf } from '../../../testing/call-reports.ts';
import { buildRegisteredCallReport } from './acceptance-proof.ts';
import type { ProviderCallReport } from '../state/call-ingest.ts';
import { readCampaignAttemptId } from '../state/call-observation.ts';
import { mergeCallReport, type CallRowWithDetails } from '../state/call-state.ts';

const receivedAt = new Date('2026-11-21T12:00:00.000Z');
const attemptId = attempts[0]?.attemptId ?? '';

function merge(reports: readonly ProviderCallReport[]): CallRowWithDetails {
  const merged = reports.reduce<CallRowWithDetails | null>((known, report) => {
    const attempt = attempts.find((one) => one.attemptId === readCampaignAttemptId(report)) ?? null;
    return mergeCallReport(known, report, { receivedAt, attempt, requiredFields: new Map() });
  }, null);
  if (!merged) throw new Error('no reports');
  return merged;
}

/** Returns what remains of the reports if all types are switched off. */
const proofsOf = (reports: readonly ProviderCallReport[]): ProviderCallReport[] =>
  reports.flatMap((report) => buildRegisteredCallReport(report) ?? []);

describe('the proof of acceptance', () => {
  it('is none where no attempt is named', () => {
    expect(proofsOf(storyOf({ callId: 'c1', startMs: Date.parse('2026-11-21T10:00:00Z'), durationMs: 9_000 }))).toEqual(
      [],
    );
  });

  it('adds nothing to a call that is told whole, whenever it comes', () => {
    const story = storyOf({
      callId: 'c1',
      startMs: Date.parse('2026-11-21T10:00:00Z'),
      durationMs: 9_000,
      metadata: { vocero_attempt_id: attemptId },
    });
    const told = merge(story);
    expect(proofsOf(story)).toHaveLength(story.length);
    fc.assert(
      fc.property(interleavings([...story, ...proofsOf(story)]), (mixed) => {
        expect(merge(mixed)).toEqual(told);
      }),
      { numRuns: 100 },
    );
    expect(merge(proofsOf(story)).state).toMatchObject({
      status: 'registered',
      attemptId,
      isOver: false,
      startAt: null,
      evidence: expect.not.stringMatching(/[1-9]/),
    });
  });

  it('of any report says that the call is there, and nothing of how it goes', () => {
    const placed = (report: ProviderCallReport): ProviderCallReport => ({
      ...report,
      call: { ...report.call, metadata: { vocero_attempt_id: attemptId } },
    });
    fc.assert(
      fc.property(fc.array(anyReport('c1').map(placed), { minLength: 1, maxLength: 4 }), (reports) => {
        const { state, details } = merge(proofsOf(reports));
        expect(state).toMatchObject({
          attemptId,
          status: 'registered',
          isOver: false,
          isAnalyzed: false,
          startAt: null,
          endAt: null,
          durationMs: null,
          disconnectionReason: null,
          sentiment: null,
          isSuccessful: null,
          inVoicemail: null,
          costCents: null,
          e2eP50Ms: null,
        });
        expect({ ...details, metadata: null }).toEqual(
          Object.fromEntries(Object.keys(details).map((name) => [name, null])),
        );
      }),
      { numRuns: 200 },
    );
  });
});
