import { expect, it } from 'vitest';
import type { ProviderLiveCallSocketListener } from '../../platform/provider/follow-call.ts';
import { createCountingMetrics } from '../../testing/silent-metrics.ts';
import { createCountedProviderSocketOpener } from './socket-metrics.ts';

/** Opens a socket, lets `happen` act on it, and returns the counts. */
function follow(happen: (listener: ProviderLiveCallSocketListener, close: () => void) => void) {
  const counting = createCountingMetrics();
  let readOpen = (): unknown => undefined;
  const counted = createCountedProviderSocketOpener({ ...counting, gauge: (_name, read) => void (readOpen = read) });
  const open: unknown[] = [];
  let listener: ProviderLiveCallSocketListener | undefined;
  const heard: unknown[] = [];
  const following = counted(
    {
      onMessage(message) {
        heard.push(message.type);
        // The real monitor does the same.
        if (message.type === 'ended') following.close();
      },
      onClose: (code) => void heard.push(code),
    },
    (given) => {
      listener = given;
      return { close: () => undefined };
    },
  );
  if (!listener) throw new Error('Nobody listens');
  open.push(readOpen());
  listener.onOpen?.();
  open.push(readOpen());
  happen(listener, () => following.close());
  open.push(readOpen());
  expect(open).toEqual([0, 1, 0]);
  expect(counting.counted('vocero_live_sockets_closed_total')).toBe(1);
  return { heard, counted: (outcome: string) => counting.counted('vocero_live_sockets_closed_total', outcome) };
}

it.each([
  [1000, 'call_ended', 'ended'],
  [1000, 'call_take_over', 'taken_over'],
  [1000, '', 'lost'],
  [1006, '', 'lost'],
  [4001, '', 'refused'],
  [4004, '', 'not_live'],
  [4008, '', 'busy'],
] as const)('a close with %i %s counts as %s', (code, reason, outcome) => {
  const { counted, heard } = follow((listener) => listener.onClose(code, reason));
  expect([counted(outcome), heard]).toEqual([1, [code]]);
});

it('the message of the end counts as the end, and the close after it as nothing', () => {
  const { counted, heard } = follow((listener) => {
    listener.onMessage({ type: 'items', spoken: [], preSession: [] });
    listener.onMessage({ type: 'ended', reason: 'user_hangup' });
  });
  expect([counted('ended'), heard]).toEqual([1, ['items', 'ended']]);
});

it('a socket that this server closes was left', () => {
  expect(follow((_listener, close) => close()).counted('left')).toBe(1);
});
