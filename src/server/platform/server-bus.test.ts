import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packBusMessagesIntoPayloads, busPayloadMaxBytes, type ServerBusMessage } from './server-bus.ts';

const workspace = fc.constantFrom('w1', 'w2');
const ids = fc.array(fc.string({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 400 });
const message: fc.Arbitrary<ServerBusMessage> = fc.oneof(
  fc.record({ kind: fc.constantFrom('call_started', 'call_ended', 'campaign_update'), workspaceId: workspace, ids }),
  fc.record({ kind: fc.constant('sessions_changed' as const), ids }),
  fc.record({ kind: fc.constant('refetch' as const), workspaceId: workspace }),
) as fc.Arbitrary<ServerBusMessage>;

const unpack = (payloads: string[]): ServerBusMessage[] =>
  payloads.flatMap((payload) => JSON.parse(payload) as ServerBusMessage[]);

describe('packMessages', () => {
  it('keeps every payload under the limit and every id, or says refetch for its workspace', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const payloads = packBusMessagesIntoPayloads(messages);
        for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(busPayloadMaxBytes);
        const received = unpack(payloads);
        for (const sent of messages) {
          const refetched =
            'workspaceId' in sent &&
            received.some((each) => each.kind === 'refetch' && each.workspaceId === sent.workspaceId);
          if (refetched || !('ids' in sent)) continue;
          const same = received.filter(
            (each) =>
              each.kind === sent.kind &&
              (!('workspaceId' in sent) || ('workspaceId' in each && each.workspaceId === sent.workspaceId)),
          );
          const known = new Set(same.flatMap((each) => ('ids' in each ? each.ids : [])));
          expect(sent.ids.every((id) => known.has(id))).toBe(true);
        }
      }),
    );
  });

  it('merges repeated ids of one kind and workspace', () => {
    const one: ServerBusMessage = { kind: 'call_ended', workspaceId: 'w1', ids: ['a', 'b'] };
    expect(unpack(packBusMessagesIntoPayloads([one, { ...one, ids: ['b', 'c'] }]))).toEqual([
      { ...one, ids: ['a', 'b', 'c'] },
    ]);
  });
});
