/**
 * All ways of leaving a screen call this module first: links, the command palette, a switch of workspace, the browser's
 * back. The guards themselves (leave-guards.ts) load with the first screen that can have unsaved work.
 */
import type { AroundNavHandler } from 'wouter';

/** Calls `leave` at once, or after the user agrees to lose unsaved work. `to`: URL that will open, if it is known. */
type Guard = (leave: () => void, to?: string) => void;

let guard: Guard = (leave) => leave();

export function setScreenLeaveGuard(next: Guard): void {
  guard = next;
}

/** Calls `leave` at once, or after the person agrees to lose unsaved work. */
export function confirmThenLeaveScreen(leave: () => void): void {
  guard(leave);
}

/** Guards the router's navigation. */
export const guardRouterNavigation: AroundNavHandler = (navigate, to, options) =>
  guard(() => navigate(to, options), to);
