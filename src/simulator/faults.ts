// Decides for each request whether the simulator injects a fault: into the next N requests, and afterwards at random
// with a seeded probability.
import type { SimulatedFaultTrigger, SimulatorFaultPlan } from './options.ts';
import { createSeededRandomGenerator } from './random.ts';

export interface SimulatedFaultInjector {
  readonly plan: SimulatorFaultPlan;
  setPlan(plan: SimulatorFaultPlan): void;
  /**
   * Returns whether to inject the fault into the current request. Uses up one of the fault's planned occurrences, if it
   * has any left.
   */
  strikes(fault: SimulatedFaultTrigger | undefined): boolean;
}

export function createSimulatedFaultInjector(seed: number, initial: SimulatorFaultPlan): SimulatedFaultInjector {
  const random = createSeededRandomGenerator(seed, 'faults');
  let plan = structuredClone(initial);
  return {
    get plan() {
      return plan;
    },
    setPlan(next) {
      plan = structuredClone(next);
    },
    strikes(fault) {
      if (fault === undefined) return false;
      if (fault.next !== undefined && fault.next > 0) {
        fault.next -= 1;
        return true;
      }
      return fault.probability !== undefined && random.chance(fault.probability);
    },
  };
}
