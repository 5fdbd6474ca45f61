import { describe, expect, it } from 'vitest';
import {
  providerCallStatuses,
  disconnectionReasonSeverities,
  parseWireCall,
  parseWireWebhook,
  getDisconnectionReasonSeverity,
  providerWebhookEventNames,
} from './index.ts';

describe('reading what the provider sends', () => {
  it('keeps what it does not know, at every depth', () => {
    const sent = {
      call_id: 'c1',
      call_status: 'paused_by_moon',
      disconnection_reason: 'eclipse',
      novelty: { a: 1 },
      call_analysis: { mood: 'calm' },
    };
    expect(parseWireCall(sent)).toEqual(sent);
  });

  it('reads a malformed field as absent and keeps the call', () => {
    const call = parseWireCall({
      call_id: 'c1',
      duration_ms: 'long',
      latency: 7,
      transcript_object: [{ words: 'no' }],
      end_timestamp: null,
      agent_id: 'a',
    });
    expect(call).toMatchObject({ call_id: 'c1', agent_id: 'a', end_timestamp: null });
    expect(call?.duration_ms).toBeUndefined();
    expect(call?.latency).toBeUndefined();
  });

  it('refuses only what is no call', () => {
    for (const value of [null, 1, 'x', [], {}, { call_id: '' }, { call_id: 3 }])
      expect(parseWireCall(value)).toBeUndefined();
    expect(parseWireWebhook({ event: 'call_sang', call: { call_id: 'c' } })).toEqual({
      event: 'call_sang',
      call: { call_id: 'c' },
    });
    expect(parseWireWebhook({ event: 'call_ended' })).toBeUndefined();
  });

  it('gives every known reason a severity, and an unknown one a warning', () => {
    expect(Object.keys(disconnectionReasonSeverities)).toHaveLength(40);
    expect(getDisconnectionReasonSeverity('dial_failed')).toBe('error');
    expect(getDisconnectionReasonSeverity('agent_hangup')).toBe('success');
    expect(getDisconnectionReasonSeverity('toString')).toBe('warning');
    expect([providerCallStatuses.length, providerWebhookEventNames.length]).toEqual([5, 8]);
  });
});
