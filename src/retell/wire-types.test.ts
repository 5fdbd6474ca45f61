// The wire types are checked against the official SDK's own types: these tests fail at compile time.
import type { AgentListResponse, AgentResponse } from 'retell-sdk/resources/agent';
import type { CallCreatePhoneCallParams, CallListParams, CallListResponse, CallResponse, PhoneCallResponse, WebCallResponse } from 'retell-sdk/resources/call';
import type { ConcurrencyRetrieveResponse } from 'retell-sdk/resources/concurrency';
import type { IdentityRetrieveResponse } from 'retell-sdk/resources/identity';
import type { PhoneNumberListResponse, PhoneNumberResponse } from 'retell-sdk/resources/phone-number';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { CALL_STATUSES, DISCONNECTION_REASONS, parseWireCall, parseWireWebhook, severityOfReason, WEBHOOK_EVENTS } from './index.ts';
import type {
  CallStatus, CreatePhoneCallRequest, DisconnectionReason, ListCallsRequest, UserSentiment, WebhookEvent, WireAgent, WireAgentItem,
  WireAgentList, WireCall, WireConcurrency, WireKeyInfo, WireListCalls, WireNumber, WireNumberList,
} from './index.ts';

type KeysOfUnion<T> = T extends unknown ? keyof T : never;

describe('wire types against the SDK', () => {
  it('every answer of the SDK is one of ours', () => {
    expectTypeOf<PhoneCallResponse>().toExtend<WireCall>();
    expectTypeOf<WebCallResponse>().toExtend<WireCall>();
    expectTypeOf<CallListResponse>().toExtend<WireListCalls>();
    expectTypeOf<AgentResponse>().toExtend<Omit<WireAgent, 'response_engine'>>();
    expectTypeOf<AgentListResponse.Item>().toExtend<Omit<WireAgentItem, 'tags'>>();
    expectTypeOf<Omit<AgentListResponse, 'items'>>().toExtend<Omit<WireAgentList, 'items'>>();
    expectTypeOf<PhoneNumberResponse>().toExtend<WireNumber>();
    expectTypeOf<PhoneNumberListResponse>().toExtend<WireNumberList>();
    expectTypeOf<ConcurrencyRetrieveResponse>().toExtend<WireConcurrency>();
    expectTypeOf<IdentityRetrieveResponse>().toExtend<WireKeyInfo>();
  });

  it('knows every field, status, sentiment, reason and event of the SDK, and no other', () => {
    expectTypeOf<KeysOfUnion<CallResponse>>().toEqualTypeOf<keyof WireCall>();
    expectTypeOf<CallResponse['call_status']>().toEqualTypeOf<CallStatus>();
    expectTypeOf<NonNullable<CallResponse['disconnection_reason']>>().toEqualTypeOf<DisconnectionReason>();
    expectTypeOf<NonNullable<NonNullable<CallResponse['call_analysis']>['user_sentiment']>>().toEqualTypeOf<UserSentiment>();
    expectTypeOf<NonNullable<AgentResponse['webhook_events']>[number]>().toEqualTypeOf<WebhookEvent>();
  });

  it('the requests that the SDK types can send are the ones we read', () => {
    type Filters = NonNullable<ListCallsRequest['filter_criteria']>;
    expectTypeOf<Exclude<keyof Filters, keyof CallListParams.FilterCriteria>>().toBeNever();
    expectTypeOf<keyof CallListParams>().toEqualTypeOf<keyof ListCallsRequest>();
    expectTypeOf<Pick<CallListParams.FilterCriteria, 'metadata' | 'start_timestamp' | 'call_status' | 'agent'>>().toExtend<{
      [Key in 'metadata' | 'start_timestamp' | 'call_status' | 'agent']?: Filters[Key];
    }>();
    expectTypeOf<Pick<CallCreatePhoneCallParams, 'from_number' | 'to_number' | 'override_agent_id' | 'retell_llm_dynamic_variables'>>().toExtend<
      Pick<CreatePhoneCallRequest, 'from_number' | 'to_number' | 'override_agent_id' | 'retell_llm_dynamic_variables'>
    >();
  });
});

describe('reading what the provider sends', () => {
  it('keeps what it does not know, at every depth', () => {
    const sent = { call_id: 'c1', call_status: 'paused_by_moon', disconnection_reason: 'eclipse', novelty: { a: 1 }, call_analysis: { mood: 'calm' } };
    expect(parseWireCall(sent)).toEqual(sent);
  });

  it('reads a malformed field as absent and keeps the call', () => {
    const call = parseWireCall({ call_id: 'c1', duration_ms: 'long', latency: 7, transcript_object: [{ words: 'no' }], end_timestamp: null, agent_id: 'a' });
    expect(call).toMatchObject({ call_id: 'c1', agent_id: 'a', end_timestamp: null });
    expect(call?.duration_ms).toBeUndefined();
    expect(call?.latency).toBeUndefined();
  });

  it('refuses only what is no call', () => {
    for (const value of [null, 1, 'x', [], {}, { call_id: '' }, { call_id: 3 }]) expect(parseWireCall(value)).toBeUndefined();
    expect(parseWireWebhook({ event: 'call_sang', call: { call_id: 'c' } })).toEqual({ event: 'call_sang', call: { call_id: 'c' } });
    expect(parseWireWebhook({ event: 'call_ended' })).toBeUndefined();
  });

  it('gives every known reason a severity, and an unknown one a warning', () => {
    expect(Object.keys(DISCONNECTION_REASONS)).toHaveLength(34);
    expect(severityOfReason('dial_failed')).toBe('error');
    expect(severityOfReason('agent_hangup')).toBe('success');
    expect(severityOfReason('toString')).toBe('warning');
    expect([CALL_STATUSES.length, WEBHOOK_EVENTS.length]).toEqual([5, 8]);
  });
});
