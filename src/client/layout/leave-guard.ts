/**
 * Entry point for leaving a screen: every way (a link, the palette, a switch of workspace, the browser's back) calls
 * it. The guards of unsaved work (leave-guards.ts) load with the first screen that has such work.
 */
import type { AroundNavHandler } from 'wouter';

/** Leaves the screen by `leave`, at once or after the person agrees. Without `to`, the new URL, it is surely left. */
type Guard = (leave: () => void, to?: string) => void;

let guard: Guard = (leave) => leave();

export function setLeaveGuard(next: Guard): void {
  guard = next;
}

/** Leaves the screen at once, or after the person agrees to lose unsaved work. */
export function confirmThenLeave(leave: () => void): void {
  guard(leave);
}

/** Guards the router's navigation. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => guard(() => navigate(to, options), to);
