// Simulated inbound and web calls that arrive by themselves, as a seeded Poisson process.
import type { SimulatedAccount } from './account.ts';
import type { SimulatedCallLifecycle } from './lifecycle.ts';
import { createSeededRandomGenerator } from './random.ts';
import type { SimulatedClock } from './simulated-clock.ts';

export interface SimulatedCallArrivalScheduler {
  refresh(account: SimulatedAccount): void;
  pause(account: SimulatedAccount): void;
}

const minuteMs = 60_000;

export function createSimulatedCallArrivalScheduler(
  seed: number,
  clock: SimulatedClock,
  lifecycle: SimulatedCallLifecycle,
): SimulatedCallArrivalScheduler {
  const cancels = new Map<string, () => void>();

  function schedule(
    account: SimulatedAccount,
    kind: 'inbound' | 'web',
    perMinute: number,
    random = createSeededRandomGenerator(seed, account.key, kind, 'gaps'),
  ): void {
    if (!(perMinute > 0)) return;
    const gap = (-Math.log(1 - random.next()) * minuteMs) / perMinute;
    const cancel = clock.after(gap, () => {
      lifecycle.arrive(account, kind);
      schedule(account, kind, perMinute, random);
    });
    cancels.set(`${kind} ${account.key}`, cancel);
  }

  function pause(account: SimulatedAccount): void {
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
