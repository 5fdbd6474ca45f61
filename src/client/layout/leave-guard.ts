/**
 * Unsaved work asks before it is lost. A screen sets the guard while it has some; whoever is about to leave the screen
 * (a link, the palette, a switch of workspace, the browser's back) goes by it. One at a time: one screen shows at a time.
 */
import type { AroundNavHandler } from 'wouter';

type Ask = (leave: () => void) => void;

let ask: Ask | null = null;
/** The address of the guarded screen, its search included. */
let guarded = '';
const pathOf = (address: string): string => new URL(address, window.location.href).pathname;

/** From now on leaving calls `guard`, which runs what it is given once the person agrees. The answer takes the guard away. */
export function guardLeaving(guard: Ask): () => void {
  ask = guard;
  guarded = window.location.href;
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
  const go = () => {
    navigate(to, options);
    guarded = window.location.href;
  };
  if (pathOf(to) === window.location.pathname) go();
  else leaveThen(go);
};

// Listens from the start, so that it hears of the browser's back and forward before the router does.
window.addEventListener('popstate', (event) => {
  if (!ask || window.location.pathname === pathOf(guarded)) {
    guarded = window.location.href;
    return;
  }
  // The browser has gone already: stand here again, above where it went.
  event.stopImmediatePropagation();
  window.history.pushState(null, '', guarded);
  ask(() => {
    ask = null;
    window.history.back();
  });
});
