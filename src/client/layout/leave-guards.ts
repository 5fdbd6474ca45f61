/**
 * Guards that are asked before a screen is left. A screen has a guard while it has unsaved work. A part of a screen has
 * its own guard, which also asks when another part opens.
 */
import { setLeaveGuard } from './leave-guard.ts';

type Ask = (leave: () => void) => void;

interface Guarded {
  readonly ask: Ask;
  readonly part: string | undefined;
}

let guards: readonly Guarded[] = [];
/** URL of the screen with unsaved work, with its query. */
let guarded = '';
/** True while the browser goes back because the person agreed to leave. */
let isGoingBack = false;

/** Key of what a URL shows: its path and, for a guarded part of a screen, also that query parameter. */
function placeOf(address: string, part = ''): string {
  const { pathname, searchParams } = new URL(address, window.location.href);
  return `${pathname}?${searchParams.get(part)}`;
}

/** Guards of the screens and parts that are left when one URL replaces the other. */
const guardsOn = (from: string, to: string): readonly Guarded[] =>
  guards.filter(({ part }) => placeOf(from, part) !== placeOf(to, part));

/** Asks one guard of unsaved work after the other; each only if the person agreed to the one before. */
function askEach([first, ...others]: readonly Guarded[], leave: () => void): void {
  if (first) first.ask(() => askEach(others, leave));
  else leave();
}

/**
 * Calls `ask` before the screen is left; `ask` runs its argument once the person agrees. Returns a function that
 * removes the guard. `part`: the query parameter that names the part of the screen with the work.
 */
export function guardLeaving(ask: Ask, part?: string): () => void {
  const guard = { ask, part };
  guards = [...guards, guard];
  guarded = window.location.href;
  return () => {
    guards = guards.filter((each) => each !== guard);
  };
}

setLeaveGuard((leave, to) =>
  askEach(to === undefined ? guards : guardsOn(window.location.href, to), () => {
    leave();
    guarded = window.location.href;
  }),
);

// Listens in the capture phase, so that the guards of unsaved work run before the router's earlier listener.
window.addEventListener(
  'popstate',
  (event) => {
    const left = isGoingBack ? [] : guardsOn(guarded, window.location.href);
    isGoingBack = false;
    if (left.length === 0) {
      guarded = window.location.href;
      return;
    }
    // On 'back' the browser has navigated already, so the URL of the left screen is pushed again.
    event.stopImmediatePropagation();
    window.history.pushState(null, '', guarded);
    askEach(left, () => {
      isGoingBack = true;
      window.history.back();
    });
  },
  true,
);
