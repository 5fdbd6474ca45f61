/** Pauses of the dispatcher in one place, so that tests can shorten them. */

/** All times are in ms. The pace of dialling and the settle time are not set here. */
export interface DispatchTuning {
  /** Pause between two surveys of a workspace's work while it has some. */
  readonly surveyEveryMs: number;
  /** Pause between two looks at attempts whose outcome is open. */
  readonly resolveEveryMs: number;
  /** Shortest time between two look-ups of one attempt. */
  readonly lookupSpacingMs: number;
  /** Pause between two requests for the provider's free lines. */
  readonly askLinesEveryMs: number;
  /** Pause before free lines are requested after one became free. On average a line is unused for half of it. */
  readonly askLinesSoonMs: number;
  /** First rest after the provider answered 'later'; it doubles with every wave. */
  readonly firstRestMs: number;
  /** Pause before the loop goes on after its first failure. */
  readonly firstRetryMs: number;
}

/** Values for production. */
export const dispatchTuning: DispatchTuning = {
  surveyEveryMs: 1_000,
  resolveEveryMs: 250,
  lookupSpacingMs: 250,
  askLinesEveryMs: 1_000,
  askLinesSoonMs: 20,
  firstRestMs: 500,
  firstRetryMs: 500,
};
