import { describe, expect, it } from 'vitest';
import { mixedWebhooks } from './webhook-load.ts';

describe('mixed webhooks', () => {
  it('tell each call’s beginning, end and analysis once, in that order, while others run', () => {
    const webhooks = mixedWebhooks(20, 3);
    expect(webhooks).toHaveLength(60);
    const ids = new Set(webhooks.map(({ callId }) => callId));
    expect(ids.size).toBe(20);
    for (const id of ids) {
      expect(webhooks.filter(({ callId }) => callId === id).map(({ event }) => event)).toEqual([
        'call_started',
        'call_ended',
        'call_analyzed',
      ]);
    }
    let open = 0;
    const running = webhooks.map(
      ({ event }) => (open += event === 'call_started' ? 1 : event === 'call_ended' ? -1 : 0),
    );
    expect(Math.max(...running)).toBe(4);
    expect(running.at(-1)).toBe(0);
  });
});
