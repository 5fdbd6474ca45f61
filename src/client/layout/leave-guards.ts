/**
 * Guards of screens with unsaved work, which ask the user before the screen is left. A part of a screen may have its
 * own guard, which also asks before another part is opened.
 */
import { setScreenLeaveGuard } from './leave-guard.ts';

type Ask = (leave: () => void) => void;

interface Guarded {
  readonly ask: Ask;
  readonly part: string | undefined;
}

let guards: readonly Guarded[] = [];
/** URL, with query string, of the screen that has unsaved work and asks before it is left. */
let guarded = '';
/** True while the browser goes back because the user agreed to leave the screen with unsaved work. */
let isGoingBack = false;

function placeOf(address: string, part = ''): string {
  const { pathname, searchParams } = new URL(address, window.location.href);
  return `${pathname}?${searchParams.get(part)}`;
}

const guardsOn = (from: string, to: string): readonly Guarded[] =>
  guards.filter(({ part }) => placeOf(from, part) !== placeOf(to, part));

/** Lets guards of unsaved work ask the user, one after the other. Calls `leave` only if the user agrees to each. */
function askEach([first, ...others]: readonly Guarded[], leave: () => void): void {
  if (first) first.ask(() => askEach(others, leave));
  else leave();
}

/**
 * Adds a guard against losing unsaved work. `ask` is called before the screen is left, and calls its argument if the
 * person agrees to leave. Returns a function that removes the guard. `part`: query parameter that names the guarded
 * part of the screen.
 */
export function addScreenLeaveGuard(ask: Ask, part?: string): () => void {
  const guard = { ask, part };
  guards = [...guards, guard];
  guarded = window.location.href;
  return () => {
    guards = guards.filter((each) => each !== guard);
  };
}

setScreenLeaveGuard((leave, to) =>
  askEach(to === undefined ? guards : guardsOn(window.location.href, to), () => {
    leave();
    guarded = window.location.href;
  }),
);

// Listen to `popstate` in the capture phase, in order to run before the router's own listener.
window.addEventListener(
  'popstate',
  (event) => {
    const left = isGoingBack ? [] : guardsOn(guarded, window.location.href);
    isGoingBack = false;
    if (left.length === 0) {
      guarded = window.location.href;
      return;
    }
    // When the user goes back, the browser changes the URL before this code runs. Restore the URL of the screen with
    // unsaved work.
    event.stopImmediatePropagation();
    window.history.pushState(null, '', guarded);
    askEach(left, () => {
      isGoingBack = true;
      window.history.back();
    });
  },
  true,
);
