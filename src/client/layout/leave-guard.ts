/**
 * Every way of leaving a screen calls this module first: links, the command palette, a switch of workspace, and the
 * browser's back button.
 * The functions that ask about unsaved work (leave-guards.ts) load later, with the first screen that can have unsaved
 * work.
 */
import type { AroundNavHandler } from 'wouter';

/**
 * Calls `leave` at once if there is no unsaved work, otherwise after the user agrees to lose it. `to` is the URL that
 * will open, if it is known.
 */
type Guard = (leave: () => void, to?: string) => void;

let guard: Guard = (leave) => leave();

export function setScreenLeaveGuard(next: Guard): void {
  guard = next;
}

/** Calls `leave` at once if there is no unsaved work, otherwise after the person agrees to lose it. */
export function confirmThenLeaveScreen(leave: () => void): void {
  guard(leave);
}

/** Guards the router's navigation. */
export const guardRouterNavigation: AroundNavHandler = (navigate, to, options) =>
  guard(() => navigate(to, options), to);
