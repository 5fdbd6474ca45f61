// Proofs of idempotency keys on a scripted provider.
import { expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { placeCallToTestIdempotencyKeys } from './prove-order-keys.ts';
import { ProviderError, type OutboundCallOrder, type PlaceCallOutcome, type VoiceProvider } from './provider.ts';

const order = { attemptId: 'attempt-1' } as OutboundCallOrder;
const accepted = (id: string): PlaceCallOutcome => ({ kind: 'accepted', call: { call_id: id } });
const unknown = (status: number | null): PlaceCallOutcome => ({ kind: 'unknown', message: 'x', status });
const refused: PlaceCallOutcome = { kind: 'refused', retry: 'later', status: 429, message: 'x' };
const clock = { ...systemClock, sleep: async () => undefined };

async function prove(answers: readonly PlaceCallOutcome[], listed: readonly string[] | null, isStale = false) {
  const hungUp: string[] = [];
  let sent = 0;
  const provider: Partial<VoiceProvider> = {
    async placeCall(_order, isLate) {
      const answer = answers[sent] ?? unknown(null);
      sent += 1;
      if (!isLate()) return answer;
      sent -= 1;
      return { kind: 'refused', retry: 'later', status: null, message: 'too late' };
    },
    async listCalls() {
      if (listed === null) throw new ProviderError('unavailable', 'away');
      const calls = listed.map((id) => ({ call_id: id, metadata: { vocero_attempt_id: order.attemptId } }));
      // A call of another attempt proves nothing.
      return { calls: [...calls, { call_id: 'another', metadata: { vocero_attempt_id: 'attempt-2' } }], nextKey: null };
    },
    async stopCall(id) {
      hungUp.push(id);
      throw new ProviderError('refused', 'it is over');
    },
  };
  const { outcome, areHonoured } = await placeCallToTestIdempotencyKeys(
    provider as VoiceProvider,
    order,
    () => isStale,
    clock,
  );
  return { outcome, areHonoured, hungUp, sent };
}

const one = accepted('one');
const two = accepted('two');

it.each<[string, readonly PlaceCallOutcome[], readonly string[] | null, boolean | null]>([
  ['one call three times, and once in the list', [one, one, one], ['one'], true],
  ['the second turned away while the first is under way', [one, unknown(409), one], ['one'], true],
  ['the first turned away by the second', [unknown(409), one, one], ['one'], true],
  ['a call that is not listed', [one, one, one], [], null],
  ['a list that can’t be read', [one, one, one], null, null],
  ['a lost answer', [one, unknown(null), one], ['one'], null],
  ['a 5xx', [one, unknown(500), one], ['one'], null],
  ['a refused repetition', [one, one, refused], ['one'], null],
  ['no call', [refused, refused], [], null],
])('%s: %j, %j says %s', async (_, answers, listed, areHonoured) => {
  expect(await prove(answers, listed)).toMatchObject({ areHonoured, hungUp: [] });
});

it('two calls disprove it, and the second is hung up', async () => {
  expect(await prove([one, two], ['one', 'two'])).toMatchObject({ areHonoured: false, hungUp: ['two'], sent: 2 });
  expect(await prove([one, one, two], ['one'])).toMatchObject({ areHonoured: false, hungUp: ['two'] });
  expect(await prove([one, unknown(409), one], ['one', 'two'])).toMatchObject({ areHonoured: false, hungUp: ['two'] });
});

it('answers the best that is known of the order', async () => {
  expect(await prove([unknown(null), refused], [])).toMatchObject({ outcome: unknown(null) });
  expect(await prove([refused, one], ['one'])).toMatchObject({ outcome: one, areHonoured: null });
  expect(await prove([], [], true)).toMatchObject({ outcome: { kind: 'refused', status: null }, sent: 0 });
});
