/**
 * Who is asked before a screen is left. A screen has a guard while it has unsaved work; a part of a screen has one of its
 * own, which asks at another part too.
 */
import { setGuard } from './leave-guard.ts';

type Ask = (leave: () => void) => void;

interface Guarded {
  readonly ask: Ask;
  readonly part: string | undefined;
}

let guards: readonly Guarded[] = [];
/** The address of the guarded screen, its search included. */
let guarded = '';
/** The person agreed, and the browser is on its way back. */
let isGoingBack = false;

/** Another search of a path is the same place, but for a part of the screen. */
function placeOf(address: string, part = ''): string {
  const { pathname, searchParams } = new URL(address, window.location.href);
  return `${pathname}?${searchParams.get(part)}`;
}

/** Those whose place is left on the way from one address to another. */
const guardsOn = (from: string, to: string): readonly Guarded[] =>
  guards.filter(({ part }) => placeOf(from, part) !== placeOf(to, part));

/** Each asks once the one before was agreed to. */
function askEach([first, ...others]: readonly Guarded[], leave: () => void): void {
  if (first) first.ask(() => askEach(others, leave));
  else leave();
}

/**
 * From now on leaving calls `ask`, which runs what it is given once the person agrees. The answer takes the guard away.
 * `part`: the parameter of the search that names the part of the screen whose work it is.
 */
export function guardLeaving(ask: Ask, part?: string): () => void {
  const guard = { ask, part };
  guards = [...guards, guard];
  guarded = window.location.href;
  return () => {
    guards = guards.filter((each) => each !== guard);
  };
}

setGuard((leave, to) =>
  askEach(to === undefined ? guards : guardsOn(window.location.href, to), () => {
    leave();
    guarded = window.location.href;
  }),
);

// Captured, so that it hears of the browser's back and forward before the router does, which listens since the start.
window.addEventListener(
  'popstate',
  (event) => {
    const left = isGoingBack ? [] : guardsOn(guarded, window.location.href);
    isGoingBack = false;
    if (left.length === 0) {
      guarded = window.location.href;
      return;
    }
    // The browser has gone already: stand here again, above where it went.
    event.stopImmediatePropagation();
    window.history.pushState(null, '', guarded);
    askEach(left, () => {
      isGoingBack = true;
      window.history.back();
    });
  },
  true,
);
