/**
 * Unsaved work asks before it is lost: whoever is about to leave a screen (a link, the palette, a switch of workspace, the
 * browser's back) goes by the guard. It comes with the first screen that has such work (leave-guards.ts), not with the entry.
 */
import type { AroundNavHandler } from 'wouter';

/** Runs `leave` at once, or when the person agrees. `to`: the address, which need not leave the screen; none: it is left. */
type Guard = (leave: () => void, to?: string) => void;

let guard: Guard = (leave) => leave();

export function setGuard(next: Guard): void {
  guard = next;
}

/** Leaves now, or when the person agrees to lose what is unsaved. */
export function leaveThen(leave: () => void): void {
  guard(leave);
}

/** For the router. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => guard(() => navigate(to, options), to);
