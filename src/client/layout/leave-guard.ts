/**
 * Unsaved work asks before it is lost. A screen sets the guard while it has some; whoever is about to leave the screen
 * (a link, the palette, a switch of workspace) goes by `leaveThen`. One guard at a time: one screen shows at a time.
 */
import type { AroundNavHandler } from 'wouter';

type Ask = (leave: () => void) => void;

let ask: Ask | null = null;

/** From now on leaving calls `guard`, which runs what it is given once the person agrees. The answer takes the guard away. */
export function guardLeaving(guard: Ask): () => void {
  ask = guard;
  return () => {
    if (ask === guard) ask = null;
  };
}

/** Leaves now, or when the person agrees to lose what is unsaved. */
export function leaveThen(leave: () => void): void {
  if (ask) ask(leave);
  else leave();
}

/** For the router: another path leaves, another search or hash of this one does not. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options);
  if (new URL(to, window.location.href).pathname === window.location.pathname) go();
  else leaveThen(go);
};
