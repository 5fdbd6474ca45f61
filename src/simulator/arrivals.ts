// Simulated inbound and web calls that arrive by themselves, as a seeded Poisson process.
import type { Account } from './account.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createRandom } from './random.ts';
import type { SimulatedClock } from './simulated-clock.ts';

export interface Arrivals {
  refresh(account: Account): void;
  pause(account: Account): void;
}

const minuteMs = 60_000;

export function createArrivals(seed: number, clock: SimulatedClock, lifecycle: Lifecycle): Arrivals {
  const cancels = new Map<string, () => void>();

  function schedule(
    account: Account,
    kind: 'inbound' | 'web',
    perMinute: number,
    random = createRandom(seed, account.key, kind, 'gaps'),
  ): void {
    if (!(perMinute > 0)) return;
    const gap = (-Math.log(1 - random.next()) * minuteMs) / perMinute;
    const cancel = clock.after(gap, () => {
      lifecycle.arrive(account, kind);
      schedule(account, kind, perMinute, random);
    });
    cancels.set(`${kind} ${account.key}`, cancel);
  }

  function pause(account: Account): void {
    for (const kind of ['inbound', 'web'] as const) {
      cancels.get(`${kind} ${account.key}`)?.();
      cancels.delete(`${kind} ${account.key}`);
    }
  }

  return {
    pause,
    refresh(account) {
      pause(account);
      schedule(account, 'inbound', account.arrivals?.inboundPerMinute ?? 0);
      schedule(account, 'web', account.arrivals?.webPerMinute ?? 0);
    },
  };
}
