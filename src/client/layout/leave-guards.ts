/**
 * Guards that are asked before a screen is left. A screen has one while it has unsaved work; a part of a screen has its
 * own, which also asks when another part opens.
 */
import { setGuard } from './leave-guard.ts';

type Ask = (leave: () => void) => void;

interface Guarded {
  readonly ask: Ask;
  readonly part: string | undefined;
}

let guards: readonly Guarded[] = [];
/** Address of the guarded screen, with its query. */
let guarded = '';
/** True while the browser goes back after the person agreed. */
let isGoingBack = false;

/** The place of an address: its path, and for a part of the screen also that query parameter. */
function placeOf(address: string, part = ''): string {
  const { pathname, searchParams } = new URL(address, window.location.href);
  return `${pathname}?${searchParams.get(part)}`;
}

/** The guards whose place changes between two addresses. */
const guardsOn = (from: string, to: string): readonly Guarded[] =>
  guards.filter(({ part }) => placeOf(from, part) !== placeOf(to, part));

/** Asks one guard after the other, each after the one before was agreed to. */
function askEach([first, ...others]: readonly Guarded[], leave: () => void): void {
  if (first) first.ask(() => askEach(others, leave));
  else leave();
}

/**
 * Makes leaving call `ask`, which runs its argument once the person agrees. Returns the removal of the guard. `part`:
 * the query parameter that names the part of the screen with the work.
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

// The listener is in the capture phase, so that it runs before the router's, which was added first.
window.addEventListener(
  'popstate',
  (event) => {
    const left = isGoingBack ? [] : guardsOn(guarded, window.location.href);
    isGoingBack = false;
    if (left.length === 0) {
      guarded = window.location.href;
      return;
    }
    // The browser has navigated already, so the address is put back on top.
    event.stopImmediatePropagation();
    window.history.pushState(null, '', guarded);
    askEach(left, () => {
      isGoingBack = true;
      window.history.back();
    });
  },
  true,
);
