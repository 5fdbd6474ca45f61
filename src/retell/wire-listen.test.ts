// Answers and messages of listening, read tolerantly.
import { expect, it } from 'vitest';
import { listenLiveCallResponseSchema, parseGatewayControlMessage } from './wire-listen.ts';

it('reads an answer without a transport, or with an unknown one', () => {
  const answer = { access_token: 'a', participant_id: 'p', ice_servers: 'none', more: 1 };
  const { transport, ice_servers } = listenLiveCallResponseSchema.parse(answer);
  expect([transport, ice_servers]).toEqual([undefined, undefined]);
  expect(listenLiveCallResponseSchema.parse({ ...answer, transport: 'pigeon' }).transport).toBeUndefined();
  expect(listenLiveCallResponseSchema.parse({ ...answer, transport: 'gateway' }).transport).toBe('gateway');
  expect(listenLiveCallResponseSchema.safeParse({ access_token: 'a' }).success).toBe(false);
});

it.each([
  ['{"type":"call_ended","disconnection_reason":"user_hangup"}', { type: 'ended', reason: 'user_hangup' }],
  ['{"event":"session_ended","reason":"lost"}', { type: 'ended', reason: 'lost' }],
  ['{"type":"ended"}', { type: 'ended', reason: null }],
  ['{"type":"session_replaced"}', { type: 'replaced' }],
  ['{"type":"ping"}', undefined],
  ['{"type":"restart_pending"}', undefined],
  ['{"type":7}', undefined],
  ['[]', undefined],
  ['no JSON', undefined],
])('reads the control message %s', (text, message) => {
  expect(parseGatewayControlMessage(text)).toEqual(message);
});
