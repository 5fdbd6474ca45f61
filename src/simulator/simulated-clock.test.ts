import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSimulatedClock } from './simulated-clock.ts';

describe('the simulated clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs tasks in order of their time, scaled by the speed', () => {
    const clock = createSimulatedClock(10);
    const ran: string[] = [];
    for (const delay of [500, 100, 300, 100, 900, 700]) clock.after(delay, () => ran.push(`${delay}`));
    vi.advanceTimersByTime(30);
    expect(ran).toEqual(['100', '100', '300']);
    vi.advanceTimersByTime(70);
    expect(ran).toEqual(['100', '100', '300', '500', '700', '900']);
  });

  it('takes a new speed for what is already scheduled', () => {
    const clock = createSimulatedClock(1);
    let ran = false;
    clock.after(10_000, () => (ran = true));
    vi.advanceTimersByTime(1000);
    clock.setSpeed(1000);
    vi.advanceTimersByTime(9);
    expect(ran).toBe(true);
    expect(clock.elapsed()).toBeCloseTo(10_000, -1);
  });

  it('forgets what is cancelled, and everything when closed', () => {
    const clock = createSimulatedClock(1);
    const task = vi.fn();
    clock.after(10, task)();
    clock.after(20, task);
    vi.advanceTimersByTime(15);
    clock.close();
    clock.after(1, task);
    vi.advanceTimersByTime(100);
    expect(task).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    expect(() => clock.setSpeed(0)).toThrow(RangeError);
  });
});
